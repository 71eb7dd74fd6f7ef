package import Feeds
package import PluginHost
package import Support
internal import Synchronization

/// A cache of rendered and laid out sections, which limits the cost of a page to its new sections.
///
/// The providers must stay the same, and must be pure functions of block, settings and environment.
/// A page is then the same with and without the cache.
///
/// A section is reused only for the same layout and environment. A section without findings is
/// reused for every block with the same codes and bytes; a section with findings only for the same
/// value of the same document, because findings contain locations.
package final class SectionCache: Sendable {
  /// The rule that decides which sections the cache retains.
  package enum Policy: Sendable {
    /// Retains the sections of the last two rounds, for a changing feed; see `beginRound`.
    case rounds
    /// Retains sections of blocks that occur more than once, up to a size, for the feeds of many
    /// readers. Omits sections with findings. Nodes have the locations of the block rendered first.
    case repeated
  }

  package final class Entry: Sendable {
    package let drawing: FallbackLadder.Drawing
    package let placed: PlacedSection
    /// The JSON text of the section, if a writer has stored it.
    package let text = KeptText()
    fileprivate let context: Context
    fileprivate let blockCode, showType: String
    fileprivate let isClosable: Bool
    /// The bytes of the block; empty if the block is not part of a source document.
    fileprivate let bytes: [UInt8]
    /// The block; `nil` if the entry retains only the block's bytes.
    fileprivate let value: FeedValue?

    fileprivate init(
      _ block: Block, in context: Context, _ drawing: FallbackLadder.Drawing,
      _ placed: PlacedSection, bytes: [UInt8], keepsValue: Bool
    ) {
      self.context = context
      blockCode = block.blockCode
      showType = block.showType
      isClosable = block.isClosable
      self.bytes = bytes
      value = keepsValue ? block.value : nil
      self.placed = placed
      var drawing = drawing
      drawing.section = placed.section
      self.drawing = drawing
    }

    fileprivate func isOf(_ block: Block, in context: Context) -> Bool {
      guard block.blockCode == blockCode, block.showType == showType,
        block.isClosable == isClosable, context == self.context
      else { return false }
      return value?.isSame(as: block.value) == true
        || drawing.findings.isEmpty && !bytes.isEmpty && block.value.isWritten(as: bytes)
    }

    /// Returns the entry for another block with the same bytes. Its nodes have the locations in that
    /// block, unless `value` is `nil`.
    fileprivate func moved(to block: Block) -> Entry {
      guard let value, !value.isSame(as: block.value) else { return self }
      var placed = placed
      placed.section.moveSources(by: Int(block.value.index) - Int(value.index))
      return Entry(block, in: context, drawing, placed, bytes: bytes, keepsValue: true)
    }

    fileprivate var size: Int {
      // The factor 2 includes the text in `text`, which is about as large as the placed section.
      bytes.count + 2 * (placed.arena.count * 250 + placed.arena.text.count) + 1_000
    }
  }

  fileprivate struct Context: Hashable {
    var layout: Int
    var environment: LayoutEnvironment
  }

  package struct Answer: Sendable {
    package fileprivate(set) var entry: Entry?
    /// The hash of the block; `nil` if its section must not be stored.
    fileprivate var hash: Int?
  }

  fileprivate struct State {
    /// The entries used in this round, by hash; `older` has those of the previous round. If two
    /// blocks have the same hash, the later entry replaces the earlier one.
    var recent: [Int: Entry] = [:]
    var older: [Int: Entry] = [:]
    var recentSize = 0
    /// The hashes of blocks that occurred once.
    var seen: Set<Int> = []
    /// The documents of each feed layout and of its section settings, by layout name, with a number
    /// that is unique to the pair.
    var layouts: [String: (document: FeedDocument, sections: FeedDocument, number: Int)] = [:]
    /// The size of `recent`, in bytes, beyond which a new round begins automatically.
    let room: Int
  }

  /// The approximate size of `recent`, in bytes, at which a round of the policy `repeated` ends.
  private static let room = 6 << 20
  /// The maximum number of hashes of blocks that occurred once.
  private static let mostSeen = 1 << 16

  private let policy: Policy
  private let state: Mutex<State>

  /// The approximate size of all entries, in bytes.
  var size: Int {
    state.withLock { $0.older.values.reduce($0.recentSize) { $0 + $1.size } }
  }

  package init(_ policy: Policy) {
    self.policy = policy
    state = Mutex(State(room: policy == .repeated ? Self.room : .max))
  }

  /// Begins a round: discards the sections that no page used during the round that ends.
  package func beginRound() { state.withLock { $0.age() } }

  /// Returns the cached entry or the hash of each block, in the order of blocks. O(bytes).
  /// - Parameter known: The entries of the first blocks; `nil` elements are looked up.
  package func answers(
    for blocks: Slice<GrowingArray<Block>>, of layout: FeedLayout,
    in environment: LayoutEnvironment,
    known: [Entry?] = []
  ) -> [Answer] {
    state.withLock { state in
      let context = state.context(layout, environment)
      var contextHasher = Hasher()
      contextHasher.combine(context)
      return zip(blocks.indices, blocks).map { index, block in
        if index < known.count, let entry = known[index] { return Answer(entry: entry) }
        var hasher = contextHasher
        // Settings depend only on the block code and the height hint. The bytes contain the hint.
        hasher.combine(block.blockCode)
        if let bytes = block.value.source {
          hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        } else {
          guard policy == .rounds else { return Answer() }
          hasher.combine(ObjectIdentifier(block.value.document))
          hasher.combine(block.value.index)
        }
        let hash = hasher.finalize()
        if let entry = state.entry(hash, for: block, in: context) {
          return Answer(entry: entry, hash: hash)
        }
        guard policy == .repeated, !state.seen.contains(hash) else { return Answer(hash: hash) }
        if state.seen.count >= Self.mostSeen { state.seen.removeAll(keepingCapacity: true) }
        state.seen.insert(hash)
        return Answer()
      }
    }
  }

  /// Stores the newly laid out sections that other pages can reuse. Excludes sections that exceed
  /// their free cost: they share the page's layout budget, so earlier sections affect their layout.
  func store(_ added: inout PlacedSections.Added, of drawn: ProvidedScene) {
    let (feed, environment) = (drawn.scene.feed, drawn.scene.environment)
    state.withLock { state in
      let context = state.context(feed.layout, environment)
      for position in added.new {
        guard let index = added.blockIndices[position], let drawing = added.drawings[index],
          let hash = drawn.prepared.answer(forBlock: index).hash
        else { continue }
        let section = added.sections[position]
        // The next page has its own processor time, so it draws the section again.
        guard section.cost.isFree,
          !section.diagnosticCodes.contains(DiagnosticCode.pageTimeExceeded.rawValue),
          policy == .rounds || section.fallback == nil && section.diagnosticCodes.isEmpty
        else { continue }
        let block = feed.blocks[index]
        let entry = Entry(
          block, in: context, drawing, section,
          bytes: block.value.source.map { Array($0) } ?? [], keepsValue: policy == .rounds)
        state.keep(entry, hash)
        added.entries[position] = entry
      }
    }
  }
}

extension SectionCache.State {
  /// Returns the cache context. A layout gets a new number if its bytes have changed.
  fileprivate mutating func context(
    _ layout: FeedLayout, _ environment: LayoutEnvironment
  ) -> SectionCache.Context {
    let (document, sections) = (layout.defaults.document, layout.sections.document)
    let known = layouts[layout.name]
    if let known, known.document.hasText(of: document), known.sections.hasText(of: sections) {
      return SectionCache.Context(layout: known.number, environment: environment)
    }
    let number = (layouts.values.map(\.number).max() ?? 0) + 1
    layouts[layout.name] = (document, sections, number)
    return SectionCache.Context(layout: number, environment: environment)
  }

  fileprivate mutating func entry(
    _ hash: Int, for block: Block, in context: SectionCache.Context
  ) -> SectionCache.Entry? {
    guard let entry = recent[hash] ?? older[hash], entry.isOf(block, in: context) else {
      return nil
    }
    let moved = entry.moved(to: block)
    let old = older.removeValue(forKey: hash)
    if old != nil || moved !== entry { keep(moved, hash) }
    return moved
  }

  fileprivate mutating func keep(_ entry: SectionCache.Entry, _ hash: Int) {
    if recentSize > room { age() }
    let replaced = recent.updateValue(entry, forKey: hash)
    recentSize += entry.size - (replaced?.size ?? 0)
  }

  fileprivate mutating func age() {
    older = recent
    (recent, recentSize) = ([:], 0)
  }
}

extension FeedDocument {
  /// Returns whether both documents are the same object or have the same text.
  fileprivate func hasText(of other: FeedDocument) -> Bool {
    self === other || root.source.map { other.root.isWritten(as: Array($0)) } ?? false
  }
}
