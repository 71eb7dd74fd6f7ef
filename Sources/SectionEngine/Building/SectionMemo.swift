package import FeedSession
package import LayoutCore
package import Renderers
internal import FeedDocument

/// Sections that were drawn and laid out before, by the bytes of their blocks. In a log of feeds most blocks
/// stand more than once: what the server composes is the same for many readers.
///
/// It holds for feed layouts of which each has its environment and a name that no other has, and for providers
/// that are functions of block, settings and environment. What it gives is then what drawing and layout would
/// give, so that no result depends on what the memo happens to hold.
///
/// A block is kept when it is seen for the second time, so that blocks of one reader alone do not drive out
/// those of all. What was not asked for any more is forgotten.
package struct SectionMemo {
  /// A section, laid out.
  package final class Entry {
    fileprivate let block: [UInt8]
    fileprivate let layout, blockCode, showType: String
    fileprivate let isClosable: Bool
    package let section: LayoutSection
    /// Of the section as JSON.
    package let json = JSONSectionText()

    fileprivate init(
      _ block: Block, _ bytes: UnsafeBufferPointer<UInt8>, _ layout: String,
      _ section: LayoutSection
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

    /// In bytes, about.
    fileprivate var size: Int {
      // A text takes about as much as the section again.
      block.count + 2 * (section.arena.count * 250 + section.arena.text.count) + 1_000
    }
  }

  /// What the memo says of one block.
  package struct Answer {
    package fileprivate(set) var entry: Entry?
    fileprivate var hash: Int?
    /// It was seen before, and is worth keeping.
    fileprivate var isKnown = false

    /// Nothing is known, nor to be kept.
    package init() {}

    fileprivate init(hash: Int, entry: Entry? = nil, isKnown: Bool = false) {
      self.entry = entry
      self.hash = hash
      self.isKnown = isKnown
    }
  }

  /// Bytes of entries that are asked for again and again, about; twice as many are held.
  private static let room = 6 << 20
  /// Hashes of blocks that were seen once.
  private static let mostSeen = 1 << 16

  /// By hash. Of two blocks of one hash the later one is kept.
  private var recent: [Int: Entry] = [:]
  private var older: [Int: Entry] = [:]
  private var recentSize = 0
  private var olderSize = 0
  private var seen: Set<Int> = []

  /// Bytes of all entries, about.
  var size: Int { recentSize + olderSize }

  package init() {}

  /// What is known of the blocks of a feed of a layout, in their order. Complexity: O(bytes).
  package mutating func answers(for blocks: [Block], of layout: String) -> [Answer] {
    blocks.map { block in
      // Settings beyond those of its code come from the hint, which is of the block's bytes.
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

  /// Takes over a section of a page that was laid out, where it may stand for its block elsewhere: it is its
  /// own provider's, and there is nothing to say about it, which would name its place in the feed.
  /// - Returns: Its entry; `nil`: it is not kept.
  package mutating func learn(
    _ section: LayoutSection, of block: Block, _ layout: String, _ answer: Answer
  ) -> Entry? {
    guard answer.isKnown, let hash = answer.hash, let bytes = block.value.source,
      section.fallback == nil, section.diagnosticCodes.isEmpty
    else { return nil }
    let entry = Entry(block, bytes, layout, section)
    keep(entry, hash)
    return entry
  }
}
