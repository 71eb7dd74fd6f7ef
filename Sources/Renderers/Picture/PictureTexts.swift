import LayoutCore
import Support

/// Texts of pictures as glyph shapes. Pictures never use the fonts of the machine: without fonts
/// that the page is measured with, the font of the program draws the texts.
final class PictureTexts {
  /// Glyphs on a baseline, stretched along x.
  struct Run {
    var glyphs: [PlacedGlyph]
    var shapes: GlyphShapes
    /// The distance of the run from the start of the text, in points.
    var x = 0.0
    var stretch = 1.0
    /// The distance by which letters lean to the right, as a share of their height.
    var slant = 0.0
  }

  /// A laid out text: runs, and boxes in place of clusters that the program's font does not have.
  struct Layout {
    var runs: [Run] = []
    /// The left edge and the width of each box, in points from the start of the text.
    var boxes: [(x: Double, width: Double)] = []
    var width = 0.0
  }

  /// A glyph as commands and points of a path, in font units, or as a picture.
  enum Shape {
    case blank
    case path([CChar], [Double])
    case picture([UInt8], Rect)
  }

  private struct Key: Hashable {
    var font: ObjectIdentifier
    var face: GlyphShapes.Face
    var id: UInt32
  }

  /// The fonts of the page; `nil` if its texts are not measured with fonts.
  private let page: GlyphPlacer?
  /// The measurer of the page, whose widths the texts of the page have.
  private let measurer: any TextMeasurer
  private let own: GlyphPlacer
  private var shapes: [Key: Shape] = [:]
  private var covered: [Unicode.Scalar: Bool] = [:]

  /// Whether boxes were drawn in place of characters.
  private(set) var hasBoxes = false

  /// - Throws: `FontFault` if HarfBuzz cannot be loaded.
  init(_ measurer: any TextMeasurer) throws(FontFault) {
    self.measurer = measurer
    page = GlyphPlacer(measurer)
    guard let own = GlyphPlacer(try ShapedTextMeasurer(try Self.font.get())) else {
      throw FontFault("there is no memory for the font")
    }
    self.own = own
  }

  /// The program's font: Latin letters, digits and punctuation in two weights.
  private static let font = Result { () throws(FontFault) in
    var faces: [FontFace] = []
    for file in [PackageResources.text_400_otf, PackageResources.text_600_otf] {
      faces.append(try FontFace(file: file))
    }
    var fonts = FontSet(name: "built-in", families: [FontSet.Family(faces: faces)])
    fonts.rounding = .none
    return fonts
  }

  // MARK: Layout

  /// Lays out a line of a text in the width that it was measured with.
  func line(_ line: CanvasLine) -> Layout {
    let (text, width) = (line.text, line.line.width)
    if let page, let source = line.line.source {
      return Layout(runs: [run(page.line(source, of: text), page)], width: width)
    }
    let font = Font(size: Float(text.size), weight: UInt16(clamping: text.weight))
    return fitted(
      line.line.text, font, width > 0 ? width : nil, isRightToLeft: line.isRightToLeft)
  }

  func piece(_ piece: Wireframe.Text.Piece) -> Layout {
    var layout: Layout
    if let page, piece.hasOwnGlyphs {
      layout = Layout(runs: [run(page.part(piece.text, piece.font), page)], width: piece.width)
    } else {
      layout = fitted(
        piece.text, piece.font, piece.width, isRightToLeft: piece.isRightToLeft,
        isSpaced: piece.isSpaced)
    }
    if piece.traits.contains(.italic), page == nil || !piece.font.isItalic {
      for index in layout.runs.indices { layout.runs[index].slant = 0.2 }
    }
    return layout
  }

  /// Lays out a label of the redline itself.
  func label(_ text: String, _ style: RedlineTextStyle) -> Layout {
    if let page {
      let (glyphs, width) = page.label(text, style)
      return Layout(runs: [run(glyphs, page)], width: width)
    }
    let font = Font(size: Float(style.size), weight: style.weight)
    return fitted(
      text.replacing("⌀", with: "Ø"), font, nil, isRightToLeft: text.isRightToLeft ?? false)
  }

  private func run(_ glyphs: [PlacedGlyph], _ placer: GlyphPlacer) -> Run {
    Run(glyphs: glyphs, shapes: placer.measurer.glyphShapes)
  }

  /// Lays out a text in a width, or in its natural one.
  private func fitted(
    _ text: String, _ font: Font, _ width: Double?, isRightToLeft: Bool, isSpaced: Bool = false
  ) -> Layout {
    if let page {
      return stretched(
        Layout(runs: [run(page.part(text, font), page)], width: naturalWidth(text, font, page)),
        to: width, isSpaced: isSpaced)
    }
    let isPlain = text.unicodeScalars.allSatisfy { covers($0) }
    if isPlain {
      return stretched(
        Layout(runs: [run(own.part(text, font), own)], width: naturalWidth(text, font, own)),
        to: width, isSpaced: isSpaced)
    }
    return stretched(mixed(text, font, isRightToLeft: isRightToLeft), to: width)
  }

  private func naturalWidth(_ text: String, _ font: Font, _ placer: GlyphPlacer) -> Double {
    var text = text
    return text.withUTF8 {
      placer.measurer.clusters($0, font: font, isSpaced: false).reduce(0) { $0 + $1.advance }
    }
  }

  private func stretched(_ layout: Layout, to width: Double?, isSpaced: Bool = false) -> Layout {
    guard let width, width > 0, layout.width > 0 else { return layout }
    var layout = layout
    if isSpaced, layout.runs.count == 1 {
      let room = width - layout.width
      let count = Double(layout.runs[0].glyphs.count)
      for index in layout.runs[0].glyphs.indices {
        layout.runs[0].glyphs[index].x += room * Double(index) / count
      }
    } else {
      let factor = width / layout.width
      for index in layout.runs.indices {
        layout.runs[index].x *= factor
        layout.runs[index].stretch *= factor
      }
      for index in layout.boxes.indices {
        layout.boxes[index].x *= factor
        layout.boxes[index].width *= factor
      }
    }
    layout.width = width
    return layout
  }

  /// Lays out a text with clusters that the program's font does not have, from left to right
  /// (UAX #9, rule L2). The measured width of each cluster is kept.
  private func mixed(_ text: String, _ font: Font, isRightToLeft: Bool) -> Layout {
    var text = text
    let (clusters, levels) = text.withUTF8 {
      (
        measurer.clusters($0, font: font, isSpaced: false),
        Bidi.levels($0, base: isRightToLeft ? .rightToLeft : .leftToRight)
      )
    }
    let bytes = Array(text.utf8)
    var parts: [(text: String, width: Double, isCovered: Bool, level: UInt8)] = []
    for (index, cluster) in clusters.enumerated() where cluster.start < bytes.count {
      let end = index + 1 < clusters.count ? clusters[index + 1].start : bytes.count
      let part = String(decoding: bytes[cluster.start..<end], as: UTF8.self)
      let isCovered = part.unicodeScalars.allSatisfy { covers($0) }
      let level = levels.map { $0[cluster.start] } ?? 0
      if let last = parts.last, isCovered, last.isCovered, last.level == level, level % 2 == 0 {
        parts[parts.count - 1].text += part
        parts[parts.count - 1].width += cluster.advance
      } else {
        parts.append((part, cluster.advance, isCovered, level))
      }
    }
    var layout = Layout()
    for index in Bidi.visualOrder(parts.map(\.level)) {
      let part = parts[index]
      if part.isCovered {
        let text = part.level % 2 == 1 ? String(part.text.map(Bidi.mirrored)) : part.text
        var run = run(own.part(text, font), own)
        run.x = layout.width
        let natural = naturalWidth(text, font, own)
        if natural > 0 { run.stretch = part.width / natural }
        layout.runs.append(run)
      } else if part.width > 0 {
        layout.boxes.append((layout.width, part.width))
      }
      layout.width += part.width
    }
    if !layout.boxes.isEmpty { hasBoxes = true }
    return layout
  }

  /// Returns whether the program's font has a character. Those without a shape count as covered.
  private func covers(_ scalar: Unicode.Scalar) -> Bool {
    if (0x20..<0x7F).contains(scalar.value) { return true }
    if let known = covered[scalar] { return known }
    let properties = scalar.properties
    let isBlank =
      properties.isWhitespace || properties.isDefaultIgnorableCodePoint
      || properties.generalCategory == .control
    let glyphs = own.part(String(Character(scalar)), Font())
    let isCovered = isBlank || (!glyphs.isEmpty && !glyphs.contains { $0.id == 0 })
    covered[scalar] = isCovered
    return isCovered
  }

  // MARK: Shapes

  /// Returns the shape of a glyph; blank if a font file has changed.
  func shape(of glyph: PlacedGlyph, in run: Run) -> Shape {
    let key = Key(font: ObjectIdentifier(run.shapes), face: glyph.face, id: glyph.id)
    if let known = shapes[key] { return known }
    let shape: Shape =
      switch run.shapes.shape(of: glyph.id, in: glyph.face) {
      case .outline(let steps):
        .path(steps.map { CChar($0.command) }, steps.flatMap(\.points))
      case .picture(let bytes, let frame): .picture(bytes, frame)
      case .blank, nil: .blank
      }
    shapes[key] = shape
    return shape
  }
}

extension FontFace {
  /// Reads a font of the program. It has no variations and no bitmaps.
  fileprivate init(file: [UInt8]) throws(FontFault) {
    func number(_ offset: Int, _ count: Int) -> Int {
      file[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }
    let tables = (0..<number(4, 2)).map { index in
      let record = 12 + 16 * index
      let start = number(record + 8, 4)
      return Table(
        tag: UInt32(number(record, 4)), bytes: Array(file[start..<start + number(record + 12, 4)]))
    }
    let drawn = tables.filter { Self.drawnTables.contains($0.tag) }
    try self.init(tables.filter { !Self.drawnTables.contains($0.tag) }, isColor: false)
    drawingTables = { drawn }
  }
}
