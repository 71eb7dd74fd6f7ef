/// Properties of style and content as formulas.
extension SectionExplainer {
  enum Side: CaseIterable {
    case left, top, right, bottom

    init(_ axis: Axis, isNear: Bool) {
      self = axis == .x ? (isNear ? .left : .right) : (isNear ? .top : .bottom)
    }
  }

  func input(
    _ node: Int, _ property: LayoutInput.Property, _ edge: LayoutInput.Edge? = nil,
    unit: LayoutInput.Unit = .points, value: Double
  ) -> LayoutInput {
    LayoutInput(.node(part, node), property, edge, unit: unit, value: value)
  }

  func number(_ node: Int, _ property: LayoutInput.Property, _ value: Float) -> Formula {
    .input(input(node, property, unit: .number, value: Double(value)))
  }

  /// Returns the length as a formula; `nil` if it is automatic or a keyword, or a percentage of an
  /// unknown basis.
  func length(
    _ length: Length, _ node: Int, _ property: LayoutInput.Property,
    _ edge: LayoutInput.Edge? = nil, of basis: Formula?
  ) -> Formula? {
    switch length.unit {
    case .points:
      return .input(input(node, property, edge, value: Double(length.value)))
    case .percent:
      guard let basis else { return nil }
      return .percent(
        input(node, property, edge, unit: .percent, value: Double(length.value)), of: basis)
    case .auto, .content, .maxContent, .minContent, .fitContent, .stretch: return nil
    }
  }

  // MARK: Edges

  /// Returns the edge of the style that applies to a side, and its length.
  private func edge(
    _ edges: Edges, _ side: Side, isRightToLeft: Bool
  ) -> (edge: LayoutInput.Edge, length: Length) {
    switch side {
    case .top: (.top, edges.top)
    case .bottom: (.bottom, edges.bottom)
    case .left:
      isRightToLeft
        ? (edges.end.unit == .auto ? (.left, edges.left) : (.end, edges.end))
        : (edges.start.unit == .auto ? (.left, edges.left) : (.start, edges.start))
    case .right:
      isRightToLeft
        ? (edges.start.unit == .auto ? (.right, edges.right) : (.start, edges.start))
        : (edges.end.unit == .auto ? (.right, edges.right) : (.end, edges.end))
    }
  }

  /// Returns the length of an edge; `nil` if it is automatic, unknown or 0.
  func edge(
    _ node: Int, _ property: LayoutInput.Property, _ side: Side, of basis: Formula?
  ) -> Formula? {
    let style = style(of: node)
    let edges: Edges
    switch property {
    case .margin: edges = style.margin
    case .padding: edges = style.padding
    case .border: edges = style.border
    default: edges = style.inset
    }
    let found = edge(
      edges, side, isRightToLeft: resolved(node).flags.contains(.isRightToLeft))
    let result = length(found.length, node, property, found.edge, of: basis)
    if property != .inset, let value = result?.value {
      if value == 0 || property != .margin && value < 0 { return nil }
    }
    return result
  }

  func margin(_ node: Int, _ axis: Axis, isNear: Bool, _ basis: PercentBasis) -> Formula? {
    edge(node, .margin, Side(axis, isNear: isNear), of: basis.x)
  }

  /// Returns the sum of both margins along an axis.
  func margins(_ node: Int, _ axis: Axis, _ basis: PercentBasis) -> Formula {
    edges(node, .margin, axis, basis)
  }

  /// Returns the sum of a property's edges of both sides along an axis.
  func edges(
    _ node: Int, _ property: LayoutInput.Property, _ axis: Axis, _ basis: PercentBasis
  ) -> Formula {
    .total([
      edge(node, property, Side(axis, isNear: true), of: basis.x),
      edge(node, property, Side(axis, isNear: false), of: basis.x),
    ])
  }

  /// Returns padding and border at one side.
  func boxEdge(_ node: Int, _ side: Side, _ basis: PercentBasis) -> Formula {
    .total([
      edge(node, .padding, side, of: basis.x), edge(node, .border, side, of: basis.x),
    ])
  }

  /// Returns padding and border of both sides along an axis.
  func boxEdges(_ node: Int, _ axis: Axis, _ basis: PercentBasis) -> Formula {
    .total([
      boxEdge(node, Side(axis, isNear: true), basis),
      boxEdge(node, Side(axis, isNear: false), basis),
    ])
  }

  // MARK: Sizes and limits

  /// Returns the style's own size of the border box; `nil` if there is none or it cannot be
  /// resolved.
  func ownSize(_ node: Int, _ axis: Axis, _ basis: PercentBasis) -> Formula? {
    let style = resolved(node)
    guard style.size(axis).unit == .points || style.size(axis).unit == .percent else { return nil }
    let property: LayoutInput.Property = axis == .x ? .width : .height
    guard let size = length(style.size(axis), node, property, of: basis[axis]) else { return nil }
    return .most([size, boxEdges(node, axis, basis)])
  }

  private func maximum(_ item: FlexItem, _ axis: Axis, _ basis: PercentBasis) -> Formula? {
    guard !item.maximum[axis].isNaN else { return nil }
    let node = Int(item.node)
    let style = resolved(node)
    return axis == .x
      ? length(style.maxWidth, node, .maxWidth, of: basis.x)
      : length(style.maxHeight, node, .maxHeight, of: basis.y)
  }

  private func minimum(_ node: Int, _ axis: Axis, _ basis: PercentBasis) -> Formula? {
    let style = resolved(node)
    return axis == .x
      ? length(style.minWidth, node, .minWidth, of: basis.x)
      : length(style.minHeight, node, .minHeight, of: basis.y)
  }

  /// Returns the aspect ratio, width divided by height.
  func ratio(_ node: Int) -> Formula {
    let own = style(of: node).aspectRatio
    return own > 0
      ? number(node, .aspectRatio, own)
      : number(node, .pictureRatio, section.arena.pictureRatio(of: node))
  }

  func gap(_ node: Int, _ axis: Axis, times count: Int) -> Formula? {
    let gap = resolved(node).gap[axis]
    guard gap != 0, count > 0 else { return nil }
    let property: LayoutInput.Property = axis == .x ? .columnGap : .rowGap
    return .constant(Double(count)) * .input(input(node, property, value: Double(gap)))
  }

  // MARK: Boxes

  /// Returns an item of a container with numbers that record their formulas.
  func explained(
    _ item: FlexItem, _ basis: PercentBasis, _ tape: FormulaTape
  ) -> ItemBox<Explained> {
    let node = Int(item.node)
    func lengths(_ formula: (Axis) -> Formula?) -> Lengths<Explained> {
      Lengths(tape.number(formula(.x) ?? .constant(0)), tape.number(formula(.y) ?? .constant(0)))
    }
    let edges = lengths { boxEdges(node, $0, basis) }
    var result = ItemBox<Explained>(
      node: item.node, style: item.style,
      size: Lengths(
        tape.number(ownSize(node, .x, basis), .own), tape.number(ownSize(node, .y, basis), .own)),
      minimum: lengths { .most([minimum(node, $0, basis), boxEdges(node, $0, basis)]) },
      maximum: Lengths(
        tape.number(maximum(item, .x, basis)), tape.number(maximum(item, .y, basis))),
      marginNear: lengths { margin(node, $0, isNear: true, basis) },
      marginFar: lengths { margin(node, $0, isNear: false, basis) }, edges: edges)
    result.hasAutoMarginNearMain = item.hasAutoMarginNearMain
    result.hasAutoMarginFarMain = item.hasAutoMarginFarMain
    result.hasAutoMarginNearCross = item.hasAutoMarginNearCross
    result.hasAutoMarginFarCross = item.hasAutoMarginFarCross
    if !item.ratio.isNaN { result.ratio = tape.number(ratio(node)) }
    result.align = item.align
    result.isSafe = item.isSafe
    result.isStretched = item.isStretched
    result.ratioDecidesCross = item.ratioDecidesCross
    result.isRatioOfContent = item.isRatioOfContent
    if item.grow > 0 { result.grow = tape.number(number(node, .flexGrow, item.grow)) }
    if item.shrink > 0 { result.shrink = tape.number(number(node, .flexShrink, item.shrink)) }
    return result
  }

  /// Returns padding and border of a node.
  func edges(
    of node: Int, _ basis: PercentBasis, _ tape: FormulaTape
  ) -> EdgeLengths<Explained> {
    func edge(_ side: Side) -> Explained { tape.number(boxEdge(node, side, basis)) }
    return EdgeLengths(
      near: Lengths(edge(.left), edge(.top)), far: Lengths(edge(.right), edge(.bottom)))
  }

  /// Returns a container whose items are yet to be laid out.
  func explained(
    _ visit: LayoutTrace.Container, width: Formula?, height: Formula?, parent: PercentBasis,
    _ tape: FormulaTape
  ) -> ContainerBox<Explained> {
    let noted = visit.container
    let node = noted.node
    func number(_ formula: Formula?) -> Explained { tape.number(formula ?? .constant(0)) }
    let edges = edges(of: node, parent, tape)
    // Queries of content sizes ignore the node's own limits.
    let isLimited = noted.purpose == .frames || noted.purpose == .baseline
    let box = explained(
      solver.makeBox(node, in: .initial, basis: parent.pair), parent, tape)
    let size = Lengths(
      noted.basis.x.isNaN ? .nan : tape.number(width),
      visit.isHeightImposed ? tape.number(height) : .nan)
    let inner = Lengths(
      size.x.isNaN ? .nan : Explained.most(0, size.x - edges.sum.x),
      size.y.isNaN ? .nan : Explained.most(0, size.y - edges.sum.y))
    func constant(_ value: Float) -> Explained { Explained(Double(value)) }
    var result = ContainerBox<Explained>(
      node: node, purpose: noted.purpose,
      gap: Lengths(number(gap(node, .x, times: 1)), number(gap(node, .y, times: 1))),
      main: noted.main, cross: noted.cross, edges: edges,
      minimum: isLimited ? box.minimum : edges.sum,
      maximum: isLimited ? box.maximum : Lengths(.nan, .nan),
      greatestHeight: constant(noted.greatestHeight), size: size, inner: inner,
      basis: Lengths(inner.x, noted.basis.y.isNaN ? .nan : inner.y),
      availableWidth: constant(noted.availableWidth),
      availableHeight: constant(noted.availableHeight), firstItem: 0,
      endItem: noted.endItem - noted.firstItem, firstLine: 0, endLine: 0)
    result.hasKeywords = noted.hasKeywords
    result.hasFlexibleItems = noted.hasFlexibleItems
    result.hasAutoMargins = noted.hasAutoMargins
    result.hasBaselineItems = noted.hasBaselineItems
    return result
  }

  /// Returns the shift of a box in flow by its insets.
  func shift(of node: Int, _ axis: Axis, _ basis: Formula?, isRightToLeft: Bool) -> Formula? {
    guard resolved(node).flags.contains(.hasInset) else { return nil }
    let near = edge(node, .inset, Side(axis, isNear: true), of: basis)
    let far = edge(node, .inset, Side(axis, isNear: false), of: basis)?.negated
    return axis == .x && isRightToLeft ? far ?? near : near ?? far
  }
}
