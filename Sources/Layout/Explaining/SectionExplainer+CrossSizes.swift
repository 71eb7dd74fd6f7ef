/// Sizes along the cross axis: CSS Flexbox §9.4.
extension SectionExplainer {
  /// Returns the width of a column's item: its own, the container's, or that of its content within
  /// the container.
  func contentCross(_ visit: FlexVisit, _ item: ItemBox<Explained>) -> Explained {
    let known = visit.container.columnCross(item, visit.style)
    guard known.isNaN else { return known }
    let content = contentWidth(
      Int(item.node), height: item.size.y.known,
      available: availableWidth(visit).map { ($0 - item.margin(.x).formula).atLeastZero },
      parent: visit.basis)
    return item.clampContentWidth(visit.tape.number(content, .content))
  }

  /// Returns the cross size before items are stretched to their line (§9.4 7).
  func hypotheticalCross(_ visit: FlexVisit, _ index: Int) -> Explained {
    let item = visit.run.items[index]
    let known = visit.container.knownCross(item, visit.style)
    guard known.isNaN else { return known }
    if visit.cross == .x { return contentCross(visit, item) }
    let content = contentHeight(Int(item.node), width: item.target.formula, parent: visit.basis)
    return item.clamp(visit.tape.number(content, .content), .y)
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
    guard !visit.lines.isEmpty else {
      return Reason(.baseline, visit.container.size.y.formula)
    }
    let isBottomUp = visit.main == .x ? visit.style.isCrossReversed : visit.style.isMainReversed
    let line = visit.run.lines[visit.main == .x && isBottomUp ? visit.lines.count - 1 : 0]
    let items = line.first..<line.end
    let isReversed =
      visit.main == .y
      ? isBottomUp : visit.style.isMainReversed != visit.style.flags.contains(.isRightToLeft)
    let ordered = isReversed ? Array(items.reversed()) : Array(items)
    let aligned = visit.main == .x ? ordered.first { visit.items[$0].align == .baseline } : nil
    let chosen = aligned ?? ordered[0]
    let item = visit.run.items[chosen]
    let inside = baseline(
      Int(item.node), width: (visit.main == .x ? item.target : item.cross).formula,
      height: (visit.main == .x ? item.cross : item.target).formula, parent: visit.basis)
    let top = visit.container.position(item, .y, visit.style)
    return Reason(.baseline, top.formula + inside)
  }
}
