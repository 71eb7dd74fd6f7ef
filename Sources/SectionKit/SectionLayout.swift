/// How the rows of a section stand: `.list`, `.grid(columns: 2)`, `.carousel(scrolling: .paging)`.
///
/// | layout | rows stand |
/// |---|---|
/// | ``list`` | one below the other; neighbours that ask for the same width share a line as long as they fit |
/// | ``grid(columns:)`` | in equal columns, spanning columns and rows |
/// | ``flow(alignment:)`` | as many in a line as fit, then in the next |
/// | ``waterfall(columns:)`` | each at the end of the shortest column |
/// | ``onePlus(_:)`` | a large item, and smaller ones stacked beside it; more begin the next group |
/// | ``carousel`` | in one row that scrolls along x |
/// | ``pager`` | one page at a time |
///
/// What a single row asks of it is its ``ItemDescription``.
public struct SectionLayout: Sendable, Hashable {
  let kind: se_section_layout
  private(set) var columns = 0
  private(set) var lanes = 0
  private(set) var rowAlignment = Justification.start
  private(set) var scrolling = OrthogonalScrolling.continuous
  private(set) var peek = 0.0
  private(set) var currentGroup = 0

  private init(_ kind: se_section_layout) { self.kind = kind }

  /// One below the other.
  public static let list = SectionLayout(SE_LAYOUT_LIST)
  /// In one row that scrolls along x and rests anywhere.
  public static let carousel = SectionLayout(SE_LAYOUT_CAROUSEL)
  /// One page at a time, each as wide as the section's inner width.
  public static let pager = SectionLayout(SE_LAYOUT_PAGER)

  /// Equal columns, of which an item covers one or more.
  public static func grid(columns: Int) -> SectionLayout {
    SectionLayout(SE_LAYOUT_GRID).with { $0.columns = columns }
  }

  /// As many items in a line as fit; `alignment` shares the free width of each line.
  public static func flow(alignment: Justification = .start) -> SectionLayout {
    SectionLayout(SE_LAYOUT_FLOW).with { $0.rowAlignment = alignment }
  }

  /// Equal columns, each item at the end of the shortest.
  public static func waterfall(columns: Int) -> SectionLayout {
    SectionLayout(SE_LAYOUT_WATERFALL).with { $0.columns = columns }
  }

  /// A large item, and `count` smaller ones beside it.
  public static func onePlus(_ count: Int) -> SectionLayout {
    SectionLayout(SE_LAYOUT_ONE_PLUS_N).with { $0.columns = count }
  }

  /// Groups in one row that scrolls along x.
  ///
  /// - Parameters:
  ///   - lanes: Items stacked in one group.
  ///   - peek: How much of the next group shows, in points, where items have no width of their own.
  ///   - currentGroup: Index of the group that is scrolled to.
  public static func carousel(
    scrolling: OrthogonalScrolling = .continuous, lanes: Int = 1, peek: Double = 0,
    currentGroup: Int = 0
  ) -> SectionLayout {
    carousel.scrolling(scrolling, lanes: lanes, peek: peek, currentGroup: currentGroup)
  }

  /// Groups as wide as the inner width, less what of the next one shows. Parameters as of
  /// ``carousel(scrolling:lanes:peek:currentGroup:)``.
  public static func pager(
    scrolling: OrthogonalScrolling = .continuous, lanes: Int = 1, peek: Double = 0,
    currentGroup: Int = 0
  ) -> SectionLayout {
    pager.scrolling(scrolling, lanes: lanes, peek: peek, currentGroup: currentGroup)
  }

  private func scrolling(
    _ scrolling: OrthogonalScrolling, lanes: Int, peek: Double, currentGroup: Int
  ) -> SectionLayout {
    with {
      $0.scrolling = scrolling
      $0.lanes = lanes
      $0.peek = peek
      $0.currentGroup = currentGroup
    }
  }

  private func with(_ change: (inout SectionLayout) -> Void) -> SectionLayout {
    var copy = self
    change(&copy)
    return copy
  }
}

/// How the groups of a carousel or pager scroll along x, in the words of compositional layouts. A group
/// is what stands in one column: an item, or as many as there are lanes.
public enum OrthogonalScrolling: UInt32, Sendable, Hashable, CaseIterable {
  /// Rests anywhere.
  case continuous
  /// Does not scroll; what does not fit is out of reach.
  case none
  /// Rests where a group stands at the leading edge.
  case continuousGroupLeadingBoundary
  /// Rests at multiples of the section's inner width.
  case paging
  /// One group at a time, at the leading edge.
  case groupPaging
  /// One group at a time, in the middle.
  case groupPagingCentered
}

/// How an item stands in a line that is higher.
public enum ItemAlignment: Sendable, Hashable, CaseIterable {
  case start, center, end, stretch
}

/// What a row asks of the section's layout.
public struct ItemDescription: Sendable, Hashable {
  /// How wide it is.
  public var width: ItemWidth
  /// Columns that it covers in a grid or a waterfall; more than there are: all of them.
  public var columnSpan: Int
  /// Rows that it covers in a grid.
  public var rowSpan: Int
  /// Whether it reaches over the insets to the section's margins, in a list.
  public var isFullBleed: Bool
  /// Whether it is as high as the highest item beside it.
  public var isStretched: Bool

  /// One column, one row, of the width that the layout gives, unless stated.
  public init(
    width: ItemWidth = .automatic, columnSpan: Int = 1, rowSpan: Int = 1, isFullBleed: Bool = false,
    isStretched: Bool = false
  ) {
    self.width = width
    self.columnSpan = columnSpan
    self.rowSpan = rowSpan
    self.isFullBleed = isFullBleed
    self.isStretched = isStretched
  }
}

/// How wide an item is in a layout that lets it choose: list, flow, carousel, and the large items of one
/// plus some by the first of them.
public enum ItemWidth: Sendable, Hashable {
  /// As the layout gives it: the full inner width in a list, half of it for the large item of one plus
  /// some, that of the content in a flow or carousel, a column, or a page.
  case automatic
  /// Points.
  case points(Double)
  /// Part of the section's inner width, 0 to 1: `n` items of `1/n` and the spacing between them fill a
  /// line.
  case fraction(Double)
}
