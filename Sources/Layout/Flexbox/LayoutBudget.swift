/// The maximum work of a layout, counted in visits instead of time, so that the result is the same
/// on every machine.
///
/// | costs one visit |
/// |---|
/// | computing the content of a node once: its width, height, baseline or frames |
/// | each child that this computation examines |
/// | each 8 bytes of a text, each time it is measured |
/// | each character of a text that is shaped with fonts, once |
///
/// A feed takes about ten visits per node. Caches bound the cost of nesting, but not for every tree
/// that a plugin can produce, and text is measured again for each queried width.
package enum LayoutBudget {
  /// Returns the budget, in visits, of one section with the given number of nodes.
  package static func section(nodes: Int) -> Int { max(200_000, 2_000 * nodes) }

  /// Returns the cost up to which a section uses none of the budget of its page.
  static func free(nodes: Int) -> Int { 4_000 + 64 * nodes }

  /// The budget, in visits, for the sections of a page that cost more than `free(nodes:)`.
  package static let page = 10_000_000
}

extension LayoutCost {
  init(of solver: borrowing FlexSolver) {
    visits = solver.cost
    computations = solver.visits
    if solver.isExhausted { exceeded = .section }
  }
}
