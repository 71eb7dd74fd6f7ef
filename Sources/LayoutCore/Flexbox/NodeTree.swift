/// A tree of nodes that stays laid out: after a change, only what depends on it is computed again.
///
/// ```swift
/// var tree = NodeTree(arena, profile: .contract, isRightToLeft: false, leaves: leaves)
/// tree.layOut(width: 390, height: nil)
/// tree.leaves = longerTexts
/// tree.contentChanged(of: 7)
/// for change in tree.layOut(width: 390, height: nil) { … }
/// ```
///
/// Frames are those of a layout from scratch, whatever the order of changes.
/// Complexity of a layout: O(children of the ancestors of what has changed, and what depends on them);
/// nothing is allocated in it beyond the list of changes.
package struct NodeTree: ~Copyable {
  private var arena: NodeArena
  private var solver: FlexSolver
  /// Resolved style by the arena's style; -1: not resolved yet.
  private var resolved: [Int32]
  private let isRightToLeft: Bool
  /// Some style states a direction of its own.
  private var statesDirection: Bool

  package init(
    _ arena: NodeArena, profile: LayoutProfile, isRightToLeft: Bool, leaves: any LeafMeasuring
  ) {
    self.arena = arena
    self.isRightToLeft = isRightToLeft
    resolved = arena.styles.indices.map { Int32($0) }
    statesDirection = arena.styles.contains { $0.direction != .inherit }
    solver = FlexSolver(arena, isRightToLeft: isRightToLeft, profile: profile, leaves: leaves)
  }

  /// Whoever changes what a leaf measures says so with `contentChanged(of:)`.
  package var leaves: any LeafMeasuring {
    get { solver.leaves }
    set { solver.leaves = newValue }
  }

  package var count: Int { arena.count }
  package func frame(of node: Int) -> NodeArena.Frame { solver.frames[node] }
  package func style(of node: Int) -> Style { arena.styles[Int(arena.records[node].style)] }
  /// How many visits of nodes all layouts together took.
  package var visits: Int { solver.visits }

  /// A leaf measures something else now.
  package mutating func contentChanged(of leaf: Int) {
    if Int(arena.records[leaf].subtreeEnd) == leaf + 1 { solver.resolveContent(of: leaf) }
    solver.invalidate(leaf)
  }

  package mutating func setStyle(_ style: Style, of node: Int) {
    guard !solver.tooDeep.contains(where: { arena.contains(node, in: $0) }) else { return }
    let index = Int(arena.setStyle(style, of: node))
    while resolved.count <= index { resolved.append(-1) }
    if resolved[index] < 0 {
      resolved[index] = solver.addStyle(ResolvedStyle(style, isRightToLeft: isRightToLeft))
    }
    solver.restyle(node, style: resolved[index])
    if style.direction != .inherit { statesDirection = true }
    if statesDirection { solver.redirect(arena, from: node, isRightToLeft: isRightToLeft) }
  }

  /// Lays out the tree of node 0.
  /// - Parameters:
  ///   - width: the root's, unless its style has one; `nil`: its content's.
  ///   - height: as `width`.
  /// - Returns: the nodes whose frames are other ones than before, in document order;
  ///   none after the first layout.
  @discardableResult
  package mutating func layOut(width: Float?, height: Float?) -> [FrameChange] {
    solver.forgetOldAnswers()
    solver.layOutRoot(
      0, available: Pair(width.map(\.asSize) ?? .nan, height.map(\.asSize) ?? .nan))
    // The first layout has nothing to compare with.
    defer { solver.recordsChanges = true }
    return solver.takeChanges()
  }

  /// The nodes with their frames.
  package consuming func finish() -> NodeArena {
    solver.finish(&arena)
    return arena
  }
}
