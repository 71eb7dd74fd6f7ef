/// A view of one node of an arena.
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

  /// The node's own name, or else the word of its kind.
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

  /// Returns how far the items of a carousel or pager are scrolled to the left, in points: to its
  /// offset, or from the first page to the current one. 0 for other nodes.
  package func contentOrigin(isRightToLeft: Bool) -> Double {
    contentOrigin(isRightToLeft: isRightToLeft) { arena.frames[$0].rect }
  }

  /// - Parameter frame: Returns the frame of a node by index, in place of the exact one.
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
  /// Returns whether a node is an item: absolutely positioned nodes lie on top of the items.
  package func isItem(_ node: Int) -> Bool {
    let style = Int(records[node].style)
    return styles[style].position != .absolute && styles[style].display != .none
  }
}

extension Section {
  /// The root node; `nil` for a section without a body.
  package var root: LayoutNode? {
    arena.count == 0 ? nil : LayoutNode(arena: arena, index: 0)
  }
}
