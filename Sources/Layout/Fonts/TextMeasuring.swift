/// How texts are measured: the data from which a process creates its measurer.
package enum TextMeasuring: Sendable {
  case recorded(FontMetrics)
  case shaped(FontSet, ShapingContext)

  /// The bundled metrics.
  package static let bundled = TextMeasuring.recorded(.bundled)

  /// Creates the measurer; fails if HarfBuzz cannot be loaded, or reads no table of a font.
  package func measurer() throws(FontFault) -> any TextMeasurer {
    switch self {
    case .recorded(let metrics): return RecordedTextMeasurer(metrics)
    case .shaped(let fonts, let context): return try ShapedTextMeasurer(fonts, context)
    }
  }
}

extension TextMeasurer {
  /// The data of the measurer; `nil` for measurers of embedding programs.
  package var measuring: TextMeasuring? {
    switch self {
    case let measurer as RecordedTextMeasurer: .recorded(measurer.metrics)
    case let measurer as ShapedTextMeasurer: .shaped(measurer.fonts, measurer.context)
    default: nil
    }
  }

  /// Whether every process has the measurer's data.
  package var isBundled: Bool { (self as? RecordedTextMeasurer)?.metrics == .bundled }
}
