extension FlexSolver {
  /// Lays out a node's subtree and returns the size of its border box; the caller writes the node's
  /// own frame. An undefined height is computed.
  /// - Parameter basisHeight: The height that percentages refer to if `known` has a height; see
  ///   `SizeQuery`.
  mutating func frames(
    of node: Int, known: Pair, parent: Pair, available: Float = .infinity,
    basisHeight: Float = .infinity
  ) -> Pair {
    let flags = states[node].flags
    if flags.contains(.isHidden) { return .zero }
    if flags.contains(.isLeaf) {
      return Pair(
        known.x,
        known.y.isNaN
          ? height(of: node, width: known.x, parent: parent, available: available) : known.y)
    }
    let index = Int(states[node].style)
    let isFlex = styles[index].display == .flex
    var query = normalized(
      SizeQuery(
        known: known, availableHeight: known.y.isNaN ? max(0, available) : .infinity,
        parent: parent),
      .frames, of: node)
    query.basisHeight = basisHeight
    let givenHeight = known.y.isNaN ? query.availableHeight : query.basisHeight
    if flags.contains(.hasFrames),
      states[node].framesKnown.isIdentical(query.known),
      states[node].framesParent.isIdentical(query.parent),
      states[node].framesBasisHeight.bitPattern == givenHeight.bitPattern
    {
      return states[node].framesSize
    }
    guard beginVisit() else { return .zero }
    states[node].flags.insert(.hasFrames)
    states[node].framesKnown = query.known
    states[node].framesParent = query.parent
    states[node].framesBasisHeight = givenHeight
    if styles[index].flags.contains(.dependsOnParent) { query.parent = parent }
    if known.y.isNaN && !styles[index].aspectRatio.isNaN {
      (query.known.y, query.basisHeight) = ratioHeights(
        of: node, width: known.x, parent: parent, available: available)
    }
    let size = isFlex ? flex(node, query, .frames) : collection(node, query, .frames)
    states[node].framesSize = size
    return size
  }

  /// Returns the height that follows from an aspect ratio, and the height that percentages refer
  /// to. As in browsers, percentages refer to the height before the content raises it.
  @inline(never) private mutating func ratioHeights(
    of node: Int, width: Float, parent: Pair, available: Float
  ) -> (Float, basis: Float) {
    let box = makeBox(styles[Int(states[node].style)], basis: parent)
    let height = height(of: node, width: width, parent: parent, available: available)
    let basis = profile.sizesAsCSS ? box.clamp(box.ratioSize(.y, from: width), .y) : .infinity
    return (box.clamp(height, .y), basis)
  }

  /// Lays out the items whose subtrees are not final yet, and writes the frames of all items.
  mutating func writeFrames(_ container: FlexContainer, _ style: ResolvedStyle) {
    for index in container.firstItem..<container.endItem {
      // Fields are read one by one: copying whole items would dominate the cost.
      let node = Int(run.items[index].node)
      let target = run.items[index].target
      let cross = run.items[index].cross
      let size = container.main == .x ? Pair(target, cross) : Pair(cross, target)
      if !states[node].flags.contains(.isLeaf) { layOutItem(index, size, container, style) }
      var x = container.position(run.items[index], .x, style)
      var y = container.position(run.items[index], .y, style)
      if styles[Int(run.items[index].style)].flags.contains(.hasInset) {
        let height = profile.fitsAvailableHeight ? container.inner.y : container.basis.y
        let inset = relativeOffset(
          run.items[index], in: Pair(container.inner.x, height),
          isRightToLeft: style.flags.contains(.isRightToLeft))
        x += inset.x
        y += inset.y
      }
      write(node, x: x, y: y, size: size)
    }
  }

  private mutating func layOutItem(
    _ index: Int, _ size: Pair, _ container: FlexContainer, _ style: ResolvedStyle
  ) {
    let item = run.items[index]
    let flags = states[Int(item.node)].flags
    if item.hasLaidOut && item.laidOut.x == size.x
      && (item.laidOut.y == size.y || !flags.contains(.dependsOnHeight))
    {
      return
    }
    var known = size
    var basisHeight = Float.infinity
    if flags.contains(.hasPercentBelow) || container.hasKeywords || !item.ratio.isNaN
      || profile.fitsAvailableHeight
    {
      basisHeight = self.basisHeight(ofItemAt: index, container, style)
    }
    if profile.fitsAvailableHeight && basisHeight.isNaN { known.y = .nan }
    _ = frames(
      of: Int(item.node), known: known, parent: container.basis,
      available: container.availableHeight(for: item, style), basisHeight: basisHeight)
  }

  /// Returns whether stretching leaves the height of a row's item with an aspect ratio unchanged.
  /// As in browsers, percentages then refer to the height that follows from the ratio.
  @inline(never) private mutating func keepsHeight(
    _ item: FlexItem, _ container: FlexContainer, _ style: ResolvedStyle
  ) -> Bool {
    // A container of automatic height is laid out without a height before its items stretch.
    guard style.wraps || container.basis.y.isNaN || style.height.unit == .auto,
      !styles[Int(item.style)].hasHeightKeyword
    else { return false }
    let height = height(of: Int(item.node), width: item.target, parent: container.basis)
    return abs(item.clamp(height, .y) - item.cross) < 0.01
  }

  /// Returns the height that percentages in an item refer to; see `SizeQuery.basisHeight`. As in
  /// browsers, percentages in a row's item refer to the height by the item's ratio before the
  /// content raises it, or to the height before content-based limits apply.
  @inline(never) mutating func basisHeight(
    ofItemAt index: Int, _ container: FlexContainer, _ style: ResolvedStyle
  ) -> Float {
    let item = run.items[index]
    guard isHeightDefinite(item, container) else { return .nan }
    guard profile.sizesAsCSS && container.main == .x else { return .infinity }
    let itemStyle = styles[Int(item.style)]
    if !item.ratio.isNaN {
      let followsWidth =
        item.size.y.isNaN && (!item.isStretched || keepsHeight(item, container, style))
      return followsWidth ? item.clamp(item.ratioSize(.y, from: item.target), .y) : .infinity
    }
    guard itemStyle.flags.contains(.hasContentHeightLimit) else { return .infinity }
    let lines = container.firstLine..<container.endLine
    let line = lines.partitioningIndex { run.lines[$0].first > index } - 1
    let height = item.size.y.or(run.lines[line].cross - item.margin(.y))
    return makeBox(itemStyle, basis: container.basis).clamp(height, .y)
  }

  /// Returns whether an item's height is definite, so that percentages may refer to it (§9.8).
  @inline(__always) func isHeightDefinite(_ item: FlexItem, _ container: FlexContainer) -> Bool {
    if container.main == .x { return item.isStretched || !item.size.y.isNaN || !item.ratio.isNaN }
    if profile.fitsAvailableHeight || !container.basis.y.isNaN { return true }
    let basis = styles[Int(item.style)].basis.unit
    if basis == .auto && !item.size.y.isNaN { return true }
    return basis == .points || !item.ratio.isNaN && (basis == .auto || profile.sizesAsCSS)
  }

  /// Sets the frame of a node: its border box relative to the border box of its parent, in points.
  mutating func write(_ node: Int, x: Float, y: Float, size: Pair) {
    frames[node] = NodeArena.Frame(x: x, y: y, width: size.x, height: size.y)
  }

  /// Returns the shift by relative insets, which does not affect other boxes. Left takes precedence
  /// over right in left-to-right containers, right over left otherwise, and top over bottom (CSS
  /// 2.1 §9.4.3).
  func relativeOffset(_ item: FlexItem, in inner: Pair, isRightToLeft: Bool) -> Pair {
    guard styles[Int(item.style)].flags.contains(.hasInset) else { return .zero }
    return styles[Int(item.style)].inset.resolved(inner).shift(isRightToLeft: isRightToLeft)
  }
}

extension EdgeLengths {
  /// Returns the shift of a relatively positioned box by these insets.
  func shift(isRightToLeft: Bool) -> Lengths<Number> {
    let x = isRightToLeft ? (-far.x).or(near.x) : near.x.or(-far.x)
    return Lengths(x.or(0), near.y.or(-far.y).or(0))
  }
}
