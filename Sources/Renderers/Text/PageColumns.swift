/// How the columns of a line are divided: `gutter title page  ┊ inspector`.
struct PageColumns {
  /// From this many columns on there is an inspector.
  static let inspectorThreshold = 112
  private static let inspectorWidth = 40
  private static let narrowest = 16

  /// Cells of the numbers at the left.
  let gutter: Int
  /// Cells of a whole line.
  let all: Int
  /// One past the last cell of the page.
  let end: Int
  /// First cell of the inspector's text.
  let inspector: Int?

  /// - Parameters:
  ///   - widest: cells of the widest number in the gutter.
  ///   - columns: of a line; fewer than 16 are taken as 16.
  init(widest: Int, columns: Int, annotate: Bool) {
    all = max(columns, Self.narrowest)
    let gutter = min(max(widest, 4), all / 2)
    self.gutter = gutter
    let wanted = annotate || all >= Self.inspectorThreshold ? min(Self.inspectorWidth, all / 2) : 0
    // Two cells of the page at least, before there is an inspector.
    end = max(all - wanted, gutter + 3)
    inspector = wanted > 0 && end + 4 < all ? end + 4 : nil
  }

  /// Titles hang one cell left of the page.
  var title: Int { gutter + 1 }

  func scale(width: Double) -> PageScale {
    PageScale(origin: title + 1, columns: max(end - title - 1, 1), width: width)
  }

  /// Column of the line between page and inspector.
  var divider: Int? { inspector.map { $0 - 2 } }
}
