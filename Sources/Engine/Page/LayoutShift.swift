internal import Feeds
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

/// The positions of the parts of a page that have an identity.
struct PositionedParts {
  struct Part: Hashable {
    var section: String
    var item: String?
  }

  /// The parts in document order.
  private(set) var parts: [(part: Part, top: Double, bottom: Double)] = []

  /// Lists the rows of sections with known items, and other sections as a whole. Complexity:
  /// O(sections + rows).
  init(_ page: FeedPage) {
    for (index, section) in page.rendered.tree.sections.enumerated() {
      guard section.placement == .flow, let block = page.block(ofSection: index) else { continue }
      let top = section.frame.y
      guard !block.items.isEmpty, block.items.count == section.rowFrames.count else {
        parts.append((Part(section: block.identity, item: nil), top, section.frame.maxY))
        continue
      }
      for (item, frame) in zip(block.items, section.rowFrames) {
        let part = Part(section: block.identity, item: item.id)
        parts.append((part, top + frame.y, top + frame.maxY))
      }
    }
  }

  /// Returns the shift to another page.
  /// - Parameters:
  ///   - top: The y coordinate of the top of the screen on this page.
  ///   - bottom: The y coordinate of its bottom.
  func shift(to next: PositionedParts, visibleFrom top: Double, to bottom: Double) -> LayoutShift {
    let after = Dictionary(next.parts.map { ($0.part, $0.top) }) { first, _ in first }
    var shift = LayoutShift()
    for (part, from, end) in parts where end > top && from < bottom {
      // Dumps have a precision of 0.01 points.
      guard let to = after[part], abs(to - from) >= 0.01 else { continue }
      shift.movements.append(
        .init(section: part.section, item: part.item, from: from, to: to))
    }
    return shift
  }
}
