/// One in-flow child of the container that is being laid out. Sizes are of the border box, in points;
/// NaN is undefined.
struct FlexItem: BitwiseCopyable {
  var node: Int32
  /// Index of the resolved style.
  var style: Int32
  /// Style sizes where they are definite, at least padding and border.
  var size: Pair
  /// Style limits; the minimum is at least padding and border, so it is always defined.
  var minimum, maximum: Pair
  /// Margins, 0 where automatic.
  var marginNear, marginFar: Pair
  /// Padding and border of both edges.
  var edges: Pair
  var hasAutoMarginNearMain = false, hasAutoMarginFarMain = false
  var hasAutoMarginNearCross = false, hasAutoMarginFarCross = false
  var align: Style.Align = .stretch
  /// Falls back to the start rather than lose content there.
  var isSafe = false
  /// Takes the line's cross size: aligned so, with an automatic cross size and no automatic margin.
  var isStretched = false
  /// Of §9.7: its target main size is final.
  var isFrozen = false
  var grow: Float = 0, shrink: Float = 0
  /// Width divided by height; NaN: none.
  var ratio: Float = .nan
  /// Whatever else would determine the cross size, the ratio does.
  var ratioDecidesCross = false
  /// §9.2.3; defined once the step is done.
  var base: Float = .nan
  var hypothetical: Float = .nan
  /// Of §9.7: how far clamping moved the target.
  var violation: Float = 0
  /// The used main size, then the hypothetical and the used cross size.
  var target: Float = .nan
  var cross: Float = .nan
  /// Distance from the cross-start margin edge to the baseline, for items aligned by it.
  var ascent: Float = .nan
  /// What the subtree was last laid out with; its frames stand for exactly this.
  var laidOut = Pair.undefined
  var hasLaidOut = false
  /// The border box's position from the container's main-start and cross-start border edge.
  var mainOffset: Float = 0, crossOffset: Float = 0

  @inline(__always) func margin(_ axis: Axis) -> Float { marginNear[axis] + marginFar[axis] }
  @inline(__always) func clamp(_ value: Float, _ axis: Axis) -> Float {
    value.clamped(minimum[axis], maximum[axis])
  }
}

/// One line of a container (§9.3): a run of its items.
struct FlexLine: BitwiseCopyable {
  /// Range of the items in the scratch stack.
  var first, end: Int
  /// Sum of outer hypothetical main sizes and gaps.
  var hypotheticalMain: Float
  /// §9.4.8; NaN before.
  var cross: Float = .nan
  /// Greatest distance from cross start to a baseline among the items aligned by it; 0 without.
  var ascent: Float = 0
  /// From the container's cross-start border edge.
  var offset: Float = 0
}
