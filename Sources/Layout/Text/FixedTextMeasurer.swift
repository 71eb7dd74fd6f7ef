/// A measurer with the same advance for every grapheme cluster and the ellipsis, in every font: for
/// tests whose frames are computed by hand.
package final class FixedTextMeasurer: TextMeasurer {
  /// The advance in points.
  package let advance: Double
  /// The line height in points.
  package let lineHeight: Double
  /// The ascent in points; four fifths of the line height by default.
  package let ascent: Double
  package let sizing: TextSizing

  package init(
    advance: Double, lineHeight: Double, ascent: Double? = nil, sizing: TextSizing = .exact
  ) {
    self.advance = advance
    self.lineHeight = lineHeight
    self.ascent = ascent ?? lineHeight * 4 / 5
    self.sizing = sizing
  }

  package func adapted(to environment: LayoutEnvironment) -> any TextMeasurer {
    FixedTextMeasurer(
      advance: advance, lineHeight: lineHeight, ascent: ascent, sizing: environment.textSizing)
  }

  package var name: String { "fixed" }

  package func lineHeight(_ font: Font) -> Double { lineHeight }

  package func ascent(_ font: Font) -> Double { ascent }

  package func measure(
    _ text: UnsafeBufferPointer<UInt8>, font: Font, maxWidth: Double, maxLines: Int
  ) -> TextMetrics {
    FixedAdvances().measure(
      text, width: LineWidth(maxWidth, unit: advance), lineHeight: lineHeight, maxLines: maxLines)
  }

  package func lines(
    _ text: UnsafeBufferPointer<UInt8>, font: Font, maxWidth: Double, maxLines: Int
  ) -> [TextLine] {
    FixedAdvances().lines(
      text, width: LineWidth(maxWidth, unit: advance), maxLines: maxLines)
  }

  package func clusters(
    _ text: UnsafeBufferPointer<UInt8>, font: Font, isSpaced: Bool
  ) -> [TextCluster] {
    FixedAdvances().clusters(text, unit: advance)
  }
}
