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
/// 3. Items that span several rows add their missing height in equal parts, smaller spans first: to
///    those of the rows that no item of a smaller span covers, or else to all of them (CSS Grid
///    Level 1 §11.5.1, where the growth limit of a row that no such item covers is infinite). The
///    items of one span are compared with the same heights, and a row takes the greatest part.
/// 4. An item is aligned in its cells, or fills them.
struct GridLayout<Number: LayoutNumber> {
  /// The maximum row span. Longer spans are clamped, which bounds the number of rows per item.
  private static var greatestRowSpan: Int32 { 100 }

  var tracks: ColumnTracks<Number>
  var rowGap: Number
  var itemAlignment: Style.Align = .start

  /// - Returns: The size of the content.
  /// Complexity: O(items x columns), and O(n log n) for the items of more than one row.
  func place(_ items: LayoutItems<Number>) -> Extent<Number> {
    guard !items.isEmpty else { return Extent(width: 0, height: 0) }
    // Step 1. `y` temporarily stores the row index.
    var rowCount = 0
    var cells = FreeCells(columns: tracks.count)
    var spanning: [Int] = []
    for index in items.indices {
      let columns = tracks.span(items[index].columnSpan)
      let rows = Self.rowSpan(items[index])
      let cell = cells.take(columns: columns, rows: rows)
      items[index].x = tracks.x(cell.column)
      items[index].y = Number(cell.row)
      items[index].width = tracks.width(of: items[index].columnSpan)
      rowCount = max(rowCount, cell.row + rows)
      if rows > 1 { spanning.append(index) }
    }
    // Step 2: heights of the rows from items that span one row.
    var heights = [Number](repeating: 0, count: rowCount)
    // For each row, the least span of the items that cover it; `Int.max` for none.
    var spans = [Int](repeating: .max, count: rowCount)
    for item in items where Self.rowSpan(item) == 1 {
      let row = Int(item.y.value)
      heights[row] = .most(heights[row], item.neededHeight)
      spans[row] = 1
    }
    // Step 3: missing heights of items that span several rows.
    spanning.sort { (items[$0].rowSpan, $0) < (items[$1].rowSpan, $1) }
    var next = 0
    while next < spanning.count {
      let rows = Self.rowSpan(items[spanning[next]])
      var added: [Int: Number] = [:]
      var covered: Set<Int> = []
      while next < spanning.count, Self.rowSpan(items[spanning[next]]) == rows {
        let item = items[spanning[next]]
        next += 1
        let range = Int(item.y.value)..<Int(item.y.value) + rows
        covered.formUnion(range)
        var height = rowGap * Number(rows - 1)
        for row in range { height += heights[row] }
        let missing = item.neededHeight - height
        guard missing.value > 0 else { continue }
        let free = range.filter { spans[$0] >= rows }
        let grown = free.isEmpty ? Array(range) : free
        for row in grown {
          let part = missing / Number(grown.count)
          added[row] = added[row].map { .most($0, part) } ?? part
        }
      }
      for row in covered {
        if let part = added[row] { heights[row] = (heights[row] + part).named(.lineHeight) }
        spans[row] = min(spans[row], rows)
      }
    }
    // Step 4: positions.
    var tops = [Number](repeating: 0, count: rowCount + 1)
    for row in 0..<rowCount {
      tops[row + 1] = tops[row] + heights[row].named(.lineHeight) + rowGap
    }
    for index in items.indices {
      let first = Int(items[index].y.value)
      let height = tops[first + Self.rowSpan(items[index])] - rowGap - tops[first]
      items[index].align(itemAlignment, top: tops[first], height: height)
    }
    return Extent(
      width: tracks.width(of: Int32(tracks.count)), height: .most(0, tops[rowCount] - rowGap))
  }

  @inline(__always) static func rowSpan(_ item: LayoutItem<Number>) -> Int {
    Int(min(max(1, item.rowSpan), greatestRowSpan))
  }
}

/// The free cells of a grid, starting at a cursor that only moves forward.
private struct FreeCells {
  /// For each column, the first row from which the column is free. No item begins above the
  /// cursor's row, so the occupied cells from that row on have no holes.
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
