/// One item of a section layout. Sizes and positions are of the outer box, margins included, in points,
/// x from the leading edge; whoever draws mirrors it.
struct SectionItem: BitwiseCopyable {
  /// Of the arena.
  var node: Int
  /// NaN where a layout that stretches may choose.
  var width, height: Double
  /// What the content needs, where `height` is NaN.
  var contentHeight = 0.0
  var x = 0.0, y = 0.0
  /// Items of this width that fit side by side into a line of a list.
  var perLine: Int32 = 1
  /// Result: it stands beside the item before it, in the same line of a list.
  var isBesideLast = false
  var columnSpan: Int32 = 1
  var rowSpan: Int32 = 1
  var isFullBleed = false
  /// As high as what stands beside it.
  var isStretched = false
  /// The frames below the node stand, for `contentHeight`.
  var isLaidOut = false

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

  /// Stands the item in a line or cell of some height.
  mutating func align(_ alignment: Style.Align, top: Double, height lineHeight: Double) {
    height = isStretched || alignment == .stretch ? max(lineHeight, neededHeight) : neededHeight
    let free = lineHeight - height
    switch alignment {
    case .center: y = top + free / 2
    case .end, .textEnd, .selfEnd: y = top + free
    default: y = top
    }
  }
}

/// Items in place; a layout writes their positions and chooses the sizes that are NaN.
typealias SectionItems = UnsafeMutableBufferPointer<SectionItem>

/// Equal columns with gaps between them, as grids and waterfalls have.
struct ColumnTracks {
  let count: Int
  let width: Double
  let gap: Double

  /// - Parameters:
  ///   - count: taken as at least 1 and at most `LayoutSection.mostColumns`.
  ///   - total: width of all of them with the gaps.
  init(count: Int, total: Double, gap: Double) {
    self.count = Swift.min(Swift.max(1, count), LayoutSection.mostColumns)
    self.gap = gap
    width = Swift.max(0, (total - gap * Double(self.count - 1)) / Double(self.count))
  }

  /// A span that there are columns for.
  @inline(__always) func span(_ span: Int32) -> Int { Swift.min(Swift.max(1, Int(span)), count) }

  func width(of span: Int32) -> Double {
    let span = Double(self.span(span))
    return span * width + (span - 1) * gap
  }

  @inline(__always) func x(_ column: Int) -> Double { Double(column) * (width + gap) }
}
