import LayoutCore

/// Points to cells along x.
///
/// Edges are rounded, not widths: boxes that touch in points touch in cells, and no error adds up.
struct PageScale {
  /// Column of x 0.
  let origin: Int
  /// Cells of the whole width of the page.
  let columns: Int
  /// Of the page, in points.
  let width: Double

  /// Farther from the page than this many cells, all positions are alike.
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

  /// The cells of the page.
  var page: Range<Int> { origin..<(origin + columns) }
}
