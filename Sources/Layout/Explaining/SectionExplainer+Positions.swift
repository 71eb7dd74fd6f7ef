/// Positions of flex items: CSS Flexbox §9.5 and §9.6.
extension SectionExplainer {
  /// Returns the position of an item's border box in the container's, including relative insets.
  func position(_ visit: FlexVisit, _ index: Int, _ axis: Axis) -> Reason {
    let shift = relativeShift(visit, index, axis)
    return place(visit, index, axis).map { $0 + shift }
  }

  /// Returns the position of an item's border box without relative insets.
  func place(_ visit: FlexVisit, _ index: Int, _ axis: Axis) -> Reason {
    let isMain = axis == visit.main
    let offset = isMain ? mainOffset(visit, index) : crossOffset(visit, index)
    let isReversed = isMain ? visit.style.isMainReversed : visit.style.isCrossReversed
    guard isReversed else { return offset }
    let size =
      isMain
      ? targetNumber(visit, index)
      : crossNumber(visit, index)
    return offset.map { extent(visit, axis) - $0 - size }
  }

  private func crossNumber(_ visit: FlexVisit, _ index: Int) -> Formula {
    let node = Int(visit.items[index].node)
    if visit.container.purpose == .frames, visits[visit.node] === visit {
      return .derived(size(of: node, visit.cross))
    }
    return usedCross(visit, index).formula ?? .constant(Double(visit.items[index].cross))
  }

  /// Insets of a box in flow shift it; if both are set, one of them wins.
  private func relativeShift(_ visit: FlexVisit, _ index: Int, _ axis: Axis) -> Formula? {
    let node = Int(visit.items[index].node)
    guard resolved(node).flags.contains(.hasInset) else { return nil }
    let inner = visit.container.inner
    let basis = inner[axis].isNaN ? nil : self.inner(visit, axis)
    return shift(
      of: node, axis, basis, isRightToLeft: visit.style.flags.contains(.isRightToLeft))
  }

  func shift(of node: Int, _ axis: Axis, _ basis: Formula?, isRightToLeft: Bool) -> Formula? {
    let near = edge(node, .inset, Side(axis, isNear: true), of: basis)
    let far = edge(node, .inset, Side(axis, isNear: false), of: basis)?.negated
    return axis == .x && isRightToLeft ? far ?? near : near ?? far
  }

  // MARK: Main axis

  /// Returns the offset from the start of the main axis (§9.5 12).
  private func mainOffset(_ visit: FlexVisit, _ index: Int) -> Reason {
    let line = visit.line(of: index)
    let items = visit.items(of: line)
    let main = visit.main
    let basis = itemBasis(visit)
    let isReversed = visit.style.isMainReversed
    let automatic = items.reduce(0) { sum, other in
      let item = visit.items[other]
      return sum + (item.hasAutoMarginNearMain ? 1 : 0) + (item.hasAutoMarginFarMain ? 1 : 0)
    }
    var share: Formula?
    var distribution = Distribution<Explained>(Style.Justify.start, free: 0, count: 1)
    if automatic > 0 {
      let free = lineRest(visit, line)
      share = free.value > 0 ? free / .constant(Double(automatic)) : nil
    } else if visit.style.justify != .start {
      distribution = Distribution(
        visit.style.justify, free: tape.number(lineRest(visit, line)), count: items.count,
        isSafe: visit.style.safeAlignment.contains(.justifyContent),
        isReversed: isReversed != (main == .x && visit.style.flags.contains(.isRightToLeft)))
    }
    let start = boxEdge(visit.node, Side(main, isNear: !isReversed), visit.parent)
    var terms: [Formula?] = [start, distribution.offset.formula]
    for other in items.lowerBound..<index {
      let item = visit.items[other]
      terms.append(targetNumber(visit, other))
      terms.append(margins(Int(item.node), main, basis))
      if item.hasAutoMarginNearMain { terms.append(share) }
      if item.hasAutoMarginFarMain { terms.append(share) }
    }
    let before = index - items.lowerBound
    terms.append(gap(visit.node, main, times: before))
    terms.append((Explained(before) * distribution.between).formula)
    let item = visit.items[index]
    terms.append(margin(Int(item.node), main, isNear: !isReversed, basis))
    let isAutomatic = isReversed ? item.hasAutoMarginFarMain : item.hasAutoMarginNearMain
    if isAutomatic { terms.append(share) }
    let rule: LayoutRule =
      automatic > 0 ? .autoMargin : distribution.offset.isConstant ? .stacked : .justify
    return Reason(rule, .total(terms))
  }

  /// Returns the space that a line's items leave at their final sizes.
  private func lineRest(_ visit: FlexVisit, _ line: Int) -> Formula {
    let basis = itemBasis(visit)
    let items = visit.items(of: line)
    let taken = items.flatMap {
      [
        targetNumber(visit, $0),
        margins(Int(visit.items[$0].node), visit.main, basis),
      ]
    }
    return inner(visit, visit.main)
      - .total(taken + [gap(visit.node, visit.main, times: items.count - 1)])
  }

  // MARK: Cross axis

  /// Returns the offset from the start of the cross axis (§9.6 16, then 13 and 14).
  private func crossOffset(_ visit: FlexVisit, _ index: Int) -> Reason {
    let cross = visit.cross
    let basis = itemBasis(visit)
    let line = visit.line(of: index)
    let item = visit.items[index]
    let node = Int(item.node)
    let isReversed = visit.style.isCrossReversed
    let lead = margin(node, cross, isNear: !isReversed, basis)
    let start = lineOffset(visit, line)
    let free =
      Double(visit.noted.lines[line].cross) - Double(item.cross) - Double(item.margin(cross))
    func rest() -> Formula {
      lineCross(visit, line) - crossNumber(visit, index) - margins(node, cross, basis)
    }
    if item.hasAutoMarginNearCross || item.hasAutoMarginFarCross {
      let isBoth = item.hasAutoMarginNearCross && item.hasAutoMarginFarCross
      let isLeading = isReversed ? item.hasAutoMarginFarCross : item.hasAutoMarginNearCross
      let share = free > 0 && isLeading ? rest() / .constant(isBoth ? 2 : 1) : nil
      return Reason(.autoMargin, .total([start, lead, share]))
    }
    if item.isSafe && free < 0 {
      return Reason(.align, .total([start, lead, visit.style.isWrapReversed ? rest() : nil]))
    }
    switch item.align {
    case .center: return Reason(.align, .total([start, lead, rest() / .constant(2)]))
    case .end: return Reason(.align, .total([start, lead, rest()]))
    case .baseline where !item.ascent.isNaN:
      let group = baselineGroup(visit, line)
      guard let own = group.first(where: { $0.index == index })?.above else { break }
      return Reason(
        .baseline, .total([start, lead, Formula.most(group.map(\.above)), own.negated]))
    default: break
    }
    return Reason(.stacked, .total([start, lead]))
  }

  private func lineOffset(_ visit: FlexVisit, _ line: Int) -> Formula {
    let cross = visit.cross
    let lines = visit.noted.lines.indices
    var terms: [Formula?] = [
      boxEdge(visit.node, Side(cross, isNear: !visit.style.isCrossReversed), visit.parent)
    ]
    if visit.style.wraps {
      let taken = Formula.total(
        lines.map { lineCross(visit, $0) } + [gap(visit.node, cross, times: lines.count - 1)])
      let distribution = Distribution(
        visit.style.alignContent, free: tape.number(inner(visit, cross) - taken),
        count: lines.count, isSafe: visit.style.safeAlignment.contains(.alignContent),
        isReversed: visit.style.isWrapReversed)
      terms.append((distribution.offset + Explained(line) * distribution.between).formula)
      terms += (0..<line).map { lineCross(visit, $0) }
      terms.append(gap(visit.node, cross, times: line))
    }
    return .total(terms)
  }
}
