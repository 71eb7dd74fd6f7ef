package import FeedSession
package import LayoutCore
package import Renderers
internal import FeedDocument

/// A cache of laid out sections, by the bytes of their blocks. Most blocks occur more than once in
/// a log of feeds, because the server composes the same blocks for many readers.
///
/// It requires that each feed layout has one environment and a unique name, and that providers are
/// functions of block, settings and environment. Its sections then equal those that drawing and
/// layout would return, so that no result depends on the contents of the cache.
///
/// A block is stored when it occurs for the second time, so that blocks of single readers do not
/// displace shared ones. Entries that are no longer used are discarded.
package struct SectionMemo {
  /// A laid out section.
  package final class Entry {
    fileprivate let block: [UInt8]
    fileprivate let layout, blockCode, showType: String
    fileprivate let isClosable: Bool
    package let section: PlacedSection
    /// The section's JSON text.
    package let json = JSONSectionText()

    fileprivate init(
      _ block: Block, _ bytes: UnsafeBufferPointer<UInt8>, _ layout: String,
      _ section: PlacedSection
    ) {
      self.block = Array(bytes)
      self.layout = layout
      blockCode = block.blockCode
      showType = block.showType
      isClosable = block.isClosable
      self.section = section
    }

    fileprivate func isOf(_ block: Block, _ layout: String) -> Bool {
      layout == self.layout && block.blockCode == blockCode && block.showType == showType
        && block.isClosable == isClosable
        && block.value.isWritten(as: self.block)
    }

    /// The approximate size in bytes.
    fileprivate var size: Int {
      // The JSON text takes about as much as the section.
      block.count + 2 * (section.arena.count * 250 + section.arena.text.count) + 1_000
    }
  }

  /// The cache's answer for one block.
  package struct Answer {
    package fileprivate(set) var entry: Entry?
    fileprivate var hash: Int?
    /// Whether the block occurred before and is worth storing.
    fileprivate var isKnown = false

    /// An answer without an entry, whose block is not stored.
    package init() {}

    fileprivate init(hash: Int, entry: Entry? = nil, isKnown: Bool = false) {
      self.entry = entry
      self.hash = hash
      self.isKnown = isKnown
    }
  }

  /// The approximate size of the entries in use, in bytes; at most twice as much is held.
  private static let room = 6 << 20
  /// The maximum number of hashes of blocks that occurred once.
  private static let mostSeen = 1 << 16

  /// Entries by hash. For two blocks with the same hash, the later one is kept.
  private var recent: [Int: Entry] = [:]
  private var older: [Int: Entry] = [:]
  private var recentSize = 0
  private var olderSize = 0
  private var seen: Set<Int> = []

  /// The approximate size of all entries in bytes.
  var size: Int { recentSize + olderSize }

  package init() {}

  /// Returns the answers for the blocks of a feed with a layout, in their order. Complexity:
  /// O(bytes).
  package mutating func answers(for blocks: [Block], of layout: String) -> [Answer] {
    blocks.map { block in
      // Settings depend on the code and on the height hint, which is part of the block's bytes.
      guard let bytes = block.value.source else { return Answer() }
      var hasher = Hasher()
      hasher.combine(layout)
      hasher.combine(block.blockCode)
      hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
      let hash = hasher.finalize()
      if let entry = entry(hash), entry.isOf(block, layout) {
        return Answer(hash: hash, entry: entry)
      }
      let isKnown = seen.contains(hash)
      if !isKnown {
        if seen.count >= Self.mostSeen { seen.removeAll(keepingCapacity: true) }
        seen.insert(hash)
      }
      return Answer(hash: hash, isKnown: isKnown)
    }
  }

  private mutating func entry(_ hash: Int) -> Entry? {
    if let entry = recent[hash] { return entry }
    guard let entry = older.removeValue(forKey: hash) else { return nil }
    olderSize -= entry.size
    keep(entry, hash)
    return entry
  }

  private mutating func keep(_ entry: Entry, _ hash: Int) {
    if recentSize > Self.room {
      (older, olderSize) = (recent, recentSize)
      (recent, recentSize) = ([:], 0)
    }
    let replaced = recent.updateValue(entry, forKey: hash)
    recentSize += entry.size - (replaced?.size ?? 0)
  }

  /// Stores a section of a laid out page, if it can be reused for equal blocks: its own provider
  /// drew it, and it has no diagnostics, which would contain its place in the feed.
  /// - Returns: Its entry, or `nil` if it is not stored.
  package mutating func learn(
    _ section: PlacedSection, of block: Block, _ layout: String, _ answer: Answer
  ) -> Entry? {
    guard answer.isKnown, let hash = answer.hash, let bytes = block.value.source,
      section.fallback == nil, section.diagnosticCodes.isEmpty
    else { return nil }
    let entry = Entry(block, bytes, layout, section)
    keep(entry, hash)
    return entry
  }
}
