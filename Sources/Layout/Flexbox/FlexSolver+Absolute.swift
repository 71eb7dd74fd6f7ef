/// The containing block of absolute boxes: the nearest ancestor that is not static (CSS 2.1 §10.1).
struct ContainingBlock: BitwiseCopyable {
  /// The size of the border box.
  let size: Pair
  /// The borders, including the scrollbars.
  let border: BoxEdges
  let isRightToLeft: Bool
  /// The size that percentages refer to.
  let basis: Pair

  var padding: Pair { size.inside(border.sum) }
}

/// The parent of absolute boxes. It determines the position of boxes without insets (§4.1).
struct StaticParent: BitwiseCopyable {
  let node: Int
  /// The size of the border box; `edges` are padding plus border.
  let size: Pair
  let edges: BoxEdges
  /// The distance from the containing block's border edge to the parent's border edge.
  let origin: Pair

  var inner: Pair { size.inside(edges.sum) }
}

extension FlexSolver {
  /// Places the absolute boxes whose containing block is a node (§4.1). The node must have its
  /// final size, and its boxes in flow must have their frames.
  mutating func placeAbsoluteBoxes(of node: Int, size: Pair, edges: BoxEdges) {
    let style = styles[Int(states[node].style)]
    var edges = edges
    var border = style.border.points
    if profile.sizesAsCSS {
      let excess = excessOfScrollbars(style, size, edges)
      edges.remove(excess, isRightToLeft: style.flags.contains(.isRightToLeft))
      border.remove(excess, isRightToLeft: style.flags.contains(.isRightToLeft))
    }
    let block = ContainingBlock(
      size: size, border: border, isRightToLeft: style.flags.contains(.isRightToLeft),
      basis: size.inside(profile.absolutePercentagesOfContent ? edges.sum : border.sum))
    placeAbsoluteBoxes(
      in: block, StaticParent(node: node, size: size, edges: edges, origin: .zero))
  }

  /// Returns the part of the scrollbars that does not fit into the box. In browsers, a scrollbar is
  /// at most as large as the content box.
  private func excessOfScrollbars(_ style: ResolvedStyle, _ size: Pair, _ edges: BoxEdges) -> Pair {
    let bars = edges.sum.inside(paddingAndBorder(style, edges.sum))
    let excess = edges.sum.inside(size)
    return Pair(min(bars.x, excess.x), min(bars.y, excess.y))
  }

  private mutating func placeAbsoluteBoxes(in block: ContainingBlock, _ parent: StaticParent) {
    let style = styles[Int(states[parent.node].style)]
    var child = parent.node + 1
    let end = Int(records[parent.node].subtreeEnd)
    while child < end {
      defer { child = following(child) }
      let state = states[child]
      if state.flags.contains(.isHidden) { continue }
      let flags = styles[Int(state.style)].flags
      if flags.contains(.isAbsolute) {
        placeAbsoluteBox(child, in: block, parent, style)
      } else if flags.contains(.isStatic), state.flags.contains(.hasAbsoluteChild) {
        let frame = frames[child]
        let edges = boxEdges(styles[Int(state.style)], parentWidth: parent.inner.x)
        placeAbsoluteBoxes(
          in: block,
          StaticParent(
            node: child, size: Pair(frame.width, frame.height), edges: edges,
            origin: Pair(parent.origin.x + frame.x, parent.origin.y + frame.y)))
      }
    }
  }

  private mutating func placeAbsoluteBox(
    _ node: Int, in block: ContainingBlock, _ parent: StaticParent, _ style: ResolvedStyle
  ) {
    let itemStyle = styles[Int(states[node].style)]
    var item = makeBox(node, in: style, basis: block.basis)
    if itemStyle.flags.contains(.hasKeyword) {
      resolveAbsoluteKeywords(of: &item, in: block, parent, style)
    }
    let inset = itemStyle.inset.resolved(block.basis)
    if profile.sizesAsCSS && item.size.y.isNaN && itemStyle.alignSelf == .stretch
      && itemStyle.height.unit == .auto && !(inset.near.y + inset.far.y).isNaN
    {
      // An explicit `align-self: stretch`, unlike `auto`, acts as a height (CSS Position 3 §4.1).
      item.size.y = item.room(in: block.padding, inset).y
    }
    var (size, isDefinite) = absoluteSize(item, in: block, inset, parent, style)
    var basisHeight = isDefinite ? Float.infinity : .nan
    if itemStyle.flags.contains(.hasContentHeightLimit) {
      // As in browsers, the content is laid out in the height before content-based limits apply.
      if isDefinite && item.ratio.isNaN { basisHeight = size.y }
      resolveHeightLimits(
        of: &item, width: size.x, height: isDefinite ? size.y : .nan, basis: block.basis)
      size.y = item.clamp(size.y, .y)
    }
    if profile.sizesAsCSS && !item.ratio.isNaN && item.size.y.isNaN {
      basisHeight = item.clamp(item.ratioSize(.y, from: size.x), .y)
    }
    let isByContent = basisHeight.isNaN && !itemStyle.flags.contains(.hasKeyword)
    let known = Pair(size.x, profile.sizesAsCSS && isByContent ? .nan : size.y)
    _ = frames(of: node, known: known, parent: block.basis, basisHeight: basisHeight)
    func position(_ axis: Axis) -> Float {
      item.absolutePosition(
        axis, in: style, align: itemStyle.alignSelf, inset,
        start: block.border.near[axis] - parent.origin[axis],
        end: block.size[axis] - block.border.far[axis] - parent.origin[axis],
        size: size[axis], startsAtFar: axis == .x && block.isRightToLeft)
        ?? staticPosition(axis, item, size, parent, style)
    }
    write(node, x: position(.x), y: position(.y), size: size)
  }

  /// Returns the box's size, and whether its height is definite. The size is the specified one, or
  /// else follows from the insets, the aspect ratio or the content, in this order.
  private mutating func absoluteSize(
    _ item: FlexItem, in block: ContainingBlock, _ inset: BoxEdges, _ parent: StaticParent,
    _ style: ResolvedStyle
  ) -> (size: Pair, isHeightDefinite: Bool) {
    let room = item.room(in: block.padding, inset)
    var size = item.absoluteSize(
      room, inset, stretchesHeight: styles[Int(item.style)].stretchesHeight)
    let node = Int(item.node)
    if profile.sizesAsCSS && !item.ratio.isNaN {
      // A size that follows from the ratio is at least as large as the content (CSS Sizing 4 §4.3).
      // As in browsers, this also applies to a specified width if the insets determine the height.
      let isHeightFree =
        (inset.near.y + inset.far.y).isNaN || !styles[Int(item.style)].stretchesHeight
      let isWidthGiven =
        item.size.y.isNaN
        && (!(inset.near.x + inset.far.x).isNaN || !item.size.x.isNaN && isHeightFree)
      // As in browsers, the content does not raise the width of a box that clips it.
      if !isWidthGiven && !size.y.isNaN && !styles[Int(item.style)].flags.contains(.clipsWidth) {
        let content = contentMinimum(node, item, .x, for: size.y, block.basis)
        size.x = item.clamp(max(size.x, content), .x)
      }
      if item.size.y.isNaN && !size.x.isNaN {
        size.y = item.clamp(height(of: node, width: size.x, parent: block.basis), .y)
      }
    }
    if size.x.isNaN {
      let isStatic = inset.near.x.isNaN && inset.far.x.isNaN
      let available = isStatic ? staticRoom(.x, item, in: block, parent, style) : room.x
      let width = contentWidth(of: node, height: size.y, available: available, parent: block.basis)
      size.x = item.clampContentWidth(width)
    }
    let isHeightDefinite = !size.y.isNaN || !item.ratio.isNaN
    if size.y.isNaN {
      size.y = item.clamp(height(of: node, width: size.x, parent: block.basis), .y)
    }
    return (size, isHeightDefinite)
  }

  /// Returns the space for a box without insets on an axis: from its static position to the
  /// opposite edge of the containing block; for a centred box, twice the distance from its centre
  /// to the nearer edge (CSS Position 3 §4.2).
  private func staticRoom(
    _ axis: Axis, _ item: FlexItem, in block: ContainingBlock, _ parent: StaticParent,
    _ style: ResolvedStyle
  ) -> Float {
    let edges = profile.absoluteIgnoresPadding ? style.border.points : parent.edges
    let near = parent.origin[axis] + edges.near[axis] - block.border.near[axis]
    let far = parent.origin[axis] + parent.size[axis] - edges.far[axis] - block.border.near[axis]
    let size = block.padding[axis]
    let room: Float =
      switch style.partBefore(item, axis, isOverflowing: false) {
      case 0: size - near
      case 1: far
      default: 2 * min((near + far) / 2, size - (near + far) / 2)
      }
    return max(0, room - item.margin(axis))
  }

  private mutating func resolveAbsoluteKeywords(
    of item: inout FlexItem, in block: ContainingBlock, _ parent: StaticParent,
    _ container: ResolvedStyle
  ) {
    let style = styles[Int(item.style)]
    let inset = style.inset.resolved(block.basis)
    var room = block.padding.inside(
      Pair(inset.near.x.or(0) + inset.far.x.or(0), inset.near.y.or(0) + inset.far.y.or(0)))
    for axis in [Axis.x, .y] where inset.near[axis].isNaN && inset.far[axis].isNaN {
      room[axis] = staticRoom(axis, item, in: block, parent, container) + item.margin(axis)
    }
    let isStretched = style.stretchesHeight && !(inset.near.y + inset.far.y).isNaN
    resolveKeywords(
      of: &item, limit: room.x, room: room, basis: block.basis,
      height: isStretched ? item.room(in: block.padding, inset).y : nil)
  }

  /// Returns the position that the box would have as the only item of its parent.
  private func staticPosition(
    _ axis: Axis, _ item: FlexItem, _ size: Pair, _ parent: StaticParent, _ style: ResolvedStyle
  ) -> Float {
    let edges = profile.absoluteIgnoresPadding ? style.border.points : parent.edges
    return style.staticPosition(axis, item, size[axis], in: parent.size[axis], edges)
  }
}

extension BoxEdges {
  /// Reduces the edges by a part of the scrollbars, which are at the end edge of the text direction
  /// and at the bottom.
  fileprivate mutating func remove(_ part: Pair, isRightToLeft: Bool) {
    if isRightToLeft { near.x -= part.x } else { far.x -= part.x }
    far.y -= part.y
  }
}

extension ItemBox {
  /// Returns the space that insets and margins leave for an absolute box.
  func room(in box: Lengths<Number>, _ inset: EdgeLengths<Number>) -> Lengths<Number> {
    func room(_ axis: Axis) -> Number {
      var room = box[axis]
      if !inset.near[axis].isNaN { room -= inset.near[axis] }
      if !inset.far[axis].isNaN { room -= inset.far[axis] }
      // Overlapping insets leave no space. Margins are subtracted after this correction.
      if room.value < 0 { room = 0 }
      return .most(0, room - margin(axis))
    }
    return Lengths(room(.x), room(.y))
  }

  /// Returns the size of an absolute box that follows from its style, its insets or its aspect
  /// ratio; NaN if the content determines it.
  func absoluteSize(
    _ room: Lengths<Number>, _ inset: EdgeLengths<Number>, stretchesHeight: Bool
  ) -> Lengths<Number> {
    let near = inset.near
    let far = inset.far
    var size = size
    if size.x.isNaN && !near.x.isNaN && !far.x.isNaN && (ratio.isNaN || size.y.isNaN) {
      size.x = room.x.by(.insets)
    }
    if !size.x.isNaN { size.x = clampContentWidth(size.x) }
    if size.y.isNaN && stretchesHeight && !near.y.isNaN && !far.y.isNaN
      && (ratio.isNaN || size.x.isNaN)
    {
      size.y = room.y.by(.insets)
    }
    if !size.y.isNaN { size.y = clamp(size.y, .y) }
    if !ratio.isNaN {
      if size.x.isNaN && !size.y.isNaN {
        size.x = clamp(ratioSize(.x, from: size.y).by(.aspectRatio), .x)
      } else if size.y.isNaN && !size.x.isNaN {
        size.y = clamp(ratioSize(.y, from: size.x).by(.aspectRatio), .y)
      }
    }
    return size
  }
}

extension ResolvedStyle {
  /// Returns the position of an absolute box without insets, which is placed like the only item of
  /// its parent.
  func staticPosition<Number>(
    _ axis: Axis, _ item: ItemBox<Number>, _ size: Number, in parent: Number,
    _ edges: EdgeLengths<Number>
  ) -> Number {
    let free = parent - edges.sum[axis] - size - item.margin(axis)
    let part = partBefore(item, axis, isOverflowing: free < 0)
    return edges.near[axis] + free * Number(Double(part)) + item.marginNear[axis]
  }

  /// Returns the fraction of the free space on the left or top side of an absolute box without
  /// insets, which is placed like the only item of its parent (§4.1).
  fileprivate func partBefore<Number>(
    _ item: ItemBox<Number>, _ axis: Axis, isOverflowing: Bool
  ) -> Float {
    let isMain = axis == main
    // On the main axis, browsers ignore `safe` here.
    if !isMain && item.isSafe && isOverflowing {
      return axis == .x && flags.contains(.isRightToLeft) ? 1 : 0
    }
    let part: Float
    if isMain {
      switch justify {
      case .start, .spaceBetween, .textStart, .textEnd, .left, .right: part = 0
      case .center, .spaceAround, .spaceEvenly: part = 0.5
      case .end: part = 1
      }
    } else {
      switch item.align {
      case .center: part = 0.5
      case .end: part = 1
      // `baseline` acts as the start edge that the cross axis has without `wrap-reverse`.
      case .baseline: part = isWrapReversed ? 1 : 0
      default: part = 0
      }
    }
    return (isMain ? isMainReversed : isCrossReversed) ? 1 - part : part
  }
}
