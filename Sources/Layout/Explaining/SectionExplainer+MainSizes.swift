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
      noted, width: width, height: height, parent: parent, tape)
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
      item.base = base(visit, item, main)
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
      visit.run.items[index].cross = hypotheticalCross(visit, index)
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
      item.size.y.isNaN
    else { return item.hypothetical }
    let width = contentCross(visit, item).formula
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
  private func base(_ visit: FlexVisit, _ item: ItemBox<Explained>, _ main: Axis) -> Explained {
    let node = Int(item.node)
    let style = resolved(node)
    let tape = visit.tape
    var base = Explained.nan
    if style.basis.unit == .auto {
      base = item.size[main]
    } else {
      base = tape.number(length(style.basis, node, .flexBasis, of: visit.basis[main]), .basis)
    }
    if base.isNaN && !item.ratio.isNaN {
      let cross = visit.container.definiteCross(item, visit.style)
      base = (main == .x ? cross * item.ratio : cross / item.ratio).by(.aspectRatio)
    }
    if base.isNaN { base = tape.number(contentBase(visit, item), .content) }
    let rule = base.rule
    if item.edges[main] > 0 { base = .most(base, item.edges[main]) }
    if base.isConstant || base.formula.isLeaf { return base }
    // A derivation of its own, so that formulas that contain it stay short.
    let derivation = derived(node, main == .x ? .baseWidth : .baseHeight, value: base.value) {
      base.reason(rule ?? .content)
    }
    return tape.number(.derived(derivation), rule)
  }

  private func contentBase(_ visit: FlexVisit, _ item: ItemBox<Explained>) -> Formula {
    let node = Int(item.node)
    guard visit.main == .x else {
      return contentHeight(
        node, width: contentCross(visit, item).formula, parent: visit.basis)
    }
    let fits = engine.profile.basisFitsContainer && !visit.style.flags.contains(.scrolls)
    let room = fits ? availableWidth(visit).map { $0 - item.margin(.x).formula } : nil
    return contentWidth(
      node, height: visit.container.definiteCross(item, visit.style).known,
      available: room?.atLeastZero, parent: visit.basis)
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
