import LayoutCore

/// Converts points to cells along x. Edges are rounded, not widths, so touching boxes touch.
struct PageScale {
  /// Column of x 0.
  let origin: Int
  /// Width of the page in cells.
  let columns: Int
  /// Width of the page in points.
  let width: Double

  /// The maximum distance from the page in cells. Positions beyond it are clamped.
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
