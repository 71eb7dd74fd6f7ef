import SectionEngine

/// Decides which children of a node pair did not move by themselves, because the changes of their
/// siblings or parent explain their positions. Call `isExplained` in the new order of the children.
///
/// Along each axis, the movement of a child is explained if one of these conditions holds:
/// - The previous sibling is another node now, or the child wrapped to another row or column; and
///   the parent was resized or a child changed.
/// - Its distance to the previous sibling is unchanged.
/// - The child moved as far as its previous sibling beside it, whose movement is explained.
/// - It keeps its distance to the end or middle of the parent; and the parent or child was resized.
/// - The children as a group keep that distance; and one of them was resized, added or removed.
struct ChildPlacement {
  private let pairing: Pairing
  private let oldFrames: [Rect]
  private let newFrames: [Rect]
  private let isRearranged: Bool
  /// The growth of the parent, in points.
  private let growth: Size
  /// The tolerance for equal distances in points: a pixel if edges may be rounded differently.
  private let slack: Double
  /// Whether the parent was resized, or a child was added, removed, resized or reordered.
  let hasCause: Bool
  /// The movement of all children, if the group keeps its distance to the parent's middle or end.
  private var together: (x: Double?, y: Double?) = (nil, nil)
  private var wasExplained = (x: true, y: true)

  init(
    _ children: ChildPairing, _ record: NodeRecord, _ old: Page.Lines, _ new: Page.Lines,
    tolerance: Double, pixel: Double, isRounded: Bool
  ) {
    self.pairing = children.pairing
    oldFrames = children.olds.map { old[$0].frame }
    newFrames = children.news.map { new[$0].frame }
    isRearranged = record.change.isRearranged
    let (before, after) = (old[record.old].frame, new[record.new].frame)
    growth = Size(width: after.width - before.width, height: after.height - before.height)
    let (pairing, frames) = (children.pairing, (old: oldFrames, new: newFrames))
    hasCause =
      growth != .zero || pairing.destinations.contains(-1)
      || pairing.origins.enumerated().contains { place, origin in
        guard origin >= 0, pairing.isUnmoved[place] else { return true }
        // A spacer only fills the space that the other children leave, so it is not a cause.
        if new.text(new[children.news[place]].name) == NodeKind.spacer.word { return false }
        let (a, b) = (frames.old[Int(origin)], frames.new[place])
        return abs(a.width - b.width) > tolerance || abs(a.height - b.height) > tolerance
      }
    // If neither another change nor rounding can explain it, a movement by one pixel is real.
    slack = (hasCause || isRounded ? pixel : tolerance) + 0.005
    guard hasCause, !oldFrames.isEmpty, !newFrames.isEmpty else { return }
    together = (shared(alongX: true), shared(alongX: false))
  }

  private func shared(alongX: Bool) -> Double? {
    func bounds(_ frames: [Rect]) -> (start: Double, end: Double) {
      frames.reduce((.infinity, -.infinity)) { bounds, frame in
        let extent = Extent(frame, alongX: alongX)
        return (min(bounds.0, extent.start), max(bounds.1, extent.end))
      }
    }
    let (a, b) = (bounds(oldFrames), bounds(newFrames))
    let growth = alongX ? growth.width : growth.height
    let (start, end) = (b.start - a.start, b.end - a.end)
    let isCentred = abs(start + end - growth) <= 2 * slack
    return isCentred || abs(end - growth) <= slack ? start : nil
  }

  /// Returns, for each axis, whether other changes explain the position of a paired child.
  mutating func isExplained(_ place: Int) -> (x: Bool, y: Bool) {
    guard !isRearranged, pairing.isUnmoved[place] else { return (true, true) }
    let origin = Int(pairing.origins[place])
    let hasSamePrevious =
      place == 0 || origin == 0
      ? place == origin : Int(pairing.origins[place - 1]) == origin - 1
    let x = movement(of: place, origin, alongX: true)
    let y = movement(of: place, origin, alongX: false)
    let changesSide = [x, y].contains { $0.positions.map { $0.old.side != $0.new.side } ?? false }
    let isFree = !hasSamePrevious || (hasCause && changesSide)
    wasExplained.x = isFree || isExplained(x, growth.width, together.x, wasExplained.x)
    wasExplained.y = isFree || isExplained(y, growth.height, together.y, wasExplained.y)
    return wasExplained
  }

  private func isExplained(
    _ child: Movement, _ growth: Double, _ together: Double?, _ wasExplained: Bool
  ) -> Bool {
    let shift = child.new.start - child.old.start
    let endShift = child.new.end - child.old.end
    if abs(shift) < 0.005 { return true }
    if abs(growth) > 0.005 || abs(child.new.length - child.old.length) > 0.005 {
      if abs(endShift - growth) <= slack { return true }
      if abs((shift + endShift) - growth) <= 2 * slack { return true }
    }
    if let together, abs(shift - together) <= slack { return true }
    guard let (before, after) = child.positions, before.side == after.side else { return false }
    guard before.side == .beside else { return abs(before.gap - after.gap) <= slack }
    return wasExplained && abs(shift - child.previousShift) <= slack
  }

  private func movement(of place: Int, _ origin: Int, alongX: Bool) -> Movement {
    let old = Extent(oldFrames[origin], alongX: alongX)
    let new = Extent(newFrames[place], alongX: alongX)
    guard place > 0, origin > 0 else { return (old, new, nil, 0) }
    let before = Extent(oldFrames[origin - 1], alongX: alongX)
    let after = Extent(newFrames[place - 1], alongX: alongX)
    return (
      old, new, (old.position(by: before, slack), new.position(by: after, slack)),
      after.start - before.start
    )
  }
}

/// The extents of a child along one axis, and its positions relative to its previous sibling.
private typealias Movement = (
  old: Extent, new: Extent, positions: (old: Extent.Position, new: Extent.Position)?,
  previousShift: Double
)

private struct Extent {
  enum Side { case behind, before, beside }
  typealias Position = (side: Side, gap: Double)

  var start, length: Double
  var end: Double { start + length }

  init(_ rect: Rect, alongX: Bool) {
    start = alongX ? rect.x : rect.y
    length = alongX ? rect.width : rect.height
  }

  func position(by other: Extent, _ slack: Double) -> Position {
    if start >= other.end - slack { return (.behind, start - other.end) }
    if end <= other.start + slack { return (.before, other.start - end) }
    return (.beside, 0)
  }
}
