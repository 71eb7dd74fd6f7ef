/// A section with the results of its layout, in points, unrounded.
///
/// The frames of the nodes are in the section's arena, because tests also lay out node trees
/// without a section. The section's properties are also properties of this type: `placed.title` is
/// `placed.section.title`.
#if !hasFeature(Embedded)
  @dynamicMemberLookup
#endif
package struct PlacedSection: Sendable, Equatable {
  /// Header, footer and vertical extent, relative to the section's top left corner.
  package struct Parts: Sendable, Hashable {
    /// The frames of header and footer at their unpinned positions.
    package var header, footer: Rect?
    /// The vertical extent of the section without its margins; pinned parts stay within it.
    package var top = 0.0, bottom = 0.0
  }

  /// The section that was laid out.
  package var section: Section
  /// The heights of the rows in points, in order.
  package var rowHeights: [Double] = []
  /// The frames of the rows, including the margins of their nodes, relative to the section's left
  /// and top.
  package var rowFrames: [Rect] = []
  /// The frames of header and footer, and the vertical extent.
  package var parts = Parts()
  /// The horizontal scroll offset of the rows, or else of the first carousel, in points.
  package var contentOffset = 0.0
  /// The height in points: margins, insets, header, footer, and the placed rows with spacing, but
  /// at least the minimum height.
  package var contentHeight = 0.0
  /// The frame in feed coordinates. Its y is the exact sum of the heights and gaps above. For a
  /// floating section, y is the position while the page is not scrolled.
  package var frame = Rect.zero
  /// The block and its items, in outputs that name them; `nil` elsewhere, and for a state of the feed.
  package var origin: FeedOrigin?
  /// The cost of the layout. The frames of a section that exceeded a budget are meaningless.
  package var cost = LayoutCost()

  /// Creates a placed section with a zero frame; layout or the caller sets the results.
  package init(_ section: Section) { self.section = section }

  #if !hasFeature(Embedded)
    /// Returns a property of the section.
    @inlinable @inline(__always)
    package subscript<Value>(dynamicMember property: KeyPath<Section, Value>) -> Value {
      section[keyPath: property]
    }
  #endif

  /// The nodes of the section with their frames. It is declared, although dynamic member lookup
  /// would find it, because renderers read it for each node and a key path is slower.
  @inlinable package var arena: NodeArena { section.arena }
}

/// The cost of laying out one section.
package struct LayoutCost: Sendable, Hashable {
  package enum Limit: Sendable, Hashable { case section, page }

  /// The cost in the units of `LayoutBudget`.
  package var visits = 0
  /// The number of times that the content of a node was computed.
  package var computations = 0
  /// The budget that was exceeded, if any. The frames are then incomplete and meaningless.
  package var exceeded: Limit?
  /// Whether the section used none of the page's budget.
  package var isFree = true

  package init() {}
}
