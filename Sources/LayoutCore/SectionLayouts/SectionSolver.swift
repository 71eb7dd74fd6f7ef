/// Lays out one section: its rows by the section's layout, header above, footer below, background
/// behind.
///
/// ```
/// ┌ header ────────────────┐  as wide as the section
/// │ ┌ insets ────────────┐ │
/// │ │ rows               │ │  background: all between header and footer
/// │ └────────────────────┘ │
/// └ footer ────────────────┘
/// ```
///
/// A minimum height larger than the parts is given to the area of the rows. The root is no box of its
/// own: it takes the section's size, and its padding counts for nothing. A section that is one bare
/// row (its row is the root) has no other parts and no insets.
struct SectionSolver {
  let isRightToLeft: Bool
  let profile: LayoutProfile
  let measurer: any TextMeasurer
  /// Of the section.
  let width: Double

  func layOut(_ section: inout LayoutSection) {
    var solver = FlexSolver(
      section.arena, isRightToLeft: isRightToLeft, profile: profile,
      leaves: PageLeaves(section.arena, measurer: measurer))
    if section.rows.count == 1 && section.rows[0].node == 0 && section.arena.count > 0 {
      layOutBareRow(&section, &solver)
    } else {
      layOutParts(&section, &solver)
    }
    solver.finish(&section.arena)
  }

  private func layOutBareRow(
    _ section: inout LayoutSection, _ solver: inout FlexSolver
  ) {
    var row = solver.part(0, width: width, height: section.rows[0].height?.saneSize)
    section.rowHeights = [row.neededHeight]
    section.contentHeight = max(row.neededHeight, section.minimumHeight.saneSize)
    row.height = section.frameRequest.height?.saneSize ?? section.contentHeight
    solver.layOutPart(
      row, x: 0, y: 0, basis: width, isRightToLeft: isRightToLeft, in: width)
    solver.writeRoot(width: width, height: row.height)
  }

  private func layOutParts(
    _ section: inout LayoutSection, _ solver: inout FlexSolver
  ) {
    let insets = EdgeInsets(
      top: section.insets.top.sane, end: section.insets.end.sane,
      bottom: section.insets.bottom.sane, start: section.insets.start.sane)
    let inner = max(0, width - insets.start - insets.end)
    let header = supplement(section.header, &solver)
    let footer = supplement(section.footer, &solver)
    var rows = section.rows.map { row in
      solver.part(
        row.node, width: inner, height: row.height?.saneSize,
        isWidthOfContent: section.layout == .carousel)
    }
    let content = place(&rows, section, inner: inner)
    section.rowHeights = rows.map(\.height)
    let headerHeight = header?.height ?? 0
    let footerHeight = footer?.height ?? 0
    let sum = headerHeight + insets.top + content.height + insets.bottom + footerHeight
    section.contentHeight = max(0, sum, section.minimumHeight.saneSize)

    for row in rows {
      solver.layOutPart(
        row, x: insets.start + row.x, y: headerHeight + insets.top + row.y, basis: inner,
        isRightToLeft: isRightToLeft, in: width)
    }
    func layOut(_ part: SectionItem, y: Double) {
      solver.layOutPart(
        part, x: 0, y: y, basis: width, isRightToLeft: isRightToLeft, in: width)
    }
    if let header { layOut(header, y: 0) }
    if let footer { layOut(footer, y: section.contentHeight - footerHeight) }
    if let background = section.background {
      let height = max(0, section.contentHeight - headerHeight - footerHeight)
      layOut(SectionItem(node: background, width: width, height: height), y: headerHeight)
    }
    solver.writeRoot(
      width: width, height: section.frameRequest.height?.saneSize ?? section.contentHeight)
    if section.layout != .list, section.arena.count > 0 {
      let size = Size(
        width: insets.start + content.width + insets.end,
        height: insets.top + content.height + insets.bottom)
      solver.record(size, asContentOf: 0)
    }
  }

  private func supplement(
    _ supplement: LayoutSection.Supplement?, _ solver: inout FlexSolver
  ) -> SectionItem? {
    guard let supplement else { return nil }
    var part = solver.part(supplement.node, width: width, height: supplement.height?.saneSize)
    part.height = part.neededHeight
    return part
  }

  /// Places the rows by the section's layout; the heights of all of them are known then.
  private func place(
    _ rows: inout [SectionItem], _ section: LayoutSection, inner: Double
  ) -> Size {
    let rowSpacing = section.rowSpacing.saneSize
    let itemSpacing = section.itemSpacing.saneSize
    return rows.withUnsafeMutableBufferPointer { rows in
      switch section.layout {
      case .list, .grid, .flow, .waterfall, .onePlusN: ListLayout(rowGap: rowSpacing).place(rows)
      case .carousel: CarouselLayout(columnGap: itemSpacing).place(rows, height: .nan)
      case .pager:
        PagerLayout(lanes: 1, columnGap: itemSpacing, rowGap: 0)
          .place(rows, pageWidth: inner, height: .nan)
      }
    }
  }
}

extension FlexSolver {
  /// A part of the section with its outer size: as wide as its place, or as its content; as high as
  /// given, or as its laid out body.
  fileprivate mutating func part(
    _ node: Int, width: Double, height: Double?, isWidthOfContent: Bool = false
  ) -> SectionItem {
    guard records.indices.contains(node), !states[node].flags.contains(.isHidden) else {
      return SectionItem(node: node, width: isWidthOfContent ? 0 : width, height: height ?? 0)
    }
    if let height, !isWidthOfContent {
      return SectionItem(node: node, width: width, height: height)
    }
    let inner = Pair(Float(width), .nan)
    var item = makeBox(node, in: .initial, basis: inner)
    if let height { item.size.y = max(0, Float(height) - item.margin(.y)) }
    var part = sectionItem(item, in: isWidthOfContent ? .carousel : .list, inner: inner, .frames)
    if !isWidthOfContent { part.width = width }
    // Not the sum of rounded numbers: heights of rows add up exactly.
    if let height { part.height = height }
    return part
  }

  /// Lays out a part in its outer box, and writes its frame.
  /// - Parameters:
  ///   - x: from the leading edge.
  ///   - basis: width of the place that the part was measured in, which its percentages are of.
  fileprivate mutating func layOutPart(
    _ part: SectionItem, x: Double, y: Double, basis: Double, isRightToLeft: Bool,
    in sectionWidth: Double
  ) {
    let node = part.node
    guard records.indices.contains(node), !states[node].flags.contains(.isHidden) else { return }
    let basis = Pair(Float(basis), .nan)
    let item = makeBox(node, in: .initial, basis: basis)
    // A part with a width of its own stands at the leading edge of its place.
    let width = item.size.x.or(max(0, Float(part.width) - item.margin(.x)))
    let size = Pair(item.clamp(width, .x), max(0, Float(part.height) - item.margin(.y)))
    layOutPlaced(part, size: size, basis: basis)
    let lead = isRightToLeft ? item.marginFar.x : item.marginNear.x
    let start = Float(x) + lead
    write(
      node, x: isRightToLeft ? Float(sectionWidth) - start - size.x : start,
      y: Float(y) + item.marginNear.y, size: size)
  }

  /// The root takes the section's size.
  fileprivate mutating func writeRoot(width: Double, height: Double) {
    guard !records.isEmpty else { return }
    write(0, x: 0, y: 0, size: Pair(Float(width), Float(height)))
  }
}
