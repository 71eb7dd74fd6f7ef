import LayoutCore

package enum Visibility: String, Sendable {
  case visible, clipped, offscreen
}

extension SectionView {
  /// Returns the visibility of every node, by index. Nodes that are not items are visible.
  ///
  /// Lists show all of their items, because they grow instead of scrolling.
  static func visibilities(
    of section: PlacedSection, frames: [Rect], isRightToLeft: Bool
  ) -> [Visibility] {
    let arena = section.arena
    var result = [Visibility](repeating: .visible, count: arena.count)
    for parent in 0..<arena.count {
      let kind = arena.records[parent].kind
      guard kind == .carousel || kind == .pager else { continue }
      var box = Rect(x: 0, y: 0, width: frames[parent].width, height: frames[parent].height)
      if kind == .pager {
        box.x = pageOrigin(
          of: LayoutNode(arena: arena, index: parent), frames: frames,
          isRightToLeft: isRightToLeft)
      }
      for child in arena.children(of: parent) where arena.isItem(child) {
        result[child] = visibility(of: frames[child], in: box)
      }
    }
    // Rows that scroll along x are clipped by the section's box.
    if section.scrollsAlongX, section.isRootOfParts, arena.count > 0 {
      let box = Rect(x: 0, y: 0, width: frames[0].width, height: frames[0].height)
      for row in section.rows where frames.indices.contains(row.node) {
        result[row.node] = visibility(of: frames[row.node], in: box)
      }
    }
    return result
  }

  /// Returns how far the current page is along x from the first one: pages lie side by side.
  static func pageOrigin(
    of pager: LayoutNode, frames: [Rect], isRightToLeft: Bool
  ) -> Double {
    let items = pager.children.filter { pager.arena.isItem($0.index) }
    let first = Int(pager.content.current) * max(1, Int(pager.style.lanes))
    guard items.indices.contains(first) else { return 0 }
    let item = frames[items[first].index]
    let origin = frames[items[0].index]
    return isRightToLeft ? item.maxX - origin.maxX : item.x - origin.x
  }

  /// Ignores a hundredth of a point, because frames are stored as Float.
  private static func visibility(of item: Rect, in box: Rect) -> Visibility {
    let slack = 0.01
    func isOutside(_ low: Double, _ high: Double, _ start: Double, _ end: Double) -> Bool {
      // An empty item on the edge is inside.
      high < start - slack || low > end + slack
        || (high - low > slack && (high < start + slack || low > end - slack))
    }
    if isOutside(item.x, item.maxX, box.x, box.maxX)
      || isOutside(item.y, item.maxY, box.y, box.maxY)
    {
      return .offscreen
    }
    let isInside =
      item.x >= box.x - slack && item.maxX <= box.maxX + slack && item.y >= box.y - slack
      && item.maxY <= box.maxY + slack
    return isInside ? .visible : .clipped
  }
}
