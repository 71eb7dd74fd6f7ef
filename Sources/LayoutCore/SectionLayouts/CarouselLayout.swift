/// Items in one row that scrolls along x, each as wide as it wants to be.
struct CarouselLayout {
  var columnGap: Double

  /// - Parameter height: of the row; NaN: of the tallest item.
  /// - Returns: the size of the content. Complexity: O(items).
  func place(_ items: SectionItems, height: Double) -> Size {
    var row = height
    if row.isNaN { row = items.reduce(0) { max($0, $1.neededHeight) } }
    var x = 0.0
    for index in items.indices {
      if index > 0 { x += columnGap }
      if items[index].height.isNaN { items[index].height = row }
      items[index].x = x
      items[index].y = 0
      x += items[index].width
    }
    return Size(width: x, height: row)
  }
}
