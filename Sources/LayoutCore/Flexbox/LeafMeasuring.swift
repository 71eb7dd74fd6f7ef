/// What a leaf is told about one axis of its content box, in points.
package enum SizeConstraint: Sendable, Hashable {
  case undefined
  /// The content should fit, but may overflow; 0 asks for the smallest width.
  case atMost(Float)
  /// The box has this size whatever the content says.
  case exactly(Float)
}

/// Measures the nodes without children. Pure: the same question has the same answer during a layout.
package protocol LeafMeasuring {
  /// Whether the node has content of its own; a leaf without is as large as its padding.
  func hasContent(_ node: Int) -> Bool

  /// Size of the content, without padding and border. Whatever it is, the solver makes it finite and
  /// not negative.
  func measure(_ node: Int, width: SizeConstraint, height: SizeConstraint) -> Size

  /// What measuring the node costs besides a visit, in visits.
  func cost(of node: Int) -> Int

  /// Distance from the top of the border box to the first baseline; `nil`: the bottom edge.
  /// - Parameters:
  ///   - width: of the border box, as `height`.
  ///   - top: padding and border above the content.
  func baseline(of node: Int, width: Float, height: Float, top: Float) -> Float?

  /// Whether some node states its smallest size itself.
  var statesSmallestSizes: Bool { get }

  /// The smallest size of a node's border box, whatever its content and its children say; NaN where it
  /// is theirs to say.
  func smallestSize(of node: Int) -> (width: Float, height: Float)
}

extension LeafMeasuring {
  package func cost(of node: Int) -> Int { 0 }
  package var statesSmallestSizes: Bool { false }
  package func smallestSize(of node: Int) -> (width: Float, height: Float) { (.nan, .nan) }
}
