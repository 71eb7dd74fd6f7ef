internal import FeedDocument
internal import Feeds
internal import LayoutCore
internal import PluginHost

/// The sections of the previous page whose providers promise that a row depends on its element alone.
struct EarlierSections: Sendable {
  /// The sections with their blocks, by the identity of the block.
  private var sections: [String: (block: Block, section: PlacedSection)] = [:]

  /// - Returns: `nil` if no provider promises it. O(sections).
  init?(of blocks: GrowingArray<Block>, _ placed: PlacedSections) {
    for (index, block) in placed.blockIndices.enumerated() {
      guard let block, placed.sections[index].section.rowElements != 0 else { continue }
      sections[blocks[block].identity] = (blocks[block], placed.sections[index])
    }
    if sections.isEmpty { return nil }
  }

  /// Returns the rows that the section of a changed block may keep; `nil` if there are none.
  /// Complexity: linear in the values and nodes of both sections.
  func rows(of block: Block, _ override: SectionLayoutOverride) -> EarlierRows? {
    // These settings change nodes of the section after the rows are made.
    guard override.currentGroup == nil, override.scroll == nil,
      let earlier = sections[block.identity], earlier.block.isDrawnLike(block)
    else { return nil }
    return EarlierRows(of: earlier.section, of: earlier.block, for: block)
  }
}

extension Block {
  /// Whether both blocks have the same provider, settings and appearance, whatever their payloads.
  fileprivate func isDrawnLike(_ other: Block) -> Bool {
    blockCode == other.blockCode && showType == other.showType && isClosable == other.isClosable
      && settings.isAlike(other.settings)
  }
}

extension EarlierRows {
  /// Pairs the elements at the beginning and at the end of both arrays that are written alike.
  ///
  /// A row is not kept if its provider warned about it, or if it shows values outside of its element.
  /// - Returns: `nil` if no row can be kept.
  fileprivate init?(of section: PlacedSection, of earlier: Block, for block: Block) {
    guard section.rowElements != 0, section.fallback == nil, section.cost.exceeded == nil,
      // The height of a frame may have become that of its only row.
      section.rows.count > 1 || section.frameRequest.height == nil, !section.section.isBareRow,
      let elements = block.value.counterpart(
        of: FeedValue(document: earlier.value.document, index: section.rowElements),
        in: earlier.value)
    else { return nil }
    let (document, oldDocument) = (block.value.document, earlier.value.document)
    let old = oldDocument.elements(of: section.rowElements)
    let new = document.elements(of: elements.index)
    // Reads the parts of the section once, because reading it copies it.
    let (earlierRows, arena) = (section.section.rows, section.section.arena)
    guard old.count == earlierRows.count else { return nil }
    var rows = [Row](repeating: .new, count: new.count)
    /// Keeps a row if its elements are alike; returns whether they are.
    func keep(_ row: Int, from earlier: Int) -> Bool {
      let element = FeedValue(document: oldDocument, index: old[earlier])
      guard element.isAlike(FeedValue(document: document, index: new[row])) else { return false }
      if !earlierRows[earlier].hasWarnings,
        arena.hasSources(
          ofDescendantsOf: earlierRows[earlier].node, onlyIn: element.index..<element.end)
      {
        rows[row] = Row(
          earlier: Int32(earlier), distance: Int32(new[row]) - Int32(element.index))
      }
      return true
    }
    let limit = min(old.count, new.count)
    var first = 0
    while first < limit, keep(first, from: first) { first += 1 }
    var last = 1
    while last <= limit - first, keep(new.count - last, from: old.count - last) { last += 1 }
    guard rows.contains(where: { !$0.isNew }) else { return nil }
    self.init(of: section, rows: rows, elements: elements.index)
  }
}

extension FeedDocument {
  /// Returns the indices of the elements of an array. O(elements).
  fileprivate func elements(of array: UInt32) -> [UInt32] {
    var elements: [UInt32] = []
    elements.reserveCapacity(Int(tape.count(array)))
    var element = tape.first(array)
    while element != FeedDocument.missing {
      elements.append(element)
      element = tape.next(element)
    }
    return elements
  }
}

extension FeedValue {
  /// Returns the array that is at the same place in this value as `array` is in `other`.
  fileprivate func counterpart(of array: FeedValue, in other: FeedValue) -> FeedValue? {
    let (path, start) = (array.path, other.path)
    let isInside = other.index <= array.index && array.index < max(other.end, other.index + 1)
    guard isInside, path.hasPrefix(start) else { return nil }
    if array.index == other.index { return kind == .array ? self : nil }
    var rest = path.dropFirst(start.count)
    if rest.first == "." { rest = rest.dropFirst() }
    let found = document.value(atPath: String(rest), from: index)
    return found?.kind == .array ? found : nil
  }
}
