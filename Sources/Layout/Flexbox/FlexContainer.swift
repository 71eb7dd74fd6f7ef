/// The purpose of a visit.
enum VisitPurpose {
  /// Only the size.
  case size
  /// As `size`, but only the width is needed.
  case width
  /// The size that the items occupy in the main axis after they have flexed into the given one.
  case extent
  /// The baseline, returned as x.
  case baseline
  /// The frames of the whole subtree.
  case frames
}

/// The container's state that the steps share. Sizes are in points; NaN means not known (yet).
struct FlexContainer: BitwiseCopyable {
  let node: Int
  let purpose: VisitPurpose
  /// The gaps between columns and between rows.
  var gap: Pair
  let main, cross: Axis
  let edges: BoxEdges
  /// The limits of the border box.
  let minimum, maximum: Pair
  /// The height of the border box at which columns wrap, even if the limits do not apply.
  let greatestHeight: Float
  /// The border box and the content box; step 4 or 15 fills in unknown parts.
  var size: Pair
  var inner: Pair
  /// The content box as known at the start; the children's percentages refer to it.
  let basis: Pair
  /// The width that content should fit into: that of the content box, or the rest of the query's.
  let availableWidth: Float
  /// The height that content should fit into: that of the content box, or the rest of the query's;
  /// infinite if the profile ignores it.
  let availableHeight: Float
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

  /// Resolves percentage gaps; those of a size that the content decides are 0.
  mutating func resolveGaps(_ style: ResolvedStyle) {
    if style.flags.contains(.hasPercentColumnGap) { gap.x = (style.gap.x * inner.x / 100).or(0) }
    if style.flags.contains(.hasPercentRowGap) { gap.y = (style.gap.y * inner.y / 100).or(0) }
  }

  /// Returns the height that the content of an item of undefined height should fit into; infinite
  /// in a container that scrolls its column.
  func availableHeight(for item: FlexItem, _ style: ResolvedStyle) -> Float {
    main == .y && style.flags.contains(.scrolls) ? .infinity : availableHeight - item.margin(.y)
  }

  var isSingleLine: Bool { endLine - firstLine <= 1 }

  /// The main size of the content box at which lines break.
  var lineLimit: Float {
    let known = inner[main]
    return !known.isNaN ? known : main == .x ? availableWidth : greatestHeight - edges.sum.y
  }
}

/// Padding and border of a node, per side.
struct BoxEdges: BitwiseCopyable {
  var near: Pair
  var far: Pair
  @inline(__always) var sum: Pair { Pair(near.x + far.x, near.y + far.y) }
}
