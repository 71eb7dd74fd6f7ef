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

    /// Id and version as messages name a plugin, such as "banner@1.0.0".
    package var identity: String { "\(id)@\(version)" }
  }

  /// The fallback step that produced the section instead of the provider for its blockCode.
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

  /// The arrangement of the rows. The types in `SectionLayouts/` compute it from the rows' sizes.
  package enum Layout: UInt8, Sendable, CaseIterable {
    case list, carousel, pager, grid, flow, waterfall, onePlusN
  }

  /// The horizontal scrolling of a carousel or pager, with UIKit's names for compositional layouts.
  /// A group is a column: one item, or as many items as there are lanes.
  package enum OrthogonalScrolling: UInt8, Sendable, CaseIterable {
    /// Scrolling stops at any offset.
    case continuous
    /// Content does not scroll; content that does not fit is unreachable.
    case none
    /// Scrolling stops where the leading edge of a group is at the section's leading edge.
    case leadingBoundary
    /// Scrolling stops at multiples of the section's inner width.
    case paging
    /// Scrolling moves by one group, which stops at the leading edge.
    case groupPaging
    /// Scrolling moves by one group, which stops in the middle.
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
    /// At the bottom edge of the screen, above the bottom inset, at any scroll offset.
    case floatBottom
  }

  /// The parts of a section that its background extends over.
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
    /// The height in points; `nil` means the height of the laid-out content.
    package var height: Double?
    package init(node: Int, isPinned: Bool, height: Double?) {
      self.node = node
      self.isPinned = isPinned
      self.height = height
    }
  }

  /// The width of a row. List, flow, carousel without a peek, and one-plus-N use it; in one-plus-N,
  /// the first item's width applies to all large items.
  package enum RowWidth: Sendable, Hashable {
    /// Chosen by the layout: the full inner width, a column, a page, or the width of the row's
    /// content.
    case automatic
    /// A width in points.
    case points(Double)
    /// A fraction of the inner width: n items of 1/n and the spacing between them fill that width.
    case fraction(Double)
  }

  /// A row, or an item of a layout that places several items side by side.
  package struct Row: Sendable, Hashable {
    /// The row's node: a child of the root, or the root itself if the section is one bare row.
    package var node: Int
    /// The height in points; `nil` means the height of the laid-out content.
    package var height: Double?
    package var width: RowWidth = .automatic
    /// The number of columns that the item spans in a grid or waterfall.
    package var columnSpan = 1
    /// The number of rows that the item spans in a grid.
    package var rowSpan = 1
    /// Whether a list row extends across the insets to the section's margins.
    package var isFullBleed = false
    /// Whether the item becomes as high as the highest item beside it.
    package var isStretched = false
    /// Whether the provider warned while it made the row. Such a row is always made again.
    package var hasWarnings = false
    package init(node: Int, height: Double?) {
      self.node = node
      self.height = height
    }
  }

  /// The frame that the provider requests, in points; the engine chooses values that are `nil`.
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

  /// The maximum number of columns and of lanes, which bounds the work per item. Plugin output and
  /// feed layouts that exceed it are rejected before layout.
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
  /// The margins around header, rows, footer and background. `insets` are inside the margins,
  /// around the rows only.
  package var margins = EdgeInsets.zero
  /// Grid and waterfall: the number of columns, at least 1. One-plus-N: the number of items beside
  /// the large one.
  package var columns = 1
  /// Carousel and pager: the number of items stacked in a group; 0 and 1 both mean one.
  package var lanes = 1
  /// Flow: the distribution of a line's free width among its items.
  package var rowAlignment: Style.Justify = .start
  /// The vertical alignment of an item in a line that is higher than the item. `auto` is `start`; in
  /// carousel, pager and one-plus-N, items then fill the line, but a carousel's items with a height of
  /// their own begin at its top.
  package var itemAlignment: Style.Align = .auto
  package var orthogonalScrolling: OrthogonalScrolling = .continuous
  /// Carousel and pager with items of automatic width: the visible part of the next group, in
  /// points.
  package var peek = 0.0
  /// Carousel and pager: the index of the group that is scrolled to.
  package var currentGroup = 0
  /// The requested horizontal scroll offset in points. Carousel and pager: of the rows; `nil` means
  /// the position of `currentGroup`. Other layouts: of the items of the first carousel node.
  package var scroll: Double?
  package var placement: Placement = .flow
  /// List: the pixels per point of the grid to which row widths are rounded, so that adjacent rows
  /// have equal pixel widths; 0 disables rounding.
  package var itemWidthScale = 0.0
  /// The free space above the section, from the feed layout's spacing policy.
  package var gapAbove = 0.0
  package var backgroundExtent: BackgroundExtent = .rows
  package var header: Supplement?
  package var footer: Supplement?
  /// The node drawn behind the rows.
  package var background: Int?
  package var rows: [Row] = []
  /// The index of the feed value, an array, whose element i makes row i and nothing else; 0 if the
  /// provider does not promise that. It is an index in the document of the block.
  package var rowElements: UInt32 = 0
  package var frameRequest = FrameRequest()
  /// The settings of the provider, and those of the feed layout, that have no effect.
  package var ignoredSettings: [Setting] = []
  package var ignoredOverrides: [Setting] = []

  /// Whether the section is a single row that is the root node itself.
  package var isBareRow: Bool { rows.count == 1 && rows[0].node == 0 && arena.count > 0 }

  /// Whether the rows scroll horizontally; their content may then be wider than the section.
  package var scrollsAlongX: Bool { layout == .carousel || layout == .pager }

  package init(blockCode: String, provider: Provider) {
    self.blockCode = blockCode
    self.provider = provider
  }
}
