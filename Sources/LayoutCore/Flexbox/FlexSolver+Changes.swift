/// A node whose frame a layout changed.
package struct FrameChange: Sendable, Hashable, BitwiseCopyable {
  package var node: Int
  /// The frame before the change.
  package var old: NodeArena.Frame
}

/// Repeated layouts with one solver: a change invalidates whatever depends on it, so that the next
/// layout recomputes that and takes everything else from the caches.
extension FlexSolver {
  /// Invalidates the cached sizes of a node and its ancestors after the content of a leaf or the
  /// style of a node changed. Siblings keep theirs. Complexity: O(depth).
  mutating func invalidate(_ node: Int) {
    var node = Int32(node)
    while node >= 0 {
      states[Int(node)].firstAnswer = -1
      states[Int(node)].flags.remove(.hasFrames)
      node = states[Int(node)].parent
    }
  }

  /// Updates a leaf whose content changed. Complexity: O(depth).
  mutating func contentChanged(of leaf: Int) {
    if states[leaf].flags.contains(.isLeaf) { resolveContent(of: leaf) }
    invalidate(leaf)
  }

  /// Sets the style of a node and updates the dependencies of its ancestors.
  /// Complexity: O(depth x children), plus O(subtree) if the text direction or the visibility
  /// changes.
  /// - Parameter isRightToLeft: The direction of the root.
  mutating func setStyle(
    _ style: Style, of node: Int, in arena: inout NodeArena, isRightToLeft: Bool
  ) {
    let index = arena.setStyle(style, of: node)
    // The arena may adapt the style to the kind of the node.
    let style = arena.styles[Int(index)]
    // Nodes below the deepest level are not laid out, whatever their style.
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
      // The node itself is no longer visited. If its children are, their visit writes their frames
      // again.
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

  /// Starts a new budget for the next layout. Answers to obsolete queries accumulate as the width
  /// changes; once there are many more than one layout needs, all answers are discarded, as are
  /// those of a layout that exhausted its budget.
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

  /// Returns the nodes whose frames differ from those before the layout, in document order.
  mutating func takeChanges() -> [FrameChange] {
    var result: [FrameChange] = []
    for index in 0..<changes.count {
      let change = changes[index]
      states[change.node].flags.remove(.isRecorded)
      // A frame that was written twice may have its old value again.
      if frames[change.node] != change.old { result.append(change) }
    }
    changes.truncate(to: 0)
    result.sort { $0.node < $1.node }
    return result
  }
}

/// The inputs of a resolved style.
struct ResolvedKey: Hashable {
  var style: UInt32
  var isRightToLeft: Bool
  /// The aspect ratio of the node's own picture; 0 if there is none.
  var picture: Float
}
