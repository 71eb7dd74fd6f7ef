import LayoutCore

/// Converts points to cells along x. Rounds edges instead of widths, so that adjacent boxes touch.
struct PageScale {
  /// The column of x coordinate 0.
  let origin: Int
  /// The page width in cells.
  let columns: Int
  /// The page width in points.
  let width: Double

  /// The maximum distance from the page in cells. Positions farther away are clamped.
  private static let limit = 100_000.0

  func column(_ x: Double) -> Int {
    guard width > 0, columns > 0, !x.isNaN else { return origin }
    let cells = (x / width * Double(columns)).rounded()
    return origin + Int(min(max(cells, -Self.limit), Self.limit))
  }

  func columns(_ minX: Double, _ maxX: Double) -> Range<Int> {
    let start = column(minX)
    return start..<max(start, column(maxX))
  }

  func columns(of frame: Rect) -> Range<Int> { columns(frame.x, frame.maxX) }

  var page: Range<Int> { origin..<(origin + columns) }
}
