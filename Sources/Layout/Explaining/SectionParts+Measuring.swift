/// The sizes of the parts of a section before they are placed; see `SectionSolver`.
extension SectionParts {
  private func isShown(_ node: Int) -> Bool {
    section.arena.records.indices.contains(node)
      && !explainer.solver.states[node].flags.contains(.isHidden)
  }

  /// Returns the outer height of a header or footer; `nil` if there is none.
  func supplementHeight(
    _ supplement: Section.Supplement?, _ property: LayoutInput.Property
  ) -> Explained? {
    guard let supplement else { return nil }
    if let height = supplement.height?.saneSize { return tape.input(property, height) }
    return tape.number(contentHeight(of: supplement.node, in: area))
  }

  /// Returns the outer height that a row needs: the one that the provider requests, or else its
  /// content's.
  func neededHeight(_ row: Int) -> Formula {
    if let height = statedHeight(row) { return height }
    let node = section.rows[row].node
    if let stated = statedWidth(row) { return contentHeight(of: node, in: stated) }
    guard let item = contentSized(row) else { return .constant(0) }
    let width = item.outer(item.width, .x).formula?.value ?? 0
    if width > explainer.trace.rows[row].width + 0.001 {
      return contentHeight(of: node, in: inner)
    }
    return item.outer(item.neededHeight, .y).formula ?? .constant(0)
  }

  private func statedHeight(_ row: Int) -> Formula? {
    section.rows[row].height.map {
      .input(LayoutInput(.row(explainer.part, row), .height, value: $0.saneSize))
    }
  }

  /// Returns the outer height of a part in a box of a given width, as determined by its content.
  private func contentHeight(of node: Int, in box: Formula) -> Formula {
    guard isShown(node) else { return .constant(0) }
    let item = item(node, in: PercentBasis(x: box))
    return item.outer(item.neededHeight, .y).formula ?? .constant(0)
  }

  /// Returns the outer width of a row that is as wide as its content.
  func outerContentWidth(_ row: Int) -> Reason {
    guard let item = contentSized(row) else { return Reason(.hidden, .constant(0)) }
    let width = item.outer(item.width, .x)
    // In a flow the line limits the width; elsewhere wide rows are not cut.
    return section.layout == .flow ? width.map { .fewest([$0, inner]) } : width
  }

  /// Returns a row that is as wide as its content; `nil` if it is hidden.
  private func contentSized(_ row: Int) -> MeasuredItem? {
    let node = section.rows[row].node
    guard isShown(node) else { return nil }
    let basis = PercentBasis(x: inner)
    let height = statedHeight(row).map { ($0 - explainer.margins(node, .y, basis)).atLeastZero }
    return item(node, .carousel, in: basis, height: height)
  }

  /// Returns a part that its box measures; in a list, it is as wide as the box.
  func item(
    _ node: Int, _ rule: LayoutRule = .list, in basis: PercentBasis, width: Formula? = nil,
    height: Formula? = nil
  ) -> MeasuredItem {
    let box = explainer.explained(
      explainer.solver.makeBox(node, in: .initial, basis: basis.pair), basis, explainer.tape)
    return MeasuredItem(explainer, box, rule, in: basis, width: width, height: height)
  }
}
