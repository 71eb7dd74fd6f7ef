/// Formulas for the positions and heights of a section's rows: the symbolic counterpart of the
/// layouts in `SectionLayouts/`.
final class RowPlacement {
  unowned let rows: SectionRows
  let placed: [SectionItem]
  let section: PlacedSection
  private lazy var lines = findLines()
  private lazy var grid = GridFormulas(self)
  private lazy var waterfall = WaterfallFormulas(self)

  init(_ rows: SectionRows) {
    self.rows = rows
    placed = rows.placed
    section = rows.section
  }

  private var lanes: Int {
    switch section.layout {
    case .carousel: max(1, min(section.lanes, placed.count))
    case .pager: min(max(1, section.lanes), 1 << 16)
    default: 1
    }
  }

  // MARK: Results

  func x(_ row: Int) -> Reason {
    Reason(rows.rule, xFormula(row))
  }

  func y(_ row: Int) -> Reason {
    switch section.layout {
    case .list, .flow: aligned(row, in: lineHeight(line(of: row)), from: lineTop(line(of: row)))
    case .grid: grid.y(row)
    case .waterfall: Reason(.waterfall, waterfall.tops[row])
    case .onePlusN: Reason(.onePlusN, onePlusNY(row))
    case .carousel, .pager:
      Reason(
        rows.rule,
        .constant(Double(row % lanes)) * lane + rows.times(row % lanes, rows.rowGap))
    }
  }

  func height(_ row: Int) -> Reason {
    switch section.layout {
    case .list, .flow: return stretched(row, in: lineHeight(line(of: row)))
    case .grid: return grid.height(row)
    case .waterfall: return needed(row)
    case .onePlusN: return Reason(.onePlusN, onePlusNHeight(row))
    case .carousel: return ownHeight(row).map { Reason(.own, $0) } ?? Reason(.carousel, lane)
    case .pager: return Reason(.pager, lane)
    }
  }

  func needed(_ row: Int) -> Reason {
    Reason(section.rows[row].height == nil ? .content : .requested, rows.needed(row))
  }

  /// The height of all rows.
  var contentHeight: Formula {
    guard !placed.isEmpty else { return .constant(0) }
    switch section.layout {
    case .list, .flow:
      let last = lines.count - 1
      return lineTop(last) + lineHeight(last)
    case .grid: return grid.contentHeight
    case .waterfall:
      return .most(placed.indices.map { waterfall.tops[$0] + rows.needed($0) })
    case .onePlusN:
      let groups = (placed.count + rows.groupCount - 1) / rows.groupCount
      return groupTop(groups) - (groups > 0 ? rows.rowGap.map(Formula.input) : nil)
    case .carousel, .pager:
      return .constant(Double(lanes)) * lane + rows.times(lanes - 1, rows.rowGap)
    }
  }

  // MARK: Lines of lists and flows

  /// Returns the position of a row in a line that may be higher than the row.
  func aligned(_ row: Int, in height: Formula, from top: Formula) -> Reason {
    let free = height - .derived(rows.height(row))
    switch section.itemAlignment {
    case .center: return Reason(.align, top + free / .constant(2))
    case .end, .textEnd, .selfEnd: return Reason(.align, top + free)
    default: return Reason(rows.rule, top)
    }
  }

  func stretched(_ row: Int, in height: Formula) -> Reason {
    guard section.rows[row].isStretched || section.itemAlignment == .stretch else {
      return needed(row)
    }
    return Reason(.stretch, .most([height, rows.needed(row)]))
  }

  private func findLines() -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var first = 0
    var width = 0.0
    for row in placed.indices {
      if row == first {
        width = placed[row].width
        continue
      }
      let isBeside: Bool
      if section.layout == .list {
        isBeside = placed[row].isBesideLast
      } else {
        width += section.itemSpacing.saneSize + placed[row].width
        isBeside = width <= rows.parts.inner.value + FlowLayout.tolerance
      }
      if !isBeside {
        lines.append(first..<row)
        first = row
        width = placed[row].width
      }
    }
    if first < placed.count { lines.append(first..<placed.count) }
    return lines
  }

  private func line(of row: Int) -> Int {
    lines.partitioningIndex { $0.upperBound > row }
  }

  private func lineHeight(_ line: Int) -> Formula {
    .most(lines[line].map { rows.needed($0) } + [.constant(0)])
  }

  private func lineTop(_ line: Int) -> Formula {
    .total(
      (0..<line).map { lineHeight($0) } + [rows.times(line, rows.rowGap)])
  }

  // MARK: Along x

  private func xFormula(_ row: Int) -> Formula {
    let gap = rows.columnGap
    switch section.layout {
    case .list:
      let column = row - lines[line(of: row)].lowerBound
      let bleed = section.rows[row].isFullBleed ? rows.parts.inset(.start)?.negated : nil
      let first = lines[line(of: row)].lowerBound
      return .total([
        bleed, .constant(Double(column)) * .derived(rows.width(first)), rows.times(column, gap),
      ])
    case .flow: return flowX(row)
    case .grid, .waterfall:
      let tracks = ColumnTracks(
        count: section.columns, total: rows.parts.inner.value, gap: section.itemSpacing.saneSize)
      let column = Int((placed[row].x / max(tracks.width + tracks.gap, 1e-9)).rounded())
      return .constant(Double(column)) * rows.track + rows.times(column, gap)
    case .onePlusN:
      return row.isMultiple(of: rows.groupCount)
        ? .constant(0) : rows.largeWidth + gap.map(Formula.input)
    case .carousel:
      let group = row / lanes
      return .total((0..<group).map { groupWidth($0) } + [rows.times(group, gap)])
    case .pager:
      let page = row / lanes
      return .constant(Double(page)) * rows.groupWidth + rows.times(page, gap)
    }
  }

  private func groupWidth(_ group: Int) -> Formula {
    let members = (group * lanes)..<min(placed.count, (group + 1) * lanes)
    return .most(members.map { .derived(rows.width($0)) } + [.constant(0)])
  }

  private func flowX(_ row: Int) -> Formula {
    let line = lines[line(of: row)]
    let widths = line.map { Formula.derived(rows.width($0)) }
    let taken = Formula.total(widths + [rows.times(line.count - 1, rows.columnGap)])
    let before = row - line.lowerBound
    var terms: [Formula?] = Array(widths.prefix(before))
    terms.append(rows.times(before, rows.columnGap))
    let free = (rows.parts.inner - taken).atLeastZero
    let (lead, between) = rows.explainer.shared(
      section.rowAlignment.forRows, free: free, count: line.count, isSafe: false,
      isReversed: false)
    if case .start = section.rowAlignment.forRows { return .total(terms) }
    terms.append(lead)
    if let between, before > 0 { terms.append(.constant(Double(before)) * between) }
    return .total(terms)
  }

  // MARK: Lanes

  private func ownHeight(_ row: Int) -> Formula? {
    if section.rows[row].height != nil { return rows.needed(row) }
    let style = rows.explainer.style(of: section.rows[row].node)
    return style.height.unit == .points ? rows.needed(row) : nil
  }

  /// The height of a lane of a carousel or pager: that of its highest row.
  private var lane: Formula {
    let highest = Formula.most(placed.indices.map { rows.needed($0) } + [.constant(0)])
    if highest.isLeaf { return highest }
    return .derived(
      rows.parts.number(.laneHeight, value: highest.value) { [unowned self] in
        Reason(rows.rule, highest)
      })
  }

  // MARK: One-plus-N

  private func groupHeight(_ group: Int) -> Formula {
    let first = group * rows.groupCount
    let end = min(placed.count, first + rows.groupCount)
    let stacked = end - first - 1
    let small = Formula.most(((first + 1)..<end).map { rows.needed($0) } + [.constant(0)])
    return .most([
      rows.needed(first),
      .constant(Double(stacked)) * small + rows.times(max(0, stacked - 1), rows.rowGap),
    ])
  }

  private func groupTop(_ group: Int) -> Formula {
    .total((0..<group).map { groupHeight($0) } + [rows.times(group, rows.rowGap)])
  }

  private func onePlusNHeight(_ row: Int) -> Formula {
    let group = row / rows.groupCount
    let first = group * rows.groupCount
    let height = groupHeight(group)
    guard row != first else { return height }
    let stacked = min(placed.count, first + rows.groupCount) - first - 1
    let gaps = rows.times(stacked - 1, rows.rowGap)
    return ((height - gaps) / .constant(Double(stacked))).atLeastZero
  }

  private func onePlusNY(_ row: Int) -> Formula {
    let group = row / rows.groupCount
    let position = row - group * rows.groupCount - 1
    guard position > 0 else { return groupTop(group) }
    return .total([
      groupTop(group), .constant(Double(position)) * onePlusNHeight(row),
      rows.times(position, rows.rowGap),
    ])
  }

  // MARK: Scrolling

  var scrollOffset: Reason {
    let groups = (placed.count + lanes - 1) / lanes
    let group = min(max(0, section.currentGroup), groups - 1)
    let start = xFormula(group * lanes)
    let viewport = rows.parts.inner
    let width: Formula =
      section.layout == .pager
      ? .constant(Double(groups)) * rows.groupWidth + rows.times(groups - 1, rows.columnGap)
      : .total(
        (0..<groups).map { groupWidth($0) } + [rows.times(groups - 1, rows.columnGap)])
    let greatest = (width - viewport).atLeastZero
    switch section.orthogonalScrolling {
    case .groupPagingCentered:
      let own = section.layout == .pager ? rows.groupWidth : groupWidth(group)
      return Reason(rows.rule, start + own / .constant(2) - viewport / .constant(2))
    case .paging:
      let page = (start.value / viewport.value + 1e-9).rounded(.down)
      return Reason(rows.rule, .fewest([.constant(page) * viewport, greatest]))
    default: return Reason(rows.rule, .fewest([start.atLeastZero, greatest]))
    }
  }
}

extension Style.Justify {
  /// Rows have no text direction: left is the start.
  fileprivate var forRows: Style.Justify {
    switch self {
    case .start, .textStart, .left: .start
    case .end, .textEnd, .right: .end
    default: self
    }
  }
}
