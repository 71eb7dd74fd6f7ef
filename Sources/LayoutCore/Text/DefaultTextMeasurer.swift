/// Measures with advances that are recorded from one font and built in, so that frames depend on no
/// installed font: the measurer of every dump that does not name another one.
///
/// Formulas, with size in points:
/// - advance = thousandths of an em x size / 1000, x 1.05 from weight 600 on; no kerning
/// - line height = 1.2 x size rounded to a whole point, half up
/// - ascent = ascender x size + (line height - (ascender + descender) x size) / 2, the font's box
///   being centred in the line as CSS does with its leading
package struct DefaultTextMeasurer: TextMeasurer {
  package init() {}

  package var name: String { "default" }

  package func lineHeight(_ font: Font) -> Double {
    // 6 / 5 rounds once where 1.2 does twice.
    (size(font) * 6 / 5 + 0.5).rounded(.down)
  }

  package func ascent(_ font: Font) -> Double {
    let em = size(font) / Double(RecordedAdvances.perEm)
    let ascender = Double(InterAdvances.ascender) * em
    let descender = Double(InterAdvances.descender) * em
    return ascender + (lineHeight(font) - (ascender + descender)) / 2
  }

  package func measure(
    _ text: UnsafeBufferPointer<UInt8>, font: Font, maxWidth: Double, maxLines: Int
  ) -> TextMetrics {
    RecordedAdvances().measure(
      text, width: LineWidth(maxWidth, unit: unit(font)), lineHeight: lineHeight(font),
      maxLines: maxLines)
  }

  package func lines(
    _ text: UnsafeBufferPointer<UInt8>, font: Font, maxWidth: Double, maxLines: Int
  ) -> [TextLine] {
    RecordedAdvances().lines(
      text, width: LineWidth(maxWidth, unit: unit(font)), maxLines: maxLines)
  }

  /// A size that is no size, negative or not a number, draws nothing.
  private func size(_ font: Font) -> Double {
    font.size.isFinite ? max(Double(font.size), 0) : 0
  }

  private func unit(_ font: Font) -> Double {
    size(font) / Double(RecordedAdvances.perEm) * (font.weight >= 600 ? 1.05 : 1)
  }
}
