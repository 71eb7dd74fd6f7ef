import LayoutCore
import Support

/// Places the glyphs of texts in the fonts of a page.
struct GlyphPlacer {
  let measurer: ShapedTextMeasurer
  /// Measures the labels of the redline itself.
  private let ownMeasurer: ShapedTextMeasurer

  /// Returns `nil` if the texts of the page are not measured with fonts.
  init?(_ measurer: any TextMeasurer) {
    guard let measurer = measurer as? ShapedTextMeasurer,
      let own = measurer.adapted(to: LayoutEnvironment(width: 0)) as? ShapedTextMeasurer
    else { return nil }
    (self.measurer, ownMeasurer) = (measurer, own)
  }

  /// Returns the glyphs of a line of a page text, from the left end of its baseline.
  func line(_ line: TextLine, of text: Wireframe.Text) -> [PlacedGlyph] {
    var string = text.string
    let font = Font(size: Float(text.size), weight: UInt16(clamping: text.weight))
    return string.withUTF8 { measurer.glyphs(of: line, in: $0, font) }
  }

  /// Returns the glyphs of a part of a line.
  func part(_ text: String, _ font: Font) -> [PlacedGlyph] {
    var text = text
    return text.withUTF8 { bytes in
      measurer.glyphs(
        of: TextLine(range: 0..<bytes.count, width: 0, isTruncated: false), in: bytes, font)
    }
  }

  /// Returns the glyphs of a label of the redline itself, on one line, with its width in points.
  func label(_ text: String, _ style: RedlineTextStyle) -> (glyphs: [PlacedGlyph], width: Double) {
    // Few fonts have a glyph for the diameter sign.
    var text = text.replacing("⌀", with: "Ø")
    let font = Font(size: Float(style.size), weight: style.weight)
    return text.withUTF8 { text in
      guard
        let line = ownMeasurer.lines(text, font: font, maxWidth: .infinity, maxLines: 1).first
      else { return ([], 0) }
      return (ownMeasurer.glyphs(of: line, in: text, font), line.width)
    }
  }
}

extension RedlineTextStyle {
  /// Returns the left edge of a text that is placed by the side of the style.
  func start(_ x: Double, width: Double) -> Double {
    switch side {
    case .left: x
    case .center: x - width / 2
    case .right: x - width
    }
  }
}
