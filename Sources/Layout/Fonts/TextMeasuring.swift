/// The data from which a process creates its text measurer: recorded metrics, or fonts.
package enum TextMeasuring: Sendable {
  case recorded(FontMetrics)
  case shaped(FontSet, ShapingContext)

  /// The bundled metrics.
  package static let bundled = TextMeasuring.recorded(.bundled)

  /// Creates the measurer; fails if HarfBuzz cannot be loaded or memory is exhausted.
  package func measurer() throws(FontFault) -> any TextMeasurer {
    switch self {
    case .recorded(let metrics): return RecordedTextMeasurer(metrics)
    case .shaped(let fonts, let context): return try ShapedTextMeasurer(fonts, context)
    }
  }
}

extension TextMeasurer {
  /// The data of the measurer; `nil` for a measurer that an embedding program implements.
  package var measuring: TextMeasuring? {
    switch self {
    case let measurer as RecordedTextMeasurer: .recorded(measurer.metrics)
    case let measurer as ShapedTextMeasurer: .shaped(measurer.fonts, measurer.context)
    default: nil
    }
  }

  /// Whether the measurer uses the bundled metrics, which every process has.
  package var isBundled: Bool { (self as? RecordedTextMeasurer)?.metrics == .bundled }
}
