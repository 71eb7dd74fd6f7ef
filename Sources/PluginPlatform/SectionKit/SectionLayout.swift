/// The arrangement of a section's rows: `.list`, `.grid(columns: 2)`,
/// `.carousel(scrolling: .paging)`.
///
/// | layout | arrangement of rows |
/// |---|---|
/// | ``list`` | one below the other; neighbours that request the same width share a line while they fit |
/// | ``grid(columns:)`` | in equal columns, spanning columns and rows |
/// | ``flow(alignment:)`` | as many per line as fit |
/// | ``waterfall(columns:)`` | each at the end of the shortest column |
/// | ``onePlus(_:)`` | a large item with smaller ones stacked beside it; the rest form new groups |
/// | ``carousel`` | in one row that scrolls along x |
/// | ``pager`` | one page at a time |
///
/// ``ItemDescription`` has the properties of a single row.
public struct SectionLayout: Sendable, Hashable {
  let kind: se_section_layout
  private(set) var columns = 0
  private(set) var lanes = 0
  private(set) var rowAlignment = Justification.start
  private(set) var scrolling = OrthogonalScrolling.continuous
  private(set) var peek = 0.0
  private(set) var currentGroup = 0

  /// Rows one below the other.
  public static let list = SectionLayout(kind: SE_LAYOUT_LIST)
  /// Rows side by side that scroll along x and rest at any offset.
  public static let carousel = SectionLayout(kind: SE_LAYOUT_CAROUSEL)
  /// One page at a time, each as wide as the section's inner width.
  public static let pager = SectionLayout(kind: SE_LAYOUT_PAGER)

  /// Creates a grid of equal columns; an item spans one or more of them.
  public static func grid(columns: Int) -> SectionLayout {
    SectionLayout(kind: SE_LAYOUT_GRID, columns: columns)
  }

  /// Creates a flow with as many items per line as fit; `alignment` distributes the free width of
  /// each line.
  public static func flow(alignment: Justification = .start) -> SectionLayout {
    SectionLayout(kind: SE_LAYOUT_FLOW, rowAlignment: alignment)
  }

  /// Creates a waterfall of equal columns; each item is added to the shortest column.
  public static func waterfall(columns: Int) -> SectionLayout {
    SectionLayout(kind: SE_LAYOUT_WATERFALL, columns: columns)
  }

  /// Creates groups of a large item with `count` smaller ones beside it.
  public static func onePlus(_ count: Int) -> SectionLayout {
    SectionLayout(kind: SE_LAYOUT_ONE_PLUS_N, columns: count)
  }

  /// Creates groups side by side that scroll along x.
  ///
  /// - Parameters:
  ///   - scrolling: The offsets at which scrolling comes to rest.
  ///   - lanes: The number of items stacked in one group.
  ///   - peek: The visible part of the next group, in points, if items have no width of their own.
  ///   - currentGroup: The index of the group that is scrolled to.
  public static func carousel(
    scrolling: OrthogonalScrolling = .continuous, lanes: Int = 1, peek: Double = 0,
    currentGroup: Int = 0
  ) -> SectionLayout {
    SectionLayout(
      kind: SE_LAYOUT_CAROUSEL, lanes: lanes, scrolling: scrolling, peek: peek,
      currentGroup: currentGroup)
  }

  /// Creates groups as wide as the inner width minus the peek. The parameters are those of
  /// ``carousel(scrolling:lanes:peek:currentGroup:)``.
  public static func pager(
    scrolling: OrthogonalScrolling = .continuous, lanes: Int = 1, peek: Double = 0,
    currentGroup: Int = 0
  ) -> SectionLayout {
    SectionLayout(
      kind: SE_LAYOUT_PAGER, lanes: lanes, scrolling: scrolling, peek: peek,
      currentGroup: currentGroup)
  }
}

/// The scrolling of a carousel or pager along x, named as in compositional layouts. A group is a
/// column: one item, or as many items as there are lanes.
public enum OrthogonalScrolling: UInt32, Sendable, Hashable, CaseIterable {
  /// Rests at any offset.
  case continuous
  /// Does not scroll; content that does not fit is unreachable.
  case none
  /// Rests where the leading edge of a group is at the section's leading edge.
  case continuousGroupLeadingBoundary
  /// Rests at multiples of the section's inner width.
  case paging
  /// Scrolls one group at a time, until its leading edge is at the section's leading edge.
  case groupPaging
  /// Scrolls one group at a time, until it is in the middle of the section.
  case groupPagingCentered
}

/// The vertical alignment of an item that is less high than its line.
public enum ItemAlignment: UInt32, Sendable, Hashable, CaseIterable {
  /// The layout's own rule: `start`. In a carousel, a pager and one-plus-N, items fill the height of
  /// their group instead, but in a carousel not those with a height of their own.
  case automatic
  case start
  case center, end, stretch
}

/// The properties of one row, called an item in layouts with several rows side by side.
public struct ItemDescription: Sendable, Hashable {
  /// The width of the row.
  public var width: ItemWidth
  /// The number of columns that the item spans in a grid or waterfall; a larger number means all.
  public var columnSpan: Int
  /// The number of rows that the item spans in a grid.
  public var rowSpan: Int
  /// Whether the item extends over the insets to the section's margins, in a list.
  public var isFullBleed: Bool
  /// Whether the item is as high as the highest item in its line.
  public var isStretched: Bool

  /// Creates a description. By default the item spans one column and one row, with the width that
  /// the layout gives.
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

/// The width of an item. It applies to list, flow, carousel, and one-plus-N, where the first item
/// sets the width of all large items.
public enum ItemWidth: Sendable, Hashable {
  /// The layout's choice: the full inner width in a list, half of it for the large item of
  /// one-plus-N, the content width in a flow or a carousel without a peek, otherwise the width of a
  /// column, group or page.
  case automatic
  /// A width in points.
  case points(Double)
  /// A fraction of the section's inner width, 0 to 1. `n` items of `1/n` fill a line together with
  /// the spacing between them.
  case fraction(Double)
}
