/// The placement of a section's rows by its layout: the width each is measured with, its position,
/// and the scrolling along x.
struct RowPlacer {
  private let inner: Double
  private let insets: EdgeInsets
  private let rowGap: Double
  private let columnGap: Double
  private let tracks: ColumnTracks
  private let onePlusN: OnePlusNLayout

  init(_ section: Section, insets: EdgeInsets, inner: Double) {
    self.insets = insets
    self.inner = inner
    rowGap = section.rowSpacing.saneSize
    columnGap = section.itemSpacing.saneSize
    tracks = ColumnTracks(count: section.columns, total: inner, gap: columnGap)
    onePlusN = OnePlusNLayout(
      width: inner, beside: section.columns, rowGap: rowGap, columnGap: columnGap,
      largeWidth: section.rows.first?.width ?? .automatic)
  }

  /// Returns the outer width that a row is measured with; `nil` means that of its content.
  func width(of index: Int, _ section: Section) -> Double? {
    let row = section.rows[index]
    switch section.layout {
    case .list: return linePart(of: row, section).width
    case .grid, .waterfall: return tracks.width(of: Int32(clamping: row.columnSpan))
    case .onePlusN: return onePlusN.width(of: index, count: section.rows.count)
    case .pager: return groupWidth(section)
    case .carousel where row.width == .automatic && section.peek > 0: return groupWidth(section)
    case .carousel, .flow:
      return row.width == .automatic ? nil : LinePart(row.width, total: inner, gap: columnGap).width
    }
  }

  private func linePart(of row: Section.Row, _ section: Section) -> LinePart {
    let total = row.isFullBleed ? inner + insets.start + insets.end : inner
    return LinePart(row.width, total: total, gap: columnGap, scale: section.itemWidthScale.saneSize)
  }

  /// Returns the width of a group, which leaves the peek free at the trailing edge, or at both
  /// edges if groups are centred.
  private func groupWidth(_ section: Section) -> Double {
    let peek = section.peek.saneSize
    guard peek > 0 else { return inner }
    let sides = section.orthogonalScrolling == .groupPagingCentered ? 2.0 : 1.0
    return max(0, inner - sides * (peek + columnGap))
  }

  /// Places measured rows, relative to the inner box.
  /// - Returns: The size of the content.
  func place(_ rows: SectionItems, _ section: Section) -> Size {
    switch section.layout {
    case .list:
      for index in rows.indices {
        rows[index].perLine = linePart(of: section.rows[index], section).perLine
      }
      return ListLayout(
        rowGap: rowGap, columnGap: columnGap, bleed: insets.start,
        itemAlignment: section.itemAlignment
      ).place(rows)
    case .grid:
      return GridLayout(tracks: tracks, rowGap: rowGap, itemAlignment: section.itemAlignment)
        .place(rows)
    case .flow:
      return FlowLayout(
        width: inner, rowGap: rowGap, columnGap: columnGap, rowAlignment: section.rowAlignment,
        itemAlignment: section.itemAlignment
      ).place(rows)
    case .waterfall: return WaterfallLayout(tracks: tracks, rowGap: rowGap).place(rows)
    case .onePlusN: return onePlusN.place(rows)
    case .carousel:
      return CarouselLayout(columnGap: columnGap, rowGap: rowGap, lanes: section.lanes)
        .place(rows, height: .nan)
    case .pager:
      return PagerLayout(lanes: section.lanes, columnGap: columnGap, rowGap: rowGap)
        .place(rows, pageWidth: groupWidth(section), height: .nan)
    }
  }

  /// Returns the scrolling of placed rows along x; `nil` if they do not scroll.
  func scroll(_ rows: [SectionItem], _ section: Section, content: Size) -> OrthogonalScroll? {
    guard section.scrollsAlongX else { return nil }
    let lanes = max(1, min(section.lanes, rows.count))
    let groups = stride(from: 0, to: rows.count, by: lanes).map { first in
      let width = rows[first..<min(rows.count, first + lanes)].reduce(0) { max($0, $1.width) }
      return OrthogonalScroll.Group(start: rows[first].x, width: width)
    }
    return OrthogonalScroll(
      section.orthogonalScrolling, groups: groups, viewport: inner, contentWidth: content.width)
  }
}
