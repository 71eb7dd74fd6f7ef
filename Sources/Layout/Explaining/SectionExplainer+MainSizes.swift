/// Sizes along the main axis: CSS Flexbox §9.2 and §9.7.
extension SectionExplainer {
  // MARK: The container

  /// Returns the content box, as far as it is known before the items are measured.
  func itemBasis(_ visit: FlexVisit) -> PercentBasis {
    PercentBasis(
      x: visit.isKnown(.x) ? inner(visit, .x) : nil,
      y: visit.isKnown(.y) ? inner(visit, .y) : nil)
  }

  /// Returns the size of the content box.
  func inner(_ visit: FlexVisit, _ axis: Axis) -> Formula {
    (extent(visit, axis) - boxEdges(visit.node, axis, visit.parent)).atLeastZero
  }

  /// Returns the size of the border box.
  func extent(_ visit: FlexVisit, _ axis: Axis) -> Formula {
    if let known = axis == .x ? visit.width : visit.height { return known }
    return size(visit, axis).formula
      ?? .constant(Double(visit.container.size[axis]))
  }

  /// Returns the size of the border box that results from the items (§9.2 4, §9.6 15).
  func size(_ visit: FlexVisit, _ axis: Axis) -> Reason {
    if let known = visit.sizes[axis] { return known }
    let lines = visit.noted.lines.indices
    let content =
      axis == visit.main
      ? Formula.most(lines.map { lineExtent(visit, $0) })
      : .total(
        lines.map { lineCross(visit, $0) } + [gap(visit.node, axis, times: lines.count - 1)])
    var reason = Reason(
      .content, content + boxEdges(visit.node, axis, visit.parent))
    // Queries of content sizes ignore the node's own limits.
    if visit.container.purpose == .frames {
      let item = solver.makeBox(visit.node, in: .initial, basis: visit.parent.pair)
      reason = clamped(reason, item, axis, visit.parent, isContent: true)
    }
    visit.sizes[axis] = reason
    return reason
  }

  private func lineExtent(_ visit: FlexVisit, _ line: Int) -> Formula {
    let basis = itemBasis(visit)
    let items = visit.items(of: line)
    return .total(
      items.flatMap { index in
        [
          contribution(visit, index),
          margins(Int(visit.items[index].node), visit.main, basis),
        ]
      } + [gap(visit.node, visit.main, times: items.count - 1)])
  }

  /// Returns the size that an item adds to a column of unknown height.
  private func contribution(_ visit: FlexVisit, _ index: Int) -> Formula {
    let item = visit.items[index]
    let hypothetical = hypothetical(visit, index).formula ?? .constant(Double(item.hypothetical))
    guard visit.main == .y, item.grow > 0, resolved(Int(item.node)).basis.unit == .points,
      item.size.y.isNaN
    else { return hypothetical }
    let width = contentCross(visit, index)
    let content = contentHeight(Int(item.node), width: width, parent: itemBasis(visit))
    let base = base(visit, index).formula
    return clamped(Reason(.content, .most([content, base])), item, .y, itemBasis(visit)).formula
      ?? hypothetical
  }

  /// Returns the width that the container's content should fit into; `nil` means unlimited.
  func availableWidth(_ visit: FlexVisit) -> Formula? {
    if visit.isKnown(.x) { return inner(visit, .x) }
    let maximum = length(
      visit.style.maxWidth, visit.node, .maxWidth, of: visit.parent.x)
    guard visit.available != nil || maximum != nil else { return nil }
    let edges = boxEdges(visit.node, .x, visit.parent)
    return (Formula.fewest([visit.available, maximum]) - edges).atLeastZero
  }

  // MARK: Items

  /// Returns the flex base size (§9.2 3).
  func base(_ visit: FlexVisit, _ index: Int) -> Reason {
    if let known = visit.bases[index] { return known }
    let item = visit.items[index]
    let node = Int(item.node)
    let basis = itemBasis(visit)
    let main = visit.main
    let style = resolved(node)
    var reason: Reason
    if style.basis.unit != .auto,
      let length = length(style.basis, node, .flexBasis, of: basis[main])
    {
      reason = Reason(.basis, .most([length, boxEdges(node, main, basis)]))
    } else if style.basis.unit == .auto, let own = ownSize(node, main, basis) {
      reason = Reason(.own, own)
    } else if !item.ratio.isNaN, let cross = definiteCross(visit, index) {
      let size = main == .x ? cross * ratio(node) : cross / ratio(node)
      reason = Reason(.aspectRatio, .most([size, boxEdges(node, main, basis)]))
    } else {
      let content = contentBase(visit, index)
      let edges = boxEdges(node, main, basis)
      reason = Reason(
        .content, content.value < edges.value - 0.001 ? .most([content, edges]) : content)
    }
    if case .derived? = reason.formula {
    } else if let formula = reason.formula, !formula.isLeaf {
      // A derivation of its own, so that formulas that contain it stay short.
      let inner = reason
      let derivation = derived(
        node, main == .x ? .baseWidth : .baseHeight, value: Double(item.base)
      ) { inner }
      reason = Reason(inner.rule, .derived(derivation))
    }
    visit.bases[index] = reason
    return reason
  }

  private func contentBase(_ visit: FlexVisit, _ index: Int) -> Formula {
    let node = Int(visit.items[index].node)
    let basis = itemBasis(visit)
    guard visit.main == .x else {
      return contentHeight(node, width: contentCross(visit, index), parent: basis)
    }
    let fits = engine.profile.basisFitsContainer && !visit.style.flags.contains(.scrolls)
    let room = fits ? availableWidth(visit).map { $0 - margins(node, .x, basis) } : nil
    return contentWidth(
      node, height: definiteCross(visit, index), available: room?.atLeastZero, parent: basis)
  }

  /// Returns the base size within the item's limits.
  func hypothetical(_ visit: FlexVisit, _ index: Int) -> Reason {
    let base = base(visit, index)
    return clamped(
      base, visit.items[index], visit.main, itemBasis(visit), isContent: base.rule == .content)
  }

  /// Returns the used main size (§9.7).
  func target(_ visit: FlexVisit, _ index: Int) -> Reason {
    if let known = visit.targets[index] { return known }
    let reason = flexed(visit, index) ?? hypothetical(visit, index)
    visit.targets[index] = reason
    return reason
  }

  /// Returns the main size as an operand of other formulas: a reference to the item's frame if this
  /// visit wrote it.
  func targetNumber(_ visit: FlexVisit, _ index: Int) -> Formula {
    let node = Int(visit.items[index].node)
    if visit.container.purpose == .frames, visits[visit.node] === visit {
      return .derived(size(of: node, visit.main))
    }
    return target(visit, index).formula ?? .constant(Double(visit.items[index].target))
  }

  /// Returns whether a line's items grow; otherwise they shrink or keep their size.
  private func grows(_ visit: FlexVisit, _ line: Int) -> Bool {
    visit.noted.lines[line].hypotheticalMain < visit.container.inner[visit.main]
  }

  /// Returns whether an item does not flex at all (§9.7 2).
  private func isInflexible(_ item: FlexItem, grows: Bool) -> Bool {
    (grows ? item.grow : item.shrink) == 0
      || (grows ? item.base > item.hypothetical : item.base < item.hypothetical)
  }

  /// Returns the items that share the free space in the last round: those that no limit has frozen
  /// before.
  private func sharers(_ visit: FlexVisit, _ line: Int) -> [Int] {
    let grows = grows(visit, line)
    return visit.items(of: line).filter {
      !isInflexible(visit.items[$0], grows: grows) && visit.items[$0].violation == 0
    }
  }

  private func flexed(_ visit: FlexVisit, _ index: Int) -> Reason? {
    let item = visit.items[index]
    let line = visit.line(of: index)
    let grows = grows(visit, line)
    guard visit.container.hasFlexibleItems, !isInflexible(item, grows: grows) else { return nil }
    let basis = itemBasis(visit)
    let node = Int(item.node)
    let base = base(visit, index).formula ?? .constant(Double(item.base))
    guard item.violation == 0 else {
      // The free space would move the item beyond its limit.
      let stopped = Reason(grows ? .grow : .shrink, .constant(item.violation < 0 ? 1e9 : -1e9))
      return clamped(stopped, item, visit.main, basis)
    }
    let sharers = sharers(visit, line)
    let factors = sharers.reduce(Float(0)) {
      $0 + (grows ? visit.items[$1].grow : visit.items[$1].shrink)
    }
    if sharers == [index], factors >= 1 {
      let rest =
        free(visit, line, sharers, without: index) - margins(node, visit.main, basis)
      if abs(rest.value - Double(item.target)) < 0.01 { return Reason(.rest, rest) }
    }
    let free = Formula.derived(freeSpace(visit, line, sharers, factors: factors))
    guard grows ? free.value > 0 : free.value < 0 else {
      return Reason(grows ? .grow : .shrink, base)
    }
    if grows {
      let all = Formula.total(sharers.map { factor(visit, $0, grows: true) })
      return Reason(.grow, base + free * factor(visit, index, grows: true) / all)
    }
    let all = Formula.total(sharers.map { scaled(visit, $0) })
    guard all.value > 0 else { return Reason(.shrink, base) }
    return Reason(.shrink, base + free * scaled(visit, index) / all)
  }

  private func factor(_ visit: FlexVisit, _ index: Int, grows: Bool) -> Formula {
    let item = visit.items[index]
    return number(
      Int(item.node), grows ? .flexGrow : .flexShrink, grows ? item.grow : item.shrink)
  }

  /// Returns the shrink factor times the inner base size, without padding and border.
  private func scaled(_ visit: FlexVisit, _ index: Int) -> Formula {
    let item = visit.items[index]
    let base = base(visit, index).formula ?? .constant(Double(item.base))
    let inside = base - boxEdges(Int(item.node), visit.main, itemBasis(visit))
    return factor(visit, index, grows: false) * inside
  }

  /// Returns the free space of the last round (§9.7 4 b).
  private func freeSpace(
    _ visit: FlexVisit, _ line: Int, _ sharers: [Int], factors: Float
  ) -> Derivation {
    if let known = visit.freeSpaces[line] { return known }
    var formula = free(visit, line, sharers, without: nil)
    if factors < 1 {
      let grows = grows(visit, line)
      let flexible = visit.items(of: line).filter {
        !isInflexible(visit.items[$0], grows: grows)
      }
      let initial = free(visit, line, flexible, without: nil)
      let all = Formula.total(sharers.map { factor(visit, $0, grows: grows) })
      let part = initial * all
      if abs(part.value) < abs(formula.value) { formula = part }
    }
    let derivation = derived(visit.node, .freeSpace, value: formula.value) {
      Reason(.content, formula)
    }
    visit.freeSpaces[line] = derivation
    return derivation
  }

  /// Returns the space that a line's items leave: sharers count with their base size, other items
  /// with their target size.
  private func free(
    _ visit: FlexVisit, _ line: Int, _ sharers: [Int], without index: Int?
  ) -> Formula {
    let basis = itemBasis(visit)
    let items = visit.items(of: line)
    let taken = items.filter { $0 != index }.flatMap { other -> [Formula] in
      let item = visit.items[other]
      let size =
        sharers.contains(other)
        ? base(visit, other).formula ?? .constant(Double(item.base))
        : target(visit, other).formula ?? .constant(Double(item.target))
      return [size, margins(Int(item.node), visit.main, basis)]
    }
    return inner(visit, visit.main)
      - .total(taken + [gap(visit.node, visit.main, times: items.count - 1)])
  }
}

extension Formula {
  /// Whether the formula is a single number.
  var isLeaf: Bool {
    switch self {
    case .constant, .input, .derived, .percent: true
    default: false
    }
  }
}
