/// A reference to one node: its arena, and its index in the arena.
package struct LayoutNode {
  package let arena: NodeArena
  package let index: Int

  package init(arena: NodeArena, index: Int) {
    self.arena = arena
    self.index = index
  }

  package var record: NodeArena.Record { arena.records[index] }
  package var kind: NodeKind { record.kind }
  package var style: Style { arena.styles[Int(record.style)] }
  package var content: NodeContent { arena.content(of: index) ?? NodeContent() }
  /// The frame relative to the parent's border box, in points, unrounded.
  package var frame: Rect { arena.frames[index].rect }

  /// The node's own name, or the word for its kind, such as "text", if it has no name.
  package var name: String {
    let name = content.name
    return name.count == 0 ? kind.word : arena.string(name)
  }
  package var text: String { arena.string(content.text) }
  package var label: String { arena.string(content.label) }
  package var badge: String { arena.string(content.badge) }
  package var actionType: String { arena.string(content.actionType) }
  package var actionTarget: String { arena.string(content.actionTarget) }
  package var color: String { arena.string(content.color) }
  package var background: String { arena.string(content.background) }

  /// The children in document order. Complexity: O(children).
  package var children: [LayoutNode] {
    var result: [LayoutNode] = []
    var child = index + 1
    let end = Int(record.subtreeEnd)
    while child < end {
      result.append(LayoutNode(arena: arena, index: child))
      child = Int(arena.records[child].subtreeEnd)
    }
    return result
  }

  /// Returns the distance in points by which content is scrolled to the left: the scroll offset of
  /// a carousel, or the distance from the first to the current page of a pager. 0 for other nodes.
  package func contentOrigin(isRightToLeft: Bool) -> Double {
    contentOrigin(isRightToLeft: isRightToLeft) { arena.frames[$0].rect }
  }

  /// - Parameter frame: Returns the frame to use for a node index, such as a rounded one.
  package func contentOrigin(isRightToLeft: Bool, frame: (Int) -> Rect) -> Double {
    switch kind {
    case .carousel:
      let scroll = Double(content.scroll)
      return isRightToLeft ? -scroll : scroll
    case .pager:
      let items = children.filter { arena.isItem($0.index) }.map { frame($0.index) }
      let first = Int(content.current) * max(1, Int(style.lanes))
      guard items.indices.contains(first) else { return 0 }
      return isRightToLeft ? items[first].maxX - items[0].maxX : items[first].x - items[0].x
    default: return 0
    }
  }
}

extension NodeArena {
  /// Returns whether a child of a collection is an item. Absolute and hidden nodes are not items.
  package func isItem(_ node: Int) -> Bool {
    let style = Int(records[node].style)
    return styles[style].position != .absolute && styles[style].display != .none
  }
}

extension Section {
  /// The root node; `nil` for a section without nodes.
  package var root: LayoutNode? {
    arena.count == 0 ? nil : LayoutNode(arena: arena, index: 0)
  }
}
