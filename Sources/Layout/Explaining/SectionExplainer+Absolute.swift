/// Boxes out of flow (CSS Flexbox §4.1). Their containing block is their parent.
extension SectionExplainer {
  /// Returns the basis for percentages of absolute boxes: the parent's padding box.
  func blockBasis(of parent: Int) -> PercentBasis {
    let own = percentBasis(of: parent)
    func inner(_ axis: Axis) -> Formula {
      (laidOutSize(of: parent, axis) - edges(parent, .border, axis, own)).atLeastZero
    }
    return PercentBasis(x: inner(.x), y: inner(.y))
  }

  private func item(_ node: Int, in parent: Int, _ basis: PercentBasis) -> ItemBox<Explained> {
    explained(solver.makeBox(node, in: resolved(parent), basis: basis.pair), basis, tape)
  }

  private func inset(_ node: Int, _ basis: PercentBasis) -> EdgeLengths<Explained> {
    func inset(_ side: Side, _ basis: Formula?) -> Explained {
      tape.number(edge(node, .inset, side, of: basis))
    }
    return EdgeLengths(
      near: Lengths(inset(.left, basis.x), inset(.top, basis.y)),
      far: Lengths(inset(.right, basis.x), inset(.bottom, basis.y)))
  }

  func absoluteSize(_ node: Int, in parent: Int, _ axis: Axis) -> Reason {
    let basis = blockBasis(of: parent)
    let item = item(node, in: parent, basis)
    let inset = inset(node, basis)
    let room = item.room(in: Lengths(tape.number(basis.x), tape.number(basis.y)), inset)
    let size = item.absoluteSize(
      room, inset, stretchesHeight: resolved(node).stretchesHeight)
    guard size[axis].isNaN else { return size[axis].reason(.own) }
    let content =
      axis == .x
      ? contentWidth(node, height: size.y.known, available: room.x.formula, parent: basis)
      : contentHeight(node, width: .derived(self.size(of: node, .x)), parent: basis)
    let number = tape.number(content)
    return (axis == .x ? item.clampContentWidth(number) : item.clamp(number, .y)).reason(.content)
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
      axis, item, style, align: resolved(node).alignSelf, inset(node, basis),
      start: border(isNear: true), end: outer - border(isNear: false), size: size,
      startsAtFar: axis == .x && style.flags.contains(.isRightToLeft))
    if let value = position.value { return value.reason(.insets) }
    return style.staticPosition(axis, item, size, in: outer, edges(of: parent, own, tape))
      .reason(.absolute)
  }
}
