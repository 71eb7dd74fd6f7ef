/// Text directions that differ within one tree. They are rare, so styles are resolved for the
/// root's direction first, and for the opposite direction only if a node needs it.
extension FlexSolver {
  /// Assigns each node the style for its own direction: the direction that the node specifies, or
  /// else the nearest ancestor that specifies one.
  /// - Parameter isRightToLeft: The direction of the root.
  mutating func resolveDirections(_ arena: NodeArena, isRightToLeft: Bool) {
    var mirrored: [Int32: Int32] = [:]
    for node in 0..<records.count {
      let style = arena.styles[Int(arena.records[node].style)]
      let current = states[node].style
      let wanted = direction(of: node, style, root: isRightToLeft)
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

  /// Returns whether a node is right-to-left. The style of its parent must be resolved.
  private func direction(of node: Int, _ style: Style, root isRightToLeft: Bool) -> Bool {
    switch style.direction {
    case .ltr: return false
    case .rtl: return true
    case .inherit:
      let parent = states[node].parent
      if parent < 0 { return isRightToLeft }
      return styles[Int(states[Int(parent)].style)].flags.contains(.isRightToLeft)
    }
  }

  /// Adds a resolved style and its box. Returns the index that both have.
  mutating func addStyle(_ style: ResolvedStyle) -> Int32 {
    styles.push(style)
    // A box with percentages is made again for each container.
    boxes.push(makeBox(style, basis: .undefined))
    return Int32(styles.count - 1)
  }
}
