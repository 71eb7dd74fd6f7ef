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
    case .auto, .maxContent, .minContent, .fitContent, .stretch: return nil
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
    .total([
      margin(node, axis, isNear: true, basis), margin(node, axis, isNear: false, basis),
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

  /// Returns the maximum size, including the one that results from the other axis' limit and the
  /// aspect ratio.
  private func maximum(_ item: FlexItem, _ axis: Axis, _ basis: PercentBasis) -> Formula? {
    guard !item.maximum[axis].isNaN else { return nil }
    let node = Int(item.node)
    let style = resolved(node)
    let own = length(
      axis == .x ? style.maxWidth : style.maxHeight, node, axis == .x ? .maxWidth : .maxHeight,
      of: basis[axis])
    guard axis == .x, item.size.x.isNaN, !item.ratio.isNaN,
      let height = length(style.maxHeight, node, .maxHeight, of: basis.y)
    else { return own }
    return .fewest([own, height * ratio(node)])
  }

  private func minimum(_ item: FlexItem, _ axis: Axis, _ basis: PercentBasis) -> Formula? {
    let node = Int(item.node)
    let style = resolved(node)
    let own = length(
      axis == .x ? style.minWidth : style.minHeight, node, axis == .x ? .minWidth : .minHeight,
      of: basis[axis])
    guard axis == .x, item.size.x.isNaN, !item.ratio.isNaN,
      let height = length(style.minHeight, node, .minHeight, of: basis.y)
    else { return own }
    return .most([own, height * ratio(node)])
  }

  /// Returns a size limited by an item's minimum and maximum.
  /// - Parameter isContent: Whether the size already contains padding and border.
  func clamped(
    _ reason: Reason, _ item: FlexItem, _ axis: Axis, _ basis: PercentBasis,
    isContent: Bool = false
  ) -> Reason {
    guard let formula = reason.formula else { return reason }
    var result = reason
    var clamped = formula
    if let high = maximum(item, axis, basis) {
      clamped = .fewest([formula, high])
      if high.value < formula.value { result.rule = .maximum }
    }
    let edges = boxEdges(Int(item.node), axis, basis)
    let isWithin = isContent && clamped.value > edges.value - 0.001
    let low = Formula.most([minimum(item, axis, basis), isWithin ? nil : edges])
    if low.value > 0 || clamped.value < 0 {
      if low.value > clamped.value { result.rule = .minimum }
      clamped = .most([clamped, low])
    }
    result.formula = clamped
    return result
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
}
