/// Creation of boxes and items for the children of a container.
extension FlexSolver {
  /// Collects the flex items (§9.1 1). Items are built in place, because they are large.
  mutating func collectItems(_ container: inout FlexContainer, _ style: ResolvedStyle) {
    var child = container.node + 1
    let end = Int(records[container.node].subtreeEnd)
    let rare = style.flags.intersection(.hasRareAlignment)
    while child < end {
      let state = states[child]
      let index = Int(state.style)
      let flags = styles[index].flags
      if !state.flags.contains(.isHidden) && !flags.contains(.isAbsolute) {
        if flags.contains(.isFixedBox) {
          run.items.push(boxes[index])
        } else {
          run.items.push(makeBox(styles[index], basis: container.basis))
        }
        let last = run.items.count - 1
        run.items[last].node = Int32(child)
        run.items[last].style = Int32(index)
        // Fields are read one by one: copying whole styles would dominate the cost.
        run.items[last].fit(
          alignSelf: styles[index].alignSelf,
          crossUnit: style.main == .x ? styles[index].height.unit : styles[index].width.unit,
          in: style)
        if !flags.union(rare).isDisjoint(with: .concernsAlignment) {
          run.items[last].fitRareAlignment(styles[index], in: style)
        }
        if styles[index].grow > 0 || styles[index].shrink > 0 { container.hasFlexibleItems = true }
        if run.items[last].align == .baseline { container.hasBaselineItems = true }
        if flags.contains(.hasAutoMargin) { container.hasAutoMargins = true }
      } else {
        surcharge += 1
      }
      child = following(child)
    }
    surcharge += run.items.count - container.firstItem
    container.endItem = run.items.count
  }

  /// Returns a child as an item; `nil` if it is not in flow.
  func makeItem(_ node: Int, in container: ResolvedStyle, basis: Pair) -> FlexItem? {
    let state = states[node]
    let isInFlow =
      !state.flags.contains(.isHidden)
      && !styles[Int(state.style)].flags.contains(.isAbsolute)
    return isInFlow ? makeBox(node, in: container, basis: basis) : nil
  }

  /// Returns a child as a box, whether or not it is in flow.
  func makeBox(_ node: Int, in container: ResolvedStyle, basis: Pair) -> FlexItem {
    let index = Int(states[node].style)
    var item = boxes[index]
    if !styles[index].flags.contains(.isFixedBox) { item = makeBox(styles[index], basis: basis) }
    item.node = Int32(node)
    item.style = Int32(index)
    item.fit(
      alignSelf: styles[index].alignSelf,
      crossUnit: container.main == .x ? styles[index].height.unit : styles[index].width.unit,
      in: container)
    let flags = styles[index].flags.union(container.flags.intersection(.hasRareAlignment))
    if !flags.isDisjoint(with: .concernsAlignment) {
      item.fitRareAlignment(styles[index], in: container)
    }
    return item
  }

  /// Returns the box of a style. The box depends on the container only through percentages.
  /// - Parameter basis: The size of the containing block.
  func makeBox(_ style: ResolvedStyle, basis: Pair) -> FlexItem {
    var edges = boxEdges(style, parentWidth: basis.x).sum
    let limits = limits(style, parent: basis, edges: edges)
    if !style.flags.isDisjoint(with: .hasScrollbar) { edges = paddingAndBorder(style, edges) }
    let margin = style.margin
    var item = FlexItem(
      node: -1, style: -1,
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
    item.grow = style.grow
    item.shrink = style.shrink
    item.ratio = style.aspectRatio
    item.isRatioOfContent = style.flags.contains(.isContentBox)
    item.ratioDecidesCross = !profile.sizesAsCSS && style.flags.contains(.hasOwnRatio)
    return item
  }
}

extension FlexItem {
  /// Sets the alignment on the container's cross axis.
  /// - Parameter crossUnit: The unit of the item's cross size.
  @inline(__always) mutating func fit(
    alignSelf: Style.Align, crossUnit: Length.Unit, in container: ResolvedStyle
  ) {
    align = alignSelf == .auto ? container.alignItems : alignSelf
    isStretched = align == .stretch && crossUnit == .auto || crossUnit == .stretch
  }

  /// Sets automatic margins, and alignments that are safe or relative to the text direction.
  @inline(never) mutating func fitRareAlignment(
    _ style: ResolvedStyle, in container: ResolvedStyle
  ) {
    let (main, cross) = (container.main, container.main.other)
    hasAutoMarginNearMain = style.margin.near(main).unit == .auto
    hasAutoMarginFarMain = style.margin.far(main).unit == .auto
    hasAutoMarginNearCross = style.margin.near(cross).unit == .auto
    hasAutoMarginFarCross = style.margin.far(cross).unit == .auto
    if hasAutoMarginNearCross || hasAutoMarginFarCross {
      isStretched = style.size(cross).unit == .stretch
    }
    if align.isByText { align = alongAxis(align, style, in: container) }
    isSafe =
      style.alignSelf == .auto
      ? container.safeAlignment.contains(.alignItems)
      : style.safeAlignment.contains(.alignSelf)
  }

  /// Converts an alignment relative to the text direction to the container's cross axis.
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
}
