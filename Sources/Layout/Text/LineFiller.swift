/// A greedy line breaker: a line takes every cluster that fits, and ends at the last UAX #14
/// opportunity among them. If a word is longer than the line, the line ends before the cluster that
/// does not fit.
///
/// - Spaces at the end of a line, and characters without width among them, hang: they take no
///   width, and no line's range includes them.
/// - A line break at the end of the text does not begin another line; an empty text has no lines.
/// - A soft hyphen is a break opportunity without width, and is not rendered.
/// - If more text follows the last allowed line, that line takes whole clusters while "…" fits
///   after them, even within words. If no cluster fits, the line is "…" alone.
/// - A single cluster or "…" stays on its line even if it is wider than the line.
struct LineFiller<Advances: ClusterAdvances> {
  struct Line {
    var range: Range<Int>
    /// The width in units of the advances.
    var width: Int
    var isTruncated: Bool
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
    let (advances, rules) = (advances, rules)
    let (ink, cut) = cursor.fillLine(
      limit: limit, ellipsis: ellipsis, isLast: lineCount == maxLines
    ) { $0.moveToNext(advances, rules) }
    guard let cut else { return Line(range: start..<ink.end, width: ink.width, isTruncated: false) }
    isFinished = true
    return Line(range: start..<cut.end, width: cut.width + ellipsis, isTruncated: true)
  }
}

/// A position in the clusters of a text, which moves along a line.
protocol LineCursor {
  associatedtype Width: Comparable, AdditiveArithmetic
  var isAtEnd: Bool { get }
  /// The position of the current cluster; `end` is the position of the next cluster.
  var start: Int { get }
  var end: Int { get }
  var advance: Width { get }
  /// Whether the cluster takes no width at the end of a line.
  var isSpace: Bool { get }
  /// Whether a line may end before the cluster.
  var opportunity: LineBreakOpportunity { get }
}

extension ClusterCursor: LineCursor {}

/// The part of a line up to a boundary, without trailing spaces.
struct LineExtent<Width> {
  var end: Int
  var width: Width
}

extension LineCursor {
  /// Moves to the end of a line by the rules of `LineFiller`.
  /// - Returns: The extent of the line. If it is the last allowed line and more text follows, also
  ///   the extent before the ellipsis.
  @inline(__always) mutating func fillLine(
    limit: Width, ellipsis: Width, isLast: Bool, _ moveToNext: (inout Self) -> Void
  ) -> (ink: LineExtent<Width>, cut: LineExtent<Width>?) {
    let start = start
    var total = Width.zero
    var ink = LineExtent(end: start, width: total)
    var cut = ink
    var last: (cursor: Self, ink: LineExtent<Width>)?
    while !isAtEnd {
      let hangs = isSpace || (advance <= .zero && total > ink.width)
      if self.start > start {
        if opportunity == .mandatory { return (ink, isLast ? cut : nil) }
        if opportunity == .allowed, !isLast { last = (self, ink) }
        if !hangs, advance > .zero, total + advance > limit {
          guard let last else { return (ink, isLast ? cut : nil) }
          self = last.cursor
          return (last.ink, nil)
        }
      }
      total += advance
      if !hangs {
        ink = LineExtent(end: end, width: total)
        if total + ellipsis <= limit { cut = ink }
      }
      moveToNext(&self)
    }
    return (ink, nil)
  }
}
