/// Sizes along the main axis: CSS Flexbox §9.2 and §9.7.
extension SectionExplainer {
  /// Repeats a recorded visit with numbers that record their formulas.
  /// - Parameters:
  ///   - given: The border-box size; NaN on an axis where the content determines the size.
  ///   - available: The maximum of an unknown width.
  ///   - parent: The basis of the container's own percentages.
  func visit(
    _ noted: LayoutTrace.Container, _ given: Lengths<Explained>, available: Explained,
    parent: Lengths<Explained>
  ) -> FlexVisit {
    let node = noted.container.node
    return tape.record(node, .content, isSingle: true) {
      let style = resolved(node)
      let container = explained(noted, given, parent: parent)
      let maximum = length(style.maxWidth, node, .maxWidth, of: parent.x).or(.unlimited)
      let limit = Explained.most(.least(available, maximum) - container.edges.sum.x, 0)
      let visit = FlexVisit(
        noted.items, container, style, availableWidth: container.basis.x.or(limit))
      layOut(visit, given)
      return visit
    }
  }

  private func layOut(_ visit: FlexVisit, _ given: Lengths<Explained>) {
    let main = visit.main
    let cross = visit.cross
    /// Replaces a size computed from the items by the given size, which refers to the node's frame.
    func takeGiven(_ axis: Axis) {
      guard !given[axis].isNaN else { return }
      visit.container.size[axis] = given[axis]
      visit.container.inner[axis] = .most(0, given[axis] - visit.container.edges.sum[axis])
    }
    var hypotheticalMain: Explained = 0
    for noted in visit.items {
      var item = explained(noted, visit.basis)
      item.base = base(visit, item, main)
      if solver.isAtLeastContent(noted, in: visit.container.node, main) {
        let content = contentHeight(
          Int(item.node), width: contentCross(visit, item), parent: visit.basis)
        item.minimum.y = item.clamp(content, .y)
      }
      item.hypothetical = item.clamp(item.base, main)
      item.target = item.hypothetical
      hypotheticalMain += item.hypothetical + item.margin(main)
      visit.run.items.push(item)
    }
    visit.run.collectLines(&visit.container, visit.style, hypotheticalMain)
    if visit.container.size[main].isNaN {
      let content = visit.lines.map { lineExtent(visit, $0) }.reduce(0, Explained.most)
      visit.container.fit(content, main)
      takeGiven(main)
    }
    if visit.container.hasFlexibleItems {
      for line in visit.lines { visit.run.resolveFlexibleLengths(visit.container, line) }
      if main == .x { narrowTexts(visit) }
    }
    for index in visit.items.indices {
      visit.targets.append(visit.run.items[index].target)
      visit.run.items[index].target = placed(visit, index, visit.targets[index], main)
    }
    for index in visit.items.indices {
      visit.run.items[index].cross = hypotheticalCross(visit, visit.run.items[index])
      visit.run.items[index].ascent = ascent(visit, visit.run.items[index])
    }
    visit.run.determineLineCrossSizes(visit.container, visit.style)
    let isCrossKnown = !visit.container.size[cross].isNaN
    visit.run.determineUsedCrossSizes(visit.container, visit.style)
    visit.run.determineCrossSize(&visit.container)
    if !isCrossKnown { takeGiven(cross) }
    for index in visit.items.indices {
      visit.crosses.append(visit.run.items[index].cross)
      visit.run.items[index].cross = placed(visit, index, visit.crosses[index], cross)
    }
    visit.run.place(visit.container, visit.style)
  }

  /// Narrows the texts that the solver narrowed.
  private func narrowTexts(_ visit: FlexVisit) {
    guard solver.narrowsTexts else { return }
    for index in visit.items.indices {
      let (node, width) = (Int(visit.items[index].node), Double(visit.items[index].target))
      let item = visit.run.items[index]
      guard width < item.target.value - 0.01,
        solver.states[node].flags.isSuperset(of: [.isLeaf, .hasContent])
      else { continue }
      visit.run.items[index].target = narrowedWidth(node, width, edges: item.edges.x)
    }
  }

  /// Returns an item's size as an operand: a reference to its frame if this visit set the frame.
  private func placed(
    _ visit: FlexVisit, _ index: Int, _ size: Explained, _ axis: Axis
  ) -> Explained {
    visit.container.purpose == .frames
      ? self.size(of: Int(visit.items[index].node), axis) : size
  }

  private func lineExtent(_ visit: FlexVisit, _ line: Int) -> Explained {
    let items = visit.run.lines[line].first..<visit.run.lines[line].end
    var sum: Explained = 0
    for index in items {
      let item = visit.run.items[index]
      sum += item.hypothetical + item.margin(visit.main)
    }
    return sum + visit.container.gap[visit.main] * Explained(items.count - 1)
  }

  // MARK: Items

  /// Returns the flex base size (§9.2 3).
  private func base(_ visit: FlexVisit, _ item: ItemBox<Explained>, _ main: Axis) -> Explained {
    let node = Int(item.node)
    let style = resolved(node)
    var base =
      style.basis.unit == .auto
      ? item.size[main]
      : length(style.basis, node, .flexBasis, of: visit.basis[main]).by(.basis)
    if base.isNaN && !item.ratio.isNaN {
      let cross = visit.container.definiteCross(item, visit.style)
      base = (main == .x ? cross * item.ratio : cross / item.ratio).by(.aspectRatio)
    }
    if base.isNaN { base = contentBase(visit, item).by(.content) }
    let rule = base.rule
    if item.edges[main] > 0 { base = .most(base, item.edges[main]) }
    if base.isConstant || base.formula.isLeaf { return base }
    // The base size gets its own derivation, so that formulas that use it stay short.
    return derived(node, main == .x ? .baseWidth : .baseHeight, base.value, rule) {
      base.reason(rule ?? .content)
    }
  }

  private func contentBase(_ visit: FlexVisit, _ item: ItemBox<Explained>) -> Explained {
    let node = Int(item.node)
    guard visit.main == .x else {
      return contentHeight(node, width: contentCross(visit, item), parent: visit.basis)
    }
    let fits = !engine.profile.sizesAsCSS && !visit.style.flags.contains(.scrolls)
    let room = fits ? visit.availableWidth - item.margin(.x) : .unlimited
    return contentWidth(
      node, height: visit.container.definiteCross(item, visit.style),
      available: .most(room, 0), parent: visit.basis)
  }
}
