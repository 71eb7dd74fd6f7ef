/// A section with the results of its layout, in points, unrounded.
///
/// The frames of the nodes are in the section's arena: an arena is one unit of storage, and suites
/// that lay out bare node trees have no section. The properties of the section can be read directly:
/// `placed.title` is `placed.section.title`.
@dynamicMemberLookup
package struct PlacedSection: Sendable, Equatable {
  /// The parts around the rows, relative to the section's left and top.
  package struct Parts: Sendable, Hashable {
    /// The frames when nothing is pinned.
    package var header, footer: Rect?
    /// The vertical extent of the section without its margins; pinned parts stay within it.
    package var top = 0.0, bottom = 0.0
  }

  /// The section that was laid out.
  package var section: Section
  /// The heights of the rows, in order.
  package var rowHeights: [Double] = []
  /// The frames of the rows, including the margins of their nodes, relative to the section's left
  /// and top.
  package var rowFrames: [Rect] = []
  /// The frames of header and footer.
  package var parts = Parts()
  /// The scroll offset along x of the rows, or of the first carousel, in points towards the end.
  package var contentOffset = 0.0
  /// The height of margins, header, rows as placed by the layout, spacing, insets and footer, but
  /// at least the minimum.
  package var contentHeight = 0.0
  /// The frame in feed coordinates. Its y is the exact sum of the heights and gaps above; for a
  /// floating section it is the position on a page that is not scrolled.
  package var frame = Rect.zero
  /// The cost of the layout. The frames of a section that exceeded a budget are meaningless.
  package var cost = LayoutCost()

  /// Creates a section without height at the origin, which layout or the caller fills in.
  package init(_ section: Section) { self.section = section }

  /// Returns a property of the section.
  @inlinable @inline(__always)
  package subscript<Value>(dynamicMember property: KeyPath<Section, Value>) -> Value {
    section[keyPath: property]
  }

  /// The nodes of the section with their frames. Renderers read it for each node, so that it is not
  /// read through a key path.
  @inlinable package var arena: NodeArena { section.arena }
}
