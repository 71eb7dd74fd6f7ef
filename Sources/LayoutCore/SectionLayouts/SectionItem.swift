/// One item of a section layout. Sizes and positions are those of the outer box, including margins,
/// in points; x is from the leading edge and is mirrored later.
struct SectionItem: BitwiseCopyable {
  /// The index in the arena.
  var node: Int
  /// NaN if a layout that stretches may choose the size.
  var width, height: Double
  /// The height that the content needs, if `height` is NaN.
  var contentHeight = 0.0
  var x = 0.0, y = 0.0
  /// The number of items of this width that fit side by side into a line of a list.
  var perLine: Int32 = 1
  /// A result: whether the item is in the same line of a list as the previous one.
  var isBesideLast = false
  var columnSpan: Int32 = 1
  var rowSpan: Int32 = 1
  var isFullBleed = false
  /// Whether the item is as high as its line.
  var isStretched = false
  /// Whether the frames of the node's descendants are final for `contentHeight`.
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

  /// Aligns the item in a line or cell of some height.
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

/// The items that a layout modifies in place: it writes their positions and chooses the sizes that
/// are NaN.
typealias SectionItems = UnsafeMutableBufferPointer<SectionItem>

/// Equal columns with gaps between them, as in grids and waterfalls.
struct ColumnTracks {
  let count: Int
  let width: Double
  let gap: Double

  /// - Parameters:
  ///   - count: The number of columns; at least 1 and at most `Section.mostColumns` are used.
  ///   - total: The width of all columns including the gaps.
  init(count: Int, total: Double, gap: Double) {
    self.count = Swift.min(Swift.max(1, count), Section.mostColumns)
    self.gap = gap
    width = Swift.max(0, (total - gap * Double(self.count - 1)) / Double(self.count))
  }

  /// Returns a span limited to the number of columns.
  @inline(__always) func span(_ span: Int32) -> Int { Swift.min(Swift.max(1, Int(span)), count) }

  func width(of span: Int32) -> Double {
    let span = Double(self.span(span))
    return span * width + (span - 1) * gap
  }

  @inline(__always) func x(_ column: Int) -> Double { Double(column) * (width + gap) }
}
