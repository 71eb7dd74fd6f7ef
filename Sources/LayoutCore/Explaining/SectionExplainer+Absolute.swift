/// Boxes out of flow (CSS Flexbox §4.1). Their containing block is their parent.
extension SectionExplainer {
  /// Returns the basis for percentages of absolute boxes: the parent's padding box.
  func blockBasis(of parent: Int) -> PercentBasis {
    let own = percentBasis(of: parent)
    func inner(_ axis: Axis) -> Formula {
      (laidOutSize(of: parent, axis) - borders(parent, axis, own)).atLeastZero
    }
    return PercentBasis(x: inner(.x), y: inner(.y))
  }

  private func borders(_ node: Int, _ axis: Axis, _ basis: PercentBasis) -> Formula {
    .total([
      edge(node, .border, Side(axis, isNear: true), of: basis.x),
      edge(node, .border, Side(axis, isNear: false), of: basis.x),
    ])
  }

  func absoluteReason(_ node: Int, in parent: Int, _ axis: Axis) -> AxisReason {
    AxisReason(
      position: { [self] in absolutePosition(node, in: parent, axis) },
      extent: { [self] in absoluteSize(node, in: parent, axis) })
  }

  private func inset(_ node: Int, _ axis: Axis, isNear: Bool, _ basis: PercentBasis) -> Formula? {
    edge(node, .inset, Side(axis, isNear: isNear), of: basis[axis])
  }

  /// Returns the space that the insets leave in the padding box.
  private func room(_ node: Int, _ axis: Axis, _ basis: PercentBasis) -> Formula {
    ((basis[axis] ?? .constant(0))
      - .total([
        inset(node, axis, isNear: true, basis), inset(node, axis, isNear: false, basis),
        margins(node, axis, basis),
      ])).atLeastZero
  }

  /// Returns the box's own size, or else the space that two insets leave; `nil` if the ratio or the
  /// content decides.
  private func statedSize(
    _ item: FlexItem, in parent: Int, _ axis: Axis, _ basis: PercentBasis
  ) -> Reason? {
    let node = Int(item.node)
    if let own = ownSize(node, axis, basis) {
      return clamped(Reason(.own, own), item, axis, basis)
    }
    guard inset(node, axis, isNear: true, basis) != nil,
      inset(node, axis, isNear: false, basis) != nil
    else { return nil }
    if axis == .y, resolved(node).height.unit != .auto { return nil }
    // If the box has a ratio, the other axis may decide.
    if !item.ratio.isNaN {
      if axis == .x, ownSize(node, .y, basis) != nil { return nil }
      if axis == .y, statedSize(item, in: parent, .x, basis) != nil { return nil }
    }
    return clamped(Reason(.insets, room(node, axis, basis)), item, axis, basis)
  }

  private func absoluteSize(_ node: Int, in parent: Int, _ axis: Axis) -> Reason {
    let basis = blockBasis(of: parent)
    let item = solver.makeBox(node, in: resolved(parent), basis: basis.pair)
    if let stated = statedSize(item, in: parent, axis, basis) { return stated }
    if !item.ratio.isNaN, statedSize(item, in: parent, axis.other, basis) != nil {
      let other = Formula.derived(size(of: node, axis.other))
      let size = axis == .x ? other * ratio(node) : other / ratio(node)
      return clamped(Reason(.aspectRatio, size), item, axis, basis)
    }
    let content: Formula
    if axis == .x {
      content = contentWidth(
        node, height: statedSize(item, in: parent, .y, basis)?.formula,
        available: room(node, .x, basis), parent: basis)
    } else {
      content = contentHeight(node, width: .derived(size(of: node, .x)), parent: basis)
    }
    return clamped(Reason(.content, content), item, axis, basis, isContent: true)
  }

  private func absolutePosition(_ node: Int, in parent: Int, _ axis: Axis) -> Reason {
    let basis = blockBasis(of: parent)
    let own = percentBasis(of: parent)
    let style = resolved(parent)
    let item = solver.makeBox(node, in: style, basis: basis.pair)
    let near = inset(node, axis, isNear: true, basis)
    let far = inset(node, axis, isNear: false, basis)
    let size = Formula.derived(self.size(of: node, axis))
    let fromNear = Formula.total([
      edge(parent, .border, Side(axis, isNear: true), of: own.x), near,
      margin(node, axis, isNear: true, basis),
    ])
    let fromFar =
      laidOutSize(of: parent, axis)
      - .total([
        edge(parent, .border, Side(axis, isNear: false), of: own.x), far,
        margin(node, axis, isNear: false, basis), size,
      ])
    switch (near, far) {
    case (_?, _?):
      let isMain = axis == style.main
      let autoNear = isMain ? item.hasAutoMarginNearMain : item.hasAutoMarginNearCross
      let autoFar = isMain ? item.hasAutoMarginFarMain : item.hasAutoMarginFarCross
      let free = fromFar - fromNear
      if free.value > 0 {
        if autoNear && autoFar {
          return Reason(.autoMargin, fromNear + free / .constant(2))
        }
        if autoNear { return Reason(.autoMargin, fromFar) }
        if autoFar { return Reason(.autoMargin, fromNear) }
      }
      let isBackwards = axis == .x && style.flags.contains(.isRightToLeft)
      return Reason(.insets, isBackwards ? fromFar : fromNear)
    case (_?, nil): return Reason(.insets, fromNear)
    case (nil, _?): return Reason(.insets, fromFar)
    case (nil, nil): return staticPosition(item, in: parent, axis, basis, own)
    }
  }

  /// Returns the position that the box would have as the only item of its parent.
  private func staticPosition(
    _ item: FlexItem, in parent: Int, _ axis: Axis, _ basis: PercentBasis, _ own: PercentBasis
  ) -> Reason {
    let node = Int(item.node)
    let style = resolved(parent)
    let isMain = axis == style.main
    let start = Formula.total([
      boxEdge(parent, Side(axis, isNear: true), own), margin(node, axis, isNear: true, basis),
    ])
    let free =
      laidOutSize(of: parent, axis)
      - .total([
        boxEdges(parent, axis, own), .derived(size(of: node, axis)), margins(node, axis, basis),
      ])
    var part = 0.0
    if isMain {
      switch style.justify {
      case .start, .spaceBetween, .textStart, .textEnd, .left, .right: part = 0
      case .center, .spaceAround, .spaceEvenly: part = 0.5
      case .end: part = 1
      }
    } else if item.align == .center {
      part = 0.5
    } else if item.align == .end {
      part = 1
    }
    if isMain ? style.isMainReversed : style.isCrossReversed { part = 1 - part }
    let offset = part == 0 ? nil : free / .constant(1 / part)
    return Reason(.absolute, start + offset)
  }
}
