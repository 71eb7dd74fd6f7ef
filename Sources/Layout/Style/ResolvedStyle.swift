/// Four lengths by physical edge.
struct PhysicalEdges: Sendable, BitwiseCopyable {
  var left, top, right, bottom: Length

  /// Returns the left or top edge.
  @inline(__always) func near(_ axis: Axis) -> Length { axis == .x ? left : top }
  /// Returns the right or bottom edge.
  @inline(__always) func far(_ axis: Axis) -> Length { axis == .x ? right : bottom }

  /// The lengths in points; 0 for all other units.
  var points: BoxEdges {
    BoxEdges(near: Pair(left.points, top.points), far: Pair(right.points, bottom.points))
  }
  /// Returns the lengths for a containing block of some size; NaN for automatic ones.
  @inline(__always) func resolved(_ basis: Pair) -> BoxEdges {
    BoxEdges(
      near: Pair(left.resolved(basis.x), top.resolved(basis.y)),
      far: Pair(right.resolved(basis.x), bottom.resolved(basis.y)))
  }
}

/// A style in the form that the solver uses: edges are physical for the text direction, directions
/// are axes, every number is finite and in range, and flags hold everything that follows from the
/// style alone.
///
/// A feed has about a dozen of them for thousands of nodes, so they are resolved once per arena.
struct ResolvedStyle: Sendable, BitwiseCopyable {
  struct Flags: OptionSet, Sendable {
    let rawValue: UInt32
    /// A padding, border, minimum or maximum is a percentage, so the size depends on the parent's.
    static let dependsOnParent = Flags(rawValue: 1 << 0)
    /// A margin is `auto`.
    static let hasAutoMargin = Flags(rawValue: 1 << 1)
    static let isAbsolute = Flags(rawValue: 1 << 2)
    /// Left, top, right or bottom is set.
    static let hasInset = Flags(rawValue: 1 << 3)
    static let scrolls = Flags(rawValue: 1 << 4)
    /// The height, minimum or maximum height, top, bottom, or basis is a percentage.
    static let hasPercentHeight = Flags(rawValue: 1 << 5)
    static let isRightToLeft = Flags(rawValue: 1 << 6)
    /// Padding and border are in points.
    static let hasFixedEdges = Flags(rawValue: 1 << 7)
    /// A minimum or maximum of either axis is set.
    static let hasLimits = Flags(rawValue: 1 << 8)
    /// Content may be cut off, so the automatic minimum is 0.
    static let clips = Flags(rawValue: 1 << 9)
    /// The aspect ratio is that of the style, not of a picture.
    static let hasOwnRatio = Flags(rawValue: 1 << 10)
    /// Sizes refer to the content box.
    static let isContentBox = Flags(rawValue: 1 << 11)
    static let hasPercentColumnGap = Flags(rawValue: 1 << 12)
    /// `display: contents`.
    static let isContents = Flags(rawValue: 1 << 13)
    /// The box ignores insets, and is not a containing block of absolute boxes.
    static let isStatic = Flags(rawValue: 1 << 14)
    /// A size, limit or basis is a keyword.
    static let hasKeyword = Flags(rawValue: 1 << 15)
    /// The baseline is also that of the container.
    static let isReferenceBaseline = Flags(rawValue: 1 << 16)
    static let hasVerticalScrollbar = Flags(rawValue: 1 << 17)
    static let hasHorizontalScrollbar = Flags(rawValue: 1 << 18)
    static let hasPercentRowGap = Flags(rawValue: 1 << 19)
    /// An alignment is relative to the text direction, or safe.
    static let hasRareAlignment = Flags(rawValue: 1 << 20)
    static let isNone = Flags(rawValue: 1 << 21)
    /// No size, limit, margin, padding or border is a percentage.
    static let isFixedBox = Flags(rawValue: 1 << 22)
    static let hasPercentMaxWidth = Flags(rawValue: 1 << 23)
    /// The minimum or maximum of the height is a percentage.
    static let hasPercentHeightLimit = Flags(rawValue: 1 << 24)
    /// The columns wrap at a height that is a percentage.
    static let wrapsAtPercent = Flags(rawValue: 1 << 25)
    /// The minimum or maximum of the height depends on the content.
    static let hasContentHeightLimit = Flags(rawValue: 1 << 26)
    /// The content is cut off at the left and right, without scrolling.
    static let clipsWidth = Flags(rawValue: 1 << 27)

    static let hasPercentGap: Flags = [.hasPercentColumnGap, .hasPercentRowGap]
    static let hasScrollbar: Flags = [.hasVerticalScrollbar, .hasHorizontalScrollbar]
    /// The properties that may make the parent's layout depend on more than the item's size.
    static let concernsParent: Flags = [.isStatic, .hasKeyword, .hasPercentHeight]
    static let concernsAlignment: Flags = [.hasAutoMargin, .hasRareAlignment]
    static let makesNoBox: Flags = [.isNone, .isContents]
  }

  var flags: Flags
  var display: Style.Display
  /// The main axis.
  var main: Axis
  /// Whether main start is at the right or bottom edge.
  var isMainReversed: Bool
  /// Whether cross start is at the right or bottom edge, including the effect of `wrap-reverse`.
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
  /// Width divided by height; NaN if there is none.
  var aspectRatio: Float
  var margin, padding, border, inset: PhysicalEdges
  /// The sum of padding and border if both are in points, otherwise 0.
  var edges: BoxEdges
  /// The dependencies of a container's frames that follow from this style.
  var dependencies: NodeState.Flags
  /// The gaps between columns (x) and between rows (y), in points, or in percent if the flags
  /// indicate it.
  var gap: Pair
  /// The width of a scrollbar, in points. The border includes it.
  var scrollbar: Float
  var lanes: Int

  /// The style of a plain column.
  static let initial = ResolvedStyle(Style(), isRightToLeft: false)

  /// Whether `wrap-reverse` moves cross start to the opposite edge.
  var isWrapReversed: Bool {
    isCrossReversed != (main == .y && flags.contains(.isRightToLeft))
  }

  /// Whether insets at the top and bottom of a box out of flow decide its height: `align-self` may
  /// place a box of its content's height between them instead.
  var stretchesHeight: Bool {
    height.unit == .auto && (alignSelf == .auto || alignSelf == .stretch)
  }

  /// Whether the height or a limit of it is a keyword.
  var hasHeightKeyword: Bool { height.isKeyword || minHeight.isKeyword || maxHeight.isKeyword }

  @inline(__always) func size(_ axis: Axis) -> Length { axis == .x ? width : height }
}
