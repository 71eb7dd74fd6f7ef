package struct Font: Sendable, Hashable {
  /// The size in points, after the environment's text size is applied.
  package var size: Float
  /// The weight: 100 … 900.
  package var weight: UInt16
  package init(size: Float = 14, weight: UInt16 = 400) {
    self.size = size
    self.weight = weight
  }
}

/// The size and the line breaks of a text.
package struct TextMetrics: Sendable, Hashable {
  package var width: Double
  package var height: Double
  package var lineCount: Int
  /// Whether the text needs more lines than allowed, so that the last one ends with an ellipsis.
  package var isTruncated: Bool
  package init(width: Double, height: Double, lineCount: Int, isTruncated: Bool) {
    self.width = width
    self.height = height
    self.lineCount = lineCount
    self.isTruncated = isTruncated
  }
}

/// One line of a text.
package struct TextLine: Sendable, Hashable {
  /// The bytes of the text on this line, without trailing spaces (including characters without
  /// width among them) and line breaks.
  package var range: Range<Int>
  /// The width in points, including the ellipsis if there is one.
  package var width: Double
  /// Whether the line is cut after `range` and ends with an ellipsis.
  package var isTruncated: Bool
  package init(range: Range<Int>, width: Double, isTruncated: Bool) {
    self.range = range
    self.width = width
    self.isTruncated = isTruncated
  }
}

/// A deterministic text measurer: equal bytes give equal numbers on every machine, regardless of
/// installed fonts.
package protocol TextMeasurer: Sendable {
  /// The name in the header of dumps, such as "default-2".
  var name: String { get }

  /// The libraries and rules that the numbers are also a function of, such as
  /// "harfbuzz-6.0.0/uax14/dict-icu72"; `nil` if there are none besides the name.
  var engine: String? { get }

  /// Whether the breaks of the texts so far depend on dictionaries.
  var dictionary: DictionaryUse { get }

  /// Whether a reader's text size multiplies all font sizes by one factor.
  var scalesUniformly: Bool { get }

  /// Returns the measurer for the direction and the locale of a page.
  func adapted(to environment: LayoutEnvironment) -> any TextMeasurer

  /// Returns the cost of the texts of nodes before their first measurement, in the visits of
  /// `LayoutBudget`.
  func preparationCost(of arena: NodeArena) -> Int

  /// Returns the height of one line in points.
  func lineHeight(_ font: Font) -> Double

  /// Returns the distance from the top of a line to its baseline in points.
  func ascent(_ font: Font) -> Double

  /// Returns the size of a text: the width of its widest line, and the sum of the line heights. The
  /// size of an empty text is zero.
  ///
  /// Complexity: O(bytes), limited to the lines that `maxLines` allows.
  /// - Parameters:
  ///   - text: UTF-8; invalid sequences are measured as U+FFFD.
  ///   - maxWidth: The maximum width in points; `.infinity` breaks only at line breaks.
  ///   - maxLines: The maximum number of lines; 0 is unlimited.
  func measure(
    _ text: UnsafeBufferPointer<UInt8>, font: Font, maxWidth: Double, maxLines: Int
  ) -> TextMetrics

  /// Returns the lines that `measure` counts, in order.
  func lines(
    _ text: UnsafeBufferPointer<UInt8>, font: Font, maxWidth: Double, maxLines: Int
  ) -> [TextLine]
}

extension TextMeasurer {
  package var engine: String? { nil }
  package func preparationCost(of arena: NodeArena) -> Int { 0 }
  package var dictionary: DictionaryUse { .unneeded }
  package var scalesUniformly: Bool { false }
  package func adapted(to environment: LayoutEnvironment) -> any TextMeasurer { self }
}
