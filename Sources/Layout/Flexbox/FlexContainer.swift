/// The purpose of a visit, which is one run of the flex algorithm on a container.
enum VisitPurpose {
  /// The size is needed, but no frames of descendants.
  case size
  /// Only the width is needed.
  case width
  /// The sum of the items' main sizes is needed, after the items have flexed into the given size.
  case extent
  /// The height that the lines take up in the given size is needed.
  case occupied
  /// The container's baseline is needed; the visit returns the baseline as x.
  case baseline
  /// The frames of the whole subtree are needed.
  case frames
}

/// The state of a container that all steps of the algorithm share. Sizes are in points; NaN is
/// unknown.
struct ContainerBox<Number: LayoutNumber>: BitwiseCopyable {
  let node: Int
  let purpose: VisitPurpose
  /// The gaps between columns (x) and between rows (y).
  var gap: Lengths<Number>
  let main, cross: Axis
  let edges: EdgeLengths<Number>
  /// The minimum and maximum size of the border box.
  let minimum, maximum: Lengths<Number>
  /// The border-box height at which columns wrap; also set if the visit ignores `maximum`.
  let greatestHeight: Number
  /// The sizes of border box and content box. Step 4 or 15 of CSS Flexbox §9 sets unknown sizes.
  var size: Lengths<Number>
  var inner: Lengths<Number>
  /// The content-box size to which the children's percentages refer; NaN if it is not definite at
  /// the start of the visit.
  let basis: Lengths<Number>
  /// The available width: that of the content box, or else the query's limit less the edges.
  let availableWidth: Number
  /// The available height: that of the content box, or else the query's limit less the edges;
  /// infinite if the profile ignores it.
  let availableHeight: Number
  /// Whether a size of an item is a keyword such as `max-content`.
  var hasKeywords = false
  /// Whether any item grows or shrinks.
  var hasFlexibleItems = false
  /// Whether any margin of an item is automatic.
  var hasAutoMargins = false
  /// Whether any item is aligned by its baseline.
  var hasBaselineItems = false
  /// The container's ranges in `FlexRun.items` and `FlexRun.lines`.
  let firstItem: Int
  var endItem: Int
  let firstLine: Int
  var endLine: Int

  /// The main size of the content box at which lines break.
  var lineLimit: Number {
    let known = main == .y && !inner.y.isNaN && !basis.y.isNaN ? basis.y : inner[main]
    return !known.isNaN ? known : main == .x ? availableWidth : greatestHeight - edges.sum.y
  }

  /// Sets a size to the content's size plus edges, clamped to the container's limits.
  mutating func fit(_ content: Number, _ axis: Axis) {
    let edges = edges.sum[axis]
    size[axis] = (content + edges).clamped(minimum[axis], maximum[axis])
    inner[axis] = .most(0, size[axis] - edges)
  }

  /// Makes the height unknown, so that the content determines it.
  mutating func releaseHeight() {
    size.y = .nan
    inner.y = .nan
  }

  /// Returns the position of an item's border box, from the container's left or top border edge.
  @inline(__always) func position(
    _ item: ItemBox<Number>, _ axis: Axis, _ style: ResolvedStyle
  ) -> Number {
    let isMain = axis == main
    let isReversed = isMain ? style.isMainReversed : style.isCrossReversed
    guard isReversed else { return isMain ? item.mainOffset : item.crossOffset }
    return reversedPosition(item, axis, style)
  }

  @inline(never) private func reversedPosition(
    _ item: ItemBox<Number>, _ axis: Axis, _ style: ResolvedStyle
  ) -> Number {
    let isMain = axis == main
    let offset = isMain ? item.mainOffset : item.crossOffset
    // A reversed position counts back from the right or bottom edge. If a scrollbar at that edge makes
    // the edges larger than the box, it counts back from the end of the edges. From right to left, the
    // vertical scrollbar is on the left and does not matter.
    let isCovered =
      size[axis].value < edges.sum[axis].value
      && (axis == .y || !style.flags.contains(.isRightToLeft))
    return (isCovered ? edges.sum[axis] : size[axis]) - offset - (isMain ? item.target : item.cross)
  }
}

/// A container in the solver's number type.
typealias FlexContainer = ContainerBox<Float>

extension FlexContainer {
  /// Resolves percentage gaps. On an axis whose size the content determines, they are 0.
  mutating func resolveGaps(_ style: ResolvedStyle) {
    if style.flags.contains(.hasPercentColumnGap) { gap.x = (style.gap.x * inner.x / 100).or(0) }
    if style.flags.contains(.hasPercentRowGap) {
      let height = inner.y.isNaN ? .nan : basis.y
      gap.y = (style.gap.y * height / 100).or(0)
    }
  }

  /// Returns the available height for an item of undefined height; infinite in a column that
  /// scrolls.
  func availableHeight(for item: FlexItem, _ style: ResolvedStyle) -> Float {
    main == .y && style.flags.contains(.scrolls) ? .infinity : availableHeight - item.margin(.y)
  }
}

/// One length per edge of a box, such as padding plus border.
struct EdgeLengths<Number: LayoutNumber>: BitwiseCopyable {
  var near: Lengths<Number>
  var far: Lengths<Number>
  @inline(__always) var sum: Lengths<Number> { near + far }

  static func + (inner: Self, outer: Self) -> Self {
    Self(near: inner.near + outer.near, far: inner.far + outer.far)
  }
}

extension EdgeLengths: Sendable where Number: Sendable {}

typealias BoxEdges = EdgeLengths<Float>
