/// Items in columns that scroll along x, each with its own width.
///
/// ```
/// ┌───┐ ┌───────┐ ┌──┐
/// │ 0 │ │   2   │ │ 4│  lanes = 2: a group is a column of two items, as wide as the wider item
/// └───┘ └───────┘ └──┘
/// ┌──┐  ┌───┐
/// │ 1│  │ 3 │
/// └──┘  └───┘
/// ```
struct CarouselLayout<Number: LayoutNumber> {
  var columnGap: Number
  var rowGap: Number = 0
  var lanes = 1

  /// - Parameter height: The height of all lanes; NaN makes each lane as high as the highest item.
  ///   Items of undefined height fill their lane, unless they have an alignment.
  /// - Returns: The size of the content. Complexity: O(items).
  func place(_ items: LayoutItems<Number>, height: Number) -> Extent<Number> {
    let lanes = max(1, min(self.lanes, items.count))
    let gaps = rowGap * Number(lanes - 1)
    var lane: Number = height.isNaN ? 0 : .most(0, (height - gaps) / Number(lanes))
    if height.isNaN { lane = items.reduce(0) { .most($0, $1.neededHeight) } }
    lane = lane.named(.laneHeight)
    var x: Number = 0
    for first in stride(from: 0, to: items.count, by: lanes) {
      if first > 0 { x += columnGap }
      var width: Number = 0
      for index in first..<min(items.count, first + lanes) {
        items[index].x = x
        items[index].place(
          inLaneOf: lane, top: Number(index - first) * (lane + rowGap), fills: false)
        width = .most(width, items[index].width)
      }
      x += width
    }
    let content = items.isEmpty ? 0 : lane * Number(lanes) + gaps
    return Extent(width: x, height: height.isNaN ? content : height)
  }
}
