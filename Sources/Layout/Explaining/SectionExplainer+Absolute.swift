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

  func absoluteSize(_ node: Int, in parent: Int, _ axis: Axis) -> Reason {
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

  func absolutePosition(_ node: Int, in parent: Int, _ axis: Axis) -> Reason {
    let basis = blockBasis(of: parent)
    let own = percentBasis(of: parent)
    let style = resolved(parent)
    let item = solver.makeBox(node, in: style, basis: basis.pair)
    func number(_ formula: Formula?) -> Explained { formula.map { tape.number($0) } ?? 0 }
    func border(isNear: Bool) -> Formula? {
      edge(parent, .border, Side(axis, isNear: isNear), of: own.x)
    }
    let size = Formula.derived(size(of: node, axis))
    let position = AbsolutePosition(
      axis, item, style, near: tape.number(inset(node, axis, isNear: true, basis)),
      far: tape.number(inset(node, axis, isNear: false, basis)),
      start: number(border(isNear: true)),
      end: number(laidOutSize(of: parent, axis) - border(isNear: false)),
      marginNear: number(margin(node, axis, isNear: true, basis)),
      marginFar: number(margin(node, axis, isNear: false, basis)), size: number(size),
      startsAtFar: axis == .x && style.flags.contains(.isRightToLeft))
    if let value = position.value { return value.reason(.insets) }
    let free =
      laidOutSize(of: parent, axis)
      - .total([boxEdges(parent, axis, own), size, margins(node, axis, basis)])
    let part = style.partBefore(item, axis, isOverflowing: free.value < 0)
    return Reason(
      .absolute,
      .total([
        boxEdge(parent, Side(axis, isNear: true), own), margin(node, axis, isNear: true, basis),
        part == 0 ? nil : free / .constant(1 / Double(part)),
      ]))
  }
}
