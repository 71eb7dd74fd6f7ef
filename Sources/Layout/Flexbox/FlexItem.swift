/// One in-flow child of the container that is being laid out. Sizes refer to the border box, in
/// points; NaN is undefined.
struct ItemBox<Number: LayoutNumber>: BitwiseCopyable {
  var node: Int32
  /// The index of the resolved style.
  var style: Int32
  /// The style's size, at least padding plus border; NaN if it is not definite.
  var size: Lengths<Number>
  /// The style's limits. The minimum is at least padding plus border, so it is always defined.
  var minimum, maximum: Lengths<Number>
  /// The margins. Automatic margins are 0.
  var marginNear, marginFar: Lengths<Number>
  /// The sum of padding and border of both sides, per axis.
  var edges: Lengths<Number>
  var hasAutoMarginNearMain = false, hasAutoMarginFarMain = false
  var hasAutoMarginNearCross = false, hasAutoMarginFarCross = false
  var align: Style.Align = .stretch
  /// Whether the item is placed at the start edge if it is larger than its line (`safe`).
  var isSafe = false
  /// Whether the item takes the line's cross size: `stretch`, with an automatic cross size and no
  /// automatic margin.
  var isStretched = false
  /// Whether the target main size is final (§9.7).
  var isFrozen = false
  var grow: Number = 0, shrink: Number = 0
  /// Width divided by height; NaN if there is no ratio.
  var ratio: Number = .nan
  /// Whether the ratio takes precedence over stretching and a specified cross size.
  var ratioDecidesCross = false
  /// Whether the ratio applies to the content box.
  var isRatioOfContent = false
  /// The flex base size (§9.2 3); defined after that step.
  var base: Number = .nan
  var hypothetical: Number = .nan
  /// The distance by which clamping moved the target (§9.7).
  var violation: Number = 0
  /// The used main size. `cross` is first the hypothetical and then the used cross size.
  var target: Number = .nan
  var cross: Number = .nan
  /// For an item aligned by baseline, the distance to its baseline: at first from its top border
  /// edge, after `alignBaselines` from its cross-start margin edge.
  var ascent: Number = .nan
  /// The size that the subtree was last laid out with, for which the subtree's frames are valid.
  var laidOut = Pair.undefined
  var hasLaidOut = false
  /// The border box's position from the container's main-start and cross-start border edge.
  var mainOffset: Number = 0, crossOffset: Number = 0

  @inline(__always) func margin(_ axis: Axis) -> Number { marginNear[axis] + marginFar[axis] }
  /// Returns the size on `axis` that follows from the other size by the aspect ratio, in the box
  /// that `box-sizing` selects (CSS Sizing 4 §4.1). Inlined: a call would copy the item.
  @inline(__always) func ratioSize(_ axis: Axis, from other: Number) -> Number {
    let isContent = isRatioOfContent && !other.isNaN
    let base = isContent ? Number.most(0, other - edges[axis.other]) : other
    let size = (axis == .x ? base * ratio : base / ratio).limited
    return isContent ? size + edges[axis] : size
  }

  /// Returns a width clamped to the limits. An automatic width is first clamped to the limits that
  /// the ratio transfers from the height, unless the width follows from a known height.
  @inline(__always) func clampContentWidth(_ width: Number, height: Number = .nan) -> Number {
    ratio.isNaN || !size.x.isNaN || !height.isNaN
      ? clamp(width, .x) : clamp(clampByRatio(width, .x), .x)
  }

  /// Returns a size along `axis`, clamped to the limits of the other axis, which the ratio converts
  /// to this axis (CSS Sizing 4 §4.4).
  @inline(never) func clampByRatio(_ size: Number, _ axis: Axis) -> Number {
    let (low, high) = (minimum[axis.other], maximum[axis.other])
    return size.clamped(
      ratioSize(axis, from: low), high.isNaN ? .nan : ratioSize(axis, from: high))
  }

  @inline(__always) func clamp(_ value: Number, _ axis: Axis) -> Number {
    value.clamped(minimum[axis], maximum[axis])
  }
}

/// One line of a container (§9.3): a range of its items.
struct LineBox<Number: LayoutNumber>: BitwiseCopyable {
  /// The range of the line's items in `FlexRun.items`.
  var first, end: Int
  /// The sum of hypothetical main sizes, margins and gaps.
  var hypotheticalMain: Number
  /// The cross size (§9.4 8); NaN before that step.
  var cross: Number = .nan
  /// The greatest distance from cross start to the baseline among the items aligned by baseline; 0
  /// if there are none.
  var ascent: Number = 0
  /// The distance from the container's cross-start border edge.
  var offset: Number = 0
}

/// An item in the solver's number type.
typealias FlexItem = ItemBox<Float>
