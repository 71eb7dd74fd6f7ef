/// A section as a whole: how its rows stand, and which parts it has besides them.
///
/// Content height = margins + header + rows as the layout places them + spacing + insets + footer, at
/// least ``minimumHeight``. All lengths are points.
public struct SectionDescription: Sendable, Hashable {
  /// For dumps and lists of sections; not drawn.
  public var title: String
  /// How the rows stand.
  public var layout: SectionLayout
  /// Around header, rows, footer and background.
  public var margins: EdgeInsets
  /// Inside of the margins, around the rows alone.
  public var insets: EdgeInsets
  /// Between rows along y.
  public var rowSpacing: Double
  /// Between items along x.
  public var itemSpacing: Double
  /// How an item stands in a line that is higher.
  public var itemAlignment: ItemAlignment
  /// The content is never lower than this.
  public var minimumHeight: Double
  /// The header; `nil`: none. Its body is ``SectionProvider/header``.
  public var header: Supplement?
  /// The footer; `nil`: none. Its body is ``SectionProvider/footer``.
  public var footer: Supplement?
  /// What ``SectionProvider/background`` is drawn behind; `nil`: it is not drawn.
  public var background: BackgroundExtent?
  /// Where the section stands on the page.
  public var placement: Placement

  /// A plain list without insets, spacing, header, footer or background, unless stated.
  public init(
    title: String = "", layout: SectionLayout = .list, margins: EdgeInsets = EdgeInsets(),
    insets: EdgeInsets = EdgeInsets(), rowSpacing: Double = 0, itemSpacing: Double = 0,
    itemAlignment: ItemAlignment = .start, minimumHeight: Double = 0, header: Supplement? = nil,
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

/// Where a section stands on the page.
public enum Placement: UInt32, Sendable, Hashable, CaseIterable {
  /// Below the section before it.
  case flow
  /// On top of what follows, without taking height.
  case overlay
  /// At the upper edge of the screen, however the page scrolls.
  case floatTop
  /// At the lower edge of the screen.
  case floatBottom
}

/// What a background lies behind.
public enum BackgroundExtent: UInt32, Sendable, Hashable, CaseIterable {
  /// All between header and footer.
  case rows
  /// Header and footer too.
  case section
}

/// A header or a footer: `.height(40)`, `.automatic`, `.pinned(40)`.
public struct Supplement: Sendable, Hashable {
  /// Its height; automatic is that of its laid out body.
  public var height: RowHeight
  /// Whether it stays at the edge of the screen while its section scrolls.
  public var isPinned: Bool

  /// A supplement of any height, pinned or not.
  public init(height: RowHeight, isPinned: Bool = false) {
    self.height = height
    self.isPinned = isPinned
  }

  /// As high as its body.
  public static let automatic = Supplement(height: .automatic)
  /// Of a height in points.
  public static func height(_ points: Double) -> Supplement { Supplement(height: .points(points)) }
  /// Of a height in points, staying at the edge of the screen while the section scrolls.
  public static func pinned(_ points: Double) -> Supplement {
    Supplement(height: .points(points), isPinned: true)
  }
}

/// Height of a row, a header or a footer.
public enum RowHeight: Sendable, Hashable {
  /// That of the laid out body; never an estimate.
  case automatic
  /// Fixed, whatever the body needs.
  case points(Double)
}

/// A section's frame, where the provider chooses it. The engine owns y, since sections stack.
public struct SectionFrame: Sendable, Hashable {
  /// Distance from the page's start edge in points.
  public var x: Double
  /// `.auto`: of the page. Percent are the page's.
  public var width: Length
  /// `.auto`: of the content. Another height wins for stacking, and is reported.
  public var height: Length

  /// The frame that the engine would choose, but for what is given.
  public init(x: Double = 0, width: Length = .auto, height: Length = .auto) {
    self.x = x
    self.width = width
    self.height = height
  }
}
