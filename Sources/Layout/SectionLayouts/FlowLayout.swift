/// Items of individual widths in lines that wrap like words.
///
/// ```
/// ┌────┐ ┌────────┐ ┌───┐
/// └────┘ └────────┘ └───┘
/// ┌──────────┐ ┌─────┐      the next item would not fit
/// └──────────┘ └─────┘
/// ```
struct FlowLayout<Number: LayoutNumber> {
  /// The excess in points with which an item still fits: widths of texts are sums of `Float`.
  private static var tolerance: Double { 1.0 / 1024 }

  var width: Number
  var rowGap: Number
  var columnGap: Number
  /// The distribution of a line's free width among its items.
  var rowAlignment: Style.Justify = .start
  var itemAlignment: Style.Align = .start

  /// - Returns: The size of the content. Complexity: O(items).
  func place(_ items: LayoutItems<Number>) -> Extent<Number> {
    var y: Number = 0
    var widest: Number = 0
    var first = 0
    while first < items.count {
      if first > 0 { y += rowGap }
      var lineWidth = items[first].width
      var height = items[first].neededHeight
      var end = first + 1
      while end < items.count {
        let next = lineWidth + columnGap + items[end].width
        if next.value > width.value + Self.tolerance { break }
        lineWidth = next
        height = .most(height, items[end].neededHeight)
        end += 1
      }
      // `left` is treated as `start`, because items have no text direction.
      let sharing = Distribution(
        rowAlignment.alongAxis(isReversed: false, isRow: true, isRightToLeft: false),
        free: Number.most(0, width - lineWidth), count: end - first)
      var x = sharing.offset
      for index in first..<end {
        items[index].x = x
        items[index].align(itemAlignment, top: y, height: height)
        x += items[index].width + columnGap + sharing.between
      }
      widest = .most(widest, x - columnGap - sharing.between)
      y += height
      first = end
    }
    return Extent(width: widest, height: y)
  }
}
