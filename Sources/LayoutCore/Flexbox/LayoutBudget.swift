/// How much work layout may be, counted in visits, so that the outcome is the same on every machine.
///
/// | costs one visit |
/// |---|
/// | computing the content of a node once: its width, height, baseline or frames |
/// | each child that this looks at |
/// | each 8 bytes of a text that is measured, for each time |
///
/// A feed takes about ten visits for a node. Caches bound what nesting costs, but not for every tree that a
/// plugin can hand over, and text is measured again for each width that is asked for.
package enum LayoutBudget {
  /// Of one section with so many nodes.
  package static func section(nodes: Int) -> Int { max(200_000, 2_000 * nodes) }

  /// What a section may take without taking it from the other sections of its page.
  static func free(nodes: Int) -> Int { 4_000 + 64 * nodes }

  /// Of all sections of a page that take more than is free, in their order.
  package static let page = 10_000_000
}

/// What laying out one section took.
package struct LayoutCost: Sendable, Hashable {
  package enum Limit: Sendable, Hashable { case section, page }

  /// In the units of `LayoutBudget`.
  package var visits = 0
  /// How often the content of a node was computed.
  package var computations = 0
  /// The budget that was spent before the frames were found, so that they mean nothing.
  package var exceeded: Limit?
  /// Nothing was taken of the budget of the page.
  package var isFree = true

  package init() {}

  init(of solver: borrowing FlexSolver) {
    visits = solver.cost
    computations = solver.visits
    if solver.isExhausted { exceeded = .section }
  }
}
