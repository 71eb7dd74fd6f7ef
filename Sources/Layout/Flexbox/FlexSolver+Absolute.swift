/// The box that absolute boxes refer to: their nearest ancestor that is not static (CSS 2.1 §10.1).
struct ContainingBlock: BitwiseCopyable {
  /// The border box.
  let size: Pair
  /// The borders, including the scrollbars.
  let border: BoxEdges
  let isRightToLeft: Bool
  /// The size that percentages refer to.
  let basis: Pair

  var padding: Pair { Pair(max(0, size.x - border.sum.x), max(0, size.y - border.sum.y)) }
}

/// The parent of absolute boxes, which determines the position of those without insets (§4.1).
struct StaticParent: BitwiseCopyable {
  let node: Int
  /// The border box; `edges` are padding and border.
  let size: Pair
  let edges: BoxEdges
  /// The distance from the containing block's border edge to the parent's.
  let origin: Pair

  var inner: Pair { Pair(max(0, size.x - edges.sum.x), max(0, size.y - edges.sum.y)) }
}

extension FlexSolver {
  /// Places the boxes out of flow that refer to a node (§4.1). The node has its final size, and its
  /// boxes in flow have their frames.
  mutating func placeAbsoluteBoxes(of node: Int, size: Pair, edges: BoxEdges) {
    let style = styles[Int(states[node].style)]
    let border = borders(of: style)
    var block = ContainingBlock(
      size: size, border: border, isRightToLeft: style.flags.contains(.isRightToLeft),
      basis: Pair(max(0, size.x - border.sum.x), max(0, size.y - border.sum.y)))
    if profile.absolutePercentagesOfContent {
      block = ContainingBlock(
        size: size, border: border, isRightToLeft: block.isRightToLeft,
        basis: Pair(max(0, size.x - edges.sum.x), max(0, size.y - edges.sum.y)))
    }
    placeAbsoluteBoxes(
      in: block, StaticParent(node: node, size: size, edges: edges, origin: .zero))
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
      resolveAbsoluteKeywords(of: &item, in: block)
    }
    let near = Pair(
      itemStyle.inset.left.resolved(block.basis.x), itemStyle.inset.top.resolved(block.basis.y))
    let far = Pair(
      itemStyle.inset.right.resolved(block.basis.x), itemStyle.inset.bottom.resolved(block.basis.y))
    let size = absoluteSize(item, in: block, near: near, far: far)
    _ = frames(of: node, known: size, parent: block.basis)
    func position(_ axis: Axis) -> Float {
      AbsolutePosition(
        axis, item, style, near: near[axis], far: far[axis],
        start: block.border.near[axis] - parent.origin[axis],
        end: block.size[axis] - block.border.far[axis] - parent.origin[axis],
        marginNear: item.marginNear[axis], marginFar: item.marginFar[axis], size: size[axis],
        startsAtFar: axis == .x && block.isRightToLeft
      ).value ?? staticPosition(axis, item, size, parent, style)
    }
    write(node, x: position(.x), y: position(.y), size: size)
  }

  /// Returns the box's own size, or else the one that results from its insets, its aspect ratio or
  /// its content, in that order.
  private mutating func absoluteSize(
    _ item: FlexItem, in block: ContainingBlock, near: Pair, far: Pair
  ) -> Pair {
    let box = block.padding
    let room = Pair(
      max(0, box.x - near.x.or(0) - far.x.or(0) - item.margin(.x)),
      max(0, box.y - near.y.or(0) - far.y.or(0) - item.margin(.y)))
    var size = item.size
    if size.x.isNaN && !near.x.isNaN && !far.x.isNaN && (item.ratio.isNaN || size.y.isNaN) {
      size.x = room.x
    }
    if !size.x.isNaN { size.x = item.clamp(size.x, .x) }
    let heightUnit = styles[Int(item.style)].height.unit
    if size.y.isNaN && heightUnit == .auto && !near.y.isNaN && !far.y.isNaN
      && (item.ratio.isNaN || size.x.isNaN)
    {
      size.y = room.y
    }
    if !size.y.isNaN { size.y = item.clamp(size.y, .y) }
    if !item.ratio.isNaN {
      if size.x.isNaN && !size.y.isNaN {
        size.x = item.clamp((size.y * item.ratio).limited, .x)
      } else if size.y.isNaN && !size.x.isNaN {
        size.y = item.clamp((size.x / item.ratio).limited, .y)
      }
    }
    let node = Int(item.node)
    if size.x.isNaN {
      let width = contentWidth(of: node, height: size.y, available: room.x, parent: block.basis)
      size.x = item.clamp(width, .x)
    }
    if size.y.isNaN {
      size.y = item.clamp(height(of: node, width: size.x, parent: block.basis), .y)
    }
    return size
  }

  private mutating func resolveAbsoluteKeywords(of item: inout FlexItem, in block: ContainingBlock)
  {
    let style = styles[Int(item.style)]
    let inset = Pair(
      style.inset.left.resolved(block.basis.x).or(0)
        + style.inset.right.resolved(block.basis.x).or(0),
      style.inset.top.resolved(block.basis.y).or(0)
        + style.inset.bottom.resolved(block.basis.y).or(0))
    let room = Pair(max(0, block.padding.x - inset.x), max(0, block.padding.y - inset.y))
    resolveKeywords(of: &item, limit: room.x, room: room, basis: block.basis)
    let width = item.size.x.isNaN ? room.x - item.margin(.x) : item.size.x
    resolveHeightLimits(of: &item, width: item.clamp(width, .x), basis: block.basis)
  }

  /// Returns the position that the box would have as the only item of its parent.
  private func staticPosition(
    _ axis: Axis, _ item: FlexItem, _ size: Pair, _ parent: StaticParent, _ style: ResolvedStyle
  ) -> Float {
    let edges = profile.absoluteIgnoresPadding ? borders(of: style) : parent.edges
    let free = parent.size[axis] - edges.sum[axis] - size[axis] - item.margin(axis)
    let part = style.partBefore(item, axis, isOverflowing: free < 0)
    return edges.near[axis] + free * part + item.marginNear[axis]
  }

  /// Returns the borders, including the scrollbars.
  private func borders(of style: ResolvedStyle) -> BoxEdges {
    BoxEdges(
      near: Pair(style.border.left.points, style.border.top.points),
      far: Pair(style.border.right.points, style.border.bottom.points))
  }
}

extension ResolvedStyle {
  /// Returns the part of the free space that is before a box without insets, which has the position
  /// of the only item of its parent (§4.1).
  func partBefore(_ item: FlexItem, _ axis: Axis, isOverflowing: Bool) -> Float {
    let isMain = axis == main
    // In the main axis, browsers ignore `safe` here.
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
      default: part = 0
      }
    }
    return (isMain ? isMainReversed : isCrossReversed) ? 1 - part : part
  }
}

/// The position of a box out of flow along one axis, relative to the border edge of its parent;
/// `nil` without insets. If both insets are set, the one at the start of the text direction wins,
/// unless automatic margins share the free space.
struct AbsolutePosition<Number: LayoutNumber> {
  let value: Number?

  /// - Parameters:
  ///   - near: The inset; NaN if it is automatic.
  ///   - far: The inset; NaN if it is automatic.
  ///   - start: The edge of the containing block's padding box, relative to the parent.
  ///   - end: The edge of the containing block's padding box, relative to the parent.
  init(
    _ axis: Axis, _ item: FlexItem, _ parent: ResolvedStyle, near: Number, far: Number,
    start: Number, end: Number, marginNear: Number, marginFar: Number, size: Number,
    startsAtFar: Bool
  ) {
    let isMain = axis == parent.main
    let autoNear = isMain ? item.hasAutoMarginNearMain : item.hasAutoMarginNearCross
    let autoFar = isMain ? item.hasAutoMarginFarMain : item.hasAutoMarginFarCross
    let fromNear = start + near + marginNear
    let fromFar = end - far - marginFar - size
    let free = fromFar - fromNear
    value =
      if near.isNaN && far.isNaN {
        nil
      } else if far.isNaN {
        fromNear
      } else if near.isNaN {
        fromFar
      } else if free.value > 0 && (autoNear || autoFar) {
        (autoNear ? fromNear + (autoFar ? free / 2 : free) : fromNear).by(.autoMargin)
      } else {
        startsAtFar ? fromFar : fromNear
      }
  }
}
