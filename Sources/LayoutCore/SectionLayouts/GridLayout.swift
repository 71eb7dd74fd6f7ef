/// Items in equal columns; each covers one or more columns and rows.
///
/// ```
/// ┌───┐ ┌───────────┐
/// │ 0 │ │     1     │  columns = 3; 1 covers two columns,
/// └───┘ └───────────┘  2 covers two rows
/// ┌───┐ ┌───┐ ┌───┐
/// │ 2 │ │ 3 │ │ 4 │
/// │   │ ├───┤ ├───┤
/// │   │ │ 5 │ │ 6 │
/// └───┘ └───┘ └───┘
/// ```
///
/// Steps (the sparse automatic placement of CSS Grid Level 1 §8.5, rows first):
///
/// 1. Each item takes the first free cells at or after those of the previous item.
/// 2. A row is as high as the highest item that spans only this row.
/// 3. Items that span several rows add their missing height to these rows in equal parts, smaller
///    spans first.
/// 4. An item is aligned in its cells, or fills them.
struct GridLayout {
  /// Longer spans are limited to this one: rows in which no item begins add nothing.
  static let greatestRowSpan: Int32 = 100

  var tracks: ColumnTracks
  var rowGap: Double
  var itemAlignment: Style.Align = .start

  /// - Returns: The size of the content.
  /// Complexity: O(items x columns), and O(n log n) for the items of more than one row.
  func place(_ items: SectionItems) -> Size {
    guard !items.isEmpty else { return .zero }
    // Step 1. `y` holds the row index until the positions of the rows are known.
    var rowCount = 0
    var cells = FreeCells(columns: tracks.count)
    var spanning: [Int] = []
    for index in items.indices {
      let columns = tracks.span(items[index].columnSpan)
      let rows = Self.rowSpan(items[index])
      let cell = cells.take(columns: columns, rows: rows)
      items[index].x = tracks.x(cell.column)
      items[index].y = Double(cell.row)
      items[index].width = tracks.width(of: items[index].columnSpan)
      rowCount = max(rowCount, cell.row + rows)
      if rows > 1 { spanning.append(index) }
    }
    // Step 2.
    var heights = [Double](repeating: 0, count: rowCount)
    for item in items where Self.rowSpan(item) == 1 {
      heights[Int(item.y)] = max(heights[Int(item.y)], item.neededHeight)
    }
    // Step 3.
    spanning.sort { (items[$0].rowSpan, $0) < (items[$1].rowSpan, $1) }
    for index in spanning {
      let rows = Self.rowSpan(items[index])
      let first = Int(items[index].y)
      var height = rowGap * Double(rows - 1)
      for row in first..<(first + rows) { height += heights[row] }
      let missing = (items[index].neededHeight - height) / Double(rows)
      if missing > 0 { for row in first..<(first + rows) { heights[row] += missing } }
    }
    // Step 4.
    var tops = [Double](repeating: 0, count: rowCount + 1)
    for row in 0..<rowCount { tops[row + 1] = tops[row] + heights[row] + rowGap }
    for index in items.indices {
      let first = Int(items[index].y)
      let height = tops[first + Self.rowSpan(items[index])] - rowGap - tops[first]
      items[index].align(itemAlignment, top: tops[first], height: height)
    }
    return Size(
      width: tracks.width(of: Int32(tracks.count)), height: max(0, tops[rowCount] - rowGap))
  }

  @inline(__always) static func rowSpan(_ item: SectionItem) -> Int {
    Int(min(max(1, item.rowSpan), greatestRowSpan))
  }

  /// Returns the cells of the items: step 1 alone.
  static func cells(
    of items: [SectionItem], columns tracks: ColumnTracks
  ) -> [(row: Int, column: Int)] {
    var cells = FreeCells(columns: tracks.count)
    return items.map { cells.take(columns: tracks.span($0.columnSpan), rows: rowSpan($0)) }
  }
}

/// The free cells of a grid, from a cursor on that only moves forwards.
private struct FreeCells {
  /// The first row from which on each column is free. No item begins above the cursor's row, so the
  /// occupied cells from that row on have no holes.
  private var freeRow: [Int]
  private var row = 0
  private var column = 0

  init(columns: Int) { freeRow = [Int](repeating: 0, count: columns) }

  mutating func take(columns: Int, rows: Int) -> (row: Int, column: Int) {
    while !advance(columns) {
      // The next row in which another column is free.
      var next = Int.max
      for free in freeRow where free > row { next = min(next, free) }
      row = next == .max ? row + 1 : max(row + 1, next)
      column = 0
    }
    let place = (row, column)
    for taken in column..<(column + columns) { freeRow[taken] = row + rows }
    column += columns
    return place
  }

  /// Moves the cursor to the first position in its row that is wide enough; returns false if there
  /// is none.
  private mutating func advance(_ columns: Int) -> Bool {
    var free = 0
    for candidate in column..<max(column, freeRow.count) {
      free = freeRow[candidate] <= row ? free + 1 : 0
      if free == columns {
        column = candidate + 1 - columns
        return true
      }
    }
    return false
  }
}
