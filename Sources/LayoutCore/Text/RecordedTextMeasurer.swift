/// Measures with advances that were recorded from a font, so that frames depend on no installed one.
/// The bundled metrics are those of every dump that does not name others.
///
/// Formulas, with size in points and the rest in font units:
/// - advance = recorded x size / unitsPerEm, x the weight's scale; no kerning, no ligatures
/// - line height = lineHeight x size / unitsPerEm, rounded half up where the metrics say so
/// - ascent = ascent x size / unitsPerEm + (line height - font box) / 2, the font's box being centred
///   in the line as CSS does with its leading
package struct RecordedTextMeasurer: TextMeasurer {
  package let metrics: FontMetrics

  package init(_ metrics: FontMetrics = .bundled) { self.metrics = metrics }

  package var name: String { metrics.name }

  package func lineHeight(_ font: Font) -> Double {
    // The product is exact, so that the quotient is rounded once.
    let height = size(font) * Double(metrics.lineHeight) / Double(metrics.unitsPerEm)
    return metrics.roundsLineHeight ? (height + 0.5).rounded(.down) : height
  }

  package func ascent(_ font: Font) -> Double {
    let unit = size(font) / Double(metrics.unitsPerEm)
    let ascent = Double(metrics.ascent) * unit
    let descent = Double(metrics.descent) * unit
    return ascent + (lineHeight(font) - (ascent + descent)) / 2
  }

  package func measure(
    _ text: UnsafeBufferPointer<UInt8>, font: Font, maxWidth: Double, maxLines: Int
  ) -> TextMetrics {
    let weight = weight(font)
    return RecordedAdvances.of(weight) {
      $0.measure(
        text, width: LineWidth(maxWidth, unit: unit(font, weight)), lineHeight: lineHeight(font),
        maxLines: maxLines)
    }
  }

  package func lines(
    _ text: UnsafeBufferPointer<UInt8>, font: Font, maxWidth: Double, maxLines: Int
  ) -> [TextLine] {
    let weight = weight(font)
    return RecordedAdvances.of(weight) {
      $0.lines(
        text, width: LineWidth(maxWidth, unit: unit(font, weight)), maxLines: maxLines)
    }
  }

  /// A size that is no size, negative or not a number, draws nothing.
  private func size(_ font: Font) -> Double {
    font.size.isFinite ? max(Double(font.size), 0) : 0
  }

  private func weight(_ font: Font) -> FontMetrics.Weight {
    metrics.weights.last { $0.from <= font.weight } ?? metrics.weights[0]
  }

  private func unit(_ font: Font, _ weight: FontMetrics.Weight) -> Double {
    size(font) / Double(metrics.unitsPerEm) * weight.scale
  }
}
