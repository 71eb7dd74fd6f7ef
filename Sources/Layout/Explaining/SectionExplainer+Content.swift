/// Content sizes: the results of `FlexSolver.contentWidth` and `FlexSolver.height`.
extension SectionExplainer {
  /// Returns the border-box width of a node's content; see `FlexSolver.contentWidth`.
  /// - Parameters:
  ///   - height: The height of the border box; NaN if unknown.
  ///   - available: The maximum width; 0 gives the minimum content width.
  func contentWidth(
    _ node: Int, height: Explained, available: Explained, parent: Lengths<Explained>
  ) -> Explained {
    let isSmallest = available.isConstant && available.value == 0
    let isFree = height.isNaN && parent.x.isNaN && parent.y.isNaN
    let isMemorable = isFree && (available.value == .infinity || isSmallest)
    let key = FreeWidth(node: node, isSmallest: isSmallest)
    if isMemorable, let known = freeWidths[key] { return known }
    let value = solver.contentWidth(
      of: node, height: Float(height.value), available: Float(available.value),
      parent: parent.pair)
    let number = derived(node, .contentWidth, Double(value)) { [unowned(unsafe) self] in
      contentWidthReason(node, height: height, available: available, parent: parent)
    }
    if isMemorable { freeWidths[key] = number }
    return number
  }

  private func contentWidthReason(
    _ node: Int, height: Explained, available: Explained, parent: Lengths<Explained>
  ) -> Reason {
    let flags = solver.states[node].flags
    if flags.contains(.isHidden) { return Reason(.hidden, 0) }
    let style = resolved(node)
    let known = flags.contains(.widthDependsOnHeight) ? height : .nan
    if !style.aspectRatio.isNaN, !known.isNaN, style.display == .flex {
      return Reason(.aspectRatio, known * ratio(node))
    }
    let edges = boxEdges(node, parent).sum
    let maximum = length(style.maxWidth, node, .maxWidth, of: parent.x)
    let inner = Explained.most(.least(available, maximum.or(.unlimited)) - edges.x, 0)
    if flags.contains(.isLeaf) { return leafWidth(node, room: inner, edges: edges.x) }
    let innerHeight = known - edges.y
    switch style.display {
    case .flex where style.main == .x:
      let largest = itemsWidth(node, innerHeight, limit: .unlimited)
      guard largest > inner else { return Reason(.content, largest + edges.x) }
      let smallest = itemsWidth(node, innerHeight, limit: 0, takesLargest: style.wraps)
      return Reason(.content, .least(largest, .most(smallest, inner)) + edges.x)
    case .flex where style.wraps:
      guard
        let visit = contentVisit(
          node, Lengths(.nan, known), available: available, parent: parent)
      else { return Reason(undecidedBy: edges.x) }
      return visit.container.size.x.reason(.content)
    case .carousel:
      return Reason(.carousel, itemsWidth(node, innerHeight, limit: .unlimited) + edges.x)
    default:
      let largest = itemsWidth(node, innerHeight, limit: inner, isRow: false, takesLargest: true)
      return Reason(.content, largest + edges.x)
    }
  }

  /// Returns the content width of a leaf, or the available width if the content does not fit.
  private func leafWidth(_ node: Int, room: Explained, edges: Explained) -> Reason {
    guard solver.states[node].flags.contains(.hasContent) else { return Reason(.content, edges) }
    func width(_ limit: SizeConstraint, _ leaves: any LeafMeasuring) -> Double {
      leaves.measure(node, width: limit, height: .undefined).width
    }
    let isText = section.arena.records[node].kind.measuresText
    let natural = width(.undefined, solver.leaves)
    let limit = SizeConstraint.atMost(Float(room.value))
    let limited = room.value < .infinity ? width(limit, solver.leaves) : natural
    if abs(limited - natural) >= 0.01 {
      guard abs(limited - room.value) >= 0.01 else { return Reason(.text, room + edges) }
      let longest = input(node, .longestLine, width(limit, exactLeaves))
      return Reason(.text, wholeText(longest + edges, limited + edges.value))
    }
    let own = input(node, isText ? .textWidth : .contentWidth, width(.undefined, exactLeaves))
    return isText
      ? Reason(.text, wholeText(own + edges, natural + edges.value))
      : Reason(.content, own + edges)
  }

  /// Returns the size of a text, which is rounded up to pixels.
  /// - Parameters:
  ///   - exact: The size before rounding.
  ///   - value: The size that the solver uses.
  private func wholeText(_ exact: Explained, _ value: Double) -> Explained {
    guard abs(exact.value - value) >= 0.001 else { return exact }
    let grid = engine.environment.grid
    return tape.number(.roundedUp(exact.formula, scale: grid.scale), value: value)
  }

  /// Returns the width of a text in a row that is too narrow for it: the longest line.
  /// - Parameter width: The width that the solver uses.
  func narrowedWidth(_ node: Int, _ width: Double, edges: Explained) -> Explained {
    let inner = SizeConstraint.exactly(Float(max(0, width - edges.value)))
    let exact = exactLeaves.measure(node, width: inner, height: .undefined).width
    return wholeText(input(node, .longestLine, exact) + edges, width).by(.text)
  }

  /// Returns the sum of the items' widths and gaps, or only the largest width if `takesLargest`.
  private func itemsWidth(
    _ node: Int, _ innerHeight: Explained, limit: Explained, isRow: Bool = true,
    takesLargest: Bool = false
  ) -> Explained {
    let style = resolved(node)
    var sum: Explained = 0
    var largest: Explained = 0
    let items = items(of: node, Lengths(.nan, innerHeight))
    for item in items {
      let available = isRow ? limit : limit - item.margin(.x)
      var content = itemWidth(item, style, innerHeight, available: available)
      let itemStyle = resolved(Int(item.node))
      if isRow && itemStyle.basis.unit == .points {
        let basis = length(itemStyle.basis, Int(item.node), .flexBasis, of: .nan)
        if item.shrink == 0 { content = .most(content, basis) }
        if item.grow == 0 { content = .least(content, basis) }
      }
      let width = item.clampContentWidth(content) + item.margin(.x)
      sum += width
      largest = .most(largest, width)
    }
    return takesLargest ? largest : sum + gap(node).x * Explained(max(0, items.count - 1))
  }

  /// Returns the items of a container that are in flow.
  func items(of node: Int, _ basis: Lengths<Explained>) -> [ItemBox<Explained>] {
    var items: [ItemBox<Explained>] = []
    var child = node + 1
    while child < Int(solver.records[node].subtreeEnd) {
      if let item = solver.makeItem(child, in: resolved(node), basis: basis.pair) {
        items.append(explained(item, basis))
      }
      child = solver.following(child)
    }
    return items
  }

  /// Returns the item's specified width, or else the width of its content.
  private func itemWidth(
    _ item: ItemBox<Explained>, _ container: ResolvedStyle, _ innerHeight: Explained,
    available: Explained
  ) -> Explained {
    if !item.size.x.isNaN { return item.size.x }
    var height = item.size.y
    if height.isNaN, !innerHeight.isNaN, container.main == .x, !container.wraps, item.isStretched {
      height = item.clamp(innerHeight - item.margin(.y), .y)
    }
    if !height.isNaN && !item.ratio.isNaN { return item.clamp(height, .y) * item.ratio }
    return contentWidth(
      Int(item.node), height: height, available: available, parent: Lengths(.nan, innerHeight))
  }

  // MARK: Heights

  /// Returns the border-box height that a node's content needs at a given width.
  func contentHeight(_ node: Int, width: Explained, parent: Lengths<Explained>) -> Explained {
    let value = solver.height(of: node, width: Float(width.value), parent: parent.pair)
    return derived(node, .contentHeight, Double(value)) { [unowned(unsafe) self] in
      contentHeightReason(node, width: width, parent: parent)
    }
  }

  private func contentHeightReason(
    _ node: Int, width: Explained, parent: Lengths<Explained>
  ) -> Reason {
    let flags = solver.states[node].flags
    if flags.contains(.isHidden) { return Reason(.hidden, 0) }
    let style = resolved(node)
    if style.display == .flex, !style.aspectRatio.isNaN {
      return Reason(.aspectRatio, width / ratio(node))
    }
    let edges = boxEdges(node, parent).sum
    let inner = width - edges.x
    if flags.contains(.isLeaf) { return leafHeight(node, width: inner, edges: edges.y) }
    if style.display != .flex {
      let visit = CollectionVisit(self, node: node, inner: Lengths(.most(inner, 0), .nan))
      return Reason(.content, visit.contentHeight + edges.y)
    }
    guard
      let visit = contentVisit(
        node, Lengths(width, .nan), available: .unlimited, parent: parent)
    else { return Reason(undecidedBy: width) }
    return visit.container.size.y.reason(.content)
  }

  /// Returns the height of a leaf; for a plain text, the line count times the line height.
  private func leafHeight(_ node: Int, width: Explained, edges: Explained) -> Reason {
    guard solver.states[node].flags.contains(.hasContent) else { return Reason(.content, edges) }
    let constraint = SizeConstraint.exactly(Float(max(0, width.value)))
    let whole = solver.leaves.measure(node, width: constraint, height: .undefined).height
    let height = exactLeaves.measure(node, width: constraint, height: .undefined).height
    // Lines of a text with runs may differ in height, so the measured height is an input.
    guard section.arena.records[node].kind.measuresText,
      section.arena.attributes(of: node)?.affectsText != true,
      let font = section.arena.content(of: node)?.font
    else {
      let exact = input(node, .contentHeight, height) + edges
      return Reason(.content, wholeText(exact, whole + edges.value))
    }
    let line = engine.measurer.lineHeight(font)
    let lines = Explained((height / line).rounded())
    let exact = lines * input(node, .lineHeight, line) + edges
    return Reason(.text, wholeText(exact, whole + edges.value))
  }
}

extension NodeKind {
  /// Whether the content is a text rather than a symbol or dots.
  fileprivate var measuresText: Bool { self == .text || self == .button || self == .badge }
}
