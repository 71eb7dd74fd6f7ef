extension FlexSolver {
  /// Lays out one node as the root of its subtree. The root has its specified size, or else the
  /// available size, or else its content's size.
  mutating func layOutRoot(_ node: Int, available: Pair) {
    guard node < records.count, !states[node].flags.contains(.isHidden) else { return }
    let style = styles[Int(states[node].style)]
    if profile.fitsAvailableHeight { findUnboundHeights(from: node, available: available.y) }
    var item = makeBox(node, in: style, basis: available)
    if style.flags.contains(.hasKeyword) {
      resolveKeywords(
        of: &item, limit: available.x.or(.infinity), room: available, basis: available)
    }
    var size = item.size
    if !size.x.isNaN { size.x = item.clamp(size.x, .x) }
    if !size.y.isNaN { size.y = item.clamp(size.y, .y) }
    if size.y.isNaN && !available.y.isNaN && style.height.unit == .auto {
      size.y = item.clamp(max(0, available.y - item.margin(.y)), .y)
    }
    if size.x.isNaN && !item.ratio.isNaN && !size.y.isNaN {
      let content = contentMinimum(node, item, .x, for: size.y, available)
      size.x = item.clamp(max(item.ratioSize(.x, from: size.y), content), .x)
    }
    if size.x.isNaN && !available.x.isNaN {
      size.x = item.clampContentWidth(max(0, available.x - item.margin(.x)))
    }
    if size.x.isNaN {
      let width = contentWidth(of: node, height: size.y, available: .infinity, parent: available)
      size.x = item.clampContentWidth(width)
    }
    var result = frames(of: node, known: size, parent: available)
    result.y = item.clamp(result.y, .y)
    if style.flags.contains(.isStatic), states[node].flags.contains(.hasAbsoluteChild) {
      placeAbsoluteBoxes(
        of: node, size: result, edges: boxEdges(style, parentWidth: available.x))
    }
    let isRightToLeft = style.flags.contains(.isRightToLeft)
    let inset = relativeOffset(item, in: available, isRightToLeft: isRightToLeft)
    var x = item.marginNear.x
    if profile.sizesAsCSS && isRightToLeft && !available.x.isNaN {
      x = available.x - result.x - item.marginFar.x
    }
    write(node, x: x + inset.x, y: item.marginNear.y + inset.y, size: result)
  }

  /// Copies the results into the arena.
  func finish(_ arena: inout NodeArena) {
    arena.frames = frames.array
    arena.contentSizes = contentSizes
    arena.tooDeepNodes = tooDeep
  }
}
