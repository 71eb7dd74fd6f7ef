extension FlexSolver {
  /// §4.1: children out of flow, in the container's padding box.
  mutating func placeAbsoluteChildren(_ container: FlexContainer, _ style: ResolvedStyle) {
    let border = BoxEdges(
      near: Pair(style.border.left.points, style.border.top.points),
      far: Pair(style.border.right.points, style.border.bottom.points))
    let box = Pair(
      max(0, container.size.x - border.sum.x), max(0, container.size.y - border.sum.y))
    var child = container.node + 1
    let end = Int(records[container.node].subtreeEnd)
    while child < end {
      defer { child = Int(records[child].subtreeEnd) }
      let state = states[child]
      let itemStyle = styles[Int(state.style)]
      guard !state.flags.contains(.isHidden), itemStyle.flags.contains(.isAbsolute) else {
        continue
      }
      let item = makeBox(child, in: style, basis: box)
      let near = Pair(itemStyle.inset.left.resolved(box.x), itemStyle.inset.top.resolved(box.y))
      let far = Pair(itemStyle.inset.right.resolved(box.x), itemStyle.inset.bottom.resolved(box.y))
      let size = absoluteSize(item, box: box, near: near, far: far)
      _ = frames(of: child, known: size, parent: box)
      let x = absolutePosition(.x, item, size, near, far, border, container, style)
      let y = absolutePosition(.y, item, size, near, far, border, container, style)
      write(child, x: x, y: y, size: size)
    }
  }

  /// The child's own size, else what its insets leave, else its aspect ratio's, else its content's.
  private mutating func absoluteSize(_ item: FlexItem, box: Pair, near: Pair, far: Pair) -> Pair {
    let room = Pair(
      max(0, box.x - near.x.or(0) - far.x.or(0) - item.margin(.x)),
      max(0, box.y - near.y.or(0) - far.y.or(0) - item.margin(.y)))
    var size = item.size
    if size.x.isNaN && !near.x.isNaN && !far.x.isNaN && (item.ratio.isNaN || size.y.isNaN) {
      size.x = room.x
    }
    if !size.x.isNaN { size.x = item.clamp(size.x, .x) }
    if size.y.isNaN && !near.y.isNaN && !far.y.isNaN && (item.ratio.isNaN || size.x.isNaN) {
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
      let width = contentWidth(of: node, height: size.y, available: room.x, parent: box)
      size.x = item.clamp(width, .x)
    }
    if size.y.isNaN {
      size.y = item.clamp(height(of: node, width: size.x, parent: box), .y)
    }
    return size
  }

  /// From the container's border edge. The inset at the direction's start wins; without insets the
  /// child stands where it would as the container's only item.
  private func absolutePosition(
    _ axis: Axis, _ item: FlexItem, _ size: Pair, _ near: Pair, _ far: Pair, _ border: BoxEdges,
    _ container: FlexContainer, _ style: ResolvedStyle
  ) -> Float {
    let isMain = axis == container.main
    let autoNear = isMain ? item.hasAutoMarginNearMain : item.hasAutoMarginNearCross
    let autoFar = isMain ? item.hasAutoMarginFarMain : item.hasAutoMarginFarCross
    let start = border.near[axis]
    let end = container.size[axis] - border.far[axis]
    let fromNear = start + near[axis] + item.marginNear[axis]
    let fromFar = end - far[axis] - item.marginFar[axis] - size[axis]
    if !near[axis].isNaN && !far[axis].isNaN {
      let free = fromFar - fromNear
      if free > 0 {
        if autoNear && autoFar { return fromNear + free / 2 }
        if autoNear { return fromNear + free }
        if autoFar { return fromNear }
      }
      return axis == .x && style.flags.contains(.isRightToLeft) ? fromFar : fromNear
    }
    if !near[axis].isNaN { return fromNear }
    if !far[axis].isNaN { return fromFar }
    return staticPosition(axis, item, size, container, style)
  }

  private func staticPosition(
    _ axis: Axis, _ item: FlexItem, _ size: Pair, _ container: FlexContainer,
    _ style: ResolvedStyle
  ) -> Float {
    let isMain = axis == container.main
    let free = container.inner[axis] - size[axis] - item.margin(axis)
    let part: Float
    if isMain {
      switch style.justify {
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
    let isReversed = isMain ? style.isMainReversed : style.isCrossReversed
    let offset = isReversed ? free * (1 - part) : free * part
    return container.edges.near[axis] + offset + item.marginNear[axis]
  }
}
