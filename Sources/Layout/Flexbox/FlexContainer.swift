/// The purpose of a visit.
enum VisitPurpose {
  /// The size is needed, and no frames within it.
  case size
  /// As `size`, but only the width is needed.
  case width
  /// The size that the items occupy in the main axis after they have flexed into the given one.
  case extent
  /// The height that the lines take up in the given size.
  case occupied
  /// The baseline, returned as x.
  case baseline
  /// The frames of the whole subtree.
  case frames
}

/// The container's state that the steps share. Sizes are in points; NaN means not known (yet).
struct ContainerBox<Number: LayoutNumber>: BitwiseCopyable {
  let node: Int
  let purpose: VisitPurpose
  /// The gaps between columns and between rows.
  var gap: Lengths<Number>
  let main, cross: Axis
  let edges: EdgeLengths<Number>
  /// The limits of the border box.
  let minimum, maximum: Lengths<Number>
  /// The height of the border box at which columns wrap, even if the limits do not apply.
  let greatestHeight: Number
  /// The border box and the content box; step 4 or 15 fills in unknown parts.
  var size: Lengths<Number>
  var inner: Lengths<Number>
  /// The content box as known at the start; the children's percentages refer to it.
  let basis: Lengths<Number>
  /// The width that content should fit into: that of the content box, or the rest of the query's.
  let availableWidth: Number
  /// The height that content should fit into: that of the content box, or the rest of the query's;
  /// infinite if the profile ignores it.
  let availableHeight: Number
  /// Whether a size of an item is a keyword.
  var hasKeywords = false
  /// Whether any item grows or shrinks.
  var hasFlexibleItems = false
  /// Whether any margin of an item is automatic.
  var hasAutoMargins = false
  /// Whether any item is aligned by its baseline.
  var hasBaselineItems = false
  /// The ranges in the scratch stacks.
  let firstItem: Int
  var endItem: Int
  let firstLine: Int
  var endLine: Int

  /// The main size of the content box at which lines break.
  var lineLimit: Number {
    let known = main == .y && !inner.y.isNaN && !basis.y.isNaN ? basis.y : inner[main]
    return !known.isNaN ? known : main == .x ? availableWidth : greatestHeight - edges.sum.y
  }

  /// Sets an undefined size to that of the content, within the container's limits.
  mutating func fit(_ content: Number, _ axis: Axis) {
    let edges = edges.sum[axis]
    size[axis] = (content + edges).clamped(minimum[axis], maximum[axis])
    inner[axis] = .most(0, size[axis] - edges)
  }

  /// Makes the height that of the content, as far as it is yet to be determined.
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
    // A scrollbar that is wider than the box covers its end, which does not move the content.
    let isCovered =
      size[axis].value < edges.sum[axis].value
      && (axis == .y || !style.flags.contains(.isRightToLeft))
    return (isCovered ? edges.sum[axis] : size[axis]) - offset - (isMain ? item.target : item.cross)
  }
}

/// A container as the solver computes with it.
typealias FlexContainer = ContainerBox<Float>

extension FlexContainer {
  /// Resolves percentage gaps. Along an axis whose size the content decides, they are 0.
  mutating func resolveGaps(_ style: ResolvedStyle) {
    if style.flags.contains(.hasPercentColumnGap) { gap.x = (style.gap.x * inner.x / 100).or(0) }
    if style.flags.contains(.hasPercentRowGap) {
      let height = inner.y.isNaN ? .nan : basis.y
      gap.y = (style.gap.y * height / 100).or(0)
    }
  }

  /// Returns the height that the content of an item of undefined height should fit into; infinite
  /// in a container that scrolls its column.
  func availableHeight(for item: FlexItem, _ style: ResolvedStyle) -> Float {
    main == .y && style.flags.contains(.scrolls) ? .infinity : availableHeight - item.margin(.y)
  }
}

/// Padding and border of a node, per side.
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
