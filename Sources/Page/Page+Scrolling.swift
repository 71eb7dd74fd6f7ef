package import LayoutCore

extension Page {
  /// Returns the page as it is visible at a scroll offset: floating sections move to the screen's
  /// edges, and pinned headers and footers follow those edges. Nothing is laid out again.
  ///
  /// The page must not be scrolled yet. Section frames remain in feed coordinates, and node frames
  /// remain relative to their parents. Complexity: O(sections).
  package func scrolled(to viewport: Viewport) -> Page {
    var page = self
    page.viewport = viewport
    viewport.placeFloating(&page.sections)
    let free = viewport.uncovered(by: page.sections)
    for index in page.sections.indices {
      // A part of a floating section moves with its section, and stays where it is.
      let isFloating = [.floatTop, .floatBottom].contains(page.sections[index].section.placement)
      page.sections[index].pin(in: isFloating ? viewport : free)
    }
    return page
  }
}

extension PlacedSection {
  fileprivate mutating func pin(in viewport: Viewport) {
    let parts = [
      (section.header, parts.header, viewport.headerFrame(of: self)),
      (section.footer, parts.footer, viewport.footerFrame(of: self)),
    ]
    for case let (part?, rest?, pinned?) in parts {
      move(part.node, by: pinned.y - frame.y - rest.y)
    }
  }

  private mutating func move(_ node: Int, by distance: Double) {
    guard distance != 0, node < arena.count else { return }
    var frame = LayoutNode(arena: arena, index: node).frame
    frame.y += distance
    section.arena.setFrame(frame, of: node)
  }
}
