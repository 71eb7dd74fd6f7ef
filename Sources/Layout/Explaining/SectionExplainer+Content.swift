/// Content sizes: the answers to the solver's first two queries.
extension SectionExplainer {
  /// Returns the width that a node's content wants within a limit; see `FlexSolver.contentWidth`.
  /// - Parameters:
  ///   - height: The height of the border box, if known.
  ///   - available: The limit; `nil` means unlimited.
  func contentWidth(
    _ node: Int, height: Formula?, available: Formula?, parent: PercentBasis
  ) -> Formula {
    var isSmallest = false
    if case .constant(0) = available { isSmallest = true }
    let isFree = height == nil && parent.x == nil && parent.y == nil
    let isMemorable = isFree && (available == nil || isSmallest)
    let key = FreeWidth(node: node, isSmallest: isSmallest)
    if isMemorable, let known = freeWidths[key] { return .derived(known) }
    let value = solver.contentWidth(
      of: node, height: height.float, available: available.map { Float($0.value) } ?? .infinity,
      parent: parent.pair)
    let derivation = derived(node, .contentWidth, value: Double(value)) { [unowned self] in
      contentWidthReason(node, height: height, available: available, parent: parent)
    }
    if isMemorable { freeWidths[key] = derivation }
    return .derived(derivation)
  }

  private func contentWidthReason(
    _ node: Int, height: Formula?, available: Formula?, parent: PercentBasis
  ) -> Reason {
    let flags = solver.states[node].flags
    if flags.contains(.isHidden) { return Reason(.hidden, .constant(0)) }
    let style = resolved(node)
    let known = flags.contains(.widthDependsOnHeight) ? height : nil
    if !style.aspectRatio.isNaN, let known, style.display == .flex {
      return Reason(.aspectRatio, known * ratio(node))
    }
    let edges = boxEdges(node, .x, parent)
    let maximum = length(style.maxWidth, node, .maxWidth, of: parent.x)
    let limit: Formula? =
      available == nil && maximum == nil ? nil : Formula.fewest([available, maximum])
    let inner = limit.map { ($0 - edges).atLeastZero }
    if flags.contains(.isLeaf) { return leafWidth(node, room: inner).map { $0 + edges } }
    let innerHeight = known.map { $0 - boxEdges(node, .y, parent) }
    switch style.display {
    case .flex where style.main == .x:
      let largest = itemsWidth(node, innerHeight, limit: nil)
      guard let inner, largest.value > inner.value else {
        return Reason(.content, largest + edges)
      }
      let smallest = itemsWidth(
        node, innerHeight, limit: .constant(0), takesLargest: style.wraps)
      return Reason(.content, .fewest([largest, .most([smallest, inner])]) + edges)
    case .flex where style.wraps:
      guard
        let visit = contentVisit(
          node, width: nil, height: known, available: available, parent: parent)
      else { return Reason(undecidedBy: edges) }
      return (visit.sizes[.x] ?? .nan).reason(.content)
    case .carousel:
      return Reason(.carousel, itemsWidth(node, innerHeight, limit: nil) + edges)
    default:
      let largest = itemsWidth(node, innerHeight, limit: inner, isRow: false, takesLargest: true)
      return Reason(.content, largest + edges)
    }
  }

  /// Returns the content width of a leaf, or the limit if the content does not fit.
  private func leafWidth(_ node: Int, room: Formula?) -> Reason {
    guard solver.states[node].flags.contains(.hasContent) else {
      return Reason(.content, .constant(0))
    }
    let natural = solver.leaves.measure(node, width: .undefined, height: .undefined).width
    let isText = section.arena.records[node].kind.measuresText
    let own = Formula.input(
      input(node, isText ? .textWidth : .contentWidth, value: natural))
    guard let room else { return Reason(isText ? .text : .content, own) }
    let fitted = solver.leaves.measure(
      node, width: .atMost(Float(room.value)), height: .undefined
    ).width
    return abs(fitted - natural) < 0.01
      ? Reason(isText ? .text : .content, own) : Reason(.text, room)
  }

  /// Returns the sum of the widths of a row's or column's items, or the largest of them.
  private func itemsWidth(
    _ node: Int, _ innerHeight: Formula?, limit: Formula?, isRow: Bool = true,
    takesLargest: Bool = false
  ) -> Formula {
    let style = resolved(node)
    let basis = PercentBasis(x: nil, y: innerHeight)
    var sum: Explained = 0
    var largest: Explained = 0
    var count = 0
    forEachItem(of: node, basis) { item in
      let available = isRow ? limit : limit.map { $0 - item.margin(.x).formula }
      var content = itemWidth(item, style, innerHeight, available: available)
      let itemStyle = resolved(Int(item.node))
      if isRow && itemStyle.basis.unit == .points {
        let basis = tape.number(length(itemStyle.basis, Int(item.node), .flexBasis, of: nil))
        if item.shrink == 0 { content = .most(content, basis) }
        if item.grow == 0 { content = .least(content, basis) }
      }
      let width = item.clampContentWidth(content) + item.margin(.x)
      sum += width
      largest = .most(largest, width)
      count += 1
    }
    return takesLargest ? largest.formula : sum.formula + gap(node, .x, times: count - 1)
  }

  func forEachItem(
    of node: Int, _ basis: PercentBasis, _ body: (ItemBox<Explained>) -> Void
  ) {
    var child = node + 1
    let end = Int(solver.records[node].subtreeEnd)
    while child < end {
      if let item = solver.makeItem(child, in: resolved(node), basis: basis.pair) {
        body(explained(item, basis, tape))
      }
      child = solver.following(child)
    }
  }

  /// Returns the item's own width, or else its content's width.
  private func itemWidth(
    _ item: ItemBox<Explained>, _ container: ResolvedStyle, _ innerHeight: Formula?,
    available: Formula?
  ) -> Explained {
    if !item.size.x.isNaN { return item.size.x }
    var height = item.size.y
    if height.isNaN, let innerHeight, container.main == .x, !container.wraps, item.isStretched {
      height = item.clamp(tape.number(innerHeight) - item.margin(.y), .y)
    }
    if !height.isNaN && !item.ratio.isNaN { return item.clamp(height, .y) * item.ratio }
    return tape.number(
      contentWidth(
        Int(item.node), height: height.known, available: available,
        parent: PercentBasis(x: nil, y: innerHeight)))
  }

  // MARK: Heights

  /// Returns the height that a node's content wants for a width, as a border box.
  func contentHeight(_ node: Int, width: Formula, parent: PercentBasis) -> Formula {
    let value = solver.height(of: node, width: Float(width.value), parent: parent.pair)
    return .derived(
      derived(node, .contentHeight, value: Double(value)) { [unowned self] in
        contentHeightReason(node, width: width, parent: parent)
      })
  }

  private func contentHeightReason(
    _ node: Int, width: Formula, parent: PercentBasis
  ) -> Reason {
    let flags = solver.states[node].flags
    if flags.contains(.isHidden) { return Reason(.hidden, .constant(0)) }
    let style = resolved(node)
    if style.display == .flex, !style.aspectRatio.isNaN {
      return Reason(.aspectRatio, width / ratio(node))
    }
    if flags.contains(.isLeaf) {
      return leafHeight(node, width: width - boxEdges(node, .x, parent)).map {
        $0 + boxEdges(node, .y, parent)
      }
    }
    if style.display != .flex {
      let inner = PercentBasis(x: (width - boxEdges(node, .x, parent)).atLeastZero)
      return Reason(
        .content, collection(node, inner).contentHeight + boxEdges(node, .y, parent))
    }
    guard
      let visit = contentVisit(node, width: width, height: nil, available: nil, parent: parent)
    else { return Reason(undecidedBy: width) }
    return (visit.sizes[.y] ?? .nan).reason(.content)
  }

  /// Returns the number of lines of a text times the line height of its font.
  private func leafHeight(_ node: Int, width: Formula) -> Reason {
    guard solver.states[node].flags.contains(.hasContent) else {
      return Reason(.content, .constant(0))
    }
    let height = solver.leaves.measure(
      node, width: .exactly(Float(max(0, width.value))), height: .undefined
    ).height
    // Lines of a text with runs may differ in height.
    guard section.arena.records[node].kind.measuresText,
      section.arena.attributes(of: node)?.affectsText != true,
      let font = section.arena.content(of: node)?.font
    else { return Reason(.content, .input(input(node, .contentHeight, value: height))) }
    let line = engine.measurer.lineHeight(font)
    return Reason(
      .text,
      .constant((height / line).rounded()) * .input(input(node, .lineHeight, value: line)))
  }
}

extension NodeKind {
  /// Whether the content is a text rather than a symbol or dots.
  fileprivate var measuresText: Bool { self == .text || self == .button || self == .badge }
}
