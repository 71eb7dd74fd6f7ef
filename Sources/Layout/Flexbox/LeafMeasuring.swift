/// The constraint for one axis of a leaf's content box, in points.
package enum SizeConstraint: Sendable, Hashable {
  case undefined
  /// The content should fit, but may overflow; 0 requests the minimum width.
  case atMost(Float)
  /// The box has this size, regardless of the content.
  case exactly(Float)
}

/// A type that measures the nodes without children. Within a layout, equal queries must have equal
/// results.
package protocol LeafMeasuring: ClassOnlyInEmbedded {
  /// Returns whether the node has content of its own; a leaf without content is as large as its
  /// padding and border.
  func hasContent(_ node: Int) -> Bool

  /// Returns the size of the content, without padding and border. The solver makes any result
  /// finite and not negative.
  func measure(_ node: Int, width: SizeConstraint, height: SizeConstraint) -> Size

  /// Returns the cost of measuring the node in addition to a visit, in visits.
  func cost(of node: Int) -> Int

  /// Returns the distance from the top of the border box to the first baseline; `nil` means the
  /// bottom edge.
  /// - Parameters:
  ///   - width: The width of the border box.
  ///   - height: The height of the border box.
  ///   - top: The top padding plus the top border.
  func baseline(of node: Int, width: Float, height: Float, top: Float) -> Float?

  /// Returns the width of a node's content in a row that is too narrow for it: the given width, or
  /// less if the content wraps and is as wide as its longest line. Neither width has padding or border.
  func narrowedWidth(of node: Int, width: Float) -> Float

  /// Whether `narrowedWidth` returns another width for any node.
  var narrowsWidths: Bool { get }

  /// Whether `smallestSize` returns a number for any node.
  var statesSmallestSizes: Bool { get }

  /// Returns the minimum size of a node's border box that overrides its content and its children;
  /// NaN if there is none.
  func smallestSize(of node: Int) -> (width: Float, height: Float)
}

extension LeafMeasuring {
  package func cost(of node: Int) -> Int { 0 }
  package var narrowsWidths: Bool { false }
  package func narrowedWidth(of node: Int, width: Float) -> Float { width }
  package var statesSmallestSizes: Bool { false }
  package func smallestSize(of node: Int) -> (width: Float, height: Float) { (.nan, .nan) }
}
