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

  /// Returns the resting offset nearest to a proposed one, or the smaller of two equally near.
  ///
  /// - Parameter current: The current group: the two behaviours that page by groups move by at most
  ///   one group. `nil` lifts this limit.
  /// Complexity: O(log groups).
  package func restingOffset(nearest proposed: Double, from current: Int? = nil) -> Double {
    let proposed = proposed.isNaN ? 0 : proposed
    switch behaviour {
    case .none: return 0
    case .continuous: return min(max(0, proposed), greatestOffset)
    case .paging:
      let proposed = min(max(0, proposed), greatestOffset)
      let lower = page((proposed / viewport).rounded(.down))
      let upper = min(lower + viewport, greatestOffset)
      return proposed - lower <= upper - proposed ? lower : upper
    case .continuousGroupLeadingBoundary: return offset(ofGroup: nearestGroup(proposed))
    case .groupPaging, .groupPagingCentered:
      var group = nearestGroup(proposed)
      if let current {
        let current = min(max(0, current), groups.count)
        group = min(max(group, current - 1), current + 1)
      }
      return offset(ofGroup: group)
    }
  }

  private func page(_ index: Double) -> Double {
    index.isFinite ? min(max(0, index) * viewport, greatestOffset) : 0
  }

  private func nearestGroup(_ proposed: Double) -> Int {
    let next = groups.indices.partitioningIndex { offset(ofGroup: $0) >= proposed }
    guard next > 0 else { return 0 }
    guard next < groups.count else { return groups.count - 1 }
    let isBefore = proposed - offset(ofGroup: next - 1) <= offset(ofGroup: next) - proposed
    return isBefore ? next - 1 : next
  }
}
