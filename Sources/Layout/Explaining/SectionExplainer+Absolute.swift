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

  private func item(_ node: Int, in parent: Int, _ basis: PercentBasis) -> ItemBox<Explained> {
    explained(solver.makeBox(node, in: resolved(parent), basis: basis.pair), basis, tape)
  }

  private func inset(
    _ node: Int, isNear: Bool, _ basis: PercentBasis
  ) -> Lengths<Explained> {
    Lengths(
      tape.number(edge(node, .inset, Side(.x, isNear: isNear), of: basis.x)),
      tape.number(edge(node, .inset, Side(.y, isNear: isNear), of: basis.y)))
  }

  func absoluteSize(_ node: Int, in parent: Int, _ axis: Axis) -> Reason {
    let basis = blockBasis(of: parent)
    let item = item(node, in: parent, basis)
    let near = inset(node, isNear: true, basis)
    let far = inset(node, isNear: false, basis)
    let box = Lengths(tape.number(basis.x), tape.number(basis.y))
    let room = item.room(in: box, near: near, far: far)
    let size = item.absoluteSize(
      room, near: near, far: far, isHeightAuto: resolved(node).height.unit == .auto)
    guard size[axis].isNaN else { return size[axis].reason(.own) }
    let content =
      axis == .x
      ? contentWidth(node, height: size.y.known, available: room.x.formula, parent: basis)
      : contentHeight(node, width: .derived(self.size(of: node, .x)), parent: basis)
    return item.clamp(tape.number(content), axis).reason(.content)
  }

  func absolutePosition(_ node: Int, in parent: Int, _ axis: Axis) -> Reason {
    let basis = blockBasis(of: parent)
    let own = percentBasis(of: parent)
    let style = resolved(parent)
    let item = item(node, in: parent, basis)
    func border(isNear: Bool) -> Explained {
      tape.number(
        edge(parent, .border, Side(axis, isNear: isNear), of: own.x) ?? .constant(0))
    }
    let size = tape.number(.derived(self.size(of: node, axis)))
    let outer = tape.number(laidOutSize(of: parent, axis))
    let position = AbsolutePosition(
      axis, item, style, near: inset(node, isNear: true, basis)[axis],
      far: inset(node, isNear: false, basis)[axis], start: border(isNear: true),
      end: outer - border(isNear: false), size: size,
      startsAtFar: axis == .x && style.flags.contains(.isRightToLeft))
    if let value = position.value { return value.reason(.insets) }
    return style.staticPosition(axis, item, size, in: outer, edges(of: parent, own, tape))
      .reason(.absolute)
  }
}
