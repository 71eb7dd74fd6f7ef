/// One section of a page: what its provider said, and, once laid out, where everything stands.
///
/// Sections that are equal before layout are equal after it, on pages of one width and direction.
package struct LayoutSection: Sendable, Equatable {
  package struct Provider: Sendable, Hashable {
    package var id: String
    package var version: String
    package init(id: String, version: String) {
      self.id = id
      self.version = version
    }
  }

  /// The step of the fallback ladder that drew the section, where it was not its own provider.
  package struct Fallback: Sendable, Hashable {
    package enum Step: String, Sendable { case showType, generic, placeholder }
    package var step: Step
    /// "no provider for the code or its showType".
    package var reason: String
    package init(step: Step, reason: String) {
      self.step = step
      self.reason = reason
    }
  }

  /// How the rows stand; each is a pure function of `SectionLayouts/` over their sizes.
  package enum Layout: UInt8, Sendable, CaseIterable {
    case list, carousel, pager, grid, flow, waterfall, onePlusN
  }

  /// How the rows of a carousel or pager scroll along x, in the words of compositional layouts. A
  /// group is what stands in one column: an item, or as many as there are lanes.
  package enum OrthogonalScrolling: UInt8, Sendable, CaseIterable {
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

  /// Where the section stands on the page.
  package enum Placement: UInt8, Sendable, CaseIterable {
    /// Below the section before it.
    case flow
    /// On top of what follows, without taking height.
    case overlay
    /// At the top edge of the screen, below the top inset, whatever the scroll offset.
    case floatTop
    /// At the bottom edge of the screen.
    case floatBottom
  }

  /// What the background lies behind.
  package enum BackgroundExtent: UInt8, Sendable, CaseIterable {
    /// All between header and footer.
    case rows
    /// Header and footer too.
    case section
  }

  /// A header or footer: a node of the arena, a child of the root.
  package struct Supplement: Sendable, Hashable {
    package var node: Int
    package var isPinned: Bool
    /// `nil`: of its laid out body.
    package var height: Double?
    package init(node: Int, isPinned: Bool, height: Double?) {
      self.node = node
      self.isPinned = isPinned
      self.height = height
    }
  }

  /// How wide a row is in a layout that lets it choose: list, flow, carousel without a peek, and the
  /// large items of one-plus-N by the first of them.
  package enum RowWidth: Sendable, Hashable {
    /// The layout's: the full inner width, a column, a page, or that of the row's content.
    case automatic
    /// Points.
    case points(Double)
    /// Part of the inner width, so that n items of 1/n and the spacing between them fill it.
    case fraction(Double)
  }

  /// A row, or an item where several stand side by side.
  package struct Row: Sendable, Hashable {
    /// The row's node, a child of the root; the root itself when the section is one bare row.
    package var node: Int
    /// `nil`: of its laid out body.
    package var height: Double?
    package var width: RowWidth = .automatic
    /// Columns that it covers in a grid or waterfall.
    package var columnSpan = 1
    /// Rows that it covers in a grid.
    package var rowSpan = 1
    /// In a list: reaches over the insets to the section's margins.
    package var isFullBleed = false
    /// As high as the highest item beside it.
    package var isStretched = false
    package init(node: Int, height: Double?) {
      self.node = node
      self.height = height
    }
  }

  /// The frame that the provider asked for; `nil` parts are the engine's.
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

  /// Result: the parts around the rows, relative to the section's left and top, in points.
  package struct Parts: Sendable, Hashable {
    /// Where they stand when nothing pins them.
    package var header, footer: Rect?
    /// The section without its margins: what pinned parts stay within.
    package var top = 0.0, bottom = 0.0
    package init(
      header: Rect? = nil, footer: Rect? = nil, top: Double = 0, bottom: Double = 0
    ) {
      self.header = header
      self.footer = footer
      self.top = top
      self.bottom = bottom
    }
  }

  /// Columns, and lanes, of a section: the limit bounds the work per item. Whoever lets descriptions in
  /// refuses more.
  package static let mostColumns = 256

  // What it is.
  package var blockCode: String
  package var title: String = ""
  package var provider: Provider
  package var fallback: Fallback?
  package var isClosable = false
  /// Codes of the diagnostics about this section, sorted, each once.
  package var diagnosticCodes: [String] = []

  // What the provider said. Node 0 of the arena is the root; header, rows, footer and background
  // are its children. `layout`, `insets` and spacings hold for the rows.
  package var arena = NodeArena()
  package var layout: Layout = .list
  package var insets = EdgeInsets.zero
  package var rowSpacing = 0.0
  package var itemSpacing = 0.0
  package var minimumHeight = 0.0
  /// Around header, rows, footer and background; `insets` lie inside of it, around the rows alone.
  package var margins = EdgeInsets.zero
  /// Grid and waterfall: columns, at least 1. One-plus-N: items beside the large one.
  package var columns = 1
  /// Carousel and pager: items stacked in one group; 0 and 1: one.
  package var lanes = 1
  /// Flow: how the items of one line share its free width.
  package var rowAlignment: Style.Justify = .start
  /// How an item stands in a line that is higher.
  package var itemAlignment: Style.Align = .start
  package var orthogonalScrolling: OrthogonalScrolling = .continuous
  /// Carousel and pager, items of automatic width: how much of the next group shows, in points.
  package var peek = 0.0
  /// Carousel and pager: index of the group that is scrolled to.
  package var currentGroup = 0
  package var placement: Placement = .flow
  /// List: pixels per point that widths of rows are rounded to, so that neighbours are as many pixels
  /// wide; 0 leaves them exact.
  package var itemWidthScale = 0.0
  /// Free space above the section, of the feed layout's spacing policy.
  package var gapAbove = 0.0
  package var backgroundExtent: BackgroundExtent = .rows
  package var header: Supplement?
  package var footer: Supplement?
  /// Node drawn behind the rows.
  package var background: Int?
  package var rows: [Row] = []
  package var frameRequest = FrameRequest()

  // Results of layout, in points, unrounded.
  /// Heights of the rows in order.
  package var rowHeights: [Double] = []
  /// Where the rows stand, margins of their nodes included, relative to the section's left and top.
  package var rowFrames: [Rect] = []
  /// The rows are those of a list, each in a line of its own.
  package var rowsAreStacked = false
  /// Where header and footer stand.
  package var parts = Parts()
  /// How far the rows are scrolled along x for `currentGroup`, in points towards their end.
  package var contentOffset = 0.0
  /// Margins + header + rows as the layout places them + spacing + insets + footer, at least the
  /// minimum.
  package var contentHeight = 0.0
  /// In feed coordinates; y is the exact sum of the heights and gaps above, of a floating section that
  /// of a page which is not scrolled.
  package var frame = Rect.zero

  /// Its only row is its root.
  var isBareRow: Bool { rows.count == 1 && rows[0].node == 0 && arena.count > 0 }

  /// The rows scroll along x, so their content may be wider than the section.
  package var scrollsAlongX: Bool { layout == .carousel || layout == .pager }

  package init(blockCode: String, provider: Provider) {
    self.blockCode = blockCode
    self.provider = provider
  }
}
