@testable import LayoutCore

extension TextMeasurer {
  func measure(
    _ text: String, size: Float = 10, weight: UInt16 = 400, maxWidth: Double = .infinity,
    maxLines: Int = 0
  ) -> TextMetrics {
    Array(text.utf8).withUnsafeBufferPointer {
      measure(
        $0, font: Font(size: size, weight: weight), maxWidth: maxWidth, maxLines: maxLines)
    }
  }

  func width(_ text: String, size: Float = 1000, weight: UInt16 = 400) -> Double {
    measure(text, size: size, weight: weight).width
  }

  /// Returns the lines as they would be drawn.
  func broken(_ text: String, at maxWidth: Double, maxLines: Int = 0) -> [String] {
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBufferPointer { buffer in
      lines(buffer, font: Font(size: 10), maxWidth: maxWidth, maxLines: maxLines).map { line in
        String(decoding: buffer[line.range], as: UTF8.self) + (line.isTruncated ? "…" : "")
      }
    }
  }
}

/// A measurer with one point per cluster, so that widths equal cluster counts.
let counting = FixedTextMeasurer(advance: 1, lineHeight: 10)
