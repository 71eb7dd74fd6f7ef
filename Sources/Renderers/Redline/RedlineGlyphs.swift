import Support
import LayoutCore

/// Draws texts as glyph shapes, so that they look the same on machines without the fonts.
///
/// In a file, each glyph is defined once and then referenced by number. A live page repeats the
/// shapes, because a script replaces its parts individually.
final class RedlineGlyphs {
  private struct Key: Hashable {
    var face: GlyphShapes.Face
    var id: UInt32
  }

  private let placer: GlyphPlacer
  /// The prefix of the definition ids; `nil` repeats the shape at each use.
  private let prefix: String?
  private var numbers: [Key: Int] = [:]
  private var shapes: [GlyphShapes.Shape] = []

  /// Returns `nil` if the texts of the page are not measured with fonts.
  init?(_ measurer: any TextMeasurer, prefix: String?) {
    guard let placer = GlyphPlacer(measurer) else { return nil }
    self.placer = placer
    self.prefix = prefix
  }

  /// Returns a line of a page text, starting at the left end of its baseline; `nil` if a font file
  /// has changed.
  func line(
    _ line: TextLine, of text: Wireframe.Text, class name: String, x: Double, y: Double
  ) -> XML? {
    group(of: placer.line(line, of: text), class: name, x: x, y: y)
  }

  /// Returns a part of a line; `nil` if a font file has changed.
  func part(_ text: String, _ font: Font, class name: String, x: Double, y: Double) -> XML? {
    group(of: placer.part(text, font), class: name, x: x, y: y)
  }

  /// Returns a label of the redline itself, not a text of the page, on one line; `nil` if a font
  /// file has changed.
  func text(_ text: String, _ style: RedlineTextStyle, x: Double, y: Double) -> XML? {
    let (glyphs, width) = placer.label(text, style)
    return group(of: glyphs, class: style.name, x: style.start(x, width: width), y: y)
  }

  /// Returns glyphs in groups. Consecutive glyphs of one font unit share a group, scaled to points.
  private func group(of glyphs: [PlacedGlyph], class name: String, x: Double, y: Double) -> XML? {
    let numbers = glyphs.map { number(of: Key(face: $0.face, id: $0.id)) }
    guard !numbers.contains(nil) else { return nil }
    var xml: XML = ""
    var open = 0.0
    for (glyph, number) in zip(glyphs, numbers) {
      guard let number, shapes[number].isVisible else { continue }
      // Uses the unit as written, with 6 decimals, so that positions are exact.
      let unit = (glyph.unit * 1_000_000).rounded() / 1_000_000
      guard unit > 0 else { continue }
      if unit != open {
        // Numbers have an outline of 3 points. The division cancels the scale of the group.
        let outline: XML? = name == "m" ? " style=\"stroke-width:\(3 / unit)\"" : nil
        xml += """
          \(open > 0 ? "</g>" : nil)<g class="glyphs \(name)" \
          transform="translate(\(x) \(y)) scale(\(scaleText(unit)))"\(outline)>
          """
        open = unit
      }
      let (left, top) = (glyph.x / unit, glyph.y / unit)
      if let prefix {
        let place: XML? = top == 0 ? nil : " y=\"\(top)\""
        xml += "<use href=\"#\(prefix)-g\(number)\" x=\"\(left)\"\(place)/>"
      } else {
        xml += "<g transform=\"translate(\(left) \(top))\">\(Self.element(shapes[number]))</g>"
      }
    }
    if open > 0 { xml += "</g>" }
    return xml
  }

  /// Returns the number of a glyph's shape; `nil` if a font file has changed.
  private func number(of key: Key) -> Int? {
    if let number = numbers[key] { return number }
    guard let shape = placer.measurer.glyphShapes.shape(of: key.id, in: key.face) else {
      return nil
    }
    shapes.append(shape)
    numbers[key] = shapes.count - 1
    return shapes.count - 1
  }

  /// The definitions of all glyphs that were used so far; `nil` without a prefix.
  var definitions: XML? {
    guard let prefix, !shapes.isEmpty else { return nil }
    let elements = shapes.enumerated().map { number, shape -> XML in
      guard shape.isVisible else { return "" }
      return "\(Self.element(shape, attributes: " id=\"\(prefix)-g\(number)\""))\n"
    }
    return "<defs>\n\(elements)</defs>\n"
  }

  private static func element(_ shape: GlyphShapes.Shape, attributes: XML? = nil) -> XML {
    switch shape {
    case .blank: return ""
    case .outline(let steps):
      var path = ByteWriter()
      for step in steps {
        path.write(byte: step.command)
        for (index, value) in step.points.enumerated() {
          if index > 0, value >= 0 { path.write(byte: UInt8(ascii: " ")) }
          path.write(number: value)
        }
      }
      return "<path\(attributes) d=\"\(path.string)\"/>"
    case .picture(let bytes, let frame):
      guard Pictures.type(of: bytes) != nil else { return "" }
      return "<image\(attributes)\(frame) href=\"data:image/png;base64,\(base64: bytes)\"/>"
    }
  }
}

extension GlyphShapes.Shape {
  fileprivate var isVisible: Bool {
    if case .blank = self { false } else { true }
  }
}

/// The style of a label of the redline itself.
struct RedlineTextStyle {
  /// The class in the style sheet. For some classes, the sheet sets the size.
  var name: String
  var size: Double
  var weight: UInt16 = 400
  var side = Side.left

  static let title = RedlineTextStyle(name: "t head", size: 15, weight: 600)
  static let note = RedlineTextStyle(name: "s note", size: 11)
  static let warning = RedlineTextStyle(name: "s warn note", size: 11)
  static let number = RedlineTextStyle(name: "m", size: 11, side: .center)
  static let badge = RedlineTextStyle(name: "bt", size: 11, weight: 700, side: .center)
  static let code = RedlineTextStyle(name: "t code", size: 12)
}
