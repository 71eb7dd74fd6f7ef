package import LayoutCore

/// The node at a point, and its tap action.
package struct Hit: Sendable, Hashable {
  /// The index of the section on the page.
  package var section: Int
  /// The nodes from the section's root to the innermost one that contains the point.
  package var path: [Int]
  /// The action of the innermost node that has one: a tap on an item's text triggers the item's
  /// action.
  package var actionType: String
  package var actionTarget: String
}

extension Page {
  /// Returns the topmost node at a point of the feed, in points; `nil` outside all sections. On a
  /// scrolled page, floating sections and pinned parts are where they are seen. A collection clips its
  /// items, and every node clips its children: what overflows a node is not tapped.
  ///
  /// Floating sections are above overlays, and overlays are above all other sections. Within a
  /// section, header and footer are above the rows, because they may be pinned, and the background
  /// is below the rows. Later siblings are above earlier ones. Complexity: O(sections + children on
  /// the path).
  package func hit(at point: Point) -> Hit? {
    var hit: Int?
    for index in sections.indices where sections[index].frame.contains(point) {
      if let hit, sections[hit].section.placement.level > sections[index].section.placement.level {
        continue
      }
      hit = index
    }
    guard let hit else { return nil }
    let section = sections[hit]
    guard let root = section.section.root else { return nil }

    let isRightToLeft = environment.direction == .rtl
    // The root of a bare row can be a collection that is scrolled; that of several rows never is.
    let origin = section.section.isBareRow ? root.contentOrigin(isRightToLeft: isRightToLeft) : 0
    var local = Point(x: point.x - section.frame.x + origin, y: point.y - section.frame.y)
    var path = [root.index]
    var action = (root.actionType, root.actionTarget)
    var node = root
    while let child = section.topmostFirst(childrenOf: node).first(where: {
      $0.frame.contains(local)
    }) {
      let origin = child.contentOrigin(isRightToLeft: isRightToLeft)
      local = Point(x: local.x - child.frame.x + origin, y: local.y - child.frame.y)
      path.append(child.index)
      if !child.actionTarget.isEmpty { action = (child.actionType, child.actionTarget) }
      node = child
    }
    return Hit(section: hit, path: path, actionType: action.0, actionTarget: action.1)
  }
}

extension PlacedSection {
  fileprivate func topmostFirst(childrenOf node: LayoutNode) -> [LayoutNode] {
    let children: [LayoutNode] = node.children.reversed()
    guard node.index == 0, !section.isBareRow else { return children }
    let supplements = [section.header?.node, section.footer?.node]
    let behind = section.background
    return children.filter { supplements.contains($0.index) }
      + children.filter { !supplements.contains($0.index) && $0.index != behind }
      + children.filter { $0.index == behind }
  }
}

extension Section.Placement {
  /// The stacking level; higher levels are on top.
  package var level: Int {
    switch self {
    case .flow: 0
    case .overlay: 1
    case .floatTop, .floatBottom: 2
    }
  }
}
