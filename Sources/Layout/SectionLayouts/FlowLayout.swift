/// Items of individual widths in lines that wrap like words.
///
/// ```
/// ┌────┐ ┌────────┐ ┌───┐
/// └────┘ └────────┘ └───┘
/// ┌──────────┐ ┌─────┐      the next item would not fit
/// └──────────┘ └─────┘
/// ```
struct FlowLayout<Number: LayoutNumber> {
  /// The excess width that still fits a line, because widths of texts are sums of `Float`.
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
      let sharing = rowAlignment.distribution(
        free: Number.most(0, width - lineWidth), count: end - first)
      var x = sharing.lead
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

extension Style.Justify {
  /// Returns the free space before the first item, and between two items (CSS Box Alignment Level 3
  /// §5.3; a single item with `space-between` is at the start). Left is the start, because items
  /// have no text direction.
  fileprivate func distribution<Number: LayoutNumber>(
    free: Number, count: Int
  ) -> (lead: Number, between: Number) {
    let items = Number(count)
    switch self {
    case .start, .textStart, .left: return (0, 0)
    case .center: return (free / 2, 0)
    case .end, .textEnd, .right: return (free, 0)
    case .spaceBetween: return (0, count > 1 ? free / (items - 1) : 0)
    case .spaceAround: return (free / items / 2, free / items)
    case .spaceEvenly: return (free / (items + 1), free / (items + 1))
    }
  }
}
