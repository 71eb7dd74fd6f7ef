extension FlexSolver {
  /// Determines the flex base sizes (§9.2 3, A to E) and the automatic minimum sizes (§4.5).
  /// - Returns: The sum of all hypothetical main sizes and margins.
  mutating func determineBaseSizes(
    _ container: FlexContainer, _ style: ResolvedStyle
  ) -> Float {
    var sum: Float = 0
    for index in container.firstItem..<container.endItem {
      let main = container.main
      // Fields are read one by one: copying whole items and styles would dominate the cost.
      let styleIndex = Int(run.items[index].style)
      let basis = styles[styleIndex].basis
      let flags = styles[styleIndex].flags
      let hasKeyword = flags.contains(.hasKeyword)
      if hasKeyword && main == .y {
        let width = freeCross(index, container, style)
        var item = run.items[index]
        resolveHeightLimits(of: &item, width: width, height: .nan, basis: container.basis)
        run.items[index] = item
      }
      let edges = run.items[index].edges[main]
      let ratio = run.items[index].ratio
      var base = basis.resolved(container.basis[main])
      if flags.contains(.isContentBox) { base += edges }
      var takesSize = basis.unit == .auto
      if profile.fitsAvailableHeight && main == .y
        && states[container.node].flags.contains(.hasUnboundHeight)
      {
        // A basis applies only if there is a definite height to flex into.
        base = .nan
        takesSize = true
      }
      if base.isNaN && takesSize { base = run.items[index].size[main] }
      // A basis of `stretch` fills a definite container, else acts as `content` (CSS Sizing 4
      // §6.1).
      if hasKeyword && basis.unit == .stretch && (main == .x || profile.sizesAsCSS)
        && !container.basis[main].isNaN
      {
        base = max(0, container.basis[main] - run.items[index].margin(main))
      }
      if base.isNaN && !ratio.isNaN {
        // The base stays undefined if the cross size is undefined.
        let definite =
          main == .x
          ? container.definiteHeight(run.items[index], style)
          : container.definiteCross(run.items[index], style)
        base = run.items[index].ratioSize(main, from: definite)
      }
      if base.isNaN { base = contentBase(index, container, style) }
      base = max(base, edges)
      run.items[index].base = base
      if profile.hasAutomaticMinimum { raiseMinimum(index, container, style) }
      if isAtLeastContent(run.items[index], in: container.node, main) {
        raiseToContent(index, container, style)
      }
      run.items[index].hypothetical = run.items[index].clamp(base, main)
      // The target keeps this size unless the item flexes.
      run.items[index].target = run.items[index].hypothetical
      sum += run.items[index].hypothetical + run.items[index].margin(main)
    }
    return sum
  }

  /// Returns whether an item is at least as high as its content, although the profile has no
  /// automatic minimum: an item with a basis in points that grows, in a column whose height is not
  /// bounded. Otherwise such items would share out the height of their contents by their factors.
  @inline(__always) func isAtLeastContent(
    _ item: FlexItem, in container: Int, _ main: Axis
  ) -> Bool {
    hasGrowingBasis && main == .y && item.grow > 0 && item.size.y.isNaN
      && states[container].flags.contains(.hasUnboundHeight)
      && styles[Int(item.style)].basis.unit == .points
  }

  /// Raises the minimum height of a column's item to the height of its content, within its maximum.
  @inline(never) private mutating func raiseToContent(
    _ index: Int, _ container: FlexContainer, _ style: ResolvedStyle
  ) {
    let item = run.items[index]
    let width = contentCross(index, container, style)
    let content = height(of: Int(item.node), width: width, parent: container.basis)
    run.items[index].minimum.y = item.clamp(content, .y)
  }

  /// Returns the size of the item's content (§9.2 3 E). In a column, also computes the final frames
  /// below an item that will not flex.
  private mutating func contentBase(
    _ index: Int, _ container: FlexContainer, _ style: ResolvedStyle
  ) -> Float {
    let node = Int(run.items[index].node)
    let styleIndex = Int(run.items[index].style)
    if container.main == .x {
      let room = container.availableWidth - run.items[index].margin(.x)
      let fits = !profile.sizesAsCSS && !style.flags.contains(.scrolls)
      let available: Float =
        switch styles[styleIndex].basis.unit {
        case .maxContent: .infinity
        case .minContent: 0
        case .fitContent: room
        case .auto, .points, .percent, .content, .stretch: fits ? room : .infinity
        }
      let width = contentWidth(
        of: node, height: container.definiteHeight(run.items[index], style), available: available,
        availableHeight: container.availableHeight(for: run.items[index], style),
        parent: container.basis)
      // An item with a ratio has no definite height here, so the ratio converts the height limits.
      let hasRatio = profile.sizesAsCSS && !run.items[index].ratio.isNaN
      return hasRatio ? run.items[index].clampByRatio(width, .x) : width
    }
    let width = freeCross(index, container, style)
    let mayFlex =
      (run.items[index].grow > 0 || run.items[index].shrink > 0)
      && (!container.inner.y.isNaN || container.minimum.y > container.edges.sum.y
        || !container.maximum.y.isNaN)
    let takesPercentages =
      !container.basis.y.isNaN && states[node].flags.contains(.hasPercentBelow)
      || profile.fitsAvailableHeight && states[node].flags.contains(.fitsHeight)
    if profile.sizesAsCSS {
      if !run.items[index].ratio.isNaN { return run.items[index].ratioSize(.y, from: width) }
      if styles[styleIndex].wraps && styles[styleIndex].main == .y {
        return freeHeight(of: run.items[index], width: width, parent: container.basis)
      }
    }
    guard container.purpose == .frames, !mayFlex, !takesPercentages, !style.wraps else {
      // A keyword makes the height depend on the content, regardless of the available height.
      let takesRoom = !styles[styleIndex].height.isKeyword
      let available =
        takesRoom ? container.availableHeight(for: run.items[index], style) : .infinity
      return profile.basisStretches && container.definiteCross(run.items[index], style).isNaN
        ? stretchedHeight(
          of: node, width: width, parent: container.basis, available: available)
        : height(of: node, width: width, parent: container.basis, available: available)
    }
    let size = frames(of: node, known: Pair(width, .nan), parent: container.basis)
    run.items[index].laidOut = size
    run.items[index].hasLaidOut = true
    return size.y
  }

  /// Returns the width of an item in a column: the specified width, the container's width, or the
  /// content width within the container.
  /// - Parameter height: The height on which the width may depend; by default the item's height.
  mutating func contentCross(
    _ index: Int, _ container: FlexContainer, _ style: ResolvedStyle, height: Float? = nil
  ) -> Float {
    let known = container.columnCross(run.items[index], style)
    if !known.isNaN { return known }
    let item = run.items[index]
    let width = contentWidth(
      of: Int(item.node), height: height ?? item.size.y,
      available: container.availableWidth - item.margin(.x),
      availableHeight: container.availableHeight(for: item, style), parent: container.basis)
    return item.clampContentWidth(width, height: height ?? item.size.y)
  }

  /// Returns the width of a column's item without using the item's height: the basis may replace
  /// that height, or the limits of the height may not be known yet. Percentage limits of the height
  /// are ignored too: as in browsers, the height of the column is not definite yet.
  @inline(__always) mutating func freeCross(
    _ index: Int, _ container: FlexContainer, _ style: ResolvedStyle
  ) -> Float {
    guard profile.sizesAsCSS else { return contentCross(index, container, style) }
    let item = run.items[index]
    run.items[index].size.y = heightToWrap(item)
    if !item.ratio.isNaN {
      let basis = Pair(container.basis.x, .nan)
      let box = makeBox(styles[Int(item.style)], basis: basis)
      run.items[index].minimum.y = box.minimum.y
      run.items[index].maximum.y = box.maximum.y
    }
    let width = contentCross(index, container, style)
    run.items[index] = item
    return width
  }

  /// Applies the automatic minimum (§4.5): an item that does not clip and has no minimum is at
  /// least as large as its content, or as its specified size if that is smaller.
  private mutating func raiseMinimum(
    _ index: Int, _ container: FlexContainer, _ style: ResolvedStyle
  ) {
    let item = run.items[index]
    let main = container.main
    let itemStyle = styles[Int(item.style)]
    let minimum = main == .x ? itemStyle.minWidth : itemStyle.minHeight
    guard minimum.unit == .auto, !itemStyle.flags.contains(.clips) else { return }
    var content = Float.nan
    var isLimited = profile.sizesAsCSS && !item.ratio.isNaN
    if leaves.statesSmallestSizes {
      let stated = leaves.smallestSize(of: Int(item.node))
      content = main == .x ? stated.width : stated.height
    }
    if content.isNaN {
      if main == .x {
        let height = container.definiteHeight(item, style)
        content = contentWidth(
          of: Int(item.node), height: height, available: 0, parent: container.basis)
        isLimited = isLimited && height.isNaN
      } else {
        let width = freeCross(index, container, style)
        // If a specified height is unresolved, the minimum follows from the ratio alone.
        let isRatio = isLimited && itemStyle.height.unit != .auto && item.size.y.isNaN
        content = isRatio ? 0 : freeHeight(of: item, width: width, parent: container.basis)
        if isLimited { content = max(content, item.ratioSize(.y, from: width)) }
      }
    }
    if isLimited { content = item.clampByRatio(content, main) }
    content = content.clamped(.nan, item.maximum[main])
    let own = item.size[main]
    if own < content { content = own }
    run.items[index].minimum[main] = max(item.minimum[main], content)
  }
}

/// Content-based minimums of boxes with an aspect ratio (CSS Sizing 4 §4.3), and of columns.
extension FlexSolver {
  /// Returns the height that follows from an aspect ratio, at least the content's height.
  @inline(never) mutating func ratioHeight(of node: Int, width: Float, parent: Pair) -> Float {
    let box = makeBox(styles[Int(states[node].style)], basis: parent)
    return max(box.ratioSize(.y, from: width), contentMinimum(node, box, .y, for: width, parent))
  }

  /// Returns the automatic minimum of a size that follows from an aspect ratio: the content's size
  /// (CSS Sizing 4 §4.3); 0 if there is none. A picture's own ratio has no such minimum.
  /// - Parameter other: The size along the other axis.
  mutating func contentMinimum(
    _ node: Int, _ box: FlexItem, _ axis: Axis, for other: Float, _ parent: Pair
  ) -> Float {
    guard profile.sizesAsCSS, !box.ratio.isNaN else { return 0 }
    let style = styles[Int(states[node].style)]
    guard (axis == .x ? style.minWidth : style.minHeight).unit == .auto,
      axis == .x || style.height.unit == .auto || style.height.isContent,
      style.flags.contains(.hasOwnRatio), !style.flags.contains(.clips)
    else { return 0 }
    guard axis == .y else {
      return contentWidth(
        of: node, height: other, available: 0, parent: parent, ignoresRatio: true)
    }
    let height = box.clamp(box.ratioSize(.y, from: other), .y)
    return occupiedHeight(of: node, size: Pair(other, height), parent: parent)
  }

  /// Returns the height that a node's content takes up in a given size. As in browsers, content
  /// that stretches to that size does not add to the height.
  mutating func occupiedHeight(
    of node: Int, size: Pair, parent: Pair, isDefinite: Bool = true
  ) -> Float {
    var query = normalized(SizeQuery(known: size, parent: parent), .occupiedHeight, of: node)
    if !isDefinite { query.basisHeight = .nan }
    if let height = answer(.occupiedHeight, node, query) { return height }
    guard beginVisit() else { return 0 }
    var height: Float
    if states[node].flags.contains(.isLeaf) {
      let edges = boxEdges(styles[Int(states[node].style)], parentWidth: parent.x).sum
      height = edges.y
      if states[node].flags.contains(.hasContent) {
        if hasText { surcharge += leaves.cost(of: node) }
        let inner = size.inside(edges)
        let content = leaves.measure(
          node, width: .exactly(leafWidth(of: node, inner: inner.x)),
          height: size.y.isNaN ? .undefined : .exactly(inner.y))
        height += Float(content.height).asSize
      }
    } else {
      height = flex(node, query, .occupied).y
    }
    remember(.occupiedHeight, node, query, height)
    return height
  }

  /// Returns the content height of a column's item before the item flexes. As in browsers, the
  /// item's own height and ratio are ignored, except that its columns wrap at that height.
  mutating func freeHeight(of item: FlexItem, width: Float, parent: Pair) -> Float {
    let node = Int(item.node)
    let style = styles[Int(item.style)]
    var (parent, limit) = (parent, Float.nan)
    if style.wraps && style.main == .y {
      let height = style.height.unit == .points ? item.size.y : item.ratioSize(.y, from: width)
      limit = item.clamp(height, .y)
      // The height that percentages refer to is not known yet.
      parent.y = .nan
    }
    if item.ratio.isNaN && limit.isNaN { return height(of: node, width: width, parent: parent) }
    return occupiedHeight(of: node, size: Pair(width, limit), parent: parent, isDefinite: false)
  }
}
