/// Sizes along the main axis: CSS Flexbox §9.2 and §9.7.
extension SectionExplainer {
  // MARK: The container

  /// Computes a recorded visit again, with numbers that record their formulas.
  func visit(
    _ noted: LayoutTrace.Container, width: Formula?, height: Formula?, available: Formula?,
    parent: PercentBasis
  ) -> FlexVisit {
    let node = noted.container.node
    let tape = makeTape(of: node, .content, isSingle: true)
    let container = explained(
      noted.container, width: width, height: height, parent: parent, tape)
    let visit = FlexVisit(
      noted, container, style: resolved(node), width: width, height: height,
      available: available, parent: parent, tape)
    layOut(visit)
    return visit
  }

  private func layOut(_ visit: FlexVisit) {
    let main = visit.main
    let cross = visit.cross
    var hypotheticalMain: Explained = 0
    for index in visit.items.indices {
      var item = explained(visit.items[index], visit.basis, visit.tape)
      item.base = visit.number(base(visit, index))
      item.hypothetical = item.clamp(item.base, main)
      item.target = item.hypothetical
      hypotheticalMain += item.hypothetical + item.margin(main)
      visit.run.items.push(item)
    }
    visit.run.collectLines(&visit.container, visit.style, hypotheticalMain)
    if visit.container.size[main].isNaN {
      let content = visit.lines.map { lineExtent(visit, $0) }.reduce(0, Explained.most)
      visit.container.fit(content, main)
      visit.keepSize(main)
    }
    if visit.container.hasFlexibleItems {
      for line in visit.lines { visit.run.resolveFlexibleLengths(visit.container, line) }
    }
    for index in visit.items.indices {
      visit.targets.append(visit.run.items[index].target)
      visit.run.items[index].target = visit.placed(visit.run.items[index].target, index, main, self)
    }
    for index in visit.items.indices {
      let found = hypotheticalCross(visit, index)
      visit.run.items[index].cross = visit.number(found)
      visit.run.items[index].ascent = ascent(visit, index)
    }
    visit.run.determineLineCrossSizes(visit.container, visit.style)
    let isCrossKnown = !visit.container.size[cross].isNaN
    visit.run.determineUsedCrossSizes(visit.container, visit.style)
    visit.run.determineCrossSize(&visit.container)
    if !isCrossKnown { visit.keepSize(cross) }
    for index in visit.items.indices {
      visit.crosses.append(visit.run.items[index].cross)
      visit.run.items[index].cross = visit.placed(visit.run.items[index].cross, index, cross, self)
    }
    visit.run.place(visit.container, visit.style)
  }

  private func lineExtent(_ visit: FlexVisit, _ line: Int) -> Explained {
    let items = visit.run.lines[line].first..<visit.run.lines[line].end
    var sum: Explained = 0
    for index in items {
      sum += contribution(visit, index) + visit.run.items[index].margin(visit.main)
    }
    return sum + visit.container.gap[visit.main] * Explained(items.count - 1)
  }

  /// Returns the size that an item adds to a column of unknown height.
  private func contribution(_ visit: FlexVisit, _ index: Int) -> Explained {
    let item = visit.run.items[index]
    let node = Int(item.node)
    guard visit.main == .y, item.grow > 0, resolved(node).basis.unit == .points,
      visit.items[index].size.y.isNaN
    else { return item.hypothetical }
    let width = contentCross(visit, index)
    let content = contentHeight(node, width: width, parent: visit.basis)
    return item.clamp(.most(visit.tape.number(content), item.base), .y)
  }

  /// Returns the width that the container's content should fit into; `nil` means unlimited.
  func availableWidth(_ visit: FlexVisit) -> Formula? {
    if let inner = visit.basis.x { return inner }
    let maximum = length(
      visit.style.maxWidth, visit.node, .maxWidth, of: visit.parent.x)
    guard visit.available != nil || maximum != nil else { return nil }
    let edges = boxEdges(visit.node, .x, visit.parent)
    return (Formula.fewest([visit.available, maximum]) - edges).atLeastZero
  }

  // MARK: Items

  /// Returns the flex base size (§9.2 3).
  private func base(_ visit: FlexVisit, _ index: Int) -> Reason {
    let item = visit.items[index]
    let node = Int(item.node)
    let basis = visit.basis
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
    return reason
  }

  private func contentBase(_ visit: FlexVisit, _ index: Int) -> Formula {
    let node = Int(visit.items[index].node)
    let basis = visit.basis
    guard visit.main == .x else {
      return contentHeight(node, width: contentCross(visit, index), parent: basis)
    }
    let fits = engine.profile.basisFitsContainer && !visit.style.flags.contains(.scrolls)
    let room = fits ? availableWidth(visit).map { $0 - margins(node, .x, basis) } : nil
    return contentWidth(
      node, height: definiteCross(visit, index), available: room?.atLeastZero, parent: basis)
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
