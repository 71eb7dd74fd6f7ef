/// Items in columns that scroll along x, each with its own width.
///
/// ```
/// ┌───┐ ┌───────┐ ┌──┐
/// │ 0 │ │   2   │ │ 4│  lanes = 2: a group is a column of two, as wide as the wider one
/// └───┘ └───────┘ └──┘
/// ┌──┐  ┌───┐
/// │ 1│  │ 3 │
/// └──┘  └───┘
/// ```
struct CarouselLayout {
  var columnGap: Double
  var rowGap = 0.0
  var lanes = 1

  /// - Parameter height: The height of all lanes; NaN makes each as high as the highest item.
  ///   Items of undefined height fill their lane.
  /// - Returns: The size of the content. Complexity: O(items).
  func place(_ items: SectionItems, height: Double) -> Size {
    let lanes = max(1, min(self.lanes, items.count))
    let gaps = rowGap * Double(lanes - 1)
    var lane = height.isNaN ? 0 : max(0, (height - gaps) / Double(lanes))
    if height.isNaN { lane = items.reduce(0) { max($0, $1.neededHeight) } }
    var x = 0.0
    for first in stride(from: 0, to: items.count, by: lanes) {
      if first > 0 { x += columnGap }
      var width = 0.0
      for index in first..<min(items.count, first + lanes) {
        if items[index].height.isNaN { items[index].height = lane }
        items[index].x = x
        items[index].y = Double(index - first) * (lane + rowGap)
        width = max(width, items[index].width)
      }
      x += width
    }
    let content = items.isEmpty ? 0 : lane * Double(lanes) + gaps
    return Size(width: x, height: height.isNaN ? content : height)
  }
}
