public import Feeds
internal import LayoutCore

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
    let after = Dictionary(positions.map { ($0.part, $0.top) }) { first, _ in first }
    var shift = LayoutShift()
    for (part, from, end) in other.positions
    where end > visible.lowerBound && from < visible.upperBound {
      // Dumps have a precision of 0.01 points.
      guard let to = after[part], abs(to - from) >= 0.01 else { continue }
      shift.movements.append(
        .init(section: part.section, item: part.item, from: from, to: to))
    }
    return shift
  }

  /// The rows of sections with known items, and other sections as a whole, in document order.
  private var positions: [(part: Part, top: Double, bottom: Double)] {
    var positions: [(part: Part, top: Double, bottom: Double)] = []
    for (index, section) in rendered.tree.sections.enumerated() {
      guard section.placement == .flow, let block = block(ofSection: index) else { continue }
      let top = section.frame.y
      guard !block.items.isEmpty, block.items.count == section.rowFrames.count else {
        positions.append((Part(section: block.identity), top, section.frame.maxY))
        continue
      }
      for (item, frame) in zip(block.items, section.rowFrames) {
        let part = Part(section: block.identity, item: item.id)
        positions.append((part, top + frame.y, top + frame.maxY))
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
