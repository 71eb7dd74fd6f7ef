internal import CSectionABI
internal import LayoutCore

extension Section {
  /// Checks and stores the result of `describe`. Header and footer get their nodes later.
  mutating func read(_ description: se_section) throws(ResultViolation) {
    do {
      if description.title.length != 0 {
        title = String(decoding: try BorderChecks.text(description.title, "title"), as: UTF8.self)
      }
      try readSpace(description)
      try readLayout(description)
      placement = try BorderChecks.enumeration(description.placement, "placement")
      backgroundExtent = try BorderChecks.enumeration(
        description.background_extent, "background_extent")
    } catch {
      throw error.of("the section")
    }
    header = try Supplement(description.header, "the header")
    footer = try Supplement(description.footer, "the footer")
  }

  private mutating func readSpace(_ description: se_section) throws(ResultViolation) {
    margins = EdgeInsets(
      top: try BorderChecks.number(description.margin_top, "margin_top"),
      end: try BorderChecks.number(description.margin_end, "margin_end"),
      bottom: try BorderChecks.number(description.margin_bottom, "margin_bottom"),
      start: try BorderChecks.number(description.margin_start, "margin_start"))
    let limit = -BorderLimits.points
    insets = EdgeInsets(
      top: try BorderChecks.number(description.inset_top, "inset_top", minimum: limit),
      end: try BorderChecks.number(description.inset_end, "inset_end", minimum: limit),
      bottom: try BorderChecks.number(description.inset_bottom, "inset_bottom", minimum: limit),
      start: try BorderChecks.number(description.inset_start, "inset_start", minimum: limit))
    rowSpacing = try BorderChecks.number(description.row_spacing, "row_spacing")
    itemSpacing = try BorderChecks.number(description.item_spacing, "item_spacing")
    minimumHeight = try BorderChecks.number(description.minimum_height, "minimum_height")
  }

  private mutating func readLayout(_ description: se_section) throws(ResultViolation) {
    layout = try BorderChecks.enumeration(description.layout, "layout")
    columns = try BorderChecks.positiveCount(
      description.columns, "columns", limit: BorderLimits.columns)
    lanes = try BorderChecks.positiveCount(description.lanes, "lanes", limit: BorderLimits.columns)
    rowAlignment = try BorderChecks.enumeration(
      description.row_alignment, "row_alignment", below: 6)
    // The values after `stretch` are invalid.
    itemAlignment = try BorderChecks.enumeration(
      description.item_alignment, "item_alignment", below: 5)
    orthogonalScrolling = try BorderChecks.enumeration(description.scrolling, "scrolling")
    peek = try BorderChecks.number(description.peek, "peek")
    currentGroup = try BorderChecks.count(
      description.current_group, "current_group", limit: BorderLimits.rows)
  }

  /// Whether the section consists of one row that fills it. Without a background, the section then
  /// needs no root node.
  var canBeBareRow: Bool {
    rows.count == 1 && rows[0].width == .automatic && layout == .list && insets == .zero
      && margins == .zero && minimumHeight == 0 && header == nil && footer == nil
  }
}

extension Section.Supplement {
  fileprivate init?(_ supplement: se_supplement, _ name: StaticString) throws(ResultViolation) {
    guard supplement.present else { return nil }
    do {
      self.init(
        node: 0, isPinned: supplement.pinned,
        height: try BorderChecks.points(supplement.height, "height"))
    } catch {
      throw error.of("\(name)")
    }
  }
}

extension Section.Row {
  mutating func read(_ item: se_item) throws(ResultViolation) {
    switch item.width.unit {
    case SE_FRACTION:
      width = .fraction(try BorderChecks.number(item.width.value, "width", maximum: 1))
    default:
      width = try BorderChecks.points(item.width, "width").map { .points($0) } ?? .automatic
    }
    columnSpan = try BorderChecks.positiveCount(
      item.column_span, "column_span", limit: BorderLimits.columns)
    rowSpan = try BorderChecks.positiveCount(item.row_span, "row_span", limit: BorderLimits.rows)
    isFullBleed = item.full_bleed
    isStretched = item.stretch
  }
}
