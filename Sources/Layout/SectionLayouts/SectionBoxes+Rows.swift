/// The placement of a section's rows by its layout: the width that each row is measured with, the
/// row's position, and horizontal scrolling.
extension SectionBoxes {
  /// Returns the margin-box width that a row is measured with; `nil` means its content's width.
  func width(ofRow index: Int, _ section: Section) -> Number? {
    let row = section.rows[index]
    switch section.layout {
    case .list: return linePart(of: index, section).width
    case .grid, .waterfall: return tracks.width(of: Int32(clamping: row.columnSpan))
    case .onePlusN: return onePlusN.width(of: index, count: section.rows.count)
    case .pager: return groupWidth(section)
    case .carousel where row.width == .automatic && section.peek > 0: return groupWidth(section)
    case .carousel, .flow:
      guard row.width != .automatic else { return nil }
      let width = RequestedWidth(row.width, row: index, inputs)
      return LinePart(width, total: inner, gap: columnGap).width
    }
  }

  private func linePart(of index: Int, _ section: Section) -> LinePart<Number> {
    let row = section.rows[index]
    return LinePart(
      RequestedWidth(row.width, row: index, inputs),
      total: row.isFullBleed ? inner + insets.start + insets.end : inner, gap: columnGap,
      scale: section.itemWidthScale.saneSize)
  }

  /// Returns the width of a group. The peek, the visible part of the next group, is at the trailing
  /// edge of the section, over insets and margins, or at both edges if groups are centred. A group is
  /// at most as wide as the inner width, so the visible part can be wider than the peek.
  private func groupWidth(_ section: Section) -> Number {
    guard section.peek.saneSize > 0 else { return inner }
    let peek = inputs.input(.peek, section.peek.saneSize)
    let end = insets.end + margins.end
    guard section.orthogonalScrolling == .groupPagingCentered else {
      return .most(0, .least(inner, inner + end - peek - columnGap))
    }
    let edge = Number.least(insets.start + margins.start, end)
    return .most(0, .least(inner, inner + 2 * (edge - peek - columnGap)))
  }

  /// Places measured rows, relative to the box inside the insets.
  /// - Returns: The size of the content.
  func placeRows(_ rows: LayoutItems<Number>, _ section: Section) -> Extent<Number> {
    switch section.layout {
    case .list:
      for index in rows.indices {
        rows[index].perLine = linePart(of: index, section).perLine
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
        .place(rows, height: Number(Double.nan))
    case .pager:
      return PagerLayout(lanes: section.lanes, columnGap: columnGap, rowGap: rowGap)
        .place(rows, pageWidth: groupWidth(section), height: Number(Double.nan))
    }
  }

  /// Returns the horizontal scrolling of placed rows; `nil` if they do not scroll.
  func scroll(_ rows: LayoutItems<Number>, _ section: Section) -> OrthogonalScroll<Number>? {
    guard section.scrollsAlongX else { return nil }
    let lanes = max(1, min(section.lanes, rows.count))
    let groups = stride(from: 0, to: rows.count, by: lanes).map { first in
      let width = rows[first..<min(rows.count, first + lanes)].reduce(0) {
        Number.most($0, $1.width)
      }
      return OrthogonalScroll<Number>.Group(start: rows[first].x, width: width)
    }
    return OrthogonalScroll(
      behaviour: section.orthogonalScrolling, groups: groups, viewport: inner,
      contentWidth: content.width)
  }
}
