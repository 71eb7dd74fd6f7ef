/// The maximum absolute length in points. It prevents huge numbers in a feed from becoming infinite
/// in sums and products.
let longestLength: Float = 1_000_000

extension Float {
  /// The untrusted value as a length that is safe to add: NaN becomes 0, other values are clamped.
  @inline(__always) var asLength: Float {
    isNaN ? 0 : Swift.min(Swift.max(self, -longestLength), longestLength)
  }
  @inline(__always) var asSize: Float { isNaN ? 0 : Swift.min(Swift.max(self, 0), longestLength) }
}

extension Length {
  /// The length clamped to the valid range; NaN becomes `auto`.
  fileprivate var sane: Length {
    unit == .auto || value.isNaN ? .auto : Length(value: value.asLength, unit: unit)
  }
  /// The length clamped to the valid range; NaN and negative values become `auto`.
  fileprivate var saneSize: Length {
    let length = sane
    return length.value < 0 ? .auto : length
  }
  /// The length clamped to the valid range; `auto`, NaN and negative values become 0.
  fileprivate var sanePadding: Length {
    let length = saneSize
    return length.unit == .auto ? .points(0) : length
  }
  fileprivate var isPercent: Bool { unit == .percent }
  /// Whether the length is a keyword: max-content, min-content, fit-content or stretch.
  var isKeyword: Bool { unit.rawValue > Unit.content.rawValue }

  /// Whether the length is max-content, min-content or fit-content.
  var isContent: Bool { isKeyword && unit != .stretch }

  /// Returns points; NaN for `auto`, keywords, and a percentage of an undefined basis.
  @inline(__always) func resolved(_ basis: Float) -> Float {
    switch unit {
    case .points: value
    case .percent: (value * basis / 100).limited
    case .auto, .content, .maxContent, .minContent, .fitContent, .stretch: .nan
    }
  }
}

extension Float {
  /// The value clamped to the valid range of lengths; NaN stays NaN.
  @inline(__always) var limited: Float {
    self > longestLength ? longestLength : self < -longestLength ? -longestLength : self
  }
}

extension PhysicalEdges {
  init(_ edges: Edges, isRightToLeft: Bool, _ sane: (Length) -> Length) {
    let start = edges.start.unit == .auto ? nil : edges.start
    let end = edges.end.unit == .auto ? nil : edges.end
    self.init(
      left: sane((isRightToLeft ? end : start) ?? edges.left), top: sane(edges.top),
      right: sane((isRightToLeft ? start : end) ?? edges.right), bottom: sane(edges.bottom))
  }

  /// Resolves margins: an edge without a length is `auto` if it is in `autoMargins`, otherwise 0.
  fileprivate init(margin style: Style, isRightToLeft: Bool) {
    func edge(_ length: Length, _ edge: EdgeSet) -> Length? {
      let length = length.sane
      return length.unit != .auto || style.autoMargins.contains(edge) ? length : nil
    }
    let start = edge(style.margin.start, .start)
    let end = edge(style.margin.end, .end)
    let left = (isRightToLeft ? end : start) ?? edge(style.margin.left, .left)
    let right = (isRightToLeft ? start : end) ?? edge(style.margin.right, .right)
    self.init(
      left: left ?? 0, top: edge(style.margin.top, .top) ?? 0, right: right ?? 0,
      bottom: edge(style.margin.bottom, .bottom) ?? 0)
  }

  fileprivate func contains(where predicate: (Length) -> Bool) -> Bool {
    predicate(left) || predicate(top) || predicate(right) || predicate(bottom)
  }
}

extension Style.Justify {
  /// Converts `textStart`, `textEnd`, `left` and `right` to `start` and `end` of the main axis.
  func alongAxis(isReversed: Bool, isRow: Bool, isRightToLeft: Bool) -> Self {
    switch self {
    case .textStart: isReversed ? .end : .start
    case .textEnd: isReversed ? .start : .end
    // In a column, `left` and `right` are treated as `textStart`.
    case .left: isReversed != (isRow && isRightToLeft) ? .end : .start
    case .right: (isReversed == (isRow && isRightToLeft)) == isRow ? .end : .start
    default: self
    }
  }
}

extension Style.Align {
  /// Whether the alignment is relative to the text direction.
  var isByText: Bool { rawValue >= Self.textStart.rawValue }

  /// Converts `textStart` and `textEnd` to `start` and `end` of the axis.
  func alongAxis(isReversed: Bool) -> Self {
    switch self {
    case .textStart: isReversed ? .end : .start
    case .textEnd: isReversed ? .start : .end
    default: self
    }
  }
}

extension ResolvedStyle {
  /// - Parameter imageAspectRatio: The ratio of the node's picture; used if the style has none.
  init(_ style: Style, isRightToLeft: Bool, imageAspectRatio: Float = 0) {
    let isRow = style.flexDirection == .row || style.flexDirection == .rowReverse
    let isReverse = style.flexDirection == .rowReverse || style.flexDirection == .columnReverse
    display = style.display == .contents ? .flex : style.display
    main = isRow ? .x : .y
    isMainReversed = (isRow && isRightToLeft) != isReverse
    isCrossReversed = (!isRow && isRightToLeft) != (style.flexWrap == .wrapReverse)
    wraps = style.flexWrap != .noWrap
    justify = style.justifyContent.alongAxis(
      isReversed: isReverse, isRow: isRow, isRightToLeft: isRightToLeft)
    let isWrapReverse = style.flexWrap == .wrapReverse
    alignItems =
      style.alignItems == .auto
      ? .stretch : style.alignItems.alongAxis(isReversed: isWrapReverse)
    alignSelf = style.alignSelf
    alignContent =
      style.alignContent == .auto
      ? .start : style.alignContent.alongAxis(isReversed: isWrapReverse)
    safeAlignment = style.safeAlignment
    grow = style.flexGrow.asSize
    shrink = style.flexShrink.asSize
    basis = style.flexBasis.saneSize
    width = style.width.saneSize
    height = style.height.saneSize
    minWidth = style.minWidth.saneSize
    minHeight = style.minHeight.saneSize
    maxWidth = style.maxWidth.saneSize
    maxHeight = style.maxHeight.saneSize
    let ratio = style.aspectRatio > 0 ? style.aspectRatio : imageAspectRatio
    aspectRatio = ratio > 0 && ratio.isFinite ? ratio.clamped(1e-6, 1e6) : .nan
    margin = PhysicalEdges(margin: style, isRightToLeft: isRightToLeft)
    padding = PhysicalEdges(style.padding, isRightToLeft: isRightToLeft) { $0.sanePadding }
    border = PhysicalEdges(style.border, isRightToLeft: isRightToLeft) { $0.sanePadding }
    inset = PhysicalEdges(style.inset, isRightToLeft: isRightToLeft) { $0.sane }
    let columnGap = style.columnGap.sanePadding
    let rowGap = style.rowGap.sanePadding
    gap = Pair(columnGap.value, rowGap.value)
    lanes = max(1, Int(min(style.lanes, 1_000_000)))
    scrollbar = style.scrollbarWidth.asSize

    flags = []
    edges = BoxEdges(near: .zero, far: .zero)
    dependencies = []
    let limits = [minWidth, minHeight, maxWidth, maxHeight]
    if padding.contains(where: { $0.isPercent }) || border.contains(where: { $0.isPercent })
      || limits.contains(where: { $0.isPercent })
    {
      flags.insert(.dependsOnParent)
    }
    if limits.contains(where: { $0.unit != .auto }) { flags.insert(.hasLimits) }
    if margin.contains(where: { $0.unit == .auto }) { flags.insert(.hasAutoMargin) }
    if style.display == .contents { flags.insert(.isContents) }
    if style.position == .absolute { flags.insert(.isAbsolute) }
    if style.position == .static, !style.formsContainingBlock { flags.insert(.isStatic) }
    if style.position != .static, inset.contains(where: { $0.unit != .auto }) {
      flags.insert(.hasInset)
    }
    if style.overflow == .scroll { flags.insert(.scrolls) }
    if style.overflow != .visible, style.overflow != .clip { flags.insert(.clips) }
    if style.overflowX == .clip { flags.insert(.clipsWidth) }
    if style.display == .none { flags.insert(.isNone) }
    if !safeAlignment.isEmpty || alignItems.isByText || alignSelf.isByText {
      flags.insert(.hasRareAlignment)
    }
    if style.isReferenceBaseline { flags.insert(.isReferenceBaseline) }
    if width.isKeyword || height.isKeyword || basis.isKeyword
      || limits.contains(where: { $0.isKeyword })
    {
      flags.insert(.hasKeyword)
    }
    if height.isPercent || minHeight.isPercent || maxHeight.isPercent || basis.isPercent
      || inset.top.isPercent || inset.bottom.isPercent
    {
      flags.insert(.hasPercentHeight)
    }
    if minHeight.isContent || maxHeight.isContent { flags.insert(.hasContentHeightLimit) }
    if maxWidth.isPercent { flags.insert(.hasPercentMaxWidth) }
    if minHeight.isPercent || maxHeight.isPercent { flags.insert(.hasPercentHeightLimit) }
    if wraps && main == .y && maxHeight.isPercent { flags.insert(.wrapsAtPercent) }
    if isRightToLeft { flags.insert(.isRightToLeft) }
    if columnGap.isPercent { flags.insert(.hasPercentColumnGap) }
    if rowGap.isPercent { flags.insert(.hasPercentRowGap) }
    if scrollbar > 0 { addScrollbars(style) }
    if style.aspectRatio > 0 { flags.insert(.hasOwnRatio) }
    if style.boxSizing == .contentBox { flags.insert(.isContentBox) }
    if !padding.contains(where: { $0.isPercent }), !border.contains(where: { $0.isPercent }) {
      flags.insert(.hasFixedEdges)
      edges = padding.points + border.points
      let isFixed =
        !width.isPercent && !height.isPercent && !limits.contains(where: { $0.isPercent })
        && !margin.contains(where: { $0.isPercent })
      if isFixed { flags.insert(.isFixedBox) }
    }
    if flags.contains(.hasPercentRowGap) { dependencies.insert(.hasPercentBelow) }
    if !aspectRatio.isNaN { dependencies.insert(.widthDependsOnHeight) }
    if main == .y && wraps { dependencies.formUnion([.fitsHeight, .widthDependsOnHeight]) }
    dependencies.set(
      .dependsOnHeight,
      wraps || isMainReversed && main == .y || isCrossReversed || main == .y && justify != .start
        || display != .flex || flags.contains(.hasPercentRowGap))
  }

  /// Adds the scrollbar widths to the border: at the text's end edge, and at the bottom.
  private mutating func addScrollbars(_ style: Style) {
    func widened(_ border: Length) -> Length { .points(border.points + scrollbar) }
    if style.overflowY == .scroll {
      flags.insert(.hasVerticalScrollbar)
      if flags.contains(.isRightToLeft) {
        border.left = widened(border.left)
      } else {
        border.right = widened(border.right)
      }
    }
    if style.overflowX == .scroll {
      flags.insert(.hasHorizontalScrollbar)
      border.bottom = widened(border.bottom)
    }
  }
}
