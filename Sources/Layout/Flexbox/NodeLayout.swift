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

  /// Lays out the tree, whose root is node 0.
  /// - Parameters:
  ///   - width: The root's width unless its style has one; `nil` means the content's width.
  ///   - height: The root's height unless its style has one; `nil` means the content's height.
  ///   - budget: The maximum cost in visits; by default the budget of a section.
  @discardableResult
  package func layOut(
    _ arena: inout NodeArena, width: Float?, height: Float?, budget: Int? = nil
  ) -> LayoutCost {
    var solver = FlexSolver(
      arena, isRightToLeft: isRightToLeft, profile: profile, leaves: leaves)
    solver.budget = budget ?? solver.budget
    solver.layOutRoot(
      0, available: Pair(width.map { $0.asSize } ?? .nan, height.map { $0.asSize } ?? .nan))
    solver.finish(&arena)
    return LayoutCost(of: solver)
  }
}
