/// Something that a layout was given, and that its frames depend on: of a style, a text, a section, or
/// the page.
package struct LayoutInput: Sendable, Hashable {
  package enum Owner: Sendable, Hashable {
    case page
    case section(PagePart)
    /// By index in the section's rows.
    case row(PagePart, Int)
    /// By index in the section's arena.
    case node(PagePart, Int)
  }

  /// In the words of the style, the section or the page.
  package enum Property: String, Sendable, Hashable {
    case width, height
    case minWidth = "min-width"
    case minHeight = "min-height"
    case maxWidth = "max-width"
    case maxHeight = "max-height"
    case flexBasis = "flex-basis"
    case flexGrow = "grow"
    case flexShrink = "shrink"
    case aspectRatio = "aspect-ratio"
    case pictureRatio = "picture ratio"
    case rowGap = "row-gap"
    case columnGap = "column-gap"
    case margin, padding, border, inset
    /// Of the whole text on one line, of one line, and of a line down to its baseline.
    case textWidth = "measured width"
    case lineHeight = "line height"
    case ascent
    /// Of what is no text: a symbol, the dots of a page control.
    case contentWidth = "content width"
    case contentHeight = "content height"
    // Of a section.
    case insets, margins
    case rowSpacing = "row spacing"
    case itemSpacing = "item spacing"
    case minimumHeight = "minimum height"
    case peek
    case gapAbove = "gap above"
    case headerHeight = "header height"
    case footerHeight = "footer height"
    case requestedX = "requested x"
    case requestedWidth = "requested width"
    case requestedHeight = "requested height"
    /// Of a row.
    case fraction
    /// Height of the screen.
    case screenHeight = "screen height"
  }

  package enum Edge: String, Sendable, Hashable { case top, right, bottom, left, start, end }
  /// Of `value`.
  package enum Unit: Sendable, Hashable { case points, percent, number }

  package var owner: Owner
  package var property: Property
  /// Of margins, paddings, borders and insets.
  package var edge: Edge?
  package var unit: Unit
  package var value: Double

  init(
    _ owner: Owner, _ property: Property, _ edge: Edge? = nil, unit: Unit = .points,
    value: Double
  ) {
    self.owner = owner
    self.property = property
    self.edge = edge
    self.unit = unit
    self.value = value
  }
}

/// What of a page a section is.
package enum PagePart: Sendable, Hashable {
  /// By index.
  case section(Int)
  /// The bar above the content, and the one below it.
  case top, bottom
}
