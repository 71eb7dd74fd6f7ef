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
struct PagerLayout {
  var lanes: Int
  var columnGap: Double
  var rowGap: Double

  /// - Parameters:
  ///   - pageWidth: The inner width of the pager.
  ///   - height: The height of a page; NaN makes each lane as high as the highest item.
  /// - Returns: The size of the content. Complexity: O(items).
  func place(_ items: SectionItems, pageWidth: Double, height: Double) -> Size {
    let lanes = min(max(1, self.lanes), 1 << 16)
    let gaps = rowGap * Double(lanes - 1)
    let lane =
      height.isNaN
      ? items.reduce(0) { max($0, $1.neededHeight) } : max(0, (height - gaps) / Double(lanes))
    let page = height.isNaN && !items.isEmpty ? lane * Double(lanes) + gaps : max(0, height)
    for index in items.indices {
      items[index].width = pageWidth
      items[index].height = lane
      items[index].x = Double(index / lanes) * (pageWidth + columnGap)
      items[index].y = Double(index % lanes) * (lane + rowGap)
    }
    let pages = (items.count + lanes - 1) / lanes
    let width = Double(pages) * pageWidth + Double(max(0, pages - 1)) * columnGap
    return Size(width: width, height: height.isNaN ? (items.isEmpty ? 0 : page) : height)
  }
}
