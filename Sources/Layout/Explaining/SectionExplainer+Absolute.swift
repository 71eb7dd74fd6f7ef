/// Absolutely positioned boxes (CSS Flexbox §4.1). The parent is the containing block.
extension SectionExplainer {
  /// Returns the basis for percentages of absolute boxes: the parent's padding box.
  func blockBasis(of parent: Int) -> Lengths<Explained> {
    contentBox(of: parent, edges(parent, .border, percentBasis(of: parent)))
  }

  func absoluteSize(_ node: Int, in parent: Int, _ axis: Axis) -> Reason {
    let basis = blockBasis(of: parent)
    let item = explained(solver.makeBox(node, in: resolved(parent), basis: basis.pair), basis)
    let inset = edges(node, .inset, basis)
    let room = item.room(in: basis, inset)
    let size = item.absoluteSize(room, inset, stretchesHeight: resolved(node).stretchesHeight)
    guard size[axis].isNaN else { return size[axis].reason(.own) }
    let content =
      axis == .x
      ? item.clampContentWidth(
        contentWidth(node, height: size.y, available: room.x, parent: basis))
      : item.clamp(contentHeight(node, width: self.size(of: node, .x), parent: basis), .y)
    return content.reason(.content)
  }

  func absolutePosition(_ node: Int, in parent: Int, _ axis: Axis) -> Reason {
    let basis = blockBasis(of: parent)
    let own = percentBasis(of: parent)
    let style = resolved(parent)
    let item = explained(solver.makeBox(node, in: style, basis: basis.pair), basis)
    let border = edges(parent, .border, own)
    let size = size(of: node, axis)
    let outer = laidOutSize(of: parent, axis)
    let position = item.absolutePosition(
      axis, in: style, align: resolved(node).alignSelf, edges(node, .inset, basis),
      start: border.near[axis], end: outer - border.far[axis], size: size,
      startsAtFar: axis == .x && style.flags.contains(.isRightToLeft))
    if let position { return position.reason(.insets) }
    return style.staticPosition(axis, item, size, in: outer, boxEdges(parent, own))
      .reason(.absolute)
  }
}
