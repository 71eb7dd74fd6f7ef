/// Fills lines with a text, greedily: a line takes every cluster that fits, and ends at the last
/// opportunity of UAX #14 among them or, in a word longer than the line, before the cluster that
/// does not fit.
///
/// - Spaces at the end of a line, and characters without width among them, hang: they take no room,
///   and belong to no line's range.
/// - A line break at the end of the text opens no further line; an empty text has no line.
/// - A soft hyphen is an opportunity without width, and is drawn as nothing.
/// - The last line that is allowed, when more text follows, takes whole clusters while "…" fits
///   after them, wherever words end. Where not even one does, it is "…" alone.
/// - A single cluster, or "…", that is wider than the line stands on it all the same.
struct LineFiller<Advances: ClusterAdvances> {
  struct Line {
    var range: Range<Int>
    /// In units of the advances.
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
  ///   - limit: room on a line in units of the advances.
  ///   - maxLines: 0 is unlimited.
  init(_ text: UnsafeBufferPointer<UInt8>, advances: Advances, limit: Int, maxLines: Int) {
    cursor = ClusterCursor(text, advances: advances, rules: rules)
    self.advances = advances
    ellipsis = advances.ellipsis
    self.limit = limit
    self.maxLines = maxLines
  }

  /// The next line, or `nil` after the last one.
  ///
  /// Complexity: O(bytes) over all lines; what follows the opportunity that a line ends at is read
  /// again for the next line, and never a third time.
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

  /// - Parameter cut: where the ellipsis goes, in the last line that is allowed.
  private mutating func line(from start: Int, to ink: Extent, cut: Extent?) -> Line {
    guard let cut else { return Line(range: start..<ink.end, width: ink.width, isTruncated: false) }
    isFinished = true
    return Line(range: start..<cut.end, width: cut.width + ellipsis, isTruncated: true)
  }
}
