/// Formulas for the heights of a grid's rows: the symbolic counterpart of `GridLayout`.
struct GridFormulas {
  private unowned let placement: RowPlacement
  /// The first track of each row of the section.
  private let firstTracks: [Int]
  private let heights: [Formula]

  init(_ placement: RowPlacement) {
    self.placement = placement
    let section = placement.section
    let tracks = ColumnTracks(count: section.columns, total: 1, gap: 0)
    let cells = GridLayout.cells(of: placement.placed, columns: tracks)
    firstTracks = cells.map(\.row)
    let spans = placement.placed.map(GridLayout.rowSpan)
    let count = zip(firstTracks, spans).map(+).max() ?? 0
    var heights = [Formula](repeating: .constant(0), count: count)
    for (row, track) in firstTracks.enumerated() where spans[row] == 1 {
      heights[track] = .most([heights[track], placement.rows.needed(row)])
    }
    let spanning = spans.indices.filter { spans[$0] > 1 }
      .sorted { (spans[$0], $0) < (spans[$1], $1) }
    for row in spanning {
      let covered = firstTracks[row]..<(firstTracks[row] + spans[row])
      let height = Formula.total(
        covered.map { heights[$0] } + [placement.rows.times(spans[row] - 1, placement.rows.rowGap)])
      let missing = placement.rows.needed(row) - height
      guard missing.value > 0 else { continue }
      for track in covered {
        heights[track] = heights[track] + missing / .constant(Double(spans[row]))
      }
    }
    self.heights = heights
  }

  private func top(_ track: Int) -> Formula {
    .total([.total(Array(heights[..<track])), placement.rows.times(track, placement.rows.rowGap)])
  }

  private func cellHeight(_ row: Int) -> Formula {
    let span = GridLayout.rowSpan(placement.placed[row])
    let covered = heights[firstTracks[row]..<(firstTracks[row] + span)]
    return .total([
      .total(Array(covered)), placement.rows.times(span - 1, placement.rows.rowGap),
    ])
  }

  func y(_ row: Int) -> Reason {
    placement.aligned(row, in: cellHeight(row), from: top(firstTracks[row]))
  }

  func height(_ row: Int) -> Reason { placement.stretched(row, in: cellHeight(row)) }

  var contentHeight: Formula {
    .total([
      .total(heights), placement.rows.times(heights.count - 1, placement.rows.rowGap),
    ])
  }
}

struct WaterfallFormulas {
  /// One formula per row of the section.
  let tops: [Formula]

  init(_ placement: RowPlacement) {
    let section = placement.section
    let tracks = ColumnTracks(
      count: section.columns, total: placement.rows.parts.inner.value,
      gap: section.itemSpacing.saneSize)
    var ends = [Formula](repeating: .constant(0), count: tracks.count)
    var tops: [Formula] = []
    for (row, item) in placement.placed.enumerated() {
      let column = Int((item.x / max(tracks.width + tracks.gap, 1e-9)).rounded())
      let covered = column..<min(tracks.count, column + tracks.span(item.columnSpan))
      let top = Formula.most(covered.map { ends[$0] })
      tops.append(top)
      let bottom = Formula.total([
        .derived(placement.rows.y(row)), placement.rows.needed(row),
        placement.rows.rowGap.map(Formula.input),
      ])
      for lane in covered { ends[lane] = bottom }
    }
    self.tops = tops
  }
}
