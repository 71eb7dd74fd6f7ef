/// The size of a text in points, and its line count.
package struct TextMetrics: Sendable, Hashable {
  package var width: Double
  package var height: Double
  package var lineCount: Int
  /// Whether the text needs more lines than allowed, so that the last line has an ellipsis.
  package var isTruncated: Bool
  package init(width: Double, height: Double, lineCount: Int, isTruncated: Bool) {
    self.width = width
    self.height = height
    self.lineCount = lineCount
    self.isTruncated = isTruncated
  }
}

/// The distances that a line needs above and below its baseline, in points.
package struct BaselineExtent: Sendable, Hashable {
  package var above: Double
  package var below: Double

  package init(above: Double, below: Double) {
    self.above = above
    self.below = below
  }

  package var height: Double { above + below }

  /// Returns the extent of a line that has both.
  func union(_ other: BaselineExtent) -> BaselineExtent {
    BaselineExtent(above: max(above, other.above), below: max(below, other.below))
  }
}

/// One line of a text.
package struct TextLine: Sendable, Hashable {
  /// The bytes of the text on this line, without trailing spaces (including characters without
  /// width among them) and line breaks.
  package var range: Range<Int>
  /// The width in points, including the ellipsis if there is one.
  package var width: Double
  /// Whether the line is truncated after `range` and has an ellipsis there.
  package var isTruncated: Bool
  /// The bytes after the ellipsis of a line that is truncated in the middle or at the head.
  package var suffix = 0..<0
  /// The extent of a line that uses other fonts than the first; `nil` for the extent of the font.
  package var extent: BaselineExtent?
  package init(range: Range<Int>, width: Double, isTruncated: Bool) {
    self.range = range
    self.width = width
    self.isTruncated = isTruncated
  }
}

/// A grapheme cluster of a text in one font.
package struct TextCluster: Sendable, Hashable {
  /// The offset of the cluster's first byte.
  package var start: Int
  /// The advance in points.
  package var advance: Double
  /// Whether a line may (1) or must (2) end before the cluster.
  package var opportunity: UInt8
  /// Whether the cluster takes no width at the end of a line.
  package var isSpace: Bool
  /// Whether this cluster ends an item: a group of clusters whose total width is rounded.
  package var endsItem = false
  /// Whether letter spacing leaves out the cluster.
  package var isCursive = false
  /// The font of the cluster: its place in the fallback order, 0 for the first font.
  package var font: UInt8 = 0
}

/// A deterministic text measurer: equal bytes give equal numbers on every machine, regardless of
/// installed fonts.
package protocol TextMeasurer: ClassOnlyInEmbedded, Sendable {
  /// The name, which dumps show in their header, such as "default-2".
  var name: String { get }

  /// The libraries and rules that also determine the measurements, such as
  /// "harfbuzz-6.0.0/uax14/dict-icu72"; `nil` if the name alone determines them.
  var engine: String? { get }

  /// Whether the breaks of the texts measured so far depend on dictionaries.
  var dictionary: DictionaryUse { get }

  /// Whether a text size multiplies all font sizes by the same factor.
  var scalesUniformly: Bool { get }

  /// Returns a font with a family of the font set and in italics, if the set has such faces.
  func styled(_ font: Font, family: String, isItalic: Bool) -> Font

  /// The rules by which the lines of a text determine its size.
  var sizing: TextSizing { get }

  /// Returns a measurer for the direction, the locale and the text sizing of a page.
  func adapted(to environment: LayoutEnvironment) -> any TextMeasurer

  /// The cost of preparing a text for its first measurement, in visits of `LayoutBudget` for each
  /// character.
  var preparationCost: Int { get }

  /// Returns the height of one line in points.
  func lineHeight(_ font: Font) -> Double

  /// Returns the distance from the top of a line to its baseline in points.
  func ascent(_ font: Font) -> Double

  /// Whether lines that use fallback fonts can be higher than others.
  var variesLineHeights: Bool { get }

  /// Returns the extent of a line that uses one font of the fallback order.
  /// - Parameter fallback: The place in the fallback order; 0 is the font itself.
  func extent(_ font: Font, fallback: UInt8) -> BaselineExtent

  /// Returns the exact size of a text: the width of its widest line, and the sum of the line heights.
  /// The size of an empty text is zero. Layouts round it up (`sizing`).
  ///
  /// Complexity: O(bytes), limited to the lines that `maxLines` allows.
  /// - Parameters:
  ///   - text: UTF-8; invalid sequences are measured as U+FFFD.
  ///   - maxWidth: The maximum width in points; `.infinity` breaks only at line breaks.
  ///   - maxLines: The maximum number of lines; 0 is unlimited.
  func measure(
    _ text: UnsafeBufferPointer<UInt8>, font: Font, maxWidth: Double, maxLines: Int
  ) -> TextMetrics

  /// Returns the lines of a text in order, as `measure` counts them.
  func lines(
    _ text: UnsafeBufferPointer<UInt8>, font: Font, maxWidth: Double, maxLines: Int
  ) -> [TextLine]

  /// Returns the width of an item (`TextCluster.endsItem`), rounded as the font set requires.
  func rounded(_ width: Double) -> Double

  /// Returns the clusters of a text. The text's width on one line is the sum of its rounded items.
  ///
  /// Complexity: O(bytes).
  /// - Parameter isSpaced: Whether letters are spaced; optional ligatures are then turned off.
  func clusters(
    _ text: UnsafeBufferPointer<UInt8>, font: Font, isSpaced: Bool
  ) -> [TextCluster]
}

extension TextMeasurer {
  package var engine: String? { nil }
  package var preparationCost: Int { 0 }
  package var dictionary: DictionaryUse { .unneeded }
  package var scalesUniformly: Bool { false }
  package func styled(_ font: Font, family: String, isItalic: Bool) -> Font { font }
  package var sizing: TextSizing { .exact }

  /// Returns the metrics of a text in the box that a layout gives it: in whole pixels, and perhaps
  /// wider than the longest line (`TextSizing.hugs`). For the parameters, see `measure`.
  package func measureBox(
    _ text: UnsafeBufferPointer<UInt8>, font: Font, maxWidth: Double, maxLines: Int
  ) -> TextMetrics {
    box(maxWidth: maxWidth) { measure(text, font: font, maxWidth: $0, maxLines: maxLines) }
  }

  /// Returns the metrics of a text in its box. `measure` returns those at a maximum width.
  func box(maxWidth: Double, _ measure: (Double) -> TextMetrics) -> TextMetrics {
    var metrics = measure(maxWidth.isFinite ? sizing.room(maxWidth) : maxWidth)
    guard maxWidth.isFinite, metrics.lineCount > 0, !sizing.hugs(metrics) else {
      return sizing.rounded(metrics)
    }
    let natural = measure(.infinity)
    let isWide = natural.width > sizing.room(maxWidth)
    metrics = sizing.rounded(metrics)
    if isWide { metrics.width = maxWidth }
    return metrics
  }
  package var variesLineHeights: Bool { false }
  package func extent(_ font: Font, fallback: UInt8) -> BaselineExtent {
    let above = ascent(font)
    return BaselineExtent(above: above, below: lineHeight(font) - above)
  }
  package func adapted(to environment: LayoutEnvironment) -> any TextMeasurer { self }

  package func rounded(_ width: Double) -> Double { width }

  /// Measures each cluster by itself, for measurers without advances of their own.
  package func clusters(
    _ text: UnsafeBufferPointer<UInt8>, font: Font, isSpaced: Bool
  ) -> [TextCluster] {
    var clusters = FixedAdvances().clusters(text, unit: 1)
    // A space at the end of a line has no width, so each cluster is measured between dots.
    let dot = UInt8(ascii: ".")
    func width(_ bytes: ArraySlice<UInt8>) -> Double {
      ([dot] + bytes + [dot]).withUnsafeBufferPointer {
        measure($0, font: font, maxWidth: .infinity, maxLines: 1).width
      }
    }
    let dots = width([])
    let bytes = Array(text)
    for index in clusters.indices where clusters[index].advance > 0 {
      let end = index + 1 < clusters.count ? clusters[index + 1].start : text.count
      clusters[index].advance = max(0, width(bytes[clusters[index].start..<end]) - dots)
    }
    return clusters
  }
}

/// A node's text, broken into the lines that its laid-out frame shows.
package struct FittedText: Sendable, Hashable {
  package var lines: [TextLine]
  /// Whether the text does not fit: the last line ends with an ellipsis, or the frame is not high
  /// enough for the lines.
  package var isTruncated: Bool
  /// The lines of a text with runs or paragraph attributes; `nil` for a plain text.
  package var styled: StyledLines?

  /// A tolerance in points. Frames are rounded to `Float`; with this tolerance, a text breaks in
  /// its frame as it was measured.
  static let slack = 1.0 / 256
}
