/// The section properties that a feed layout overrides; `nil` keeps the provider's value. Lengths
/// are in points.
package struct SectionLayoutOverride: Sendable, Hashable {
  /// Overrides of individual edges; `nil` keeps the provider's value.
  package struct Edges: Sendable, Hashable {
    package var top, end, bottom, start: Double?
    package init(
      top: Double? = nil, end: Double? = nil, bottom: Double? = nil, start: Double? = nil
    ) {
      self.top = top
      self.end = end
      self.bottom = bottom
      self.start = start
    }
  }

  package var layout: Section.Layout?
  package var columns: Int?
  package var lanes: Int?
  package var rowAlignment: Style.Justify?
  package var itemAlignment: Style.Align?
  package var orthogonalScrolling: Section.OrthogonalScrolling?
  package var peek: Double?
  package var currentGroup: Int?
  package var scroll: Double?
  package var rowSpacing: Double?
  package var itemSpacing: Double?
  package var insets = Edges()
  package var margins = Edges()
  package var minimumHeight: Double?
  package var placement: Section.Placement?
  package var backgroundExtent: Section.BackgroundExtent?
  package var isHeaderPinned: Bool?
  package var isFooterPinned: Bool?

  package init() {}
}

extension Section {
  /// Applies the overrides of a feed layout. Pinning has no effect on a missing header or footer.
  package mutating func apply(_ override: SectionLayoutOverride) {
    func take<T>(_ value: T?, _ field: inout T) { if let value { field = value } }
    take(override.layout, &layout)
    take(override.columns, &columns)
    take(override.lanes, &lanes)
    take(override.rowAlignment, &rowAlignment)
    take(override.itemAlignment, &itemAlignment)
    take(override.orthogonalScrolling, &orthogonalScrolling)
    take(override.peek, &peek)
    take(override.currentGroup, &currentGroup)
    scroll = override.scroll ?? scroll
    take(override.rowSpacing, &rowSpacing)
    take(override.itemSpacing, &itemSpacing)
    take(override.insets.top, &insets.top)
    take(override.insets.end, &insets.end)
    take(override.insets.bottom, &insets.bottom)
    take(override.insets.start, &insets.start)
    take(override.margins.top, &margins.top)
    take(override.margins.end, &margins.end)
    take(override.margins.bottom, &margins.bottom)
    take(override.margins.start, &margins.start)
    take(override.minimumHeight, &minimumHeight)
    take(override.placement, &placement)
    take(override.backgroundExtent, &backgroundExtent)
    if let isPinned = override.isHeaderPinned { header?.isPinned = isPinned }
    if let isPinned = override.isFooterPinned { footer?.isPinned = isPinned }
  }
}

extension NodeArena {
  /// Shows page `page`, counted from 0 and at most the last page, in the first pager and in the
  /// page controls that have one dot per page of that pager.
  /// - Returns: Whether there is a pager.
  package mutating func showPage(_ page: Int) -> Bool {
    guard let pager = records.firstIndex(where: { $0.kind == .pager }) else { return false }
    let content = ownContent(of: pager)
    let items = LayoutNode(arena: self, index: pager).children.count
    let lanes = max(1, Int(contents[content].count))
    let pages = (items + lanes - 1) / lanes
    let shown = UInt32(max(0, min(page, pages - 1)))
    contents[content].current = shown
    for record in records where record.kind == .pageControl && record.content != .max {
      if Int(contents[Int(record.content)].count) == pages {
        contents[Int(record.content)].current = shown
      }
    }
    return true
  }

  /// Scrolls the items of the first carousel by a distance in points, at most to their end. The
  /// arena must be laid out.
  /// - Returns: The applied distance in points; 0 if there is no carousel.
  mutating func scroll(by distance: Double) -> Double {
    guard let carousel = records.firstIndex(where: { $0.kind == .carousel }) else { return 0 }
    let width = contentSize(of: carousel)?.width ?? 0
    let reached = max(0, min(distance, width - Double(frames[carousel].width)))
    contents[ownContent(of: carousel)].scroll = Float(reached)
    return reached
  }

  /// Returns the index of a node's content. Adds empty content if the node has none.
  private mutating func ownContent(of node: Int) -> Int {
    if records[node].content == .max {
      records[node].content = UInt32(contents.count)
      contents.append(NodeContent())
    }
    return Int(records[node].content)
  }
}
