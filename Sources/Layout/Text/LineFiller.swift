/// A greedy line breaker: a line takes every cluster that fits, and ends at the last UAX #14
/// opportunity among them. If a word is longer than the line, the line ends before the cluster that
/// does not fit.
///
/// - Spaces at the end of a line, and characters without width among them, hang: they take no
///   width, and are in no line's range.
/// - A line break at the end of the text does not begin another line; an empty text has no lines.
/// - A soft hyphen is an opportunity without width, and draws nothing.
/// - If more text follows the last allowed line, that line takes whole clusters while "…" fits
///   after them, regardless of words. If no cluster fits, it is "…" alone.
/// - A single cluster, or "…", that is wider than the line is on it nevertheless.
struct LineFiller<Advances: ClusterAdvances> {
  struct Line {
    var range: Range<Int>
    /// The width in units of the advances.
    var width: Int
    var isTruncated: Bool
  }

  /// The part of a line up to a boundary, without the spaces before it.
  private struct Extent {
    var end: Int
    var width: Int
  }

  private var cursor: ClusterCursor
  private let advances: Advances
  private let rules = LineBreakRules.unicode
  private let limit: Int
  private let ellipsis: Int
  private let maxLines: Int
  private var lineCount = 0
  private var isFinished = false

  /// - Parameters:
  ///   - limit: The width of a line in units of the advances.
  ///   - maxLines: The maximum number of lines; 0 is unlimited.
  init(_ text: UnsafeBufferPointer<UInt8>, advances: Advances, limit: Int, maxLines: Int) {
    cursor = ClusterCursor(text, advances: advances, rules: rules)
    self.advances = advances
    ellipsis = advances.ellipsis
    self.limit = limit
    self.maxLines = maxLines
  }

  /// Returns the next line, or `nil` after the last one.
  ///
  /// Complexity: O(bytes) for all lines; text after the opportunity at which a line ends is read
  /// again for the next line, but not a third time.
  mutating func next() -> Line? {
    guard !isFinished, !cursor.isAtEnd else { return nil }
    lineCount += 1
    let start = cursor.start
    let isLast = lineCount == maxLines
    var total = 0
    var ink = Extent(end: start, width: 0)
    var cut = ink
    var opportunity: (cursor: ClusterCursor, ink: Extent)?
    while !cursor.isAtEnd {
      let hangs = cursor.isSpace || (cursor.advance == 0 && total > ink.width)
      if cursor.start > start {
        if cursor.opportunity == .mandatory {
          return line(from: start, to: ink, cut: isLast ? cut : nil)
        }
        if cursor.opportunity == .allowed, !isLast { opportunity = (cursor, ink) }
        if !hangs, cursor.advance > 0, total + cursor.advance > limit {
          if let opportunity {
            cursor = opportunity.cursor
            return line(from: start, to: opportunity.ink, cut: nil)
          }
          return line(from: start, to: ink, cut: isLast ? cut : nil)
        }
      }
      total += cursor.advance
      if !hangs {
        ink = Extent(end: cursor.end, width: total)
        if total + ellipsis <= limit { cut = ink }
      }
      cursor.moveToNext(advances, rules)
    }
    return line(from: start, to: ink, cut: nil)
  }

  /// - Parameter cut: The end of the text before the ellipsis, if this is the last allowed line.
  private mutating func line(from start: Int, to ink: Extent, cut: Extent?) -> Line {
    guard let cut else { return Line(range: start..<ink.end, width: ink.width, isTruncated: false) }
    isFinished = true
    return Line(range: start..<cut.end, width: cut.width + ellipsis, isTruncated: true)
  }
}
