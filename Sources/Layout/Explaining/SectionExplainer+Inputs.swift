/// Style properties and content as explained numbers, and the boxes computed from them.
extension SectionExplainer {
  func input(
    _ node: Int, _ property: LayoutInput.Property, _ value: Double,
    unit: LayoutInput.Unit = .points
  ) -> Explained {
    tape.number(.input(LayoutInput(.node(part, node), property, unit: unit, value: value)))
  }

  /// Returns a length in points; NaN for `auto`, keywords, and a percentage of an unknown basis.
  func length(
    _ length: Length, _ node: Int, _ property: LayoutInput.Property,
    _ edge: LayoutInput.Edge? = nil, of basis: Explained
  ) -> Explained {
    func input(_ unit: LayoutInput.Unit) -> LayoutInput {
      LayoutInput(.node(part, node), property, edge, unit: unit, value: Double(length.value))
    }
    switch length.unit {
    case .points: return tape.number(.input(input(.points)))
    case .percent where !basis.isNaN:
      return tape.number(.percent(input(.percent), of: basis.formula))
    case .percent, .auto, .content, .maxContent, .minContent, .fitContent, .stretch: return .nan
    }
  }

  /// Returns the aspect ratio, width divided by height.
  func ratio(_ node: Int) -> Explained {
    let own = style(of: node).aspectRatio
    return own > 0
      ? input(node, .aspectRatio, Double(own), unit: .number)
      : input(node, .pictureRatio, Double(section.arena.pictureRatio(of: node)), unit: .number)
  }

  func gap(_ node: Int) -> Lengths<Explained> {
    let gap = resolved(node).gap
    return Lengths(
      gap.x == 0 ? 0 : input(node, .columnGap, Double(gap.x)),
      gap.y == 0 ? 0 : input(node, .rowGap, Double(gap.y)))
  }

  // MARK: Edges

  /// Returns a property's four lengths. `auto` and unknown lengths are NaN for insets, and 0 for
  /// the other properties.
  func edges(
    _ node: Int, _ property: LayoutInput.Property, _ basis: Lengths<Explained>
  ) -> EdgeLengths<Explained> {
    let style = style(of: node)
    let edges: Edges =
      switch property {
      case .margin: style.margin
      case .padding: style.padding
      case .border: style.border
      default: style.inset
      }
    func edge(_ name: LayoutInput.Edge, _ length: Length, _ basis: Explained) -> Explained {
      let number = self.length(length, node, property, name, of: basis)
      if property == .inset { return number }
      return number.value < 0 && property == .margin || number.value > 0 ? number : 0
    }
    func side(_ isStart: Bool, _ name: LayoutInput.Edge, _ length: Length) -> Explained {
      let logical = isStart ? edges.start : edges.end
      return logical.unit == .auto
        ? edge(name, length, basis.x) : edge(isStart ? .start : .end, logical, basis.x)
    }
    let isRightToLeft = resolved(node).flags.contains(.isRightToLeft)
    let height = property == .inset ? basis.y : basis.x
    return EdgeLengths(
      near: Lengths(side(!isRightToLeft, .left, edges.left), edge(.top, edges.top, height)),
      far: Lengths(
        side(isRightToLeft, .right, edges.right), edge(.bottom, edges.bottom, height)))
  }

  /// Returns padding plus border of a node, per edge.
  func boxEdges(_ node: Int, _ basis: Lengths<Explained>) -> EdgeLengths<Explained> {
    edges(node, .padding, basis) + edges(node, .border, basis)
  }

  // MARK: Boxes

  /// Returns an item of a container, converted to numbers that record their formulas.
  func explained(_ item: FlexItem, _ basis: Lengths<Explained>) -> ItemBox<Explained> {
    let node = Int(item.node)
    let style = resolved(node)
    let margin = edges(node, .margin, basis)
    let edges = boxEdges(node, basis).sum
    func atLeastEdges(_ length: Explained, _ axis: Axis) -> Explained {
      length.isNaN ? .nan : .most(length, edges[axis])
    }
    func lengths(
      _ width: Length, _ x: LayoutInput.Property, _ height: Length, _ y: LayoutInput.Property
    ) -> Lengths<Explained> {
      Lengths(
        length(width, node, x, of: basis.x), length(height, node, y, of: basis.y))
    }
    let size = lengths(style.width, .width, style.height, .height)
    let minimum = lengths(style.minWidth, .minWidth, style.minHeight, .minHeight)
    var result = ItemBox<Explained>(
      node: item.node, style: item.style,
      size: Lengths(atLeastEdges(size.x, .x).by(.own), atLeastEdges(size.y, .y).by(.own)),
      minimum: Lengths(
        atLeastEdges(minimum.x, .x).or(edges.x), atLeastEdges(minimum.y, .y).or(edges.y)),
      maximum: lengths(style.maxWidth, .maxWidth, style.maxHeight, .maxHeight),
      marginNear: margin.near, marginFar: margin.far, edges: edges)
    result.hasAutoMarginNearMain = item.hasAutoMarginNearMain
    result.hasAutoMarginFarMain = item.hasAutoMarginFarMain
    result.hasAutoMarginNearCross = item.hasAutoMarginNearCross
    result.hasAutoMarginFarCross = item.hasAutoMarginFarCross
    if !item.ratio.isNaN { result.ratio = ratio(node) }
    result.align = item.align
    result.isSafe = item.isSafe
    result.isStretched = item.isStretched
    result.ratioDecidesCross = item.ratioDecidesCross
    result.isRatioOfContent = item.isRatioOfContent
    if item.grow > 0 { result.grow = input(node, .flexGrow, Double(item.grow), unit: .number) }
    if item.shrink > 0 {
      result.shrink = input(node, .flexShrink, Double(item.shrink), unit: .number)
    }
    return result
  }

  /// Returns the container of a recorded visit, reset to the state before its items are laid out.
  func explained(
    _ visit: LayoutTrace.Container, _ given: Lengths<Explained>, parent: Lengths<Explained>
  ) -> ContainerBox<Explained> {
    let noted = visit.container
    let edges = boxEdges(noted.node, parent)
    // Queries of content sizes ignore the node's own limits.
    let isLimited = noted.purpose == .frames || noted.purpose == .baseline
    let box = explained(solver.makeBox(noted.node, in: .initial, basis: parent.pair), parent)
    let size = Lengths(
      noted.basis.x.isNaN ? .nan : given.x, visit.isHeightImposed ? given.y : .nan)
    func inner(_ axis: Axis) -> Explained {
      size[axis].isNaN ? .nan : .most(0, size[axis] - edges.sum[axis])
    }
    var result = ContainerBox<Explained>(
      node: noted.node, purpose: noted.purpose, gap: gap(noted.node), main: noted.main,
      cross: noted.cross, edges: edges, minimum: isLimited ? box.minimum : edges.sum,
      maximum: isLimited ? box.maximum : .unknown,
      greatestHeight: Explained(noted.greatestHeight.value), size: size,
      inner: Lengths(inner(.x), inner(.y)),
      basis: Lengths(inner(.x), noted.basis.y.isNaN ? .nan : inner(.y)),
      availableWidth: Explained(noted.availableWidth.value),
      availableHeight: Explained(noted.availableHeight.value), firstItem: 0,
      endItem: noted.endItem - noted.firstItem, firstLine: 0, endLine: 0)
    result.hasKeywords = noted.hasKeywords
    result.hasFlexibleItems = noted.hasFlexibleItems
    result.hasAutoMargins = noted.hasAutoMargins
    result.hasBaselineItems = noted.hasBaselineItems
    return result
  }
}

extension Lengths<Explained> {
  static var unknown: Self { Self(.nan, .nan) }
  /// The values in the solver's number type.
  var pair: Pair { Pair(Float(x.value), Float(y.value)) }
}
