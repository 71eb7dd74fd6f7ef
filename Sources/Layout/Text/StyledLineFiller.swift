/// Fills lines with clusters by the rules of `LineFiller`, in points.
struct StyledLineFiller {
  /// The clusters that are not on a line yet.
  var rest: ArraySlice<StyledText.Cluster>
  let limit: Double
  let maxLines: Int
  let ellipsis: Double
  let indent: Double
  let truncation: NodeAttributes.Truncation
  var count = 0

  /// Returns the next line, or `nil` after the last one. Complexity: O(clusters) for all lines.
  mutating func next() -> StyledLines.Line? {
    guard !rest.isEmpty else { return nil }
    count += 1
    let clusters = rest
    let room = limit - (count == 1 ? indent : 0)
    let (ink, cut) = rest.fillLine(limit: room, ellipsis: ellipsis, isLast: count == maxLines) {
      $0.removeFirst()
    }
    guard let cut else {
      return .init(
        clusters: clusters.startIndex..<ink.end, width: ink.width, isTruncated: false)
    }
    rest = []
    guard truncation != .tail else {
      return .init(
        clusters: clusters.startIndex..<cut.end, width: cut.width + ellipsis, isTruncated: true)
    }
    return cutAtHead(clusters, room - ellipsis)
  }

  /// Truncates the rest of the paragraph at the head, or in the middle between about equal parts.
  private func cutAtHead(
    _ clusters: ArraySlice<StyledText.Cluster>, _ room: Double
  ) -> StyledLines.Line {
    let start = clusters.startIndex
    let next = clusters.dropFirst().firstIndex { $0.opportunity == 2 }
    var end = next ?? clusters.endIndex
    while end > start, clusters[end - 1].isSpace || clusters[end - 1].advance == 0 { end -= 1 }
    var (head, tail) = (start, end)
    var (headWidth, tailWidth) = (0.0, 0.0)
    let half = truncation == .middle ? room / 2 : 0
    while head < tail, headWidth + clusters[head].advance <= half {
      headWidth += clusters[head].advance
      head += 1
    }
    while tail > head, headWidth + tailWidth + clusters[tail - 1].advance <= room {
      tail -= 1
      tailWidth += clusters[tail].advance
    }
    return .init(
      clusters: start..<head, suffix: tail..<end, width: headWidth + tailWidth + ellipsis,
      isTruncated: true)
  }
}

extension ArraySlice<StyledText.Cluster>: LineCursor {
  var isAtEnd: Bool { isEmpty }
  var start: Int { startIndex }
  var end: Int { startIndex + 1 }
  var advance: Double { self[startIndex].advance }
  var isSpace: Bool { self[startIndex].isSpace }
  var opportunity: LineBreakOpportunity {
    LineBreakOpportunity(rawValue: self[startIndex].opportunity) ?? .prohibited
  }
}
