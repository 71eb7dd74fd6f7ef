/// Sizes along the cross axis: CSS Flexbox §9.4.
extension SectionExplainer {
  /// Returns the cross size if it is known before the lines are.
  func definiteCross(_ visit: FlexVisit, _ index: Int) -> Formula? {
    let item = visit.items[index]
    let node = Int(item.node)
    let cross = visit.cross
    let basis = itemBasis(visit)
    if let own = ownSize(node, cross, basis) {
      return clamped(Reason(.own, own), item, cross, basis).formula
    }
    guard item.isStretched, !visit.style.wraps, visit.isKnown(cross) else { return nil }
    return stretched(visit, index, in: inner(visit, cross)).formula
  }

  private func stretched(_ visit: FlexVisit, _ index: Int, in room: Formula) -> Reason {
    let item = visit.items[index]
    let basis = itemBasis(visit)
    let size = (room - margins(Int(item.node), visit.cross, basis)).atLeastZero
    return clamped(Reason(.stretch, size), item, visit.cross, basis)
  }

  /// Returns the width of a column's item: its own, the container's, or that of its content within
  /// the container.
  func contentCross(_ visit: FlexVisit, _ index: Int) -> Formula {
    if let definite = definiteCross(visit, index) { return definite }
    let item = visit.items[index]
    let node = Int(item.node)
    let basis = itemBasis(visit)
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
    if let known = visit.crosses[index] { return known }
    let reason = findHypotheticalCross(visit, index)
    visit.crosses[index] = reason
    return reason
  }

  private func findHypotheticalCross(_ visit: FlexVisit, _ index: Int) -> Reason {
    let item = visit.items[index]
    let node = Int(item.node)
    let cross = visit.cross
    let basis = itemBasis(visit)
    if !item.ratioDecidesCross, let own = ownSize(node, cross, basis) {
      return clamped(Reason(.own, own), item, cross, basis)
    }
    if item.isStretched, !item.ratioDecidesCross, !visit.style.wraps, visit.isKnown(cross) {
      return stretched(visit, index, in: inner(visit, cross))
    }
    let target = target(visit, index).formula ?? .constant(Double(item.target))
    if !item.ratio.isNaN {
      let size = cross == .x ? target * ratio(node) : target / ratio(node)
      return clamped(Reason(.aspectRatio, size), item, cross, basis)
    }
    let content =
      cross == .x
      ? contentCross(visit, index) : contentHeight(node, width: target, parent: basis)
    return clamped(Reason(.content, content), item, cross, basis, isContent: true)
  }

  /// Returns the used cross size (§9.4 11).
  func usedCross(_ visit: FlexVisit, _ index: Int) -> Reason {
    let item = visit.items[index]
    let isStretchedAlready = !visit.style.wraps && visit.isKnown(visit.cross)
    guard !isStretchedAlready, item.isStretched, !item.ratioDecidesCross else {
      return hypotheticalCross(visit, index)
    }
    return stretched(visit, index, in: lineCross(visit, visit.line(of: index)))
  }

  /// Returns the cross size of a line (§9.4 8 and 9).
  func lineCross(_ visit: FlexVisit, _ line: Int) -> Formula {
    if let known = visit.lineSizes[line] { return known }
    let size = findLineCross(visit, line)
    let quantity: Derivation.Subject.Quantity = visit.cross == .x ? .lineWidth : .lineHeight
    let derivation = derived(
      visit.node, quantity, value: Double(visit.noted.lines[line].cross)
    ) { Reason(.content, size) }
    let result = size.isLeaf ? size : .derived(derivation)
    visit.lineSizes[line] = result
    return result
  }

  private func findLineCross(_ visit: FlexVisit, _ line: Int) -> Formula {
    let cross = visit.cross
    let wraps = visit.style.wraps
    if !wraps, visit.isKnown(cross) { return inner(visit, cross) }
    let content = lineContent(visit, line)
    guard wraps else {
      guard visit.container.purpose == .frames else { return content }
      // The only line takes the container's final inner cross size.
      if (cross == .x ? visit.width : visit.height) != nil {
        let inner = inner(visit, cross)
        if abs(inner.value - Double(visit.noted.lines[line].cross)) < 0.01 { return inner }
      }
      let edges = boxEdges(visit.node, cross, visit.parent)
      let item = solver.makeBox(visit.node, in: .initial, basis: visit.parent.pair)
      let limited =
        clamped(
          Reason(.content, content + edges), item, cross, visit.parent, isContent: true
        ).formula ?? content
      return abs(limited.value - (content + edges).value) < 0.01 ? content : limited - edges
    }
    guard visit.style.alignContent == .stretch, visit.isKnown(cross) else { return content }
    let lines = visit.noted.lines.indices
    let sum = Formula.total(
      lines.map { lineContent(visit, $0) } + [gap(visit.node, cross, times: lines.count - 1)])
    let free = inner(visit, cross) - sum
    guard free.value > 0 else { return content }
    return content + free / .constant(Double(lines.count))
  }

  /// Returns the outer size of the largest item, or the extent of the items that are aligned by
  /// baseline if that is larger.
  private func lineContent(_ visit: FlexVisit, _ line: Int) -> Formula {
    let basis = itemBasis(visit)
    let boxes = visit.items(of: line).map { index -> Formula in
      let item = visit.items[index]
      let size = hypotheticalCross(visit, index).formula ?? .constant(Double(item.cross))
      return size + margins(Int(item.node), visit.cross, basis)
    }
    let group = baselineGroup(visit, line)
    let extent =
      group.isEmpty ? nil : Formula.most(group.map(\.above)) + .most(group.map(\.below))
    return .most(boxes + [extent, .constant(0)])
  }

  /// Returns the items of a line that are aligned by baseline, each with the distances from the
  /// start of the cross axis to the baseline and from there to its end.
  func baselineGroup(
    _ visit: FlexVisit, _ line: Int
  ) -> [(index: Int, above: Formula, below: Formula)] {
    guard visit.container.hasBaselineItems else { return [] }
    let basis = itemBasis(visit)
    return visit.items(of: line).compactMap { index in
      let item = visit.items[index]
      let node = Int(item.node)
      guard item.align == .baseline, !item.hasAutoMarginNearCross, !item.hasAutoMarginFarCross
      else { return nil }
      let cross = hypotheticalCross(visit, index).formula ?? .constant(Double(item.cross))
      var distance = Formula.constant(0)
      if visit.main == .x {
        let target = target(visit, index).formula ?? .constant(Double(item.target))
        distance = baseline(node, width: target, height: cross, parent: basis)
      }
      let above = distance + margin(node, visit.cross, isNear: true, basis)
      let below = cross - distance + margin(node, visit.cross, isNear: false, basis)
      return visit.style.isCrossReversed ? (index, below, above) : (index, above, below)
    }
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
    let visit = FlexVisit(
      noted, style: style, width: width, height: height, available: nil, parent: parent)
    return .derived(
      derived(node, .baseline, value: Double(found)) { [unowned self] in
        baselineReason(visit)
      })
  }

  /// Returns the baseline of the first item that is aligned by baseline, or else of the first item
  /// (§8.5).
  private func baselineReason(_ visit: FlexVisit) -> Reason {
    guard !visit.noted.lines.isEmpty else { return Reason(.baseline, extent(visit, .y)) }
    let isBottomUp = visit.main == .x ? visit.style.isCrossReversed : visit.style.isMainReversed
    let line = visit.main == .x && isBottomUp ? visit.noted.lines.count - 1 : 0
    let items = visit.items(of: line)
    let first = visit.main == .y && isBottomUp ? items.upperBound - 1 : items.lowerBound
    let chosen =
      visit.main == .x ? items.first { visit.items[$0].align == .baseline } ?? first : first
    let item = visit.items[chosen]
    let main = target(visit, chosen).formula ?? .constant(Double(item.target))
    let cross = usedCross(visit, chosen).formula ?? .constant(Double(item.cross))
    let inside = baseline(
      Int(item.node), width: visit.main == .x ? main : cross,
      height: visit.main == .x ? cross : main, parent: itemBasis(visit))
    return place(visit, chosen, .y).map { $0 + inside }.with(.baseline)
  }
}
