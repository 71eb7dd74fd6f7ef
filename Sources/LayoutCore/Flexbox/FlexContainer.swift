/// What a visit is for.
enum VisitPurpose {
  /// The size alone.
  case size
  /// As `size`, of which the width alone is wanted.
  case width
  /// The size that the items take in the main axis once they have flexed into the given one.
  case extent
  /// The baseline, returned as x.
  case baseline
  /// The frames of the whole subtree.
  case frames
}

/// What the steps share about the container. Sizes in points; NaN is not known (yet).
struct FlexContainer: BitwiseCopyable {
  let node: Int
  let purpose: VisitPurpose
  /// Between columns and between rows.
  var gap: Pair
  let main, cross: Axis
  let edges: BoxEdges
  /// Limits of the border box.
  let minimum, maximum: Pair
  /// Height of the border box at which columns wrap, even where the limits are not applied.
  let greatestHeight: Float
  /// Border box and content box; a part that is unknown is filled in by step 4 or 15.
  var size: Pair
  var inner: Pair
  /// As at the start: what children's percentages refer to.
  let basis: Pair
  /// Width that content should fit into: the content box's, or what is left of the query's.
  let availableWidth: Float
  /// Height that content should fit into: the content box's, or what is left of the query's; infinite
  /// where the profile does not look at it.
  let availableHeight: Float
  /// Some item grows or shrinks.
  var hasFlexibleItems = false
  /// Some margin of an item is automatic.
  var hasAutoMargins = false
  /// Some item is aligned by its baseline.
  var hasBaselineItems = false
  /// Ranges in the scratch stacks.
  let firstItem: Int
  var endItem: Int
  let firstLine: Int
  var endLine: Int

  /// Percentages of a size that the content decides are 0.
  mutating func resolveGaps(_ style: ResolvedStyle) {
    if style.flags.contains(.hasPercentColumnGap) { gap.x = (style.gap.x * inner.x / 100).or(0) }
    if style.flags.contains(.hasPercentRowGap) { gap.y = (style.gap.y * inner.y / 100).or(0) }
  }

  /// Height that the content of an item of undefined height should fit into; a container that scrolls
  /// its column has no end.
  func availableHeight(for item: FlexItem, _ style: ResolvedStyle) -> Float {
    main == .y && style.flags.contains(.scrolls) ? .infinity : availableHeight - item.margin(.y)
  }

  var isSingleLine: Bool { endLine - firstLine <= 1 }

  /// Main size of the content box at which lines break.
  var lineLimit: Float {
    let known = inner[main]
    return !known.isNaN ? known : main == .x ? availableWidth : greatestHeight - edges.sum.y
  }
}

/// Padding and border of a node's edges.
struct BoxEdges: BitwiseCopyable {
  var near: Pair
  var far: Pair
  @inline(__always) var sum: Pair { Pair(near.x + far.x, near.y + far.y) }
}
