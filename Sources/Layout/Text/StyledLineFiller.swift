/// Fills lines with clusters by the rules of `LineFiller`, in points.
struct StyledLineFiller {
  let clusters: [StyledText.Cluster]
  let limit: Double
  let maxLines: Int
  let ellipsis: Double
  let indent: Double
  private let truncation: NodeAttributes.Truncation
  private var first = 0
  private var count = 0

  init(
    clusters: [StyledText.Cluster], limit: Double, maxLines: Int, ellipsis: Double,
    attributes: NodeAttributes, scale: Double, end: Int
  ) {
    self.clusters = clusters
    self.limit = limit
    self.maxLines = maxLines
    self.ellipsis = ellipsis
    indent = Double(attributes.firstLineIndent)
    truncation = attributes.truncation
  }

  private struct Extent {
    var end: Int
    var width: Double
  }

  /// Returns the next line, or `nil` after the last one. Complexity: as for `LineFiller`.
  mutating func next() -> StyledLines.Line? {
    guard first < clusters.count else { return nil }
    count += 1
    let start = first
    let isLast = count == maxLines
    let room = limit - (count == 1 ? indent : 0)
    var total = 0.0
    var ink = Extent(end: start, width: 0)
    var cut = ink
    var opportunity: (index: Int, ink: Extent)?
    var index = start
    while index < clusters.count {
      let cluster = clusters[index]
      let hangs = cluster.isSpace || (cluster.advance <= 0 && total > ink.width)
      if index > start {
        if cluster.opportunity == 2 {
          return line(start, ink, next: index, isLast ? cut : nil, room)
        }
        if cluster.opportunity == 1, !isLast { opportunity = (index, ink) }
        if !hangs, cluster.advance > 0, total + cluster.advance > room {
          if let opportunity {
            return line(start, opportunity.ink, next: opportunity.index, nil, room)
          }
          return line(start, ink, next: index, isLast ? cut : nil, room)
        }
      }
      total += cluster.advance
      index += 1
      if !hangs {
        ink = Extent(end: index, width: total)
        if total + ellipsis <= room { cut = ink }
      }
    }
    return line(start, ink, next: index, nil, room)
  }

  /// - Parameter cut: The end of the text before the ellipsis, if this is the last allowed line.
  private mutating func line(
    _ start: Int, _ ink: Extent, next: Int, _ cut: Extent?, _ room: Double
  ) -> StyledLines.Line {
    first = next
    guard let cut else {
      return .init(clusters: start..<ink.end, width: ink.width, isTruncated: false)
    }
    first = clusters.count
    guard truncation != .tail else {
      return .init(clusters: start..<cut.end, width: cut.width + ellipsis, isTruncated: true)
    }
    return cutAtHead(start, room - ellipsis)
  }

  /// Cuts the rest of the paragraph at the head, or in the middle, where the parts are about equal.
  private func cutAtHead(_ start: Int, _ room: Double) -> StyledLines.Line {
    var end = start + 1
    while end < clusters.count, clusters[end].opportunity != 2 { end += 1 }
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
