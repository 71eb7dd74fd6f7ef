/// Pages of equal width side by side, each with the same number of items stacked in equal lanes.
///
/// ```
///  page 0    page 1
/// ┌───────┐ ┌───────┐
/// │   0   │ │   2   │  lanes = 2
/// ├───────┤ ├───────┤
/// │   1   │ │   3   │
/// └───────┘ └───────┘
/// ```
struct PagerLayout<Number: LayoutNumber> {
  var lanes: Int
  var columnGap: Number
  var rowGap: Number

  /// - Parameters:
  ///   - pageWidth: The inner width of the pager.
  ///   - height: The height of a page; NaN makes each lane as high as the highest item.
  /// - Returns: The size of the content. Complexity: O(items).
  func place(
    _ items: LayoutItems<Number>, pageWidth: Number, height: Number
  ) -> Extent<Number> {
    let lanes = min(max(1, self.lanes), 1 << 16)
    let gaps = rowGap * Number(lanes - 1)
    var lane: Number = height.isNaN ? 0 : .most(0, (height - gaps) / Number(lanes))
    if height.isNaN { lane = items.reduce(0) { .most($0, $1.neededHeight) } }
    lane = lane.named(.laneHeight)
    let page = items.isEmpty ? 0 : lane * Number(lanes) + gaps
    for index in items.indices {
      items[index].width = pageWidth
      items[index].x = Number(index / lanes) * (pageWidth + columnGap)
      items[index].place(
        inLaneOf: lane, top: Number(index % lanes) * (lane + rowGap), fills: true)
    }
    let pages = (items.count + lanes - 1) / lanes
    let width = Number(pages) * pageWidth + Number(max(0, pages - 1)) * columnGap
    return Extent(width: width, height: height.isNaN ? page : height)
  }
}
