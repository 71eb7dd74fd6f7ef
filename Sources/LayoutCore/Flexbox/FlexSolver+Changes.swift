/// A node whose frame a layout changed.
package struct FrameChange: Sendable, Hashable, BitwiseCopyable {
  package var node: Int
  /// Its frame before.
  package var old: NodeArena.Frame
}

/// Two layouts of one solver: what depends on a change is forgotten, so that the second layout computes
/// it again and takes everything else from the caches.
extension FlexSolver {
  /// The content of a leaf, or the style of a node, is another one: neither its own sizes nor those of
  /// its ancestors stand any more. Siblings keep theirs. Complexity: O(depth).
  mutating func invalidate(_ node: Int) {
    var node = Int32(node)
    while node >= 0 {
      states[Int(node)].firstAnswer = -1
      states[Int(node)].flags.remove(.hasFrames)
      node = states[Int(node)].parent
    }
  }

  /// A leaf measures something else now. Complexity: O(depth).
  mutating func contentChanged(of leaf: Int) {
    if states[leaf].flags.contains(.isLeaf) { resolveContent(of: leaf) }
    invalidate(leaf)
  }

  /// Gives a node another style, and its ancestors what they depend on because of it.
  /// Complexity: O(depth x children), and O(subtree) where the direction of text changes.
  /// - Parameter isRightToLeft: of the root.
  mutating func setStyle(
    _ style: Style, of node: Int, in arena: inout NodeArena, isRightToLeft: Bool
  ) {
    let index = arena.setStyle(style, of: node)
    // The kind of a node may have a say in it.
    let style = arena.styles[Int(index)]
    // Nothing below the deepest level is laid out, whatever its style.
    if tooDeep.contains(where: { arena.contains(node, in: $0) }) { return }
    let wasRightToLeft = styles[Int(states[node].style)].flags.contains(.isRightToLeft)
    let isMirrored = direction(of: node, style, root: isRightToLeft)
    let key = ResolvedKey(
      style: index, isRightToLeft: isMirrored, picture: arena.pictureRatio(of: node))
    states[node].style = resolved(key, style)

    let subtree = node..<Int(records[node].subtreeEnd)
    let before = states[node].flags
    resolveVisibility(of: node)
    let after = states[node].flags
    let shown: NodeState.Flags = [.isHidden, .isContents]
    let isOther = before.intersection(shown) != after.intersection(shown)
    if isOther, after.contains(.isHidden) {
      // Nobody visits it any more; whoever visits its children writes their frames again.
      for hidden in subtree { write(hidden, x: 0, y: 0, size: .zero) }
      contentSizes.removeAll { subtree.contains($0.node) }
    }
    if isOther || wasRightToLeft != isMirrored {
      resolveDirections(arena, from: node, isRightToLeft: isRightToLeft)
      for inner in subtree.reversed() {
        states[inner].firstAnswer = -1
        states[inner].flags.remove(.hasFrames)
        collectDependencies(of: inner)
      }
    }
    var ancestor = Int32(node)
    while ancestor >= 0 {
      collectDependencies(of: Int(ancestor))
      ancestor = states[Int(ancestor)].parent
    }
    invalidate(node)
  }

  private mutating func resolved(_ key: ResolvedKey, _ style: Style) -> Int32 {
    if let index = resolvedStyles[key] { return index }
    let index = addStyle(
      ResolvedStyle(style, isRightToLeft: key.isRightToLeft, imageAspectRatio: key.picture))
    resolvedStyles[key] = index
    return index
  }

  /// Gives the next layout a budget of its own. Answers to questions that nobody will ask again pile up from
  /// width to width; when they are many more than one layout needs, all of them are forgotten, as are those
  /// of a layout that spent its budget.
  mutating func beginLayout() {
    if isExhausted || answers.count > 4 * records.count + 64 {
      answers.truncate(to: 0)
      for node in 0..<states.count {
        states[node].firstAnswer = -1
        if isExhausted { states[node].flags.remove(.hasFrames) }
      }
    }
    budget = cost + LayoutBudget.section(nodes: records.count)
  }

  @inline(never) mutating func recordChange(_ node: Int, x: Float, y: Float, size: Pair) {
    let old = frames[node]
    let isSame =
      old.x == x && old.y == y && old.width == size.x && old.height == size.y
    guard !isSame, !states[node].flags.contains(.isRecorded) else { return }
    states[node].flags.insert(.isRecorded)
    changes.push(FrameChange(node: node, old: old))
  }

  /// The nodes whose frames differ from those before the layout, in document order.
  mutating func takeChanges() -> [FrameChange] {
    var result: [FrameChange] = []
    for index in 0..<changes.count {
      let change = changes[index]
      states[change.node].flags.remove(.isRecorded)
      // A frame that was written twice may be what it was.
      if frames[change.node] != change.old { result.append(change) }
    }
    changes.truncate(to: 0)
    result.sort { $0.node < $1.node }
    return result
  }
}

/// What a resolved style is made of.
struct ResolvedKey: Hashable {
  var style: UInt32
  var isRightToLeft: Bool
  /// Ratio of the node's own picture; 0: none.
  var picture: Float
}
