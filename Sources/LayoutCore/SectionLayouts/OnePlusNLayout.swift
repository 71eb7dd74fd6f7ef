/// One large item at the leading side, with several stacked beside it in equal heights.
///
/// ```
/// ┌───────┐ ┌───┐
/// │       │ │ 1 │  beside = 2
/// │   0   │ ├───┤
/// │       │ │ 2 │
/// └───────┘ └───┘
/// ```
///
/// A group is as high as the large item, or as all items beside it at the height of the highest of
/// them, whichever is greater; both sides fill it. Additional items begin the next group below. An
/// incomplete group divides the height among its items, and a large item alone takes the whole
/// width.
struct OnePlusNLayout {
  var width: Double
  var beside: Int
  var rowGap: Double
  var columnGap: Double
  /// The requested width of a group's large item; automatic is one half.
  var largeWidth: Section.RowWidth = .automatic

  /// The number of items in a group.
  var groupCount: Int { 1 + min(max(1, beside), 1 << 20) }

  /// Returns the outer width of an item.
  func width(of index: Int, count: Int) -> Double {
    if index.isMultiple(of: groupCount) { return index + 1 == count ? width : large }
    return max(0, width - large - columnGap)
  }

  private var large: Double {
    let asked = largeWidth == .automatic ? .fraction(0.5) : largeWidth
    return min(LinePart(asked, total: width, gap: columnGap).width, max(0, width - columnGap))
  }

  /// - Returns: The size of the content. Complexity: O(items).
  func place(_ items: SectionItems) -> Size {
    var y = 0.0
    for first in stride(from: 0, to: items.count, by: groupCount) {
      if first > 0 { y += rowGap }
      let end = min(items.count, first + groupCount)
      let stacked = Double(end - first - 1)
      let gaps = rowGap * max(0, stacked - 1)
      var small = 0.0
      for item in items[(first + 1)..<end] { small = max(small, item.neededHeight) }
      let height = max(items[first].neededHeight, small * stacked + gaps)
      if stacked > 0 { small = max(0, (height - gaps) / stacked) }
      for index in first..<end {
        let position = Double(index - first - 1)
        items[index].width = width(of: index, count: items.count)
        items[index].height = index == first ? height : small
        items[index].x = index == first ? 0 : large + columnGap
        items[index].y = index == first ? y : y + position * (small + rowGap)
      }
      y += height
    }
    return Size(width: items.isEmpty ? 0 : width, height: y)
  }
}
