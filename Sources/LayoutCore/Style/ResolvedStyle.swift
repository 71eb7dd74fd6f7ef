/// Four lengths by physical edge.
struct PhysicalEdges: Sendable, BitwiseCopyable {
  var left, top, right, bottom: Length

  /// Left or top.
  @inline(__always) func near(_ axis: Axis) -> Length { axis == .x ? left : top }
  /// Right or bottom.
  @inline(__always) func far(_ axis: Axis) -> Length { axis == .x ? right : bottom }
}

/// A style as the solver reads it: edges physical for the direction, axes instead of names, every
/// number finite and in range, and what can be known from the style alone kept as flags.
///
/// A feed has about a dozen of them for thousands of nodes, so they are made once per arena.
struct ResolvedStyle: Sendable, BitwiseCopyable {
  struct Flags: OptionSet, Sendable {
    let rawValue: UInt32
    /// Some padding, border, minimum or maximum is a percentage: the size depends on the parent's.
    static let dependsOnParent = Flags(rawValue: 1 << 0)
    /// Some margin is `auto`.
    static let hasAutoMargin = Flags(rawValue: 1 << 1)
    static let isAbsolute = Flags(rawValue: 1 << 2)
    /// Left, top, right or bottom is set.
    static let hasInset = Flags(rawValue: 1 << 3)
    static let scrolls = Flags(rawValue: 1 << 4)
    /// Height, minimum or maximum height, top, bottom, or basis is a percentage.
    static let hasPercentHeight = Flags(rawValue: 1 << 5)
    static let isRightToLeft = Flags(rawValue: 1 << 6)
    /// Padding and border are in points.
    static let hasFixedEdges = Flags(rawValue: 1 << 7)
    /// Minimum or maximum of either axis is set.
    static let hasLimits = Flags(rawValue: 1 << 8)
    /// Content may be cut off, so the automatic minimum is 0.
    static let clips = Flags(rawValue: 1 << 9)
    /// The aspect ratio is the style's, not a picture's.
    static let hasOwnRatio = Flags(rawValue: 1 << 10)
    /// Sizes are of the content box.
    static let isContentBox = Flags(rawValue: 1 << 11)
    static let hasPercentColumnGap = Flags(rawValue: 1 << 12)
    /// `display: contents`.
    static let isContents = Flags(rawValue: 1 << 13)
    /// Takes no insets, and is no containing block of absolute boxes.
    static let isStatic = Flags(rawValue: 1 << 14)
    /// Some size, limit or basis is a keyword.
    static let hasKeyword = Flags(rawValue: 1 << 15)
    /// Its baseline is that of its container.
    static let isReferenceBaseline = Flags(rawValue: 1 << 16)
    static let hasVerticalScrollbar = Flags(rawValue: 1 << 17)
    static let hasHorizontalScrollbar = Flags(rawValue: 1 << 18)
    static let hasPercentRowGap = Flags(rawValue: 1 << 19)
    /// Some alignment is by the start and end of a text, or safe.
    static let hasRareAlignment = Flags(rawValue: 1 << 20)
    static let isNone = Flags(rawValue: 1 << 21)
    /// No size, limit, margin, padding or border is a percentage.
    static let isFixedBox = Flags(rawValue: 1 << 22)
    static let hasPercentMaxWidth = Flags(rawValue: 1 << 23)
    /// Minimum or maximum of the height is a percentage.
    static let hasPercentHeightLimit = Flags(rawValue: 1 << 24)
    /// Columns wrap at a height that is a percentage.
    static let wrapsAtPercent = Flags(rawValue: 1 << 25)

    static let hasPercentGap: Flags = [.hasPercentColumnGap, .hasPercentRowGap]
    static let hasScrollbar: Flags = [.hasVerticalScrollbar, .hasHorizontalScrollbar]
    /// What may make the parent's layout depend on more than the item's size.
    static let concernsParent: Flags = [.isStatic, .hasKeyword, .hasPercentHeight]
    static let makesNoBox: Flags = [.isNone, .isContents]
  }

  var flags: Flags
  var display: Style.Display
  /// The main axis.
  var main: Axis
  /// Main start is at the right or bottom edge.
  var isMainReversed: Bool
  /// Cross start is at the right or bottom edge; wrap-reverse is counted in.
  var isCrossReversed: Bool
  var wraps: Bool
  var justify: Style.Justify
  var alignItems: Style.Align
  var alignSelf: Style.Align
  var alignContent: Style.Align
  var safeAlignment: SafeAlignment
  var grow, shrink: Float
  var basis: Length
  var width, height, minWidth, minHeight, maxWidth, maxHeight: Length
  /// Width divided by height; NaN: none.
  var aspectRatio: Float
  var margin, padding, border, inset: PhysicalEdges
  /// Padding and border together, where both are in points; else 0.
  var edges: BoxEdges
  /// What the frames of a container of this style depend on because of it.
  var dependencies: NodeState.Flags
  /// x: between columns, y: between rows; in points, or in percent where the flags say so.
  var gap: Pair
  /// What a scrollbar takes of the box at its end edge, in points. The border contains it.
  var scrollbar: Float
  var lanes: Int

  /// Of a plain column.
  static let initial = ResolvedStyle(Style(), isRightToLeft: false)

  /// Cross start is where lines are stacked from because of wrap-reverse.
  var isWrapReversed: Bool {
    isCrossReversed != (main == .y && flags.contains(.isRightToLeft))
  }

  @inline(__always) func size(_ axis: Axis) -> Length { axis == .x ? width : height }
}
