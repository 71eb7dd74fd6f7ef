/// One in-flow child of the container that is being laid out. Sizes are of the border box, in points;
/// NaN is undefined.
struct ItemBox<Number: LayoutNumber>: BitwiseCopyable {
  var node: Int32
  /// The index of the resolved style.
  var style: Int32
  /// The style's sizes if they are definite, at least padding and border.
  var size: Lengths<Number>
  /// The style's limits; the minimum is at least padding and border, so it is always defined.
  var minimum, maximum: Lengths<Number>
  /// The margins; automatic ones are 0.
  var marginNear, marginFar: Lengths<Number>
  /// Padding and border of both edges.
  var edges: Lengths<Number>
  var hasAutoMarginNearMain = false, hasAutoMarginFarMain = false
  var hasAutoMarginNearCross = false, hasAutoMarginFarCross = false
  var align: Style.Align = .stretch
  /// Whether overflowing content is aligned at the start, so that none of it is lost there.
  var isSafe = false
  /// Whether it takes the line's cross size: `stretch`, with an automatic cross size and no
  /// automatic margin.
  var isStretched = false
  /// Whether the target main size is final (§9.7).
  var isFrozen = false
  var grow: Number = 0, shrink: Number = 0
  /// Width divided by height; NaN if there is no ratio.
  var ratio: Number = .nan
  /// Whether the ratio determines the cross size in preference to everything else.
  var ratioDecidesCross = false
  /// Whether the ratio is that of the content box.
  var isRatioOfContent = false
  /// The flex base size (§9.2 3); defined after that step.
  var base: Number = .nan
  var hypothetical: Number = .nan
  /// The distance by which clamping moved the target (§9.7).
  var violation: Number = 0
  /// The used main size. `cross` is first the hypothetical and then the used cross size.
  var target: Number = .nan
  var cross: Number = .nan
  /// The distance to the baseline, for items aligned by it: from the top border edge, and from the
  /// cross-start margin edge once the line is known.
  var ascent: Number = .nan
  /// The size that the subtree was last laid out with; its frames are valid for exactly this size.
  var laidOut = Pair.undefined
  var hasLaidOut = false
  /// The border box's position from the container's main-start and cross-start border edge.
  var mainOffset: Number = 0, crossOffset: Number = 0

  @inline(__always) func margin(_ axis: Axis) -> Number { marginNear[axis] + marginFar[axis] }
  /// Returns the size that the aspect ratio gives for the other axis, in the box that `box-sizing`
  /// names (CSS Sizing 4 §4.1). A call would copy the item, also for items without a ratio.
  @inline(__always) func ratioSize(_ axis: Axis, from other: Number) -> Number {
    let isContent = isRatioOfContent && !other.isNaN
    let base = isContent ? Number.most(0, other - edges[axis.other]) : other
    let size = (axis == .x ? base * ratio : base / ratio).limited
    return isContent ? size + edges[axis] : size
  }

  /// Returns a width within the limits. An automatic width is within those of the height first, so
  /// that the own ones win, unless it follows from a height that is within its limits.
  @inline(__always) func clampContentWidth(_ width: Number, height: Number = .nan) -> Number {
    ratio.isNaN || !size.x.isNaN || !height.isNaN
      ? clamp(width, .x) : clamp(clampByRatio(width, .x), .x)
  }

  /// Returns a size within the limits of the other axis, which the ratio transfers (CSS Sizing 4
  /// §4.4).
  @inline(never) func clampByRatio(_ size: Number, _ axis: Axis) -> Number {
    let (low, high) = (minimum[axis.other], maximum[axis.other])
    return size.clamped(
      ratioSize(axis, from: low), high.isNaN ? .nan : ratioSize(axis, from: high))
  }

  @inline(__always) func clamp(_ value: Number, _ axis: Axis) -> Number {
    value.clamped(minimum[axis], maximum[axis])
  }
}

/// One line of a container (§9.3): a run of its items.
struct LineBox<Number: LayoutNumber>: BitwiseCopyable {
  /// The range of the items in the scratch stack.
  var first, end: Int
  /// The sum of outer hypothetical main sizes and gaps.
  var hypotheticalMain: Number
  /// The cross size (§9.4 8); NaN before that step.
  var cross: Number = .nan
  /// The greatest distance from cross start to a baseline among the items aligned by it; 0 if there
  /// are none.
  var ascent: Number = 0
  /// The distance from the container's cross-start border edge.
  var offset: Number = 0
}

/// An item as the solver computes with it.
typealias FlexItem = ItemBox<Float>
