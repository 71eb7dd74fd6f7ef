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
    let before = other.positions { top, bottom, _ in
      bottom > visible.lowerBound && top < visible.upperBound
    }
    let seen = Set(before.map(\.part.section))
    let after = seen.isEmpty ? [] : positions { _, _, block in seen.contains(block.identity) }
    let tops = Dictionary(after.map { ($0.part, $0.top) }) { first, _ in first }
    var shift = LayoutShift()
    for (part, from) in before {
      // Ignores movements below 0.01 points, the precision of dumps.
      guard let to = tops[part], abs(to - from) >= 0.01 else { continue }
      shift.movements.append(.init(section: part.section, item: part.item, from: from, to: to))
    }
    return shift
  }

  /// Returns the positions that `isWanted` accepts, from top to bottom: one per row if each row of
  /// the section shows one item of the block, otherwise one for the section as a whole.
  private func positions(
    where isWanted: (_ top: Double, _ bottom: Double, Block) -> Bool
  ) -> [(part: Part, top: Double)] {
    var positions: [(part: Part, top: Double)] = []
    // Accesses sections by index, because copying each section would take most of the time.
    for index in laidOut.sections.indices {
      guard laidOut.sections[index].section.placement == .flow,
        let position = placed.blockIndices[index]
      else { continue }
      let frame = laidOut.sections[index].frame
      let rows = laidOut.sections[index].rowFrames
      let items = blocks[position].items
      if items.isEmpty || items.count != rows.count {
        guard isWanted(frame.y, frame.maxY, blocks[position]) else { continue }
        positions.append((Part(section: blocks[position].identity), frame.y))
        continue
      }
      for (item, row) in zip(items, rows)
      where isWanted(frame.y + row.y, frame.y + row.maxY, blocks[position]) {
        positions.append((Part(section: blocks[position].identity, item: item.id), frame.y + row.y))
      }
    }
    return positions
  }
}

/// The identity of a section, or of an item in the section.
private struct Part: Hashable {
  var section: String
  var item: String?
}
