extension FlexSolver {
  /// Returns the border-box width of a node's content within a limit (fit-content, CSS Sizing
  /// §5.1): the max-content width if that fits, else the limit, but at least the min-content width.
  /// An infinite limit yields the max-content width, 0 the min-content width. The node's own
  /// `width` is ignored, and the caller applies the node's limits.
  ///
  /// - Parameters:
  ///   - height: The height of the border box; NaN if unknown. Most widths do not depend on it.
  ///   - ignoresRatio: Whether the aspect ratio is ignored.
  mutating func contentWidth(
    of node: Int, height: Float, available: Float, availableHeight: Float = .infinity, parent: Pair,
    ignoresRatio: Bool = false
  ) -> Float {
    let flags = states[node].flags
    if flags.contains(.isHidden) { return 0 }
    let style = styles[Int(states[node].style)]
    let known = Pair(.nan, flags.contains(.widthDependsOnHeight) ? height : .nan)
    let query = normalized(
      SizeQuery(
        known: known, available: max(0, available), availableHeight: max(0, availableHeight),
        parent: parent),
      .width, of: node)
    let kind: SizeAnswer.Kind = ignoresRatio ? .widthWithoutRatio : .width
    if let width = answer(kind, node, query) { return width }
    if available == 0 && leaves.statesSmallestSizes {
      let stated = leaves.smallestSize(of: node).width
      if !stated.isNaN { return stated }
    }
    guard beginVisit() else { return 0 }

    let edges = boxEdges(style, parentWidth: parent.x).sum
    let limits = limits(style, parent: parent, edges: edges)
    var width: Float
    if !style.aspectRatio.isNaN && !known.y.isNaN && style.display == .flex && !ignoresRatio {
      let box = makeBox(style, basis: parent)
      width = max(
        box.ratioSize(.x, from: known.y), contentMinimum(node, box, .x, for: known.y, parent))
    } else if flags.contains(.isLeaf) {
      var asked = query
      asked.parent = parent
      let size = measureLeaf(node, asked)
      width = size.x
      if known.y.isNaN && style.aspectRatio.isNaN && flags.contains(.hasContent) {
        // The measurement also gives the height, so the answer to the height query is cached too.
        let next = normalized(
          SizeQuery(
            known: Pair(width, .nan), availableHeight: query.availableHeight, parent: parent),
          .height, of: node)
        if answer(.height, node, next) == nil { remember(.height, node, next, size.y) }
      }
    } else {
      let most = profile.sizesAsCSS ? .nan : limits.maximum.x
      let inner = max(0, query.available.clamped(.nan, most) - edges.x)
      let innerHeight = known.y - edges.y
      switch style.display {
      case .flex where style.main == .x && stretches(query, style):
        let imposed = Pair(query.available.clamped(.nan, limits.maximum.x), .nan)
        width =
          flex(
            node,
            SizeQuery(known: imposed, availableHeight: query.availableHeight, parent: parent),
            .extent
          ).x - edges.x
      case .flex where style.main == .x:
        width = rowContentWidth(node, style, innerHeight: innerHeight, available: inner)
      case .flex where style.wraps && profile.wrappedColumnsAddUp && query.available > 0:
        let available = profile.sizesAsCSS ? .infinity : query.available
        width = flex(node, SizeQuery(known: known, available: available, parent: parent), .width).x
        width -= edges.x
        if profile.sizesAsCSS {
          // The laid out columns can be narrower than the min-content width.
          let smallest = columnContentWidth(node, style, innerHeight: innerHeight, available: 0)
          width = max(smallest, min(width, inner))
        }
      case .carousel:
        width = rowContentWidth(
          node, style, innerHeight: innerHeight, limit: .infinity, takesLargest: false)
      default:
        width = columnContentWidth(node, style, innerHeight: innerHeight, available: inner)
      }
      width += edges.x
    }
    remember(kind, node, query, width)
    return width
  }

  /// Returns whether the items of a row flex into the width available to the row's content.
  private func stretches(_ query: SizeQuery, _ style: ResolvedStyle) -> Bool {
    profile.basisStretches && query.available > 0 && query.available < .infinity
      && query.known.y.isNaN && !style.wraps
  }

  /// Returns the content width of a row (§9.9.1). As in browsers, the width is the sum of the
  /// items' contributions, without flex fractions.
  private mutating func rowContentWidth(
    _ node: Int, _ style: ResolvedStyle, innerHeight: Float, available: Float
  ) -> Float {
    let largest = rowContentWidth(
      node, style, innerHeight: innerHeight, limit: .infinity, takesLargest: false)
    let isLeast = profile.sizesAsCSS && style.wraps
    guard largest > available || isLeast else { return largest }
    let smallest = rowContentWidth(
      node, style, innerHeight: innerHeight, limit: 0, takesLargest: style.wraps)
    let width = min(largest, max(smallest, available))
    return isLeast ? max(smallest, width) : width
  }

  private mutating func rowContentWidth(
    _ node: Int, _ style: ResolvedStyle, innerHeight: Float, limit: Float, takesLargest: Bool
  ) -> Float {
    var sum: Float = 0
    var largest: Float = 0
    var count = 0
    let gap = style.flags.contains(.hasPercentColumnGap) ? 0 : style.gap.x
    // As in browsers, the min-content width of a wrapping row ignores the bases of the items.
    let ignoresBasis = profile.sizesAsCSS && style.wraps
    var child = node + 1
    let end = Int(records[node].subtreeEnd)
    while child < end {
      defer { child = following(child) }
      surcharge += 1
      guard var item = makeItem(child, in: style, basis: Pair(.nan, innerHeight)) else { continue }
      var content = itemContentWidth(&item, style, innerHeight: innerHeight, available: limit)
      let itemStyle = styles[Int(item.style)]
      var basis = itemStyle.basis.resolved(.nan)
      if !basis.isNaN {
        if itemStyle.flags.contains(.isContentBox) { basis += item.edges.x }
        basis = max(basis, item.edges.x)
        if item.shrink == 0 && !(ignoresBasis && limit == 0) { content = max(content, basis) }
        if item.grow == 0 && !(ignoresBasis && limit == 0) {
          content = leastContribution(
            item, min(content, basis),
            height: stretchedHeight(item, style, innerHeight: innerHeight),
            innerHeight: innerHeight)
        }
      }
      if basis.isNaN && itemStyle.basis.unit == .auto { basis = item.size.x }
      if itemStyle.minWidth.unit == .fitContent && item.grow == 0
        && item.clamp(content, .x) > basis
      {
        // As in browsers, the item adds its basis, or its min-content width if that is greater.
        let height = stretchedHeight(item, style, innerHeight: innerHeight)
        let least = contentWidth(
          of: child, height: item.clamp(height, .y), available: 0, parent: Pair(.nan, innerHeight))
        item.minimum.x = max(least, item.edges.x)
        content = basis
      }
      content = item.clamp(content, .x) + item.margin(.x)
      sum += content + (count > 0 ? gap : 0)
      largest = max(largest, content)
      count += 1
    }
    return takesLargest ? largest : sum
  }

  /// Returns the contribution of an item to the width of its row: the basis, raised to the
  /// automatic minimum (§9.9.3 and §4.5).
  private mutating func leastContribution(
    _ item: FlexItem, _ basis: Float, height: Float, innerHeight: Float
  ) -> Float {
    let style = styles[Int(item.style)]
    guard profile.sizesAsCSS, style.minWidth.unit == .auto, !style.flags.contains(.clips) else {
      return basis
    }
    var content = contentWidth(
      of: Int(item.node), height: item.clamp(height, .y), available: 0,
      parent: Pair(.nan, innerHeight))
    if !item.ratio.isNaN && height.isNaN { content = item.clampByRatio(content, .x) }
    return max(basis, content.clamped(.nan, item.size.x))
  }

  private mutating func columnContentWidth(
    _ node: Int, _ style: ResolvedStyle, innerHeight: Float, available: Float
  ) -> Float {
    var largest: Float = 0
    var child = node + 1
    let end = Int(records[node].subtreeEnd)
    while child < end {
      defer { child = following(child) }
      surcharge += 1
      guard var item = makeItem(child, in: style, basis: Pair(.nan, innerHeight)) else { continue }
      let content = itemContentWidth(
        &item, style, innerHeight: innerHeight, available: available - item.margin(.x))
      largest = max(largest, content + item.margin(.x))
    }
    return largest
  }

  /// Returns the item's height, or else the height of the row that it stretches to; NaN if unknown.
  private func stretchedHeight(
    _ item: FlexItem, _ container: ResolvedStyle, innerHeight: Float
  ) -> Float {
    guard item.size.y.isNaN, !innerHeight.isNaN, container.main == .x, !container.wraps,
      item.isStretched
    else { return item.size.y }
    return item.clamp(innerHeight - item.margin(.y), .y)
  }

  /// Returns the item's specified width, or else its content width, clamped to the item's limits.
  mutating func itemContentWidth(
    _ item: inout FlexItem, _ container: ResolvedStyle, innerHeight: Float, available: Float
  ) -> Float {
    var height = stretchedHeight(item, container, innerHeight: innerHeight)
    if styles[Int(item.style)].flags.contains(.hasKeyword) {
      resolveKeywords(
        of: &item, limit: available + item.margin(.x), room: Pair(.nan, innerHeight),
        basis: Pair(.nan, innerHeight), height: height.isNaN ? nil : height)
      height = item.size.y.or(height)
      if profile.sizesAsCSS && styles[Int(item.style)].width.isKeyword && !height.isNaN {
        let content = contentMinimum(
          Int(item.node), item, .x, for: item.clamp(height, .y), Pair(.nan, innerHeight))
        item.size.x = max(item.size.x, content)
      }
    }
    if !item.size.x.isNaN { return item.clamp(item.size.x, .x) }
    if !height.isNaN && !item.ratio.isNaN && !profile.sizesAsCSS {
      return item.clamp(item.ratioSize(.x, from: item.clamp(height, .y)), .x)
    }
    let width = contentWidth(
      of: Int(item.node), height: item.clamp(height, .y), available: available,
      parent: Pair(.nan, innerHeight))
    return item.clampContentWidth(width, height: height)
  }
}
