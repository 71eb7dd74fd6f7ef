extension PageIndex {
  /// What the index keeps of a section.
  struct Section {
    var x, gap, height: Double
    /// Height that the parts need, and the least that it is; NaN: what the provider asked for stands.
    var needed, minimum: Double
    /// Of the flat rows.
    var rows: Range<Int>
    var placement: LayoutSection.Placement
    /// What the rows are sorted by.
    var order: Order
    /// The rows stand one below the other.
    var isStack: Bool
  }

  /// Coordinate that rows are looked up by.
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
    // A bare row is its section: it has no insets and no margins.
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
  /// Where a rectangle begins and ends in the order.
  @inline(__always) func interval(_ rect: Rect) -> (start: Double, end: Double) {
    switch self {
    case .y: (rect.y, rect.maxY)
    case .x: (rect.x, rect.maxX)
    case .reversedX: (-rect.maxX, -rect.x)
    }
  }
}

extension Rect {
  /// Rectangles that only touch, and empty ones, share none.
  @inline(__always) func sharesArea(with other: Rect) -> Bool {
    min(maxX, other.maxX) > max(x, other.x) && min(maxY, other.maxY) > max(y, other.y)
  }
}
