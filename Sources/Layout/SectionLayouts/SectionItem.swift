/// One item of a section layout. Sizes and positions refer to the margin box, in points. x is from
/// the leading edge and is mirrored later for right-to-left pages.
struct LayoutItem<Number: LayoutNumber>: BitwiseCopyable {
  /// The index in the arena.
  var node: Int
  /// The size in points; NaN where the section layout chooses it.
  var width, height: Number
  /// The height that the content needs, if `height` is NaN.
  var contentHeight: Number = 0
  var x: Number = 0, y: Number = 0
  /// The number of items of this width that fit on one line of a list.
  var perLine: Int32 = 1
  var columnSpan: Int32 = 1
  var rowSpan: Int32 = 1
  var isFullBleed = false
  /// Whether the item is as high as its line.
  var isStretched = false
  /// The position of the item in a lane; `auto` is the lane's own rule. Only layouts with lanes, and
  /// one-plus-N, use it.
  var alignment = Style.Align.auto
  /// Whether the frames of the node's descendants are final for `contentHeight`.
  var isLaidOut = false

  var neededHeight: Number { height.isNaN ? contentHeight : height }

  /// Places the item in its lane, which begins at `top`.
  ///
  /// An alignment applies as in a line. Without an alignment, an item without a height fills the lane,
  /// and an item with a height keeps it and begins at `top`.
  /// - Parameter fills: Whether an item with a height fills the lane, too.
  mutating func place(inLaneOf lane: Number, top: Number, fills: Bool) {
    guard alignment == .auto, !isStretched else {
      return align(alignment, top: top, height: lane)
    }
    if fills || height.isNaN { height = lane }
    y = top
  }

  /// Aligns the item within the height of its line or cell, which begins at `top`.
  mutating func align(_ alignment: Style.Align, top: Number, height lineHeight: Number) {
    let isStretched = isStretched || alignment == .stretch
    height = isStretched ? .most(lineHeight, neededHeight).by(.stretch) : neededHeight
    let free = lineHeight - height
    switch alignment {
    case .center: y = (top + free / 2).by(.align)
    case .end, .textEnd, .selfEnd: y = (top + free).by(.align)
    default: y = top
    }
  }
}

/// An item with plain numbers, as the solvers use it.
typealias SectionItem = LayoutItem<Double>
typealias SectionItems = UnsafeMutableBufferPointer<SectionItem>

/// The items that a layout modifies in place: it sets their positions, and the sizes that are NaN.
typealias LayoutItems<Number: LayoutNumber> = UnsafeMutableBufferPointer<LayoutItem<Number>>

/// Equal columns with gaps between them, as in grids and waterfalls.
struct ColumnTracks<Number: LayoutNumber> {
  let count: Int
  let width: Number
  let gap: Number

  /// - Parameters:
  ///   - count: The number of columns; at least 1 and at most `Section.mostColumns` are used.
  ///   - total: The width of all columns including the gaps.
  init(count: Int, total: Number, gap: Number) {
    self.count = Swift.min(Swift.max(1, count), Section.mostColumns)
    self.gap = gap
    width = Number.most(0, (total - gap * Number(self.count - 1)) / Number(self.count))
      .named(.columnWidth)
  }

  /// Returns a span clamped to 1 through the number of columns.
  @inline(__always) func span(_ span: Int32) -> Int { Swift.min(Swift.max(1, Int(span)), count) }

  func width(of span: Int32) -> Number {
    let span = self.span(span)
    return Number(span) * width + Number(span - 1) * gap
  }

  @inline(__always) func x(_ column: Int) -> Number { Number(column) * (width + gap) }
}
