/// Detection of nodes of unbounded height, for profiles that lay content out within the available
/// height.
extension FlexSolver {
  /// Marks the nodes of unbounded height: the root if it has no height limit, absolute boxes that
  /// lack a top or bottom inset, items of columns that scroll, and children of marked nodes. A
  /// definite height or maximum height, or in a bounded column a definite basis, bounds a node.
  /// Complexity: O(nodes).
  mutating func findUnboundHeights(from root: Int, available: Float) {
    for node in root..<Int(records[root].subtreeEnd) {
      let isUnbound = hasUnboundHeight(node, root, available)
      guard states[node].flags.contains(.hasUnboundHeight) != isUnbound else { continue }
      states[node].flags.set(.hasUnboundHeight, isUnbound)
      // Cached answers were computed for the previous value of the flag.
      if answers.count > 0 { invalidate(node) }
    }
  }

  /// Discards the cached sizes of a node and of its ancestors. Complexity: O(depth).
  private mutating func invalidate(_ node: Int) {
    var node = Int32(node)
    while node >= 0 {
      states[Int(node)].firstAnswer = -1
      states[Int(node)].flags.remove(.hasFrames)
      node = states[Int(node)].parent
    }
  }

  private func hasUnboundHeight(_ node: Int, _ root: Int, _ available: Float) -> Bool {
    let style = styles[Int(states[node].style)]
    let parent = parent(of: node)
    if node == root || parent < 0 {
      return available.isNaN && style.height.unit != .points && style.maxHeight.unit != .points
    }
    let container = styles[Int(states[parent].style)]
    let isParentUnbound = states[parent].flags.contains(.hasUnboundHeight)
    func isDefinite(_ length: Length) -> Bool {
      length.unit == .points || length.unit == .percent && !isParentUnbound
    }
    if isDefinite(style.height) || isDefinite(style.maxHeight) { return false }
    if style.flags.contains(.isAbsolute) {
      return style.inset.top.unit == .auto || style.inset.bottom.unit == .auto
    }
    if container.main == .y {
      if !isParentUnbound, isDefinite(style.basis) { return false }
      if container.flags.contains(.scrolls) { return true }
    }
    return isParentUnbound
  }
}
