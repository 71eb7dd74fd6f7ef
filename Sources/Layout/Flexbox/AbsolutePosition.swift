/// The position of a box out of flow along one axis, relative to the border edge of its parent;
/// `nil` without insets. If both insets are set, the one at the start of the text direction wins,
/// unless automatic margins share the free space, or `align-self` places the box between them (CSS
/// Box Alignment 3 §6.1).
struct AbsolutePosition<Number: LayoutNumber> {
  let value: Number?

  /// - Parameters:
  ///   - inset: The insets; NaN if they are automatic.
  ///   - start: The edge of the containing block's padding box, relative to the parent.
  ///   - end: The edge of the containing block's padding box, relative to the parent.
  init(
    _ axis: Axis, _ item: ItemBox<Number>, _ parent: ResolvedStyle, align: Style.Align,
    _ inset: EdgeLengths<Number>, start: Number, end: Number, size: Number, startsAtFar: Bool
  ) {
    let near = inset.near[axis]
    let far = inset.far[axis]
    let isMain = axis == parent.main
    let autoNear = isMain ? item.hasAutoMarginNearMain : item.hasAutoMarginNearCross
    let autoFar = isMain ? item.hasAutoMarginFarMain : item.hasAutoMarginFarCross
    // Insets that overlap leave no space: the one at the end of the text direction yields (CSS
    // Position 3 §4.1).
    let nearEdge = startsAtFar && !far.isNaN ? Number.least(start + near, end - far) : start + near
    let farEdge = startsAtFar || near.isNaN ? end - far : Number.most(end - far, start + near)
    let fromNear = nearEdge + item.marginNear[axis]
    let fromFar = farEdge - item.marginFar[axis] - size
    let free = fromFar - fromNear
    let scrolls = parent.flags.contains(.clips) && !parent.flags.contains(.isStatic)
    let scrollsUp = parent.main == .y ? parent.isMainReversed : parent.isCrossReversed
    value =
      if near.isNaN && far.isNaN {
        nil
      } else if far.isNaN {
        fromNear
      } else if near.isNaN {
        fromFar
      } else if autoNear && autoFar && (axis == .y || free.value > 0) {
        (fromNear + free / 2).by(.autoMargin)
      } else if autoNear != autoFar {
        (autoNear ? fromFar : fromNear).by(.autoMargin)
      } else if axis == .y && align != .auto {
        Self.aligned(
          align, fromNear, fromFar, isSafe: item.isSafe,
          most: scrolls && !scrollsUp
            ? fromNear : .most(end, farEdge) - item.marginFar.y - size,
          least: scrolls && scrollsUp ? fromFar : .least(start, nearEdge) + item.marginNear.y
        ).by(.align)
      } else {
        startsAtFar ? fromFar : fromNear
      }
  }

  /// Returns the position that `align-self` gives between two insets. A box that is larger than
  /// that space, and not `safe`, moves into the containing block (CSS Box Alignment 3 §4.4), or, if
  /// that scrolls, to where scrolling reaches it.
  private static func aligned(
    _ align: Style.Align, _ near: Number, _ far: Number, isSafe: Bool, most: Number, least: Number
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
