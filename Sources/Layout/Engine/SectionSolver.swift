/// A solver that lays out one section: it measures the rows, places them by the section's layout,
/// and lays out their subtrees. The header is above the rows, the footer below them, and the
/// background behind them.
///
/// ```
/// ┌ margins ─────────────────┐
/// │ ┌ header ──────────────┐ │
/// │ │ ┌ insets ──────────┐ │ │
/// │ │ │ rows             │ │ │  background: all between header and footer,
/// │ │ └──────────────────┘ │ │  or all within the margins
/// │ └ footer ──────────────┘ │
/// └──────────────────────────┘
/// ```
///
/// If the minimum height exceeds the height of all parts, the area of the rows becomes higher. The
/// top and bottom insets apply only if there are rows. The root is not a box of its own: it has the
/// section's size, and its padding is ignored. If the root itself is the only row (a bare row), the
/// section has no other parts, no margins and no insets.
struct SectionSolver {
  let isRightToLeft: Bool
  let profile: LayoutProfile
  let measurer: any TextMeasurer
  /// The width of the section.
  let width: Double
  /// The pixels to which the section's height is rounded.
  let grid: PixelGrid

  /// Lays out the section within a budget.
  ///
  /// Rows of a list that are kept from an earlier layout keep its sizes and the frames inside them.
  /// The cost then contains that of the whole earlier layout, which is an upper bound. In other section
  /// layouts, the rows share lines, columns or heights, so that all are laid out.
  func layOut(_ placed: inout PlacedSection, budget: Int, keeping kept: EarlierRows? = nil) {
    var solver = solver(of: placed.section)
    solver.budget = budget
    // A preparation cost at this limit is above the budget, so the section is then not laid out.
    solver.surcharge = min(placed.section.arena.preparationCost(measurer), budget + 1)
    let kept = kept.flatMap { $0.keepFrames(of: placed.section) ? $0 : nil }
    if let kept {
      // The texts of kept rows are also in this section, so their preparation is already counted.
      solver.surcharge +=
        kept.section.cost.visits - kept.section.section.arena.preparationCost(measurer)
    }
    layOut(&placed, &solver, keeping: kept)
    solver.finish(&placed.section.arena)
    placed.cost = LayoutCost(of: solver)
  }

  func solver(of section: Section) -> FlexSolver {
    FlexSolver(
      section.arena, isRightToLeft: isRightToLeft, profile: profile,
      leaves: PageLeaves(arena: section.arena, measurer: measurer))
  }

  /// Lays out the section; the frames of the nodes stay in the solver.
  func layOut(
    _ placed: inout PlacedSection, _ solver: inout FlexSolver, keeping kept: EarlierRows? = nil
  ) {
    if placed.section.isBareRow {
      layOutBareRow(&placed, &solver)
    } else {
      layOutParts(&placed, &solver, keeping: kept)
    }
  }

  private func layOutBareRow(
    _ placed: inout PlacedSection, _ solver: inout FlexSolver
  ) {
    let section = placed.section
    var row = solver.part(0, width: width, height: section.rows[0].height?.saneSize)
    let height = max(row.neededHeight, section.minimumHeight.saneSize)
    placed.contentHeight = grid.snap(height)
    placed.rowHeights = [row.neededHeight]
    placed.rowFrames = [Rect(x: 0, y: 0, width: width, height: row.neededHeight)]
    placed.parts = PlacedSection.Parts(bottom: placed.contentHeight)
    placed.contentOffset = 0
    // The content is laid out in the exact height, in which it was measured.
    row.height = height
    if let requested = section.frameRequest.height {
      row.height = requested.saneSize
      solver.findUnboundHeights(from: 0, isBound: true)
    }
    solver.layOutPart(
      row, x: 0, y: 0, basis: width, isRightToLeft: isRightToLeft, in: width)
    solver.writeRoot(
      width: width, height: grid.requestedHeight(of: section) ?? placed.contentHeight)
  }

  private func layOutParts(
    _ placed: inout PlacedSection, _ solver: inout FlexSolver, keeping kept: EarlierRows?
  ) {
    let section = placed.section
    var boxes = SectionBoxes(section, width: width, grid, PlainInputs())
    let header = supplement(section.header, width: boxes.area, &solver)
    let footer = supplement(section.footer, width: boxes.area, &solver)
    var rows = section.rows.indices.map { index in
      let width = boxes.width(ofRow: index, section)
      let known = kept.flatMap { kept in
        width.flatMap { solver.keep(section.rows[index], index, of: kept, width: $0) }
      }
      return known
        ?? solver.measure(
          section.rows[index], width, inner: boxes.inner,
          limit: section.layout == .flow ? boxes.inner : .infinity,
          alignment: section.itemAlignment)
    }
    solver.trace?.rows = rows
    rows.withUnsafeMutableBufferPointer {
      boxes.place($0, header: header?.height, footer: footer?.height, in: section)
    }
    placed.contentHeight = boxes.contentHeight
    placed.contentOffset = boxes.contentOffset
    placed.rowHeights = rows.map { $0.height }
    placed.rowFrames.removeAll(keepingCapacity: true)
    placed.rowFrames.reserveCapacity(rows.count)
    for index in rows.indices {
      let basis = boxes.width(ofRow: index, section) ?? boxes.inner
      placed.rowFrames.append(
        layOut(rows[index], in: boxes.box(of: rows[index]), basis: basis, &solver))
    }
    placed.parts.top = section.margins.top.sane
    placed.parts.bottom = boxes.bottom
    placed.parts.header = header.flatMap { part in
      boxes.header.map { layOut(part, in: $0, basis: boxes.area, &solver) }
    }
    placed.parts.footer = footer.flatMap { part in
      boxes.footer.map { layOut(part, in: $0, basis: boxes.area, &solver) }
    }
    if let background = section.background, let box = boxes.background {
      let part = SectionItem(node: background, width: box.width, height: box.height)
      _ = layOut(part, in: box, basis: boxes.area, &solver)
    }
    solver.writeRoot(
      width: width, height: grid.requestedHeight(of: section) ?? placed.contentHeight)
    if section.scrollsAlongX, section.arena.count > 0 {
      let insets = section.insets.sane
      let size = Size(
        width: insets.start + boxes.content.width + insets.end,
        height: insets.top + boxes.content.height + insets.bottom)
      solver.record(size, asContentOf: 0)
    }
  }

  private func supplement(
    _ supplement: Section.Supplement?, width: Double, _ solver: inout FlexSolver
  ) -> SectionItem? {
    guard let supplement else { return nil }
    var part = solver.part(supplement.node, width: width, height: supplement.height?.saneSize)
    part.height = part.neededHeight
    return part
  }

  /// Lays out a part in its box. Returns the box's frame, with x from the section's left edge.
  private func layOut(
    _ part: SectionItem, in box: SectionBoxes<PlainInputs>.Box, basis: Double,
    _ solver: inout FlexSolver
  ) -> Rect {
    solver.layOutPart(
      part, x: box.x, y: box.y, basis: basis, isRightToLeft: isRightToLeft, in: width)
    return Rect(
      x: isRightToLeft ? width - box.x - box.width : box.x, y: box.y, width: box.width,
      height: box.height)
  }
}

extension EdgeInsets {
  var sane: EdgeInsets {
    EdgeInsets(top: top.sane, end: end.sane, bottom: bottom.sane, start: start.sane)
  }
}

extension FlexSolver {
  /// Measures a row. Returns the row with its margin-box size.
  /// - Parameters:
  ///   - width: The margin-box width; `nil` means the width of the content.
  ///   - limit: The maximum of a width that the content determines.
  fileprivate mutating func measure(
    _ row: Section.Row, _ width: Double?, inner: Double, limit: Double, alignment: Style.Align
  ) -> SectionItem {
    let height = row.height?.saneSize
    var item = part(
      row.node, width: width ?? inner, height: height, isWidthOfContent: width == nil)
    if width == nil && item.width > limit { item = part(row.node, width: limit, height: height) }
    item.take(row, alignment)
    return item
  }

  /// Returns a row of a list that is kept from an earlier layout, and copies the frames inside it;
  /// `nil` if the row has another width or height than there.
  fileprivate mutating func keep(
    _ row: Section.Row, _ index: Int, of kept: EarlierRows, width: Double
  ) -> SectionItem? {
    guard !kept.rows[index].isNew, !row.isStretched else { return nil }
    let old = Int(kept.rows[index].earlier)
    // If the only row of a section fills the frame, it has another height than before.
    guard kept.section.rowFrames[old].width == width,
      kept.section.section.rows[old].height == row.height
    else { return nil }
    let first = kept.section.section.rows[old].node
    let distance = row.node - first
    let end = kept.section.section.arena.end(of: first)
    let earlier = kept.section.section.arena.frames
    for node in first + 1..<end { frames[node + distance] = earlier[node] }
    let sizes = kept.section.section.arena.contentSizes
    var next = sizes.partitioningIndex { $0.node > first }
    while next < sizes.count, sizes[next].node < end {
      record(sizes[next].size, asContentOf: sizes[next].node + distance)
      next += 1
    }
    // The frames are those for this width, so that they are not computed again.
    states[row.node].framesKnown.x = Float(width)
    let height = kept.section.rowHeights[old]
    var item = SectionItem(node: row.node, width: width, height: height)
    (item.contentHeight, item.isLaidOut) = (height, true)
    item.take(row, .auto)
    return item
  }

  /// Measures a part of the section. Returns the part with its margin-box size: the given width or
  /// the width of its content, and the given height or the height of its laid-out content.
  fileprivate mutating func part(
    _ node: Int, width: Double, height: Double?, isWidthOfContent: Bool = false
  ) -> SectionItem {
    guard records.indices.contains(node), !states[node].flags.contains(.isHidden) else {
      return SectionItem(node: node, width: isWidthOfContent ? 0 : width, height: height ?? 0)
    }
    findUnboundHeights(from: node, isBound: height != nil)
    if let height, !isWidthOfContent {
      return SectionItem(node: node, width: width, height: height)
    }
    let inner = Pair(Float(width), .nan)
    var item = makeBox(node, in: .initial, basis: inner)
    if let height { item.size.y = max(0, Float(height) - item.margin(.y)) }
    var part = sectionItem(item, in: isWidthOfContent ? .carousel : .list, inner: inner, .frames)
    if !isWidthOfContent { part.width = width }
    // The given height is not summed from rounded numbers, so that row heights add up exactly.
    if let height { part.height = height }
    return part
  }

  /// Lays out a part in its margin box, and sets the part's frame.
  /// - Parameters:
  ///   - x: The x from the leading edge.
  ///   - basis: The width that the part was measured with, which its percentages refer to.
  fileprivate mutating func layOutPart(
    _ part: SectionItem, x: Double, y: Double, basis: Double, isRightToLeft: Bool,
    in sectionWidth: Double
  ) {
    let node = part.node
    guard records.indices.contains(node), !states[node].flags.contains(.isHidden) else { return }
    let basis = Pair(Float(basis), .nan)
    let item = makeBox(node, in: .initial, basis: basis)
    // A part with a width of its own is at the leading edge of its box.
    let width = item.size.x.or(max(0, Float(part.width) - item.margin(.x)))
    let size = Pair(item.clamp(width, .x), max(0, Float(part.height) - item.margin(.y)))
    if node == 0 { trace?.bareSize = size }
    layOutPlaced(part, size: size, basis: basis)
    let lead = isRightToLeft ? item.marginFar.x : item.marginNear.x
    let start = Float(x) + lead
    write(
      node, x: isRightToLeft ? Float(sectionWidth) - start - size.x : start,
      y: Float(y) + item.marginNear.y, size: size)
  }

  /// Sets the root's frame, which has the section's size.
  fileprivate mutating func writeRoot(width: Double, height: Double) {
    guard !records.isEmpty else { return }
    write(0, x: 0, y: 0, size: Pair(Float(width), Float(height)))
  }
}

extension SectionItem {
  fileprivate mutating func take(_ row: Section.Row, _ alignment: Style.Align) {
    columnSpan = Int32(clamping: row.columnSpan)
    rowSpan = Int32(clamping: row.rowSpan)
    isFullBleed = row.isFullBleed
    isStretched = row.isStretched
    self.alignment = alignment
  }
}

extension EarlierRows {
  /// Whether rows keep their sizes and frames: in lists, in which a row is as high as its content.
  fileprivate func keepFrames(of section: Section) -> Bool {
    [section, self.section.section].allSatisfy {
      $0.layout == .list && $0.itemAlignment != .stretch
    }
  }
}
