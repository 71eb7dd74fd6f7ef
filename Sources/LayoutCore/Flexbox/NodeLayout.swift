/// Lays out one tree of nodes without a section around it: what conformance suites and tools ask for.
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
  ///   - width: the root's, unless its style has one; `nil`: its content's.
  ///   - height: as `width`.
  /// - Returns: how often the content of a node was computed.
  @discardableResult
  package func layOut(_ arena: inout NodeArena, width: Float?, height: Float?) -> Int {
    let nodes = arena.count
    return layOut(
      &arena, width: width, height: height, budget: LayoutBudget.section(nodes: nodes)
    ).computations
  }

  /// As `layOut(_:width:height:)`, with a budget other than that of a section.
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
