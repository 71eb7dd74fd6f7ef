/// A measurer with advances that were recorded from a font, so that frames do not depend on
/// installed fonts. Dumps use the bundled metrics unless their header names other metrics.
///
/// Formulas, with the size in points and all other values in font units:
/// - advance = recorded x size / unitsPerEm x the weight's scale; without kerning and ligatures
/// - line height = lineHeight x size / unitsPerEm, rounded half up if the metrics request it
/// - ascent = ascent x size / unitsPerEm + (line height - font box) / 2; the font's box is centred
///   in the line, as CSS does with its leading
package final class RecordedTextMeasurer: TextMeasurer {
  package let metrics: FontMetrics
  package let sizing: TextSizing

  package init(_ metrics: FontMetrics = .bundled, sizing: TextSizing = .exact) {
    self.metrics = metrics
    self.sizing = sizing
  }

  package func adapted(to environment: LayoutEnvironment) -> any TextMeasurer {
    let sizing = environment.textSizing
    return sizing == self.sizing ? self : RecordedTextMeasurer(metrics, sizing: sizing)
  }

  package var name: String { metrics.name }
  package var scalesUniformly: Bool { metrics.scalesUniformly }

  package func lineHeight(_ font: Font) -> Double {
    // The product is exact, so only the quotient is rounded.
    let height = font.usableSize * Double(metrics.lineHeight) / Double(metrics.unitsPerEm)
    return metrics.roundsLineHeight ? (height + 0.5).rounded(.down) : height
  }

  package func ascent(_ font: Font) -> Double {
    let unit = font.usableSize / Double(metrics.unitsPerEm)
    let ascent = Double(metrics.ascent) * unit
    let descent = Double(metrics.descent) * unit
    return ascent + (lineHeight(font) - (ascent + descent)) / 2
  }

  package func measure(
    _ text: UnsafeBufferPointer<UInt8>, font: Font, maxWidth: Double, maxLines: Int
  ) -> TextMetrics {
    withAdvances(of: font, maxWidth) {
      $0.measure(text, width: $1, lineHeight: lineHeight(font), maxLines: maxLines)
    }
  }

  package func lines(
    _ text: UnsafeBufferPointer<UInt8>, font: Font, maxWidth: Double, maxLines: Int
  ) -> [TextLine] {
    withAdvances(of: font, maxWidth) { $0.lines(text, width: $1, maxLines: maxLines) }
  }

  package func clusters(
    _ text: UnsafeBufferPointer<UInt8>, font: Font, isSpaced: Bool
  ) -> [TextCluster] {
    withAdvances(of: font, .infinity) { $0.clusters(text, unit: $1.unit) }
  }

  /// Calls `body` with a line's width and a font's advances; they are valid only during the call.
  @inline(__always)
  private func withAdvances<Result>(
    of font: Font, _ maxWidth: Double, _ body: (RecordedAdvances, LineWidth) -> Result
  ) -> Result {
    let weight = metrics.weights.last { $0.from <= font.weight } ?? metrics.weights[0]
    let unit = font.usableSize / Double(metrics.unitsPerEm) * weight.scale
    return RecordedAdvances.of(weight) { body($0, LineWidth(maxWidth, unit: unit)) }
  }
}
