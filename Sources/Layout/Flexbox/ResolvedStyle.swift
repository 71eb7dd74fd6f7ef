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
  /// Returns the lengths in points, with percentages of `basis`; NaN for `auto`.
  @inline(__always) func resolved(_ basis: Pair) -> BoxEdges {
    BoxEdges(
      near: Pair(left.resolved(basis.x), top.resolved(basis.y)),
      far: Pair(right.resolved(basis.x), bottom.resolved(basis.y)))
  }
}

/// A style in the form that the solver uses: edges are physical for the text direction, directions
/// are axes, lengths are clamped, and flags record the facts that follow from the style alone.
///
/// A feed has about a dozen styles for thousands of nodes, so each is resolved once per arena.
struct ResolvedStyle: Sendable, BitwiseCopyable {
  struct Flags: OptionSet, Sendable {
    let rawValue: UInt32
    /// A padding, border, minimum or maximum is a percentage, so the size depends on the parent.
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
    /// Overflowing content is clipped, so the automatic minimum is 0.
    static let clips = Flags(rawValue: 1 << 9)
    /// The aspect ratio comes from the style, not from a picture.
    static let hasOwnRatio = Flags(rawValue: 1 << 10)
    /// Sizes refer to the content box.
    static let isContentBox = Flags(rawValue: 1 << 11)
    static let hasPercentColumnGap = Flags(rawValue: 1 << 12)
    /// `display: contents`.
    static let isContents = Flags(rawValue: 1 << 13)
    /// The box ignores insets, and is not a containing block of absolute boxes.
    static let isStatic = Flags(rawValue: 1 << 14)
    /// A size, limit or basis is a keyword such as `max-content`.
    static let hasKeyword = Flags(rawValue: 1 << 15)
    /// The container uses this item's baseline as its own.
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
    /// The container is a wrapping column whose maximum height is a percentage.
    static let wrapsAtPercent = Flags(rawValue: 1 << 25)
    /// The minimum or maximum of the height depends on the content.
    static let hasContentHeightLimit = Flags(rawValue: 1 << 26)
    /// The content is clipped at the left and right, without scrolling.
    static let clipsWidth = Flags(rawValue: 1 << 27)

    static let hasPercentGap: Flags = [.hasPercentColumnGap, .hasPercentRowGap]
    static let hasScrollbar: Flags = [.hasVerticalScrollbar, .hasHorizontalScrollbar]
    /// With one of these flags, an item may affect its parent's layout by more than its size.
    static let concernsParent: Flags = [.isStatic, .hasKeyword, .hasPercentHeight]
    static let concernsAlignment: Flags = [.hasAutoMargin, .hasRareAlignment]
    static let makesNoBox: Flags = [.isNone, .isContents]
  }

  var flags: Flags
  var display: Style.Display
  /// The main axis.
  var main: Axis
  /// Whether the main axis starts at the right or bottom edge.
  var isMainReversed: Bool
  /// Whether the cross axis starts at the right or bottom edge; includes `wrap-reverse`.
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
  /// The dependencies of a container's layout, as far as the style determines them.
  var dependencies: NodeState.Flags
  /// The gaps between columns (x) and between rows (y), in points, or in percent if
  /// `hasPercentColumnGap` or `hasPercentRowGap` is set.
  var gap: Pair
  /// The width of a scrollbar, in points. The border includes it.
  var scrollbar: Float
  var lanes: Int

  /// The style of a plain column.
  static let initial = ResolvedStyle(Style(), isRightToLeft: false)

  /// Whether `wrap-reverse` moves the start of the cross axis to the opposite edge.
  var isWrapReversed: Bool {
    isCrossReversed != (main == .y && flags.contains(.isRightToLeft))
  }

  /// Whether the top and bottom insets of an absolutely positioned box set its height. Otherwise,
  /// the box keeps its own height, and `align-self` aligns it between the insets.
  var stretchesHeight: Bool {
    height.unit == .auto && (alignSelf == .auto || alignSelf == .stretch)
  }

  /// Whether the height or one of its limits is a keyword such as `max-content`.
  var hasHeightKeyword: Bool { height.isKeyword || minHeight.isKeyword || maxHeight.isKeyword }

  @inline(__always) func size(_ axis: Axis) -> Length { axis == .x ? width : height }
}
