/// The horizontal offsets at which a carousel or pager stops: pure functions of its groups.
///
/// Offsets are distances from the start of the content, in points, positive towards the trailing
/// edge.
struct OrthogonalScroll<Number: LayoutNumber> {
  /// A column of items, in content coordinates without the insets.
  struct Group {
    var start, width: Number
  }

  let behaviour: Section.OrthogonalScrolling
  /// The groups, sorted by their starts.
  let groups: [Group]
  /// The inner width of the section.
  let viewport: Number
  let contentWidth: Number

  /// The maximum offset, at which the trailing edges of content and viewport coincide.
  var greatestOffset: Number { .most(0, contentWidth - viewport) }

  /// Returns the stop offset of a group; an index out of range selects the nearest group.
  ///
  /// Centred groups are in the middle even if that leaves space before the first or after the last
  /// group, as in UIKit. All other behaviours stay within the content. Pages of a width rest at
  /// multiples of it, and the last page rests at the end: a group that reaches into the last page is
  /// shown there.
  func offset(ofGroup index: Int) -> Number {
    guard behaviour != .none, !groups.isEmpty else { return 0 }
    let group = groups[min(max(0, index), groups.count - 1)]
    switch behaviour {
    case .groupPagingCentered: return group.start + group.width / 2 - viewport / 2
    case .paging:
      let page = max(0, (group.start.value / viewport.value + 1e-9).rounded(.down))
      guard page.isFinite else { return 0 }
      let next = Number(page + 1) * viewport
      let isInLast =
        next.value > greatestOffset.value && (group.start + group.width).value > next.value + 1e-6
      return isInLast ? greatestOffset : .least(Number(page) * viewport, greatestOffset)
    default: return .least(.most(0, group.start), greatestOffset)
    }
  }

  /// Returns the offset for a requested distance from the start, at most `greatestOffset`.
  func offset(by distance: Double) -> Number {
    behaviour == .none ? 0 : .least(Number(distance), greatestOffset)
  }
}
