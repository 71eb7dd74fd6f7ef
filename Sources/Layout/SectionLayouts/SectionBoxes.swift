/// The boxes of a section's parts: header, rows, footer and background. `SectionSolver` computes
/// them with plain numbers, explanations with numbers that record their formulas.
struct SectionBoxes<Inputs: LayoutInputs> {
  typealias Number = Inputs.Number

  /// A box; x is from the leading edge of the section and y from its top.
  struct Box {
    var x, y, width, height: Number
  }

  /// The width inside the margins. `inner` is the width inside margins and insets.
  let area, inner: Number
  let inputs: Inputs
  let margins, insets: LogicalInsets<Number>
  let rowGap, columnGap: Number
  let tracks: ColumnTracks<Number>
  let onePlusN: OnePlusNLayout<Number>
  private let minimumHeight: Number
  /// The pixels per point to which the section's height is rounded; 0 for an exact height.
  private let scale: Double

  // The results of `place`.
  /// The size of all rows including the spacing between them.
  private(set) var content = Extent<Number>(width: 0, height: 0)
  private(set) var contentHeight: Number = 0
  /// The y of the bottom edge of all parts, without the bottom margin and not rounded.
  private(set) var bottom: Number = 0
  private(set) var contentOffset: Number = 0
  private(set) var header: Box?
  private(set) var footer: Box?
  private(set) var background: Box?
  private var rowsTop: Number = 0

  init(_ section: Section, width: Number, _ grid: PixelGrid, _ inputs: Inputs) {
    self.inputs = inputs
    scale = grid.scale
    margins = LogicalInsets(section.margins, .margins, inputs)
    insets = LogicalInsets(section.insets, .insets, inputs)
    area = .most(0, width - margins.start - margins.end)
    inner = .most(0, area - insets.start - insets.end)
    minimumHeight = inputs.input(.minimumHeight, section.minimumHeight.saneSize)
    rowGap = inputs.input(.rowSpacing, section.rowSpacing.saneSize)
    columnGap = inputs.input(.itemSpacing, section.itemSpacing.saneSize)
    tracks = ColumnTracks(count: section.columns, total: inner, gap: columnGap)
    onePlusN = OnePlusNLayout(
      width: inner, beside: section.columns, rowGap: rowGap, columnGap: columnGap,
      largeWidth: RequestedWidth(section.rows.first?.width ?? .automatic, row: 0, inputs))
  }

  /// Places the measured parts.
  /// - Parameters:
  ///   - header: The margin-box height of the header; `nil` if there is none.
  ///   - footer: The margin-box height of the footer; `nil` if there is none.
  mutating func place(
    _ rows: LayoutItems<Number>, header: Number?, footer: Number?, in section: Section
  ) {
    content = placeRows(rows, section)
    content.height = content.height.named(.rowsHeight)
    let headerEnd = margins.top + (header ?? 0)
    rowsTop = headerEnd + (rows.isEmpty ? 0 : insets.top)
    let rowsEnd = rowsTop + content.height + (rows.isEmpty ? 0 : insets.bottom)
    let sum = rowsEnd + (footer ?? 0) + margins.bottom
    // The parts have exact places. Their edges are rounded by distance to the section's origin, so
    // the last edge has the rounded height.
    let height = Number.most(.most(0, sum), minimumHeight).by(.section)
    contentHeight = height.rounded(scale: scale).by(.section).named(.contentHeight)
    bottom = height - margins.bottom
    let footerTop = bottom - (footer ?? 0)
    let scroll = scroll(rows, section)
    let requested = section.scroll.flatMap { scroll?.offset(by: $0.saneSize) }
    let offset = requested ?? scroll?.offset(ofGroup: section.currentGroup) ?? 0
    contentOffset = offset.named(.scrollOffset)
    self.header = header.map { part(y: margins.top, height: $0) }
    self.footer = footer.map { part(y: footerTop, height: $0) }
    let isBehindAll = section.backgroundExtent == .section
    let top = isBehindAll ? margins.top : headerEnd
    background = part(y: top, height: .most(0, (isBehindAll ? bottom : footerTop) - top))
  }

  private func part(y: Number, height: Number) -> Box {
    Box(x: margins.start, y: y, width: area, height: height)
  }

  /// Returns the box of a placed row.
  func box(of row: LayoutItem<Number>) -> Box {
    Box(
      x: margins.start + insets.start + row.x - contentOffset, y: rowsTop + row.y,
      width: row.width, height: row.height)
  }
}

/// Logical insets in the layout's number type.
struct LogicalInsets<Number: LayoutNumber> {
  let top, end, bottom, start: Number

  init<Inputs: LayoutInputs>(
    _ insets: EdgeInsets, _ property: LayoutInput.Property, _ inputs: Inputs
  ) where Inputs.Number == Number {
    top = inputs.input(property, .top, row: nil, insets.top.sane)
    end = inputs.input(property, .end, row: nil, insets.end.sane)
    bottom = inputs.input(property, .bottom, row: nil, insets.bottom.sane)
    start = inputs.input(property, .start, row: nil, insets.start.sane)
  }
}
