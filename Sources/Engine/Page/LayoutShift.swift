public import Feeds

/// How far visible content moved: for each part that was on the screen and is still on the page,
/// the change of its distance from the top of the page.
///
/// The apps re-sort and reload their list on every reply, so that content below a section that
/// arrives late jumps. Skeletons and messages are not content; parts that appear or disappear are
/// not counted.
public struct LayoutShift: Sendable, Hashable {
  /// A section, or one of its rows, that moved.
  public struct Movement: Sendable, Hashable {
    /// The identity of the section's block.
    public var section: String
    /// The identity of the item; `nil` for the section as a whole.
    public var item: String?
    /// The y coordinate in the feed before, in points.
    public var from: Double
    /// The y coordinate after.
    public var to: Double
  }

  /// In the order of the previous page.
  public var movements: [Movement] = []

  /// The greatest distance, in points.
  public var distance: Double { movements.map { abs($0.to - $0.from) }.max() ?? 0 }

  /// Creates a shift without movements.
  public init() {}
}

extension FeedPage {
  /// Returns the changes from another page to this one, by the identities of blocks and items, as
  /// index paths for a list view. Section indices count blocks only, not skeletons or messages.
  /// Complexity: O(blocks + items).
  public func changes(since other: FeedPage) -> FeedChanges {
    FeedChanges(from: other.blocks, to: blocks)
  }

  /// Returns how far the content that was visible on another page moved on this one.
  ///
  /// - Parameter visible: The part of the other page that the screen showed, in points from its top.
  public func shift(since other: FeedPage, visible: ClosedRange<Double>) -> LayoutShift {
    let before = other.positions { top, bottom, _ in
      bottom > visible.lowerBound && top < visible.upperBound
    }
    let seen = Set(before.map(\.part.section))
    let after = seen.isEmpty ? [] : positions { _, _, block in seen.contains(block.identity) }
    let tops = Dictionary(after.map { ($0.part, $0.top) }) { first, _ in first }
    var shift = LayoutShift()
    for (part, from) in before {
      // Dumps have a precision of 0.01 points.
      guard let to = tops[part], abs(to - from) >= 0.01 else { continue }
      shift.movements.append(.init(section: part.section, item: part.item, from: from, to: to))
    }
    return shift
  }

  /// The rows of sections with known items, and other sections as a whole, in document order, as far
  /// as they are wanted.
  private func positions(
    where isWanted: (_ top: Double, _ bottom: Double, Block) -> Bool
  ) -> [(part: Part, top: Double)] {
    var positions: [(part: Part, top: Double)] = []
    // A copy of each section would take most of the time.
    for index in rendered.tree.sections.indices {
      guard rendered.tree.sections[index].section.placement == .flow,
        let position = placed.blockIndices[index]
      else { continue }
      let frame = rendered.tree.sections[index].frame
      let rows = rendered.tree.sections[index].rowFrames
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

/// A part of a page that has an identity.
private struct Part: Hashable {
  var section: String
  var item: String?
}
