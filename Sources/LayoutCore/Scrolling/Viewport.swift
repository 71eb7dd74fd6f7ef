/// The part of a page that a screen shows.
///
/// Any offset is allowed: one before the start or behind the end is an over-scrolled page, as while it
/// bounces. Pinned parts follow the edge of the screen only within their section, so over-scrolling
/// moves none of them, and floating sections stay with the screen.
package struct Viewport: Sendable, Hashable {
  /// How far the page is scrolled: y of the screen's top edge in feed coordinates.
  package var offset: Double
  package var height: Double
  /// Covered at the top edge: a navigation bar, a safe area.
  package var topInset: Double
  /// Covered at the bottom edge.
  package var bottomInset: Double

  package init(offset: Double, height: Double, topInset: Double = 0, bottomInset: Double = 0) {
    self.offset = offset.sane
    self.height = height.saneSize
    self.topInset = topInset.sane
    self.bottomInset = bottomInset.sane
  }

  /// y where nothing covers the screen any more, and where something begins to.
  package var top: Double { offset + topInset }
  package var bottom: Double { offset + height - bottomInset }

  /// The offset at which a page of some height rests: at least so that its start is at the top inset,
  /// at most so that its end is at the bottom one (`UIScrollView`); a shorter page does not scroll.
  package func clamped(toContentHeight contentHeight: Double) -> Viewport {
    var viewport = self
    let greatest = max(-topInset, contentHeight + bottomInset - height)
    viewport.offset = min(max(offset, -topInset), greatest)
    return viewport
  }

  /// Stands the floating sections at the edges, several one below the other in document order.
  /// Complexity: O(sections).
  @specialized(where Section == LayoutSection)
  package func placeFloating<Section: PlacedSection>(_ sections: inout [Section]) {
    var y = top
    var below = bottom
    for index in sections.indices where sections[index].placement == .floatBottom {
      below -= sections[index].gapAbove.saneSize + sections[index].frame.height
    }
    for index in sections.indices {
      switch sections[index].placement {
      case .flow, .overlay: continue
      case .floatTop:
        sections[index].frame.y = y + sections[index].gapAbove.saneSize
        y = sections[index].frame.maxY
      case .floatBottom:
        sections[index].frame.y = below + sections[index].gapAbove.saneSize
        below = sections[index].frame.maxY
      }
    }
  }
}
