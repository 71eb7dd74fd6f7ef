/// Directions of text that differ within one tree: rare, so styles are resolved for the direction of the
/// root, and once more for the other one where a node needs that.
extension FlexSolver {
  /// Gives the nodes of a subtree the style for their own direction, which is that of the nearest
  /// ancestor that states one.
  /// - Parameter isRightToLeft: of the root.
  mutating func resolveDirections(_ arena: NodeArena, from root: Int, isRightToLeft: Bool) {
    var mirrored: [Int32: Int32] = [:]
    for node in root..<Int(records[root].subtreeEnd) {
      let parent = states[node].parent
      let style = arena.styles[Int(arena.records[node].style)]
      let current = states[node].style
      let wanted =
        switch style.direction {
        case .ltr: false
        case .rtl: true
        case .inherit:
          parent < 0
            ? isRightToLeft
            : styles[Int(states[Int(parent)].style)].flags.contains(.isRightToLeft)
        }
      guard styles[Int(current)].flags.contains(.isRightToLeft) != wanted else { continue }
      if let index = mirrored[current] {
        states[node].style = index
        continue
      }
      let picture =
        styles[Int(current)].flags.contains(.hasOwnRatio)
        ? 0 : styles[Int(current)].aspectRatio.or(0)
      let index = addStyle(
        ResolvedStyle(style, isRightToLeft: wanted, imageAspectRatio: picture))
      mirrored[current] = index
      states[node].style = index
    }
  }

  /// After a change of style where directions differ: resolves them anew below a node, and forgets what
  /// was computed there. Complexity: O(subtree + depth x children).
  mutating func redirect(_ arena: NodeArena, from root: Int, isRightToLeft: Bool) {
    resolveDirections(arena, from: root, isRightToLeft: isRightToLeft)
    var node = Int(records[root].subtreeEnd)
    while node > root {
      node -= 1
      collectDependencies(of: node)
      states[node].firstAnswer = -1
      states[node].flags.remove(.hasFrames)
    }
    restyle(root, style: states[root].style)
  }
}
