/// A tree of nodes that stays laid out: a change recomputes only what depends on it.
///
/// ```swift
/// var tree = NodeTree(arena, profile: .contract, isRightToLeft: false, leaves: leaves)
/// tree.layOut(width: 390, height: nil)
/// tree.leaves = longerTexts
/// tree.contentChanged(of: 7)
/// for change in tree.layOut(width: 390, height: nil) { … }
/// ```
///
/// Frames equal those of a layout from scratch, whatever the order of changes.
/// Complexity of a layout: O(children of the ancestors of changed nodes, and nodes that depend on
/// them); it allocates nothing but the list of changes.
package struct NodeTree: ~Copyable {
  private var arena: NodeArena
  private var solver: FlexSolver
  private let isRightToLeft: Bool

  package init(
    _ arena: NodeArena, profile: LayoutProfile, isRightToLeft: Bool, leaves: any LeafMeasuring
  ) {
    self.arena = arena
    self.isRightToLeft = isRightToLeft
    // The frames are kept in the solver.
    self.arena.frames = []
    solver = FlexSolver(arena, isRightToLeft: isRightToLeft, profile: profile, leaves: leaves)
  }

  /// The measurements of the leaves. After a change, call `contentChanged(of:)` for each affected
  /// leaf.
  package var leaves: any LeafMeasuring {
    get { solver.leaves }
    set { solver.leaves = newValue }
  }

  package var count: Int { arena.count }
  package func frame(of node: Int) -> NodeArena.Frame { solver.frames[node] }
  /// The frames of all nodes. Complexity: O(nodes).
  package var frames: [NodeArena.Frame] { solver.frames.array }
  package func style(of node: Int) -> Style { arena.styles[Int(arena.records[node].style)] }
  /// The total number of visits of all layouts.
  package var visits: Int { solver.visits }

  /// Invalidates a leaf whose content changed.
  package mutating func contentChanged(of leaf: Int) { solver.contentChanged(of: leaf) }

  package mutating func setStyle(_ style: Style, of node: Int) {
    solver.setStyle(style, of: node, in: &arena, isRightToLeft: isRightToLeft)
  }

  /// Lays out the tree of node 0.
  /// - Parameters:
  ///   - width: The root's width, unless its style has one; `nil` means that of its content.
  ///   - height: The root's height, unless its style has one; `nil` means that of its content.
  /// - Returns: The nodes whose frames changed, in document order; empty after the first layout.
  @discardableResult
  package mutating func layOut(width: Float?, height: Float?) -> [FrameChange] {
    solver.beginLayout()
    solver.layOutRoot(
      0, available: Pair(width.map(\.asSize) ?? .nan, height.map(\.asSize) ?? .nan))
    // The first layout has no previous frames to compare with.
    defer { solver.recordsChanges = true }
    return solver.takeChanges()
  }

  /// Returns the nodes with their frames.
  package consuming func finish() -> NodeArena {
    solver.finish(&arena)
    return arena
  }
}
