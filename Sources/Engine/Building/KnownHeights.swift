internal import Feeds
internal import Synchronization

/// The last height of each section. If a plugin breaks, the section's placeholder has this height.
final class KnownHeights: Sendable {
  private struct Key: Hashable {
    var identity: String
    var width: Double
  }

  /// The maximum number of heights, more than a page has. Beyond it, all heights are discarded.
  private static let most = 10_000
  private let heights = Mutex<[Key: Double]>([:])

  /// Returns the last height of each block's section at this width, in points; `nil` without one.
  func heights(of blocks: [Block], in environment: LayoutEnvironment) -> [Double?] {
    heights.withLock { heights in
      guard !heights.isEmpty else { return Array(repeating: nil, count: blocks.count) }
      return blocks.map { heights[Key(identity: $0.identity, width: environment.width)] }
    }
  }

  /// Stores the heights of the newly laid out sections, except those of placeholders.
  func remember(
    _ added: PlacedSections.Added, of blocks: GrowingArray<Block>, in environment: LayoutEnvironment
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
