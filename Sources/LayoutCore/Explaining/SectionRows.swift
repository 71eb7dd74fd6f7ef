/// The sizes and positions of a section's rows.
final class SectionRows {
  unowned let parts: SectionParts
  unowned let explainer: SectionExplainer
  let section: PlacedSection
  /// The rows as the section's layout placed them.
  let placed: [SectionItem]
  private var needs: [Int: Formula] = [:]
  lazy var placement = RowPlacement(self)

  init(_ parts: SectionParts) {
    self.parts = parts
    explainer = parts.explainer
    section = parts.section
    placed = parts.explainer.trace.rows
  }

  /// Returns the outer box of a row.
  func box(_ row: Int) -> SectionParts.Box {
    if section.isBareRow {
      return SectionParts.Box(
        x: .constant(0), y: .constant(0), width: parts.width,
        height: parts.height.formula ?? .constant(0), basis: parts.width, rule: .section)
    }
    let x = Formula.total([
      parts.margin(.start), parts.inset(.start), .derived(self.x(row)),
      offset.map(Formula.derived)?.negated,
    ])
    return SectionParts.Box(
      x: x, y: parts.rowsTop + .derived(y(row)), width: .derived(width(row)),
      height: .derived(height(row)), basis: statedWidth(row) ?? parts.inner, rule: rule)
  }

  var rule: LayoutRule {
    switch section.layout {
    case .list: .list
    case .carousel: .carousel
    case .pager: .pager
    case .grid: .grid
    case .flow: .flow
    case .waterfall: .waterfall
    case .onePlusN: .onePlusN
    }
  }

  // MARK: Numbers of a row, relative to the box of all rows, from the leading edge

  func width(_ row: Int) -> Derivation {
    number(.outerWidth, row, placed[row].width) { [unowned self] in widthReason(row) }
  }

  func height(_ row: Int) -> Derivation {
    number(.outerHeight, row, placed[row].height) { [unowned self] in placement.height(row) }
  }

  func x(_ row: Int) -> Derivation {
    number(.x, row, placed[row].x) { [unowned self] in placement.x(row) }
  }

  func y(_ row: Int) -> Derivation {
    number(.y, row, placed[row].y) { [unowned self] in placement.y(row) }
  }

  private func number(
    _ quantity: Derivation.Subject.Quantity, _ row: Int, _ value: Double,
    _ make: @escaping () -> Reason
  ) -> Derivation {
    parts.number(quantity, row: row, value: value, make)
  }

  /// The height of all rows including the spacing between them.
  var contentHeight: Derivation {
    parts.number(.rowsHeight, value: explainer.trace.rowsHeight) { [unowned self] in
      Reason(rule, placement.contentHeight)
    }
  }

  // MARK: Sizes

  var rowGap: LayoutInput? {
    input(.rowSpacing, section.rowSpacing.saneSize)
  }

  var columnGap: LayoutInput? {
    input(.itemSpacing, section.itemSpacing.saneSize)
  }

  private func input(_ property: LayoutInput.Property, _ value: Double) -> LayoutInput? {
    value == 0 ? nil : LayoutInput(.section(explainer.part), property, value: value)
  }

  func times(_ count: Int, _ gap: LayoutInput?) -> Formula? {
    gap.flatMap { count == 0 ? nil : .constant(Double(count)) * .input($0) }
  }

  /// Returns the height that a row needs: the one that the provider requests, or else its
  /// content's.
  func needed(_ row: Int) -> Formula {
    if let known = needs[row] { return known }
    let result: Formula
    if let height = section.rows[row].height?.saneSize {
      result = .input(
        LayoutInput(.row(explainer.part, row), .height, value: height))
    } else if let stated = statedWidth(row) {
      result =
        parts.contentHeight(of: section.rows[row].node, in: stated).formula ?? .constant(0)
    } else {
      result = contentRowHeight(row)
    }
    needs[row] = result
    return result
  }

  /// Returns the outer width that a row is measured with; `nil` if its content decides. See
  /// `RowPlacer`.
  func statedWidth(_ row: Int) -> Formula? {
    if section.isBareRow { return parts.width }
    let inner = parts.inner
    switch section.layout {
    case .list:
      let isFullBleed = section.rows[row].isFullBleed
      let total =
        isFullBleed ? .total([inner, parts.inset(.start), parts.inset(.end)]) : inner
      let width = linePart(row, section.rows[row].width, of: total)
      let scale = section.itemWidthScale.saneSize
      return scale > 0 ? .rounded(width, scale: Int(scale)) : width
    case .grid, .waterfall: return trackWidth(span: section.rows[row].columnSpan)
    case .onePlusN: return onePlusNWidth(row)
    case .pager: return groupWidth
    case .carousel where section.rows[row].width == .automatic && section.peek > 0:
      return groupWidth
    case .carousel, .flow:
      return section.rows[row].width == .automatic
        ? nil : linePart(row, section.rows[row].width, of: inner)
    }
  }

  private func linePart(
    _ row: Int, _ width: Section.RowWidth, of total: Formula
  ) -> Formula {
    switch width {
    case .automatic: return total
    case .points(let points):
      return .fewest([
        .input(LayoutInput(.row(explainer.part, row), .width, value: points.saneSize)), total,
      ])
    case .fraction(let fraction):
      let fraction = fraction.isNaN ? 1 : min(max(fraction, 1e-6), 1)
      let part = Formula.input(
        LayoutInput(.row(explainer.part, row), .fraction, unit: .number, value: fraction))
      let gap = columnGap.map(Formula.input)
      return (part * (total + gap) - gap).atLeastZero
    }
  }

  /// Returns the width of a number of equal columns.
  private func trackWidth(span: Int) -> Formula {
    let tracks = ColumnTracks(
      count: section.columns, total: parts.inner.value, gap: section.itemSpacing.saneSize)
    let span = tracks.span(Int32(clamping: span))
    return .constant(Double(span)) * track + times(span - 1, columnGap)
  }

  var trackCount: Int { min(max(1, section.columns), Section.mostColumns) }

  /// The width of one column of a grid.
  var track: Formula {
    let width =
      ((parts.inner - times(trackCount - 1, columnGap)) / .constant(Double(trackCount)))
      .atLeastZero
    if width.isLeaf { return width }
    return .derived(
      parts.number(.columnWidth, value: width.value) { [unowned self] in Reason(rule, width) })
  }

  /// The width of a group: the inner width without the peek.
  var groupWidth: Formula {
    guard let peek = parts.input(.peek, nil, section.peek.saneSize), peek.value > 0 else {
      return parts.inner
    }
    let sides = section.orthogonalScrolling == .groupPagingCentered ? 2.0 : 1.0
    let free = Formula.constant(sides) * (peek + columnGap.map(Formula.input))
    return (parts.inner - free).atLeastZero
  }

  private var onePlusN: OnePlusNLayout {
    OnePlusNLayout(
      width: parts.inner.value, beside: section.columns, rowGap: 0, columnGap: 0)
  }

  /// The number of items in a group of one-plus-N.
  var groupCount: Int { onePlusN.groupCount }

  /// The width of the large item.
  var largeWidth: Formula {
    let first = section.rows.first?.width ?? .automatic
    let gap = columnGap.map(Formula.input)
    let asked =
      first == .automatic
      ? .constant(0.5) * (parts.inner + gap) - gap : linePart(0, first, of: parts.inner)
    return .fewest([asked.atLeastZero, (parts.inner - gap).atLeastZero])
  }

  private func onePlusNWidth(_ row: Int) -> Formula {
    if row.isMultiple(of: groupCount) {
      return row + 1 == section.rows.count ? parts.inner : largeWidth
    }
    return (parts.inner - largeWidth - columnGap.map(Formula.input)).atLeastZero
  }

  // MARK: Rows as wide as their content

  private func widthReason(_ row: Int) -> Reason {
    if let stated = statedWidth(row) { return Reason(rule, stated) }
    let node = section.rows[row].node
    guard parts.isShown(node) else { return Reason(.hidden, .constant(0)) }
    let basis = PercentBasis(x: parts.inner)
    let width = contentRowWidth(row).map { $0 + explainer.margins(node, .x, basis) }
    // In a flow the line limits the width; elsewhere wide rows are not cut.
    guard section.layout == .flow else { return width }
    return width.map { .fewest([$0, parts.inner]) }
  }

  /// Returns the width of the border box.
  private func contentRowWidth(_ row: Int) -> Reason {
    let node = section.rows[row].node
    let basis = PercentBasis(x: parts.inner)
    let item = explainer.solver.makeBox(node, in: .initial, basis: basis.pair)
    if let own = explainer.ownSize(node, .x, basis) {
      return explainer.clamped(Reason(.own, own), item, .x, basis)
    }
    var height: Formula?
    if let stated = section.rows[row].height?.saneSize {
      height =
        .input(LayoutInput(.row(explainer.part, row), .height, value: stated))
        - explainer.margins(node, .y, basis)
    } else if let own = explainer.ownSize(node, .y, basis) {
      height = own
    }
    height = height.flatMap {
      explainer.clamped(Reason(.own, $0.atLeastZero), item, .y, basis).formula
    }
    let content = explainer.contentWidth(node, height: height, available: nil, parent: basis)
    return explainer.clamped(Reason(.content, content), item, .x, basis, isContent: true)
  }

  private func contentRowHeight(_ row: Int) -> Formula {
    let node = section.rows[row].node
    guard parts.isShown(node) else { return .constant(0) }
    let basis = PercentBasis(x: parts.inner)
    let outer = width(row)
    let natural = contentRowWidth(row)
    let isLimited =
      (natural.formula?.value ?? 0) + explainer.margins(node, .x, basis).value
      > outer.value + 0.001
    if isLimited {
      return parts.contentHeight(of: node, in: .derived(outer)).formula ?? .constant(0)
    }
    let item = explainer.solver.makeBox(node, in: .initial, basis: basis.pair)
    let margins = explainer.margins(node, .y, basis)
    if let own = explainer.ownSize(node, .y, basis) {
      return (explainer.clamped(Reason(.own, own), item, .y, basis).formula ?? own) + margins
    }
    let content = explainer.contentHeight(
      node, width: natural.formula ?? .constant(0), parent: basis)
    let height = explainer.clamped(
      Reason(.content, content), item, .y, basis, isContent: true)
    return (height.formula ?? content) + margins
  }

  // MARK: Scrolling along x

  /// The scroll offset of the rows; `nil` if they are not scrolled.
  private var offset: Derivation? {
    guard section.contentOffset != 0 else { return nil }
    return parts.number(.scrollOffset, value: section.contentOffset) { [unowned self] in
      placement.scrollOffset
    }
  }
}
