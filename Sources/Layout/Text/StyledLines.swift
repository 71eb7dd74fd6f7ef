/// The lines of a text with runs or paragraph attributes.
package struct StyledLines: Sendable, Hashable {
  struct Line: Sendable, Hashable {
    /// The clusters without the spaces at the end.
    var clusters: Range<Int>
    /// The clusters after the ellipsis of a text that is truncated in the middle or at the head.
    var suffix = 0..<0
    var width: Double
    var isTruncated: Bool
    var ascent = 0.0
    var height = 0.0
  }

  /// A part of a line with one style and direction.
  package struct Piece: Sendable, Hashable {
    /// The byte range in the node's text; empty for an ellipsis.
    package var range: Range<Int>
    /// The index in `NodeArena.runs`; `nil` for text without a run.
    package var run: Int?
    package var font: Font
    /// The distance from the left edge of the line, in points.
    package var x: Double
    /// The width in points.
    package var width: Double
    package var isRightToLeft: Bool
    /// Whether the text has letter spacing.
    package var isSpaced = false
  }

  let spans: [StyledText.Span]
  let clusters: [StyledText.Cluster]
  let ellipsis: Double
  /// The factor of all font sizes, below 1 if the text was shrunk to fit.
  package let scale: Double
  /// The indent of the first line, in points.
  package let indent: Double
  let end: Int
  private(set) var lines: [Line] = []
  private(set) var height = 0.0

  mutating func append(_ line: Line) {
    lines.append(line)
    height += line.height
  }

  var isTruncated: Bool { lines.last?.isTruncated == true }
  var ascent: Double { lines.first?.ascent ?? 0 }

  /// The width of the widest line in points, including the indent of the first line.
  var width: Double {
    lines.indices.map { lines[$0].width + ($0 == 0 ? indent : 0) }.max() ?? 0
  }

  /// The metrics of the text, with an exact size.
  var metrics: TextMetrics {
    TextMetrics(width: width, height: height, lineCount: lines.count, isTruncated: isTruncated)
  }

  /// Returns the number of lines that fit in a height, at least 1.
  func count(inHeight room: Double) -> Int {
    var used = 0.0
    let fitting = lines.prefix { line in
      used += line.height
      return used <= room + 0.01
    }
    return max(1, fitting.count)
  }

  private func start(of cluster: Int) -> Int {
    cluster < clusters.count ? clusters[cluster].start : end
  }

  private func bytes(_ clusters: Range<Int>) -> Range<Int> {
    start(of: clusters.lowerBound)..<start(of: clusters.upperBound)
  }

  var textLines: [TextLine] {
    lines.map { line in
      var result = TextLine(
        range: bytes(line.clusters), width: line.width, isTruncated: line.isTruncated)
      if !line.suffix.isEmpty { result.suffix = bytes(line.suffix) }
      return result
    }
  }

  /// A line with its pieces, for rendering.
  package struct DrawnLine: Sendable, Hashable {
    /// The distance from the top of the text to the baseline, in points.
    package var baseline: Double
    /// The distance from the top of the text to the top of the line, in points.
    package var top: Double
    /// The height of the line, in points.
    package var height: Double
    /// The pieces from left to right.
    package var pieces: [Piece]
  }

  /// Returns the lines with their pieces from left to right.
  /// - Parameter text: The text of the node.
  package func drawn(_ text: UnsafeBufferPointer<UInt8>, isRightToLeft: Bool) -> [DrawnLine] {
    let levels = Bidi.levels(text, base: isRightToLeft ? .rightToLeft : .leftToRight)
    var top = 0.0
    return lines.map { line in
      defer { top += line.height }
      return DrawnLine(
        baseline: top + line.ascent, top: top, height: line.height,
        pieces: pieces(of: line, levels: levels, isRightToLeft: isRightToLeft))
    }
  }

  /// Returns the pieces of a line from left to right (UAX #9, rule L2).
  /// - Parameter levels: The embedding level of each byte; `nil` if all text is left-to-right.
  func pieces(of line: Line, levels: [UInt8]?, isRightToLeft: Bool) -> [Piece] {
    var pieces: [Piece] = []
    var order: [UInt8] = []
    func add(_ part: Range<Int>) {
      var last: Int?
      for cluster in part {
        let level = levels.map { $0[clusters[cluster].start] } ?? 0
        let span = spans[clusters[cluster].span]
        if let last, order.last == level, last == clusters[cluster].span {
          let begin = pieces[pieces.count - 1].range.lowerBound
          pieces[pieces.count - 1].range = begin..<start(of: cluster + 1)
          pieces[pieces.count - 1].width += clusters[cluster].advance
        } else {
          pieces.append(
            Piece(
              range: clusters[cluster].start..<start(of: cluster + 1), run: span.run,
              font: span.font, x: 0, width: clusters[cluster].advance,
              isRightToLeft: level % 2 == 1, isSpaced: span.spacing != 0))
          order.append(level)
        }
        last = clusters[cluster].span
      }
    }
    add(line.clusters)
    if line.isTruncated {
      let font = pieces.last?.font ?? spans.first?.font ?? Font()
      pieces.append(
        Piece(range: 0..<0, font: font, x: 0, width: ellipsis, isRightToLeft: isRightToLeft))
      order.append(isRightToLeft ? 1 : 0)
      add(line.suffix)
    }
    var x = 0.0
    return Bidi.visualOrder(order).map { index in
      var piece = pieces[index]
      piece.x = x
      x += piece.width
      return piece
    }
  }
}
