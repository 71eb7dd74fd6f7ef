import LayoutCore

/// Draws texts as the shapes of their glyphs, so that they look alike with and without the fonts.
///
/// In a file, each glyph is defined once and used by number; a live page repeats the shapes, because
/// its parts are replaced singly.
final class RedlineGlyphs {
  private struct Key: Hashable {
    var face: GlyphShapes.Face
    var id: UInt32
  }

  private let measurer: ShapedTextMeasurer
  /// Measures the texts of the redline itself.
  private let ownMeasurer: ShapedTextMeasurer?
  /// The prefix of the ids of definitions; `nil` repeats the shapes.
  private let prefix: String?
  private var numbers: [Key: Int] = [:]
  private var shapes: [GlyphShapes.Shape] = []

  /// Fails if the texts of the page are not measured with fonts.
  init?(_ measurer: any TextMeasurer, prefix: String?) {
    guard let measurer = measurer as? ShapedTextMeasurer else { return nil }
    self.measurer = measurer
    ownMeasurer = measurer.adapted(to: LayoutEnvironment(width: 0)) as? ShapedTextMeasurer
    self.prefix = prefix
  }

  /// Writes a line of a text of the page; returns false if a font's file has changed.
  /// - Parameters:
  ///   - x: The left end of the line.
  ///   - y: The baseline.
  func write(
    _ line: TextLine, of text: Wireframe.Text, class name: String, x: Double, y: Double,
    to out: inout ByteWriter
  ) -> Bool {
    var string = text.string
    let font = Font(size: Float(text.size), weight: UInt16(clamping: text.weight))
    let glyphs = string.withUTF8 { measurer.glyphs(of: line, in: $0, font) }
    return write(glyphs, class: name, x: x, y: y, to: &out)
  }

  /// Writes a part of a line on one line; returns false if a font's file has changed.
  func write(
    _ text: String, _ font: Font, class name: String, x: Double, y: Double,
    to out: inout ByteWriter
  ) -> Bool {
    var text = text
    let glyphs = text.withUTF8 { bytes in
      measurer.glyphs(
        of: TextLine(range: 0..<bytes.count, width: 0, isTruncated: false), in: bytes, font)
    }
    return write(glyphs, class: name, x: x, y: y, to: &out)
  }

  /// Writes a text of the redline itself, on one line; returns false if a font's file has changed.
  func write(
    _ text: String, _ style: RedlineTextStyle, x: Double, y: Double, to out: inout ByteWriter
  ) -> Bool {
    // Few fonts have the sign for diameters.
    var text = text.replacing("⌀", with: "Ø")
    let font = Font(size: Float(style.size), weight: style.weight)
    guard let ownMeasurer else { return false }
    return text.withUTF8 { text in
      guard
        let line = ownMeasurer.lines(text, font: font, maxWidth: .infinity, maxLines: 1).first
      else { return true }
      let start =
        switch style.side {
        case .left: x
        case .center: x - line.width / 2
        case .right: x - line.width
        }
      let glyphs = ownMeasurer.glyphs(of: line, in: text, font)
      return write(glyphs, class: style.name, x: start, y: y, to: &out)
    }
  }

  /// Writes glyphs, those with the same units in a group that is scaled to points.
  private func write(
    _ glyphs: [PlacedGlyph], class name: String, x: Double, y: Double, to out: inout ByteWriter
  ) -> Bool {
    let numbers = glyphs.map { number(of: Key(face: $0.face, id: $0.id)) }
    guard !numbers.contains(nil) else { return false }
    var open = 0.0
    for (glyph, number) in zip(glyphs, numbers) {
      guard let number, shapes[number].isVisible else { continue }
      // Positions are in units as they are written.
      let unit = (glyph.unit * 1_000_000).rounded() / 1_000_000
      guard unit > 0 else { continue }
      if unit != open {
        if open > 0 { out.write("</g>") }
        open = unit
        out.write(markup: "<g class=\"glyphs \(name)\" transform=\"translate(\(x) \(y)) scale(")
        out.write(exact: unit)
        out.write(")\"")
        // The outline of numbers is 3 points wide.
        if name == "m" { out.write(markup: " style=\"stroke-width:\(3 / unit)\"") }
        out.write(">")
      }
      let left = glyph.x / unit
      let top = glyph.y / unit
      guard let prefix else {
        out.write(markup: "<g transform=\"translate(\(left) \(top))\">")
        Self.write(shapes[number], id: nil, to: &out)
        out.write("</g>")
        continue
      }
      out.write(markup: "<use href=\"#\(prefix)-g\(number)\" x=\"\(left)\"")
      if top != 0 { out.write(markup: " y=\"\(top)\"") }
      out.write("/>")
    }
    if open > 0 { out.write("</g>") }
    return true
  }

  /// Returns the number of a glyph's shape; `nil` if a font's file has changed.
  private func number(of key: Key) -> Int? {
    if let number = numbers[key] { return number }
    guard let shape = measurer.glyphShapes.shape(of: key.id, in: key.face) else { return nil }
    shapes.append(shape)
    numbers[key] = shapes.count - 1
    return shapes.count - 1
  }

  /// Writes the definitions of the glyphs that were written so far.
  func writeDefinitions(to out: inout ByteWriter) {
    guard let prefix, !shapes.isEmpty else { return }
    out.write("<defs>\n")
    for (number, shape) in shapes.enumerated() where shape.isVisible {
      Self.write(shape, id: "\(prefix)-g\(number)", to: &out)
      out.write("\n")
    }
    out.write("</defs>\n")
  }

  private static func write(
    _ shape: GlyphShapes.Shape, id: String?, to out: inout ByteWriter
  ) {
    func writeID() {
      if let id { out.write(markup: " id=\"\(id)\"") }
    }
    switch shape {
    case .blank: break
    case .outline(let steps):
      out.write("<path")
      writeID()
      out.write(" d=\"")
      for step in steps {
        out.write(byte: step.command)
        for (index, value) in step.points.enumerated() {
          if index > 0, value >= 0 { out.write(byte: UInt8(ascii: " ")) }
          out.write(number: value)
        }
      }
      out.write("\"/>")
    case .picture(let bytes, let frame):
      out.write("<image")
      writeID()
      out.write(markup: "\(frame) href=\"data:image/png;base64,")
      out.write(base64: bytes)
      out.write("\"/>")
    }
  }
}

extension GlyphShapes.Shape {
  fileprivate var isVisible: Bool {
    if case .blank = self { false } else { true }
  }
}

extension ByteWriter {
  /// Writes bytes as base64 (RFC 4648), with padding.
  mutating func write(base64 bytes: [UInt8]) {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var value = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      value <<= 8
      for place in 0..<4 {
        let digit = value >> (26 - 6 * place) & 63
        write(byte: place <= group.count ? digits[digit] : UInt8(ascii: "="))
      }
    }
  }
}

/// The style of a text of the redline itself.
struct RedlineTextStyle {
  /// The class in the style sheet, which has the size of some.
  var name: String
  var size: Double
  var weight: UInt16 = 400
  var side = Side.left

  static let title = RedlineTextStyle(name: "t head", size: 15, weight: 600)
  static let note = RedlineTextStyle(name: "s note", size: 11)
  static let number = RedlineTextStyle(name: "m", size: 11, side: .center)
  static let badge = RedlineTextStyle(name: "bt", size: 11, weight: 700, side: .center)
  static let code = RedlineTextStyle(name: "t code", size: 12)
}
