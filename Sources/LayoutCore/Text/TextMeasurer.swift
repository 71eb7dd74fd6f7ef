package struct Font: Sendable, Hashable {
  /// In points, the environment's text size already applied.
  package var size: Float
  /// 100 … 900.
  package var weight: UInt16
  package init(size: Float = 14, weight: UInt16 = 400) {
    self.size = size
    self.weight = weight
  }
}

/// The size of a text, and how it breaks.
package struct TextMetrics: Sendable, Hashable {
  package var width: Double
  package var height: Double
  package var lineCount: Int
  /// The text needs more lines than it may have; the last one ends with an ellipsis.
  package var isTruncated: Bool
  package init(width: Double, height: Double, lineCount: Int, isTruncated: Bool) {
    self.width = width
    self.height = height
    self.lineCount = lineCount
    self.isTruncated = isTruncated
  }
}

/// One line of a broken text.
package struct TextLine: Sendable, Hashable {
  /// Bytes of the text that stand on the line, without trailing spaces (and characters without
  /// width among them) and line breaks.
  package var range: Range<Int>
  /// In points, with the ellipsis where there is one.
  package var width: Double
  /// The line is cut after `range` and ends with an ellipsis.
  package var isTruncated: Bool
  package init(range: Range<Int>, width: Double, isTruncated: Bool) {
    self.range = range
    self.width = width
    self.isTruncated = isTruncated
  }
}

/// Measures text deterministically: the same bytes give the same numbers on every machine,
/// whatever fonts it has.
package protocol TextMeasurer: Sendable {
  /// Stands in the header of dumps: "default".
  var name: String { get }

  /// Height of one line in points.
  func lineHeight(_ font: Font) -> Double

  /// Distance from the top of a line to its baseline in points.
  func ascent(_ font: Font) -> Double

  /// Size of a text: the widest of its lines, and their heights. An empty text has none.
  ///
  /// Complexity: O(bytes), of those lines only that `maxLines` allows.
  /// - Parameters:
  ///   - text: UTF-8; invalid sequences are measured as U+FFFD.
  ///   - maxWidth: in points; `.infinity` breaks at line breaks only.
  ///   - maxLines: 0 is unlimited.
  func measure(
    _ text: UnsafeBufferPointer<UInt8>, font: Font, maxWidth: Double, maxLines: Int
  ) -> TextMetrics

  /// The lines that `measure` counts, in order.
  func lines(
    _ text: UnsafeBufferPointer<UInt8>, font: Font, maxWidth: Double, maxLines: Int
  ) -> [TextLine]
}
