/// A layout of one tree of nodes without a section around it, as conformance suites and tools need
/// it.
package struct NodeLayout {
  package var profile: LayoutProfile
  package var isRightToLeft: Bool
  package var leaves: any LeafMeasuring

  package init(profile: LayoutProfile, isRightToLeft: Bool, leaves: any LeafMeasuring) {
    self.profile = profile
    self.isRightToLeft = isRightToLeft
    self.leaves = leaves
  }

  /// Lays out the tree of node 0.
  /// - Parameters:
  ///   - width: The root's width, unless its style has one; `nil` means that of its content.
  ///   - height: The root's height, unless its style has one; `nil` means that of its content.
  /// - Returns: The number of times that the content of a node was computed.
  @discardableResult
  package func layOut(_ arena: inout NodeArena, width: Float?, height: Float?) -> Int {
    let nodes = arena.count
    return layOut(
      &arena, width: width, height: height, budget: LayoutBudget.section(nodes: nodes)
    ).computations
  }

  /// Lays out the tree of node 0 with a budget other than that of a section.
  package func layOut(
    _ arena: inout NodeArena, width: Float?, height: Float?, budget: Int
  ) -> LayoutCost {
    var solver = FlexSolver(
      arena, isRightToLeft: isRightToLeft, profile: profile, leaves: leaves)
    solver.budget = budget
    solver.layOutRoot(
      0, available: Pair(width.map(\.asSize) ?? .nan, height.map(\.asSize) ?? .nan))
    solver.finish(&arena)
    return LayoutCost(of: solver)
  }
}
