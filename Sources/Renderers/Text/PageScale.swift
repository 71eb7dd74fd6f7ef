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

/// The horizontal division of the output, in cells: `gutter title page  ┊ inspector`.
struct PageColumns {
  /// The minimum total width at which the inspector is shown by default, in cells.
  static let inspectorThreshold = 112
  private static let inspectorWidth = 40
  private static let narrowest = 16

  let gutter: Int
  let all: Int
  let end: Int
  let inspector: Int?

  init(widest: Int, columns: Int, annotate: Bool) {
    all = max(columns, Self.narrowest)
    let gutter = min(max(widest, 4), all / 2)
    self.gutter = gutter
    let wanted = annotate || all >= Self.inspectorThreshold ? min(Self.inspectorWidth, all / 2) : 0
    // The page has at least two cells, even if that leaves no room for the inspector.
    end = max(all - wanted, gutter + 3)
    inspector = wanted > 0 && end + 4 < all ? end + 4 : nil
  }

  var title: Int { gutter + 1 }

  func scale(width: Double) -> PageScale {
    PageScale(origin: title + 1, columns: max(end - title - 1, 1), width: width)
  }

  var divider: Int? { inspector.map { $0 - 2 } }
}
