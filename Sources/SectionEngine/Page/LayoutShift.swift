internal import FeedSession
internal import LayoutCore

/// How far content that a reader looks at moved under their eyes, as a reader notices it: whatever stood
/// on the screen and still stands on the page, by how much its distance from the top of the page is
/// another.
///
/// The apps re-sort and reload their list on every reply, so that what stands below a section that
/// arrives late jumps. Skeletons and messages are no content; what appears or goes away is no shift.
public struct LayoutShift: Sendable, Hashable {
  /// A section, or one of its rows, that moved.
  public struct Movement: Sendable, Hashable {
    /// Identity of the section's block.
    public var section: String
    /// Identity of the item; `nil`: the section as a whole.
    public var item: String?
    /// y in feed coordinates before, in points.
    public var from: Double
    /// y after.
    public var to: Double
  }

  /// In the order in which they stood before.
  public var movements: [Movement] = []

  /// The greatest distance, in points.
  public var distance: Double { movements.map { abs($0.to - $0.from) }.max() ?? 0 }

  /// Nothing moved.
  public init() {}
}

/// Where the parts of a page that have an identity stand.
struct StandingParts {
  struct Part: Hashable {
    var section: String
    var item: String?
  }

  /// In document order.
  private(set) var parts: [(part: Part, top: Double, bottom: Double)] = []

  /// Sections with known items are their rows. Complexity: O(sections + rows).
  init(_ built: BuiltPage, blocks: [Block]) {
    for (section, index) in zip(built.page.tree.sections, built.blocks) {
      guard let index, section.placement == .flow else { continue }
      let block = blocks[index]
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

  /// - Parameters:
  ///   - top: y of the part of the page that the screen shows.
  ///   - bottom: its end.
  func shift(to next: StandingParts, visibleFrom top: Double, to bottom: Double) -> LayoutShift {
    let after = Dictionary(next.parts.map { ($0.part, $0.top) }) { first, _ in first }
    var shift = LayoutShift()
    for (part, from, end) in parts where end > top && from < bottom {
      // Hundredths of a point are what a dump shows.
      guard let to = after[part], abs(to - from) >= 0.01 else { continue }
      shift.movements.append(
        .init(section: part.section, item: part.item, from: from, to: to))
    }
    return shift
  }
}
