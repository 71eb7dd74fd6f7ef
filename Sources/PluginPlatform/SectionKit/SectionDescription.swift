/// A section as a whole: the arrangement of its rows, and its other parts.
///
/// The content height is the sum of margins, header, arranged rows, spacing, insets and footer, but
/// at least ``minimumHeight``. All lengths are in points.
public struct SectionDescription: Sendable, Hashable {
  /// The title in dumps and lists of sections; it is not drawn.
  public var title: String
  /// The arrangement of the rows.
  public var layout: SectionLayout
  /// The margins around header, rows, footer and background.
  public var margins: EdgeInsets
  /// The insets within the margins, around the rows only.
  public var insets: EdgeInsets
  /// The spacing between rows along y.
  public var rowSpacing: Double
  /// The spacing between items along x.
  public var itemSpacing: Double
  /// The vertical alignment of an item that is less high than its line. A waterfall has no lines.
  public var itemAlignment: ItemAlignment
  /// The minimum height of the content.
  public var minimumHeight: Double
  /// The header; `nil` if there is none. Its body is ``SectionProvider/header``.
  public var header: Supplement?
  /// The footer; `nil` if there is none. Its body is ``SectionProvider/footer``.
  public var footer: Supplement?
  /// The parts behind which ``SectionProvider/background`` is drawn; `nil` if it is not drawn.
  public var background: BackgroundExtent?
  /// The position of the section on the page.
  public var placement: Placement

  /// Creates a description. By default it is a plain list without insets, spacing, header, footer
  /// and background.
  public init(
    title: String = "", layout: SectionLayout = .list, margins: EdgeInsets = EdgeInsets(),
    insets: EdgeInsets = EdgeInsets(), rowSpacing: Double = 0, itemSpacing: Double = 0,
    itemAlignment: ItemAlignment = .automatic, minimumHeight: Double = 0, header: Supplement? = nil,
    footer: Supplement? = nil, background: BackgroundExtent? = nil, placement: Placement = .flow
  ) {
    self.title = title
    self.layout = layout
    self.margins = margins
    self.insets = insets
    self.rowSpacing = rowSpacing
    self.itemSpacing = itemSpacing
    self.itemAlignment = itemAlignment
    self.minimumHeight = minimumHeight
    self.header = header
    self.footer = footer
    self.background = background
    self.placement = placement
  }
}

/// The position of a section on the page.
public enum Placement: UInt32, Sendable, Hashable, CaseIterable {
  /// Below the previous section.
  case flow
  /// On top of the following sections, without taking height.
  case overlay
  /// At the upper edge of the screen, at any scroll offset.
  case floatTop
  /// At the lower edge of the screen, at any scroll offset.
  case floatBottom
}

/// The parts of a section behind which its background is drawn.
public enum BackgroundExtent: UInt32, Sendable, Hashable, CaseIterable {
  /// Everything between header and footer.
  case rows
  /// Everything including header and footer.
  case section
}

/// A header or a footer: `.height(40)`, `.automatic`, `.pinned(40)`.
public struct Supplement: Sendable, Hashable {
  /// The height; automatic means the height of the laid out body.
  public var height: RowHeight
  /// Whether the supplement stays at the edge of the screen while its section scrolls.
  public var isPinned: Bool

  /// Creates a supplement of the given height.
  public init(height: RowHeight, isPinned: Bool = false) {
    self.height = height
    self.isPinned = isPinned
  }

  /// A supplement as high as its body.
  public static let automatic = Supplement(height: .automatic)
  /// Creates a supplement with a height in points.
  public static func height(_ points: Double) -> Supplement { Supplement(height: .points(points)) }
  /// Creates a supplement with a height in points that stays at the edge of the screen while the
  /// section scrolls.
  public static func pinned(_ points: Double) -> Supplement {
    Supplement(height: .points(points), isPinned: true)
  }
}

/// The height of a row, a header or a footer.
public enum RowHeight: Sendable, Hashable {
  /// The height of the laid out body; never an estimate.
  case automatic
  /// A fixed height in points, regardless of the body.
  case points(Double)
}

/// A frame that the provider chooses for its section. The engine determines y, because it stacks
/// the sections.
public struct SectionFrame: Sendable, Hashable {
  /// The distance from the page's start edge in points.
  public var x: Double
  /// The width; `.auto` is the width of the page, and percentages refer to the page width.
  public var width: Length
  /// The height; `.auto` is the content height. The next section is placed below this height. A
  /// diagnostic reports a difference from the content height.
  public var height: Length

  /// Creates a frame. The engine chooses the dimensions that are not given.
  public init(x: Double = 0, width: Length = .auto, height: Length = .auto) {
    self.x = x
    self.width = width
    self.height = height
  }
}
