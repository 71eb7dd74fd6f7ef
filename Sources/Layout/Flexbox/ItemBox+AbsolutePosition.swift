extension ItemBox {
  /// Returns the position of an absolute box along one axis, relative to the border edge of its
  /// parent; `nil` without insets. If both insets are set, the inset at the start of the text
  /// direction applies, unless automatic margins share the free space, or `align-self` places the
  /// box between the insets (CSS Box Alignment 3 §6.1).
  /// - Parameters:
  ///   - inset: The insets; NaN if they are automatic.
  ///   - start: The near edge of the containing block's padding box, relative to the parent.
  ///   - end: The far edge of the containing block's padding box, relative to the parent.
  func absolutePosition(
    _ axis: Axis, in parent: ResolvedStyle, align: Style.Align, _ inset: EdgeLengths<Number>,
    start: Number, end: Number, size: Number, startsAtFar: Bool
  ) -> Number? {
    let near = inset.near[axis]
    let far = inset.far[axis]
    let isMain = axis == parent.main
    let autoNear = isMain ? hasAutoMarginNearMain : hasAutoMarginNearCross
    let autoFar = isMain ? hasAutoMarginFarMain : hasAutoMarginFarCross
    // If insets overlap, the inset at the end of the text direction is reduced until both meet (CSS
    // Position 3 §4.1).
    let nearEdge = startsAtFar && !far.isNaN ? Number.least(start + near, end - far) : start + near
    let farEdge = startsAtFar || near.isNaN ? end - far : Number.most(end - far, start + near)
    let fromNear = nearEdge + marginNear[axis]
    let fromFar = farEdge - marginFar[axis] - size
    let free = fromFar - fromNear
    let scrolls = parent.flags.contains(.clips) && !parent.flags.contains(.isStatic)
    let scrollsUp = parent.main == .y ? parent.isMainReversed : parent.isCrossReversed
    if near.isNaN && far.isNaN { return nil }
    if far.isNaN { return fromNear }
    if near.isNaN { return fromFar }
    if autoNear && autoFar && (axis == .y || free.value > 0) {
      return (fromNear + free / 2).by(.autoMargin)
    }
    if autoNear != autoFar { return (autoNear ? fromFar : fromNear).by(.autoMargin) }
    guard axis == .y && align != .auto else { return startsAtFar ? fromFar : fromNear }
    let most = scrolls && !scrollsUp ? fromNear : .most(end, farEdge) - marginFar.y - size
    let least = scrolls && scrollsUp ? fromFar : .least(start, nearEdge) + marginNear.y
    return aligned(align, fromNear, fromFar, most: most, least: least).by(.align)
  }

  /// Returns the position that `align-self` gives between two insets. A box that is larger than the
  /// space between them, and not `safe`, is moved into the containing block (CSS Box Alignment 3
  /// §4.4); if that scrolls, the box is moved to where scrolling can reach it.
  private func aligned(
    _ align: Style.Align, _ near: Number, _ far: Number, most: Number, least: Number
  ) -> Number {
    let isOverflowing = far < near
    if isOverflowing && isSafe { return near }
    let position: Number =
      switch align {
      case .center: near + (far - near) / 2
      case .end, .textEnd, .selfEnd: far
      default: near
      }
    return isOverflowing ? .most(.least(position, most), least) : position
  }
}
