/// The outline of a box in cells. A side that an edge of the screen cuts off has no border.
package struct CellBox: Sendable, Hashable {
  package var columns: Range<Int>
  /// The first and the last row.
  package var top, bottom: Int
  package var isCutLeft = false
  package var isCutRight = false
  package var isDashed = false
}

extension CellBuffer {
  /// Draws an outline over the existing content. A box of one row or column is a line.
  package mutating func draw(_ box: CellBox, with set: DrawingSet, style: CellStyle = .plain) {
    let columns = box.columns
    guard !columns.isEmpty, box.top <= box.bottom else { return }
    let horizontal = box.isDashed ? set.dashedHorizontal : set.horizontal
    let vertical = box.isDashed ? set.dashedVertical : set.vertical
    // Dashes in ASCII need gaps to be recognizable.
    let step = box.isDashed && set.dashedHorizontal == set.horizontal ? 2 : 1
    for row in box.top...box.bottom {
      let isEdge = row == box.top || row == box.bottom
      if !isEdge || step > 1 { fill(" ", row: row, columns: columns) }
      if isEdge { fill(horizontal, row: row, columns: columns, step: step, style: style) }
      let corners =
        row == box.top ? (set.topLeft, set.topRight) : (set.bottomLeft, set.bottomRight)
      if !box.isCutLeft {
        put(
          isEdge ? corners.0 : vertical, row: row, column: columns.lowerBound, style: style)
      }
      if !box.isCutRight {
        put(
          isEdge ? corners.1 : vertical, row: row, column: columns.upperBound - 1, style: style)
      }
    }
  }
}
