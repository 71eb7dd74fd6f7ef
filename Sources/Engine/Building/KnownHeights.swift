internal import Feeds
internal import Synchronization

/// Last heights of sections, for placeholders: if a plugin breaks, the page does not jump.
final class KnownHeights: Sendable {
  private struct Key: Hashable {
    var identity: String
    var width: Double
  }

  /// More sections than a page has; beyond this number, all heights are discarded.
  private static let most = 10_000
  private let heights = Mutex<[Key: Double]>([:])

  /// Returns heights in points, by block; `nil` for a block that was not drawn yet.
  func heights(of blocks: [Block], in environment: LayoutEnvironment) -> [Double?] {
    heights.withLock { heights in
      guard !heights.isEmpty else { return Array(repeating: nil, count: blocks.count) }
      return blocks.map { heights[Key(identity: $0.identity, width: environment.width)] }
    }
  }

  /// Remembers the sections that are new on a page.
  func remember(
    _ added: PageSections.Added, of blocks: GrowingArray<Block>, in environment: LayoutEnvironment
  ) {
    heights.withLock { heights in
      if heights.count > Self.most { heights = [:] }
      for position in added.new {
        let section = added.sections[position]
        guard let index = added.blockIndices[position], section.fallback?.step != .placeholder
        else { continue }
        let key = Key(identity: blocks[index].identity, width: environment.width)
        heights[key] = section.frame.height
      }
    }
  }
}
