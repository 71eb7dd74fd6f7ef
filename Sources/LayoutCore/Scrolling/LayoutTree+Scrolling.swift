extension LayoutTree {
  /// The page, which is not scrolled yet, as a screen shows it: floating sections stand at the screen's
  /// edges, pinned headers and footers where they follow them. Nothing is laid out.
  ///
  /// All frames stay in their coordinates, of the feed and of the parent. Complexity: O(sections).
  package func scrolled(to viewport: Viewport) -> LayoutTree {
    var tree = self
    tree.viewport = viewport
    viewport.placeFloating(&tree.sections)
    for index in tree.sections.indices { tree.sections[index].pin(in: viewport) }
    return tree
  }
}

extension LayoutSection {
  fileprivate mutating func pin(in viewport: Viewport) {
    if let header, let rest = parts.header, let frame = viewport.headerFrame(of: self) {
      move(header.node, by: frame.y - self.frame.y - rest.y)
    }
    if let footer, let rest = parts.footer, let frame = viewport.footerFrame(of: self) {
      move(footer.node, by: frame.y - self.frame.y - rest.y)
    }
  }

  private mutating func move(_ node: Int, by distance: Double) {
    guard distance != 0, node < arena.count else { return }
    var frame = LayoutNode(arena: arena, index: node).frame
    frame.y += distance
    arena.setFrame(frame, of: node)
  }
}
