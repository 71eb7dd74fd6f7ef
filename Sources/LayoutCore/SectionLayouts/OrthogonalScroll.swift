/// The resting positions of a carousel or pager along x: pure functions of its groups.
///
/// Offsets are distances from the start of the content, in points, positive towards the end in both
/// reading directions.
package struct OrthogonalScroll: Sendable {
  /// A column of items, in content coordinates without the insets.
  package struct Group: Sendable, Hashable, BitwiseCopyable {
    package var start, width: Double
    package init(start: Double, width: Double) {
      self.start = start
      self.width = width
    }
  }

  package let behaviour: Section.OrthogonalScrolling
  /// The groups, sorted by their starts.
  package let groups: [Group]
  /// The inner width of the section.
  package let viewport: Double
  package let contentWidth: Double

  package init(
    _ behaviour: Section.OrthogonalScrolling, groups: [Group], viewport: Double,
    contentWidth: Double
  ) {
    self.behaviour = behaviour
    self.groups = groups
    self.viewport = viewport
    self.contentWidth = contentWidth
  }

  /// The maximum offset, at which the end of the content is at the viewport's end.
  package var greatestOffset: Double { max(0, contentWidth - viewport) }

  /// Returns the resting offset of a group; an index out of range selects the nearest group.
  ///
  /// Centred groups are in the middle even if that leaves space before the first or after the last
  /// one, as in UIKit. All other behaviours stay within the content.
  package func offset(ofGroup index: Int) -> Double {
    guard behaviour != .none, !groups.isEmpty else { return 0 }
    let group = groups[min(max(0, index), groups.count - 1)]
    switch behaviour {
    case .groupPagingCentered: return group.start + group.width / 2 - viewport / 2
    case .paging: return page((group.start / viewport + 1e-9).rounded(.down))
    default: return min(max(0, group.start), greatestOffset)
    }
  }

  private func page(_ index: Double) -> Double {
    index.isFinite ? min(max(0, index) * viewport, greatestOffset) : 0
  }
}
