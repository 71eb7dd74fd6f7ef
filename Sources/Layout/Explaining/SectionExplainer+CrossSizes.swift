/// Sizes along the cross axis: CSS Flexbox §9.4.
extension SectionExplainer {
  /// Returns the cross size if it is known before the lines are.
  func definiteCross(_ visit: FlexVisit, _ index: Int) -> Formula? {
    let item = visit.items[index]
    let node = Int(item.node)
    let cross = visit.cross
    let basis = visit.basis
    if let own = ownSize(node, cross, basis) {
      return clamped(Reason(.own, own), item, cross, basis).formula
    }
    guard item.isStretched, !visit.style.wraps, let inner = visit.basis[cross] else { return nil }
    return stretched(visit, index, in: inner).formula
  }

  private func stretched(_ visit: FlexVisit, _ index: Int, in room: Formula) -> Reason {
    let item = visit.items[index]
    let basis = visit.basis
    let size = (room - margins(Int(item.node), visit.cross, basis)).atLeastZero
    return clamped(Reason(.stretch, size), item, visit.cross, basis)
  }

  /// Returns the width of a column's item: its own, the container's, or that of its content within
  /// the container.
  func contentCross(_ visit: FlexVisit, _ index: Int) -> Formula {
    if let definite = definiteCross(visit, index) { return definite }
    let item = visit.items[index]
    let node = Int(item.node)
    let basis = visit.basis
    if !item.ratio.isNaN, let height = ownSize(node, .y, basis) {
      let limited = clamped(Reason(.own, height), item, .y, basis).formula ?? height
      let size = Reason(.aspectRatio, limited * ratio(node))
      return clamped(size, item, .x, basis).formula ?? limited
    }
    let margins = margins(node, .x, basis)
    let content = contentWidth(
      node, height: ownSize(node, .y, basis),
      available: availableWidth(visit).map { ($0 - margins).atLeastZero }, parent: basis)
    return clamped(Reason(.content, content), item, .x, basis, isContent: true).formula ?? content
  }

  /// Returns the cross size before items are stretched to their line (§9.4 7).
  func hypotheticalCross(_ visit: FlexVisit, _ index: Int) -> Reason {
    let item = visit.items[index]
    let node = Int(item.node)
    let cross = visit.cross
    let basis = visit.basis
    if !item.ratioDecidesCross, let own = ownSize(node, cross, basis) {
      return clamped(Reason(.own, own), item, cross, basis)
    }
    if item.isStretched, !item.ratioDecidesCross, !visit.style.wraps,
      let inner = visit.basis[cross]
    {
      return stretched(visit, index, in: inner)
    }
    let target = visit.run.items[index].target.formula
    if !item.ratio.isNaN {
      let size = cross == .x ? target * ratio(node) : target / ratio(node)
      return clamped(Reason(.aspectRatio, size), item, cross, basis)
    }
    let content =
      cross == .x
      ? contentCross(visit, index) : contentHeight(node, width: target, parent: basis)
    return clamped(Reason(.content, content), item, cross, basis, isContent: true)
  }

  /// Returns the distance from an item's top to its baseline; NaN if it is not aligned by it.
  func ascent(_ visit: FlexVisit, _ index: Int) -> Explained {
    let item = visit.run.items[index]
    guard item.align == .baseline, !item.hasAutoMarginNearCross, !item.hasAutoMarginFarCross
    else { return .nan }
    guard visit.main == .x else { return 0 }
    return visit.tape.number(
      baseline(
        Int(item.node), width: item.target.formula, height: item.cross.formula,
        parent: visit.basis))
  }

  /// Returns the distance from the top of a node's border box to its first baseline.
  func baseline(
    _ node: Int, width: Formula, height: Formula, parent: PercentBasis
  ) -> Formula {
    let style = resolved(node)
    if solver.states[node].flags.contains(.isLeaf) {
      guard let content = section.arena.content(of: node), content.text.count > 0 else {
        return height
      }
      let ascent = engine.measurer.ascent(content.font)
      return boxEdge(node, .top, parent) + .input(input(node, .ascent, value: ascent))
    }
    guard style.display == .flex else { return height }
    let size = Pair(Float(width.value), Float(height.value))
    let query = solver.normalized(
      SizeQuery(known: size, parent: parent.pair), .baseline, of: node)
    let found = solver.flex(node, query, .baseline).x
    guard let noted = trace.last, noted.container.node == node else { return height }
    let visit = visit(noted, width: width, height: height, available: nil, parent: parent)
    return .derived(
      derived(node, .baseline, value: Double(found)) { [unowned self] in
        baselineReason(visit)
      })
  }

  /// Returns the baseline of the first item that is aligned by baseline, or else of the first item
  /// (§8.5).
  private func baselineReason(_ visit: FlexVisit) -> Reason {
    guard !visit.noted.lines.isEmpty else {
      return Reason(.baseline, visit.container.size.y.formula)
    }
    let isBottomUp = visit.main == .x ? visit.style.isCrossReversed : visit.style.isMainReversed
    let line = visit.noted.lines[visit.main == .x && isBottomUp ? visit.noted.lines.count - 1 : 0]
    let items = line.first..<line.end
    let first = visit.main == .y && isBottomUp ? items.upperBound - 1 : items.lowerBound
    let chosen =
      visit.main == .x ? items.first { visit.items[$0].align == .baseline } ?? first : first
    let item = visit.run.items[chosen]
    let inside = baseline(
      Int(item.node), width: (visit.main == .x ? item.target : item.cross).formula,
      height: (visit.main == .x ? item.cross : item.target).formula, parent: visit.basis)
    let top = visit.container.position(item, .y, visit.style)
    return Reason(.baseline, top.formula + inside)
  }
}
