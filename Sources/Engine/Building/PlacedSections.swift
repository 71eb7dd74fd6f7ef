internal import Feeds
package import LayoutCore
internal import PluginHost
internal import Support

/// The placed sections of a page, and the diagnostics about them. If blocks are appended to the
/// feed, the next page starts with these sections, and only the new blocks are rendered.
package struct PlacedSections: Sendable {
  /// The sections in display order.
  package private(set) var sections: GrowingArray<PlacedSection> = []
  /// The index of each section's block; `nil` if the section shows a state of the feed.
  package private(set) var blockIndices: GrowingArray<Int?> = []
  /// The cache entry of each section; `nil` if the section is not in the cache.
  package private(set) var entries: GrowingArray<SectionCache.Entry?> = []
  /// The number of blocks that were rendered. A block may have no section.
  private(set) var blockCount = 0
  /// The registry that determined which codes are unknown; `nil` before the first block.
  private(set) var registry: ProviderRegistry.Identity?
  private var unknownCodes = UnknownCodes()
  /// The diagnostics about blocks, in ascending order of the block index.
  private var blockFindings: [(block: Int, diagnostics: [Diagnostic])] = []
  /// The diagnostics about sections that exceeded a budget.
  var budgetFindings: [Diagnostic] = []
  private var layoutFindings: [Diagnostic] = []
  /// The visits (`LayoutBudget`) and lines of text (`DrawingBudget`) that the page has left.
  var visitsLeft = LayoutBudget.page
  var linesLeft = DrawingBudget.page
  /// The code of the last section in the flow, and the y coordinate of its bottom edge.
  private var last: (code: String?, bottom: Double) = (nil, 0)
  private var hasFloatingSections = false
  /// Whether all sections are in the cache. Sections that show a state never are.
  private var isComplete = true

  init() {}

  /// Whether the next page can start with these sections if blocks are appended to the feed.
  var canGrow: Bool { isComplete && blockCount > 0 }

  /// The cache entry of each block's section, by block index.
  var entriesOfBlocks: [SectionCache.Entry?] {
    var known = [SectionCache.Entry?](repeating: nil, count: blockCount)
    for (entry, index) in zip(entries, blockIndices) {
      if let index { known[index] = entry }
    }
    return known
  }

  /// Sections that are not placed yet.
  struct Added {
    var sections: [PlacedSection] = []
    var blockIndices: [Int?] = []
    var entries: [SectionCache.Entry?] = []
    /// The results of the providers for blocks that are not in the cache, by block index, without
    /// their sections.
    var drawings: [Int: FallbackLadder.Drawing] = [:]
    /// The rows that a section keeps from an earlier drawing, by block index.
    var earlier: [Int: EarlierRows] = [:]

    /// The indices of the sections that are not in the cache and therefore need layout.
    var new: [Int] { sections.indices.filter { entries[$0] == nil } }

    mutating func insert(
      _ section: PlacedSection, at index: Int, block: Int? = nil, _ entry: SectionCache.Entry? = nil
    ) {
      sections.insert(section, at: index)
      blockIndices.insert(block, at: index)
      entries.insert(entry, at: index)
    }
  }

  /// Returns the sections of blocks, from the cache or the providers, and records the diagnostics.
  mutating func sections(of drawn: inout ProvidedScene) -> Added {
    let (scene, ladder) = (drawn.scene, drawn.prepared.ladder)
    registry = ladder.registry.identity
    var added = Added()
    added.sections.reserveCapacity(drawn.prepared.known.count)
    var next = 0
    for answer in drawn.prepared.known {
      let index = blockCount
      blockCount += 1
      record(answer.entry?.drawing ?? drawn.drawings[next], at: index, in: scene, ladder)
      if let entry = answer.entry {
        added.insert(entry.placed, at: added.sections.count, block: index, entry)
        continue
      }
      defer { next += 1 }
      guard var section = drawn.takeSection(next) else { continue }
      added.drawings[index] = drawn.drawings[next]
      if let earlier = drawn.prepared.requests[next].earlier, earlier.areRows(of: section) {
        added.earlier[index] = earlier
      }
      if scene.feed.blocks[index].isClosable { section.isClosable = true }
      added.insert(PlacedSection(section), at: added.sections.count, block: index)
    }
    return added
  }

  /// Records the diagnostics about a block.
  private mutating func record(
    _ drawing: FallbackLadder.Drawing, at index: Int, in scene: Scene, _ ladder: FallbackLadder
  ) {
    if !drawing.isIndependent {
      let request = scene.feed.blocks[index].request(
        in: scene.environment, layout: scene.feed.layout)
      ladder.count(request, drawnAs: drawing, at: index, in: &unknownCodes)
    }
    if !drawing.findings.isEmpty { blockFindings.append((index, drawing.findings)) }
  }

  /// Places laid out sections below the existing ones, and stores them in the cache of the scene.
  mutating func append(
    _ added: consuming Added, of drawn: ProvidedScene, in viewport: Viewport, _ engine: LayoutEngine
  ) {
    drawn.scene.feed.layout.spacing.setGaps(of: &added.sections, below: &last.code)
    last.bottom = engine.place(&added.sections, below: last.bottom)
    for index in added.sections.indices where added.sections[index].hasLayoutFindings {
      for finding in added.sections[index].layoutFindings {
        layoutFindings.append(finding)
        added.sections[index].section.addDiagnosticCode(finding.code)
      }
    }
    drawn.scene.cache?.store(&added, of: drawn)
    isComplete = isComplete && added.entries.allSatisfy { $0 != nil }
    hasFloatingSections =
      hasFloatingSections || added.sections.contains { $0.section.placement != .flow }
    sections.append(contentsOf: added.sections)
    blockIndices.append(contentsOf: added.blockIndices)
    entries.append(contentsOf: added.entries)
    if hasFloatingSections { viewport.placeFloating(&sections) }
  }

  /// Returns the diagnostics in this order: about blocks, about layout budgets, about layout.
  func diagnostics(_ ladder: FallbackLadder) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    var codes = ladder.diagnostics(of: unknownCodes)[...]
    for (block, found) in blockFindings {
      while let first = codes.first, first.block <= block {
        diagnostics.append(codes.removeFirst().diagnostic)
      }
      diagnostics += found
    }
    return diagnostics + codes.map(\.diagnostic) + budgetFindings + layoutFindings
  }

  /// The diagnostics about one block or several, in ascending order of the block index.
  func blockDiagnostics(from block: Int) -> [Diagnostic] {
    blockFindings.reversed().prefix { $0.block >= block }.reversed().flatMap(\.diagnostics)
  }

  /// Removes and returns the sections that later blocks cannot move, with the indices of their blocks:
  /// those above the first floating section. Floating sections stack, so later ones move them.
  mutating func takeFinal() -> (sections: GrowingArray<PlacedSection>, blocks: [Int?]) {
    let floating =
      hasFloatingSections
      ? sections.firstIndex { [.floatTop, .floatBottom].contains($0.placement) } : nil
    if floating == 0 { return ([], []) }
    let end = floating ?? sections.count
    let taken = (GrowingArray(sections[..<end]), Array(blockIndices[..<end]))
    sections = GrowingArray(sections[end...])
    blockIndices = GrowingArray(blockIndices[end...])
    entries = GrowingArray(entries[end...])
    return taken
  }

  /// Removes and returns all sections, with the indices of their blocks.
  mutating func takeAll() -> (sections: GrowingArray<PlacedSection>, blocks: [Int?]) {
    defer { (sections, blockIndices, entries) = ([], [], []) }
    return (sections, Array(blockIndices))
  }
}
