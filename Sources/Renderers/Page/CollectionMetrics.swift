import LayoutCore

/// The measures of a list, carousel or pager for machine formats. Lengths are in points.
struct CollectionMetrics {
  var axis: String
  var items: Int
  /// The extent of the items along the axis with both insets. It may be smaller than the box.
  var content: Double
  /// The scroll offset of the items in a carousel.
  var scroll: Double
  var gap: Double
  var insetStart: Double
  var insetEnd: Double
  /// The pages of a pager; `nil` for other kinds. Each page has `lanes` stacked items. The next
  /// page is shown after `interval` seconds; never if it is 0.
  var pages: (count: Int, current: Int, lanes: Int, interval: Double)?

  /// - Parameter frames: The frames by node index, in the coordinates of each node's parent.
  init?(_ node: LayoutNode, frames: [Rect], grid: PixelGrid, isRightToLeft: Bool) {
    guard node.kind.isCollection else { return nil }
    let style = node.style
    let insets = style.pointInsets
    let isList = node.kind == .list
    axis = isList ? "y" : "x"
    gap = Double((isList ? style.rowGap : style.columnGap).points)
    insetStart = isList ? insets.top : insets.start
    insetEnd = isList ? insets.bottom : insets.end

    let children = node.arena.children(of: node.index).filter(node.arena.isItem)
    items = children.count
    let width = frames[node.index].width
    func end(of item: Rect) -> Double {
      isList ? item.maxY : isRightToLeft ? width - item.x : item.maxX
    }
    // A tree that the engine did not lay out has no content size; the items determine it.
    content =
      node.arena.contentSize(of: node.index).map { grid.snap(isList ? $0.height : $0.width) }
      ?? children.reduce(insetStart) { max($0, end(of: frames[$1])) } + insetEnd
    scroll = grid.snap(Double(node.content.scroll))
    if node.kind == .pager {
      let lanes = max(1, Int(style.lanes))
      pages = (
        (items + lanes - 1) / lanes, Int(node.content.current), lanes, Double(node.content.interval)
      )
    }
  }
}
