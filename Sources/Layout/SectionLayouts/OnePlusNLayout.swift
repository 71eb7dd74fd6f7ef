/// One large item at the leading edge, and a stack of items of equal height beside it.
///
/// ```
/// ┌───────┐ ┌───┐
/// │       │ │ 1 │  beside = 2
/// │   0   │ ├───┤
/// │       │ │ 2 │
/// └───────┘ └───┘
/// ```
///
/// A group is as high as the large item, or as the stack in which every item has the height of the
/// highest one, whichever is greater. Both sides fill the group, or are aligned in it. Further items begin another group
/// below. In an incomplete group, fewer items share the height of the stack. A large item without a
/// stack takes the whole width.
struct OnePlusNLayout<Number: LayoutNumber> {
  var width: Number
  var beside: Int
  var rowGap: Number
  var columnGap: Number
  /// The requested width of a group's large item; automatic is one half.
  var largeWidth: RequestedWidth<Number> = .automatic

  /// The number of items in a group.
  var groupCount: Int { 1 + min(max(1, beside), 1 << 20) }

  /// Returns the margin-box width of an item.
  func width(of index: Int, count: Int) -> Number {
    if index.isMultiple(of: groupCount) { return index + 1 == count ? width : large }
    return .most(0, width - large - columnGap)
  }

  private var large: Number {
    var asked = largeWidth
    if case .automatic = asked { asked = .fraction(0.5) }
    return .least(
      LinePart(asked, total: width, gap: columnGap).width, .most(0, width - columnGap))
  }

  /// - Returns: The size of the content. Complexity: O(items).
  func place(_ items: LayoutItems<Number>) -> Extent<Number> {
    var y: Number = 0
    for first in stride(from: 0, to: items.count, by: groupCount) {
      if first > 0 { y += rowGap }
      let end = min(items.count, first + groupCount)
      let stacked = end - first - 1
      let gaps = rowGap * Number(max(0, stacked - 1))
      var small: Number = 0
      for item in items[(first + 1)..<end] { small = .most(small, item.neededHeight) }
      let height = Number.most(items[first].neededHeight, small * Number(stacked) + gaps)
        .named(.lineHeight)
      if stacked > 0 { small = .most(0, (height - gaps) / Number(stacked)) }
      for index in first..<end {
        let position = Number(index - first - 1)
        items[index].width = width(of: index, count: items.count)
        items[index].x = index == first ? 0 : large + columnGap
        items[index].place(
          inLaneOf: index == first ? height : small,
          top: index == first ? y : y + position * (small + rowGap), fills: true)
      }
      y += height
    }
    return Extent(width: items.isEmpty ? 0 : width, height: y)
  }
}
