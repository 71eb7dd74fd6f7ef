/// One section of a page before layout: the output of its provider, with the settings of the feed
/// layout.
///
/// Equal sections have equal layouts (`PlacedSection`) on pages of the same width and direction.
package struct Section: Sendable, Equatable {
  package struct Provider: Sendable, Hashable {
    package var id: String
    package var version: String
    package init(id: String, version: String) {
      self.id = id
      self.version = version
    }
  }

  /// The step of the fallback ladder that drew the section, if its own provider did not.
  package struct Fallback: Sendable, Hashable {
    package enum Step: String, Sendable { case showType, generic, placeholder }
    package var step: Step
    /// The reason, such as "no provider for the code or its showType".
    package var reason: String
    package init(step: Step, reason: String) {
      self.step = step
      self.reason = reason
    }
  }

  /// The arrangement of the rows. Each is a pure function of the rows' sizes, in `SectionLayouts/`.
  package enum Layout: UInt8, Sendable, CaseIterable {
    case list, carousel, pager, grid, flow, waterfall, onePlusN
  }

  /// The scrolling of a carousel or pager along x, named after compositional layouts. A group is a
  /// column: one item, or as many items as there are lanes.
  package enum OrthogonalScrolling: UInt8, Sendable, CaseIterable {
    /// Rests at any offset.
    case continuous
    /// Does not scroll; content that does not fit is unreachable.
    case none
    /// Rests where the leading edge of a group is at the section's leading edge.
    case leadingBoundary
    /// Rests at multiples of the section's inner width.
    case paging
    /// Pages by one group, which rests at the leading edge.
    case groupPaging
    /// Pages by one group, which rests in the middle.
    case groupPagingCentered
  }

  /// The position of the section on the page.
  package enum Placement: UInt8, Sendable, CaseIterable {
    /// Below the previous section.
    case flow
    /// On top of the following sections, without taking height.
    case overlay
    /// At the top edge of the screen, below the top inset, at any scroll offset.
    case floatTop
    /// At the bottom edge of the screen.
    case floatBottom
  }

  /// The parts that the background lies behind.
  package enum BackgroundExtent: UInt8, Sendable, CaseIterable {
    /// Everything between header and footer.
    case rows
    /// Everything including header and footer.
    case section
  }

  /// A header or footer: a node of the arena, a child of the root.
  package struct Supplement: Sendable, Hashable {
    package var node: Int
    package var isPinned: Bool
    /// `nil` means the height of its laid out content.
    package var height: Double?
    package init(node: Int, isPinned: Bool, height: Double?) {
      self.node = node
      self.isPinned = isPinned
      self.height = height
    }
  }

  /// The width of a row in a layout that allows a choice: list, flow, carousel without a peek, and
  /// one-plus-N, whose first item decides for all large ones.
  package enum RowWidth: Sendable, Hashable {
    /// Chosen by the layout: the full inner width, a column, a page, or the width of the row's
    /// content.
    case automatic
    /// A width in points.
    case points(Double)
    /// A fraction of the inner width: n items of 1/n and the spacing between them fill it.
    case fraction(Double)
  }

  /// A row, or an item if several are side by side.
  package struct Row: Sendable, Hashable {
    /// The row's node: a child of the root, or the root itself if the section is one bare row.
    package var node: Int
    /// `nil` means the height of its laid out content.
    package var height: Double?
    package var width: RowWidth = .automatic
    /// The number of columns that it spans in a grid or waterfall.
    package var columnSpan = 1
    /// The number of rows that it spans in a grid.
    package var rowSpan = 1
    /// Whether it extends over the insets to the section's margins, in a list.
    package var isFullBleed = false
    /// Whether it is as high as the highest item beside it.
    package var isStretched = false
    package init(node: Int, height: Double?) {
      self.node = node
      self.height = height
    }
  }

  /// The frame that the provider requests; the engine chooses the parts that are `nil`.
  package struct FrameRequest: Sendable, Hashable {
    package var x: Double
    package var width: Double?
    package var height: Double?
    package init(x: Double = 0, width: Double? = nil, height: Double? = nil) {
      self.x = x
      self.width = width
      self.height = height
    }
  }

  /// The maximum number of columns and of lanes, which bounds the work per item. Descriptions with
  /// more are rejected before layout.
  package static let mostColumns = 256

  // The section's identity.
  package var blockCode: String
  package var title: String = ""
  package var provider: Provider
  package var fallback: Fallback?
  package var isClosable = false
  /// The codes of the diagnostics about this section, sorted and unique.
  package var diagnosticCodes: [String] = []

  // The provider's output. Node 0 of the arena is the root; header, rows, footer and background are
  // its children. `layout`, `insets` and spacings apply to the rows.
  package var arena = NodeArena()
  package var layout: Layout = .list
  package var insets = EdgeInsets.zero
  package var rowSpacing = 0.0
  package var itemSpacing = 0.0
  package var minimumHeight = 0.0
  /// The margins around header, rows, footer and background; `insets` are within them, around the
  /// rows only.
  package var margins = EdgeInsets.zero
  /// Grid and waterfall: the number of columns, at least 1. One-plus-N: the number of items beside
  /// the large one.
  package var columns = 1
  /// Carousel and pager: the number of items stacked in a group; 0 and 1 both mean one.
  package var lanes = 1
  /// Flow: the distribution of a line's free width among its items.
  package var rowAlignment: Style.Justify = .start
  /// The alignment of an item in a higher line.
  package var itemAlignment: Style.Align = .start
  package var orthogonalScrolling: OrthogonalScrolling = .continuous
  /// Carousel and pager with items of automatic width: the visible part of the next group, in
  /// points.
  package var peek = 0.0
  /// Carousel and pager: the index of the group that is scrolled to.
  package var currentGroup = 0
  /// How far the rows, or else the items of the first carousel, are to be scrolled along x, in
  /// points; `nil` leaves that to `currentGroup`.
  package var scroll: Double?
  package var placement: Placement = .flow
  /// List: the pixels per point that widths of rows are rounded to, so that neighbours have the
  /// same number of pixels; 0 leaves them exact.
  package var itemWidthScale = 0.0
  /// The free space above the section, from the feed layout's spacing policy.
  package var gapAbove = 0.0
  package var backgroundExtent: BackgroundExtent = .rows
  package var header: Supplement?
  package var footer: Supplement?
  /// The node drawn behind the rows.
  package var background: Int?
  package var rows: [Row] = []
  package var frameRequest = FrameRequest()

  /// Whether the only row is the root.
  var isBareRow: Bool { rows.count == 1 && rows[0].node == 0 && arena.count > 0 }

  /// Whether the rows scroll along x, so that their content may be wider than the section.
  package var scrollsAlongX: Bool { layout == .carousel || layout == .pager }

  package init(blockCode: String, provider: Provider) {
    self.blockCode = blockCode
    self.provider = provider
  }
}
