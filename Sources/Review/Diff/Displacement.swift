import LayoutCore

/// Decides whether its neighbours and its parent explain a child's position, so that the child did
/// not move by itself.
///
/// Along each axis, the movement of a child is explained if one of these conditions holds:
/// - Its distance to the previous sibling is unchanged, or it has a different previous sibling now.
/// - It moved as far as the previous sibling, which is beside it and whose movement is explained.
/// - It keeps its distance to the parent's end or middle, and the parent or the child was resized.
/// - All children together do so, and one of them was resized, added or removed.
/// - It wrapped to another row or column, and the parent was resized or a child changed.
struct Displacement {
  struct Child {
    var old: Rect
    var new: Rect
    /// Frames of the previous siblings, and whether they are the same sibling.
    var oldPrevious: Rect?
    var newPrevious: Rect?
    var hasSamePrevious: Bool
  }

  /// One axis of a rectangle.
  private struct Extent {
    var start: Double
    var length: Double
    var end: Double { start + length }

    init(_ rect: Rect, alongX: Bool) {
      start = alongX ? rect.x : rect.y
      length = alongX ? rect.width : rect.height
    }
  }

  private enum Relation: Equatable { case behind, before, beside }

  /// Growth of the parent.
  let growth: Size
  /// One pixel if edges may have been rounded differently.
  let slack: Double
  /// Whether a child was added, removed or resized, or changed its order.
  let hasCause: Bool
  /// How far the children moved together, if they keep their distance to the parent's middle or
  /// end.
  private var together: (x: Double?, y: Double?) = (nil, nil)
  private var wasExplained = (x: true, y: true)

  /// - Parameters:
  ///   - growth: the growth of the parent.
  ///   - slack: the tolerance in points.
  ///   - hasCause: whether a child was added, removed or resized, or changed its order.
  ///   - old: frames of all children on the old page.
  ///   - new: frames of all children on the new page.
  init(growth: Size, slack: Double, hasCause: Bool, old: [Rect], new: [Rect]) {
    self.growth = growth
    self.slack = slack
    self.hasCause = hasCause
    guard hasCause || growth != .zero, !old.isEmpty, !new.isEmpty else { return }
    together = (shared(old, new, alongX: true), shared(old, new, alongX: false))
  }

  private func shared(_ old: [Rect], _ new: [Rect], alongX: Bool) -> Double? {
    func bounds(_ rects: [Rect]) -> (start: Double, end: Double) {
      rects.reduce((.infinity, -.infinity)) { bounds, rect in
        let extent = Extent(rect, alongX: alongX)
        return (min(bounds.0, extent.start), max(bounds.1, extent.end))
      }
    }
    let (a, b) = (bounds(old), bounds(new))
    let growth = alongX ? growth.width : growth.height
    let (start, end) = (b.start - a.start, b.end - a.end)
    let isCentred = abs(start + end - growth) <= 2 * slack
    return isCentred || abs(end - growth) <= slack ? start : nil
  }

  /// Returns whether a child's movement is explained, along each axis. Call it for the children in
  /// order.
  mutating func explains(_ child: Child) -> (x: Bool, y: Bool) {
    let relations = [true, false].map { alongX in
      (
        Self.relation(child.old, child.oldPrevious, alongX: alongX, slack: slack),
        Self.relation(child.new, child.newPrevious, alongX: alongX, slack: slack)
      )
    }
    let wraps =
      child.hasSamePrevious && (hasCause || growth != .zero)
      && relations.contains { $0.0?.relation != $0.1?.relation }
    func isExplained(alongX: Bool, together: Double?, wasExplained: Bool) -> Bool {
      let (old, new) = (Extent(child.old, alongX: alongX), Extent(child.new, alongX: alongX))
      let shift = new.start - old.start
      if abs(shift) < 0.005 || !child.hasSamePrevious || wraps { return true }
      let growth = alongX ? growth.width : growth.height
      let grows = abs(growth) > 0.005 || abs(new.length - old.length) > 0.005
      if grows, abs(new.end - old.end - growth) <= slack { return true }
      if grows, abs((shift + new.end - old.end) - growth) <= 2 * slack { return true }
      if let together, abs(shift - together) <= slack { return true }
      guard let before = relations[alongX ? 0 : 1].0, let after = relations[alongX ? 0 : 1].1,
        before.relation == after.relation
      else { return false }
      guard before.relation == .beside else { return abs(before.gap - after.gap) <= slack }
      let moved = after.previous.start - before.previous.start
      return wasExplained && abs(shift - moved) <= slack
    }
    wasExplained = (
      isExplained(alongX: true, together: together.x, wasExplained: wasExplained.x),
      isExplained(alongX: false, together: together.y, wasExplained: wasExplained.y)
    )
    return wasExplained
  }

  private static func relation(
    _ rect: Rect, _ previous: Rect?, alongX: Bool, slack: Double
  ) -> (relation: Relation, gap: Double, previous: Extent)? {
    guard let previous else { return nil }
    let extent = Extent(rect, alongX: alongX)
    let other = Extent(previous, alongX: alongX)
    if extent.start >= other.end - slack { return (.behind, extent.start - other.end, other) }
    if extent.end <= other.start + slack { return (.before, other.start - extent.end, other) }
    return (.beside, 0, other)
  }
}
