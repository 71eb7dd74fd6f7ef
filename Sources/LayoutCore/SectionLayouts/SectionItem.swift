/// One item of a section layout. Sizes and positions are of the outer box, margins included, in points,
/// x from the leading edge; whoever draws mirrors it.
struct SectionItem: BitwiseCopyable {
  /// Of the arena.
  var node: Int
  /// NaN where a layout that stretches may choose.
  var width, height: Double
  /// What the content needs, where `height` is NaN.
  var contentHeight = 0.0
  /// The frames below the node stand, for `contentHeight`.
  var isLaidOut = false
  var x = 0.0, y = 0.0

  init(
    node: Int, width: Double, height: Double, contentHeight: Double = 0, isLaidOut: Bool = false
  ) {
    self.node = node
    self.width = width
    self.height = height
    self.contentHeight = contentHeight
    self.isLaidOut = isLaidOut
  }

  var neededHeight: Double { height.isNaN ? contentHeight : height }
}

/// Items in place; a layout writes their positions and chooses the sizes that are NaN.
typealias SectionItems = UnsafeMutableBufferPointer<SectionItem>
