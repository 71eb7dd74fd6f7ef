import Support

/// A grid of terminal cells that clips content at its edges. A wide glyph is either visible as a
/// whole or not at all: if one of its cells is clipped or overwritten, the others become spaces.
package struct CellBuffer: Sendable {
  private struct Cell {
    var code: UInt32
    var style: CellStyle
    static let empty = Cell(code: 0x20, style: .plain)
  }

  /// The code of every cell of a wide glyph except the first.
  private static let covered = UInt32.max

  package let columns: Int
  package private(set) var rows: Int
  private var cells: [Cell]

  package init(columns: Int, rows: Int = 0) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    cells = Array(repeating: .empty, count: self.columns * self.rows)
  }

  /// Empties the grid and sets its height in rows. Reuses the storage.
  package mutating func reset(rows: Int) {
    self.rows = max(0, rows)
    cells.removeAll(keepingCapacity: true)
    cells.append(contentsOf: repeatElement(.empty, count: columns * self.rows))
  }

  /// Writes glyphs from a cell on, inside `clip`. Visible cells of a clipped glyph become spaces.
  package mutating func put(
    _ glyphs: some Sequence<Glyph>, row: Int, column: Int, clip: Range<Int>? = nil,
    style: CellStyle = .plain
  ) {
    guard row >= 0, row < rows else { return }
    let clip = (clip ?? 0..<columns).clamped(to: 0..<columns)
    var column = column
    for glyph in glyphs {
      guard column < clip.upperBound else { return }
      let end = column + glyph.width
      if column >= clip.lowerBound, end <= clip.upperBound {
        set(glyph.code, row: row, column: column, style: glyph.style ?? style)
        for next in (column + 1)..<max(column + 1, end) {
          set(Self.covered, row: row, column: next, style: style)
        }
      } else {
        for inside in (column..<end).clamped(to: clip) {
          set(0x20, row: row, column: inside, style: style)
        }
      }
      column = end
    }
  }

  /// Writes a scalar of one cell. Has no effect outside the grid.
  package mutating func put(
    _ scalar: Unicode.Scalar, row: Int, column: Int, style: CellStyle = .plain
  ) {
    put(CollectionOfOne(Glyph(scalar)), row: row, column: column, style: style)
  }

  /// Writes a scalar of one cell to every `step`th cell of a part of a row.
  package mutating func fill(
    _ scalar: Unicode.Scalar, row: Int, columns range: Range<Int>, step: Int = 1,
    style: CellStyle = .plain
  ) {
    guard row >= 0, row < rows else { return }
    for column in range.clamped(to: 0..<columns)
    where (column - range.lowerBound) % max(1, step) == 0 {
      set(scalar.value, row: row, column: column, style: style)
    }
  }

  private mutating func set(_ code: UInt32, row: Int, column: Int, style: CellStyle) {
    let start = row * columns
    let index = start + column
    if code != Self.covered { breakGlyph(at: index, rowStart: start) }
    // Clears the remaining cells of a wide glyph that begins in this cell or earlier.
    var next = index + 1
    while next < start + columns, cells[next].code == Self.covered {
      cells[next].code = 0x20
      next += 1
    }
    cells[index] = Cell(code: code, style: style)
  }

  /// If a glyph begins before a cell and covers it, replaces the glyph with spaces.
  private mutating func breakGlyph(at index: Int, rowStart: Int) {
    guard cells[index].code == Self.covered else { return }
    var first = index
    while first > rowStart, cells[first].code == Self.covered {
      cells[first].code = 0x20
      first -= 1
    }
    cells[first].code = 0x20
  }

  /// Writes the rows without trailing spaces, and the styles if `color` is true.
  package func write(to out: inout ByteWriter, glyphs: Glyphs, color: Bool) {
    for row in 0..<rows { write(row: row, to: &out, glyphs: glyphs, color: color) }
  }

  private func write(row: Int, to out: inout ByteWriter, glyphs: Glyphs, color: Bool) {
    let start = row * columns
    var end = start + columns
    while end > start, cells[end - 1].code == 0x20 { end -= 1 }
    var style = CellStyle.plain
    for cell in cells[start..<end] where cell.code != Self.covered {
      // A space changes the style only if the previous or the new style draws a line on spaces.
      if color, cell.style != style, cell.code != 0x20 || cell.style.isLine || style.isLine {
        write(cell.style, after: style, to: &out)
        style = cell.style
      }
      glyphs.write(cell.code, to: &out)
    }
    if style != .plain { write(.plain, after: style, to: &out) }
    out.write(byte: 0x0A)
  }

  private func write(_ style: CellStyle, after previous: CellStyle, to out: inout ByteWriter) {
    out.write("\u{1B}[")
    if previous != .plain, style != .plain { out.write("0;") }
    out.write(style.rawValue)
    out.write("m")
  }

  /// Draws an outline over the existing content. A box with one row or one column becomes a line.
  package mutating func draw(_ box: CellBox, with set: DrawingSet, style: CellStyle = .plain) {
    let columns = box.columns
    guard !columns.isEmpty, box.top <= box.bottom else { return }
    let horizontal = box.isDashed ? set.dashedHorizontal : set.horizontal
    let vertical = box.isDashed ? set.dashedVertical : set.vertical
    // ASCII has no dashed characters, so a dashed border leaves every second cell empty.
    let step = box.isDashed && set.dashedHorizontal == set.horizontal ? 2 : 1
    for row in box.top...box.bottom {
      let isEdge = row == box.top || row == box.bottom
      if !isEdge || step > 1 { fill(" ", row: row, columns: columns) }
      if isEdge { fill(horizontal, row: row, columns: columns, step: step, style: style) }
      let corners = row == box.top ? (set.topLeft, set.topRight) : (set.bottomLeft, set.bottomRight)
      let (left, right) = isEdge ? corners : (vertical, vertical)
      if !box.isCutLeft { put(left, row: row, column: columns.lowerBound, style: style) }
      if !box.isCutRight { put(right, row: row, column: columns.upperBound - 1, style: style) }
    }
  }
}

/// The outline of a box in cells. A side that lies outside the screen has no border.
package struct CellBox: Sendable, Hashable {
  package var columns: Range<Int>
  /// The indices of the first and the last row.
  package var top, bottom: Int
  package var isCutLeft = false
  package var isCutRight = false
  package var isDashed = false
}

/// The style of a cell. The raw values are the parameters of the SGR escape sequence.
package enum CellStyle: String, Sendable, Hashable, CaseIterable {
  case plain = "0"
  case strong = "1"
  case faint = "2"
  case italic = "3"
  case underlined = "4"
  case struck = "9"
  /// The style of placeholders and diagnostics.
  case warning = "33"

  /// Whether the style is visible on spaces.
  var isLine: Bool { self == .underlined || self == .struck }
}
