/// The visible part of a page.
///
/// Any offset is allowed: an offset before the start or after the end is an over-scrolled page, as
/// during a bounce. Pinned parts follow the edge of the screen only within their section, so
/// over-scrolling does not move them out of the section. Floating sections do not move on the
/// screen.
package struct Viewport: Sendable, Hashable {
  /// The scroll offset: the y of the screen's top edge in feed coordinates.
  package var offset: Double
  /// The height of the screen in points.
  package var height: Double
  /// The height covered at the top edge, such as by a navigation bar or a safe area.
  package var topInset: Double
  /// The height covered at the bottom edge.
  package var bottomInset: Double

  package init(offset: Double, height: Double, topInset: Double = 0, bottomInset: Double = 0) {
    self.offset = offset.sane
    self.height = height.saneSize
    self.topInset = topInset.sane
    self.bottomInset = bottomInset.sane
  }

  /// The y at which the uncovered part of the screen begins, in feed coordinates.
  package var top: Double { offset + topInset }
  /// The y at which the uncovered part of the screen ends, in feed coordinates.
  package var bottom: Double { offset + height - bottomInset }

  /// The height of the uncovered part of the screen, in points.
  package var visibleHeight: Double { bottom - top }

  /// Returns the viewport with its offset clamped to the scroll range of a page (`UIScrollView`):
  /// from the page's top at the top inset to its bottom at the bottom inset. A page that is shorter
  /// than the screen does not scroll.
  package func clamped(toContentHeight contentHeight: Double) -> Viewport {
    var viewport = self
    let greatest = max(-topInset, contentHeight + bottomInset - height)
    viewport.offset = min(max(offset, -topInset), greatest)
    return viewport
  }

  /// Returns the viewport without the parts of the screen that floating sections cover, which the
  /// pinned parts of other sections avoid. Complexity: O(sections).
  /// - Parameter sections: The sections, whose floating ones are placed in this viewport.
  package func uncovered(by sections: some Sequence<PlacedSection>) -> Viewport {
    var free = self
    for section in sections {
      switch section.section.placement {
      case .flow, .overlay: continue
      case .floatTop: free.topInset = max(free.topInset, section.frame.maxY - offset)
      case .floatBottom:
        free.bottomInset = max(free.bottomInset, offset + height - section.frame.y)
      }
    }
    return free
  }

  /// Sets the y of the floating sections: they stack at the top or bottom edge of the uncovered
  /// part of the screen, in document order. Complexity: O(sections).
  package func placeFloating(_ sections: inout some MutableCollection<PlacedSection>) {
    var y = top
    var below = bottom
    for index in sections.indices where sections[index].section.placement == .floatBottom {
      below -= sections[index].section.gapAbove.saneSize + sections[index].frame.height
    }
    for index in sections.indices {
      switch sections[index].section.placement {
      case .flow, .overlay: continue
      case .floatTop:
        sections[index].frame.y = y + sections[index].section.gapAbove.saneSize
        y = sections[index].frame.maxY
      case .floatBottom:
        sections[index].frame.y = below + sections[index].section.gapAbove.saneSize
        below = sections[index].frame.maxY
      }
    }
  }
}
