/// Items one below the other.
struct ListLayout {
  var rowGap: Double

  /// - Returns: the size of the content. Complexity: O(items).
  func place(_ items: SectionItems) -> Size {
    var y = 0.0
    var width = 0.0
    for index in items.indices {
      if index > 0 { y += rowGap }
      if items[index].height.isNaN { items[index].height = items[index].contentHeight }
      items[index].x = 0
      items[index].y = y
      y += items[index].height
      width = max(width, items[index].width)
    }
    return Size(width: width, height: y)
  }
}
