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
  private let isRightToLeft: Bool

  package init(
    _ arena: NodeArena, profile: LayoutProfile, isRightToLeft: Bool, leaves: any LeafMeasuring
  ) {
    self.arena = arena
    self.isRightToLeft = isRightToLeft
    // The solver has the frames.
    self.arena.frames = []
    solver = FlexSolver(arena, isRightToLeft: isRightToLeft, profile: profile, leaves: leaves)
  }

  /// Whoever changes what a leaf measures says so with `contentChanged(of:)`.
  package var leaves: any LeafMeasuring {
    get { solver.leaves }
    set { solver.leaves = newValue }
  }

  package var count: Int { arena.count }
  package func frame(of node: Int) -> NodeArena.Frame { solver.frames[node] }
  /// Of all nodes. Complexity: O(nodes).
  package var frames: [NodeArena.Frame] { solver.frames.array }
  package func style(of node: Int) -> Style { arena.styles[Int(arena.records[node].style)] }
  /// How many visits of nodes all layouts together took.
  package var visits: Int { solver.visits }

  /// A leaf measures something else now.
  package mutating func contentChanged(of leaf: Int) { solver.contentChanged(of: leaf) }

  package mutating func setStyle(_ style: Style, of node: Int) {
    solver.setStyle(style, of: node, in: &arena, isRightToLeft: isRightToLeft)
  }

  /// Lays out the tree of node 0.
  /// - Parameters:
  ///   - width: the root's, unless its style has one; `nil`: its content's.
  ///   - height: as `width`.
  /// - Returns: the nodes whose frames are other ones than before, in document order;
  ///   none after the first layout.
  @discardableResult
  package mutating func layOut(width: Float?, height: Float?) -> [FrameChange] {
    solver.beginLayout()
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
