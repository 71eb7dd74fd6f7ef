extension PageIndex {
  /// The data that the index keeps of a section.
  struct Section {
    var x, gap, height: Double
    /// The height that the parts need, and its minimum, which is NaN if the provider requested a
    /// height.
    var needed, minimum: Double
    /// The range in the flat list of rows.
    var rows: Range<Int>
    var placement: LayoutSection.Placement
    /// The coordinate that the rows are sorted by.
    var order: Order
    /// Whether the rows are stacked one below the other.
    var isStack: Bool
  }

  /// The coordinate that rows are looked up by.
  enum Order { case y, x, reversedX }
}

extension PageIndex.Section {
  init(_ section: LayoutSection, firstRow: Int, _ rows: inout [Rect]) {
    rows.append(contentsOf: section.rowFrames)
    let order: PageIndex.Order
    if section.scrollsAlongX {
      let isReversed = (section.rowFrames.first?.x ?? 0) > (section.rowFrames.last?.x ?? 0)
      order = isReversed ? .reversedX : .x
    } else {
      order = .y
    }
    // A bare row is its own section: it has no insets and no margins.
    let below =
      section.isBareRow
      ? 0
      : section.insets.bottom.sane + (section.parts.footer?.height ?? 0)
        + section.margins.bottom.sane
    self.init(
      x: section.frame.x, gap: section.gapAbove.saneSize, height: section.frame.height,
      needed: (section.rowFrames.last?.maxY ?? 0) + below,
      minimum: section.frameRequest.height == nil ? section.minimumHeight.saneSize : .nan,
      rows: firstRow..<rows.count, placement: section.placement, order: order,
      isStack: section.rowsAreStacked)
  }
}

extension PageIndex.Order {
  /// Returns the start and end of a rectangle in the order.
  @inline(__always) func interval(_ rect: Rect) -> (start: Double, end: Double) {
    switch self {
    case .y: (rect.y, rect.maxY)
    case .x: (rect.x, rect.maxX)
    case .reversedX: (-rect.maxX, -rect.x)
    }
  }
}

extension Rect {
  /// Returns whether the intersection has an area; adjacent and empty rectangles have none.
  @inline(__always) func sharesArea(with other: Rect) -> Bool {
    min(maxX, other.maxX) > max(x, other.x) && min(maxY, other.maxY) > max(y, other.y)
  }
}
