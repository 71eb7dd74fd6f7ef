/// A given value that the frames of a layout depend on: a property of a style, a text, a section or
/// the page.
package struct LayoutInput: Sendable, Hashable {
  package enum Owner: Sendable, Hashable {
    case page
    case section(PagePart)
    /// The index in the section's rows.
    case row(PagePart, Int)
    /// The index in the section's arena.
    case node(PagePart, Int)
  }

  /// The name of the property in a style, a section or the page.
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
    /// The width of the whole text on one line, the height of a line, and the distance from its top
    /// to its baseline.
    case textWidth = "measured width"
    /// The width of the longest line of a text that wraps.
    case longestLine = "longest line"
    case lineHeight = "line height"
    case ascent
    /// The size of content that is not text: a symbol, or the dots of a page control.
    case contentWidth = "content width"
    case contentHeight = "content height"
    // Properties of a section.
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
    /// A row's width as a fraction of the section's inner width.
    case fraction
    /// The height of the screen.
    case screenHeight = "screen height"
  }

  package enum Edge: String, Sendable, Hashable { case top, right, bottom, left, start, end }
  /// The unit of `value`.
  package enum Unit: String, Sendable, Hashable { case points, percent, number }

  package var owner: Owner
  package var property: Property
  /// The edge, for margins, paddings, borders and insets.
  package var edge: Edge?
  package var unit: Unit
  /// The value in `unit`: 50 for 50 percent.
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

/// A section, or one of the two bars of a page.
package enum PagePart: Sendable, Hashable {
  /// The index of the section.
  case section(Int)
  /// The bar above the content, and the bar below the content.
  case top, bottom
}
