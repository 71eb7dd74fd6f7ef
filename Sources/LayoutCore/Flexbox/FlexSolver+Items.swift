/// Children as boxes of their container.
extension FlexSolver {
  /// A child as an item; `nil` for one that is not in flow.
  func makeItem(_ node: Int, in container: ResolvedStyle, basis: Pair) -> FlexItem? {
    let state = states[node]
    if state.flags.contains(.isHidden) { return nil }
    let style = styles[Int(state.style)]
    if style.flags.contains(.isAbsolute) { return nil }
    return makeBox(node, in: container, basis: basis)
  }

  /// A child's box model, in flow or not.
  func makeBox(_ node: Int, in container: ResolvedStyle, basis: Pair) -> FlexItem {
    let index = states[node].style
    let style = styles[Int(index)]
    var edges = boxEdges(style, parentWidth: basis.x).sum
    let limits = limits(style, parent: basis, edges: edges)
    if !style.flags.isDisjoint(with: .hasScrollbar) { edges = paddingAndBorder(style, edges) }
    let margin = style.margin
    var item = FlexItem(
      node: Int32(node), style: index,
      size: Pair(style.width.resolved(basis.x), style.height.resolved(basis.y)),
      minimum: limits.minimum, maximum: limits.maximum,
      marginNear: Pair(margin.left.resolved(basis.x).or(0), margin.top.resolved(basis.x).or(0)),
      marginFar: Pair(margin.right.resolved(basis.x).or(0), margin.bottom.resolved(basis.x).or(0)),
      edges: edges)
    if style.flags.contains(.isContentBox) {
      item.size.x += edges.x
      item.size.y += edges.y
    }
    if item.size.x < edges.x { item.size.x = edges.x }
    if item.size.y < edges.y { item.size.y = edges.y }
    if !style.aspectRatio.isNaN { transferLimits(of: &item, style.aspectRatio) }
    let main = container.main
    let cross = main.other
    if style.flags.contains(.hasAutoMargin) {
      item.hasAutoMarginNearMain = margin.near(main).unit == .auto
      item.hasAutoMarginFarMain = margin.far(main).unit == .auto
      item.hasAutoMarginNearCross = margin.near(cross).unit == .auto
      item.hasAutoMarginFarCross = margin.far(cross).unit == .auto
    }
    item.grow = style.grow
    item.shrink = style.shrink
    item.ratio = style.aspectRatio
    item.ratioDecidesCross =
      profile.aspectRatioDecidesCross && style.flags.contains(.hasOwnRatio)
    item.align = style.alignSelf == .auto ? container.alignItems : style.alignSelf
    if style.flags.contains(.hasRareAlignment) || container.flags.contains(.hasRareAlignment) {
      align(&item, style, in: container)
    }
    item.isStretched =
      item.align == .stretch
      && (style.size(cross).unit == .auto || style.size(cross).unit == .stretch)
      && !item.hasAutoMarginNearCross && !item.hasAutoMarginFarCross
    return item
  }

  private func align(_ item: inout FlexItem, _ style: ResolvedStyle, in container: ResolvedStyle) {
    if item.align.isByText { item.align = alongAxis(item.align, style, in: container) }
    item.isSafe =
      style.alignSelf == .auto
      ? container.safeAlignment.contains(.alignItems)
      : style.safeAlignment.contains(.alignSelf)
  }

  /// The alignment by the start and end of a text, in terms of the container's cross axis.
  private func alongAxis(
    _ align: Style.Align, _ item: ResolvedStyle, in container: ResolvedStyle
  ) -> Style.Align {
    guard align == .selfStart || align == .selfEnd else {
      return align.alongAxis(isReversed: container.isWrapReversed)
    }
    let startsAtFar = container.main == .y && item.flags.contains(.isRightToLeft)
    let isFar = startsAtFar != (align == .selfEnd)
    return isFar == container.isCrossReversed ? .start : .end
  }

  /// Limits of one axis hold for the other one, too, where that is automatic (CSS Sizing 4 §5.1.1).
  private func transferLimits(of item: inout FlexItem, _ ratio: Float) {
    if item.size.x.isNaN {
      item.maximum.x = item.maximum.x.clamped(.nan, (item.maximum.y * ratio).limited)
        .or((item.maximum.y * ratio).limited)
      if item.minimum.y > item.edges.y {
        item.minimum.x = max(item.minimum.x, (item.minimum.y * ratio).limited)
      }
    }
  }
}
