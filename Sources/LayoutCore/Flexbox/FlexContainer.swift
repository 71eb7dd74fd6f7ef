/// What a visit is for.
enum VisitPurpose {
  /// The size alone.
  case size
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
  /// Ranges in the scratch stacks.
  let firstItem: Int
  var endItem: Int
  let firstLine: Int
  var endLine: Int

  /// Percentages of a size that the content decides are 0.
  mutating func resolveGaps(_ style: ResolvedStyle) {
    gap.x = style.gap.x + (style.percentGap.x * inner.x / 100).or(0)
    gap.y = style.gap.y + (style.percentGap.y * inner.y / 100).or(0)
  }

  var isSingleLine: Bool { endLine - firstLine <= 1 }
}

/// Padding and border of a node's edges.
struct BoxEdges: BitwiseCopyable {
  var near: Pair
  var far: Pair
  @inline(__always) var sum: Pair { Pair(near.x + far.x, near.y + far.y) }

  /// Scrollbars stand at the end edge of the text and at the bottom.
  mutating func addScrollbars(of style: ResolvedStyle) {
    if style.flags.contains(.isRightToLeft) {
      near.x += style.scrollbar.x
    } else {
      far.x += style.scrollbar.x
    }
    far.y += style.scrollbar.y
  }
}
