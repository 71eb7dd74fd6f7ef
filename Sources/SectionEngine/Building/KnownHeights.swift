internal import FeedSession
internal import LayoutCore
internal import Synchronization

/// How high sections were when a provider drew them last: where a plugin breaks in the middle of a
/// session, its placeholder keeps the page from jumping.
final class KnownHeights: Sendable {
  private struct Key: Hashable {
    var identity: String
    var width: Double
  }

  /// More sections than a page has; beyond it, all are forgotten.
  private static let most = 10_000
  private let heights = Mutex<[Key: Double]>([:])

  /// In points, in the order of the blocks; `nil` for one that was not drawn yet.
  func heights(of blocks: [Block], in environment: LayoutEnvironment) -> [Double?] {
    heights.withLock { heights in
      guard !heights.isEmpty else { return Array(repeating: nil, count: blocks.count) }
      return blocks.map { heights[Key(identity: $0.identity, width: environment.width)] }
    }
  }

  /// - Parameter indices: of the block of each section.
  func remember(
    _ sections: [LayoutSection], of blocks: [Block], by indices: [Int?],
    in environment: LayoutEnvironment
  ) {
    heights.withLock { heights in
      if heights.count > Self.most { heights = [:] }
      for (section, index) in zip(sections, indices) {
        guard let index, section.fallback?.step != .placeholder else { continue }
        let key = Key(identity: blocks[index].identity, width: environment.width)
        heights[key] = section.frame.height
      }
    }
  }
}
