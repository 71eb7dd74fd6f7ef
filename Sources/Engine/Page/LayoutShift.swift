public import Feeds
internal import Page

/// The movements of visible content: of sections and rows that were on the screen before and are
/// still on the page. Positions are measured from the top of the page.
///
/// Apps reload their list on every reply. If a section arrives late, the content below it jumps.
/// Skeletons and messages are not content. A section or row that appears or disappears is not
/// a movement.
public struct LayoutShift: Sendable, Hashable {
  /// A section or row that moved.
  public struct Movement: Sendable, Hashable {
    /// The identity of the section's block.
    public var section: String
    /// The identity of the item; `nil` for the section as a whole.
    public var item: String?
    /// The y coordinate on the previous page, in points.
    public var from: Double
    /// The y coordinate on the new page, in points.
    public var to: Double
  }

  /// The movements, from top to bottom of the previous page.
  public var movements: [Movement] = []

  /// The greatest distance of all movements, in points; 0 without movements.
  public var distance: Double { movements.map { abs($0.to - $0.from) }.max() ?? 0 }

  /// Creates a shift without movements.
  public init() {}
}

extension FeedPage {
  /// Returns the changes from another page to this page, as index paths for a list view. Blocks and
  /// items are matched by identity. Section indices count blocks, not skeletons or messages.
  /// Complexity: O(blocks + items).
  public func changes(since other: FeedPage) -> FeedChanges {
    FeedChanges(from: other.blocks, to: blocks)
  }

  /// Returns how far the content that was visible on another page moved on this page.
  ///
  /// - Parameter visible: The range of the other page on the screen, in points from the page's top.
  public func shift(since other: FeedPage, visible: ClosedRange<Double>) -> LayoutShift {
    // Content that is only appended moves nothing, however many sections precede it.
    if other.laidOut.sections.isBeginning(of: laidOut.sections),
      other.blocks.isBeginning(of: blocks)
    {
      return LayoutShift()
    }
    let before = other.positions(in: visible)
    if before.isEmpty { return LayoutShift() }
    let seen = Set(before.map { other.blocks[$0.block].identity })
    var sections: [String: Int] = [:]
    for (section, block) in flowSections {
      let identity = blocks[block].identity
      if seen.contains(identity), sections[identity] == nil { sections[identity] = section }
    }
    var shift = LayoutShift()
    for position in before {
      let block = other.blocks[position.block]
      let item = position.item.map { (id: block.items[$0].id, index: $0) }
      // Ignores movements below 0.01 points, the precision of dumps.
      guard let section = sections[block.identity],
        let to = top(of: item, inSection: section), abs(to - position.top) >= 0.01
      else { continue }
      shift.movements.append(
        .init(section: block.identity, item: item?.id, from: position.top, to: to))
    }
    return shift
  }

  /// The sections of blocks that are neither pinned nor floating, each with the index of its block.
  private var flowSections: some Sequence<(section: Int, block: Int)> {
    laidOut.sections.indices.lazy.compactMap { section in
      guard laidOut.sections[section].section.placement == .flow else { return nil }
      return placed.blockIndices[section].map { (section, $0) }
    }
  }

  /// Whether each row of a section shows one item of its block, so that the rows have positions of
  /// their own.
  private func showsItems(inSection section: Int, _ block: Int) -> Bool {
    let count = blocks[block].items.count
    return count > 0 && count == laidOut.sections[section].rowFrames.count
  }

  /// Returns the visible positions, from top to bottom: those of rows that show one item each, and of
  /// other sections as a whole.
  private func positions(
    in visible: ClosedRange<Double>
  ) -> [(block: Int, item: Int?, top: Double)] {
    func isVisible(_ top: Double, _ bottom: Double) -> Bool {
      bottom > visible.lowerBound && top < visible.upperBound
    }
    var positions: [(block: Int, item: Int?, top: Double)] = []
    for (section, block) in flowSections {
      let frame = laidOut.sections[section].frame
      guard showsItems(inSection: section, block) else {
        if isVisible(frame.y, frame.maxY) { positions.append((block, nil, frame.y)) }
        continue
      }
      let rows = laidOut.sections[section].rowFrames
      for row in rows.indices where isVisible(frame.y + rows[row].y, frame.y + rows[row].maxY) {
        positions.append((block, row, frame.y + rows[row].y))
      }
    }
    return positions
  }

  /// Returns the position of a section, or of the item with an identity in it, which is probably at the
  /// index; `nil` if the section has no such item. O(items), or O(1) at this index.
  private func top(of item: (id: String, index: Int)?, inSection section: Int) -> Double? {
    guard let block = placed.blockIndices[section],
      showsItems(inSection: section, block) == (item != nil)
    else { return nil }
    let top = laidOut.sections[section].frame.y
    guard let item else { return top }
    let items = blocks[block].items
    let isThere = item.index < items.count && items[item.index].id == item.id
    let index = isThere ? item.index : items.firstIndex { $0.id == item.id }
    return index.map { top + laidOut.sections[section].rowFrames[$0].y }
  }
}
