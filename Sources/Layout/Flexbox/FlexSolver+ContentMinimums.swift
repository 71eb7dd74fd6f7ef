/// Content-based minimums of boxes with an aspect ratio (CSS Sizing 4 §4.3), and of columns.
extension FlexSolver {
  /// Returns the height that follows from an aspect ratio, at least the content's height.
  @inline(never) mutating func ratioHeight(of node: Int, width: Float, parent: Pair) -> Float {
    let box = makeBox(styles[Int(states[node].style)], basis: parent)
    return max(box.ratioSize(.y, from: width), contentMinimum(node, box, .y, for: width, parent))
  }

  /// Returns the automatic minimum of a size that follows from an aspect ratio: the content's size
  /// (CSS Sizing 4 §4.3); 0 if there is none. A picture's own ratio has no such minimum.
  /// - Parameter other: The size along the other axis.
  mutating func contentMinimum(
    _ node: Int, _ box: FlexItem, _ axis: Axis, for other: Float, _ parent: Pair
  ) -> Float {
    guard profile.sizesAsCSS, !box.ratio.isNaN else { return 0 }
    let style = styles[Int(states[node].style)]
    guard (axis == .x ? style.minWidth : style.minHeight).unit == .auto,
      axis == .x || style.height.unit == .auto || style.height.isContent,
      style.flags.contains(.hasOwnRatio), !style.flags.contains(.clips)
    else { return 0 }
    guard axis == .y else {
      return contentWidth(
        of: node, height: other, available: 0, parent: parent, ignoresRatio: true)
    }
    let height = box.clamp(box.ratioSize(.y, from: other), .y)
    return occupiedHeight(of: node, size: Pair(other, height), parent: parent)
  }

  /// Returns the height that a node's content takes up in a given size. As in browsers, content
  /// that stretches to that size does not add to the height.
  mutating func occupiedHeight(
    of node: Int, size: Pair, parent: Pair, isDefinite: Bool = true
  ) -> Float {
    var query = normalized(SizeQuery(known: size, parent: parent), .occupiedHeight, of: node)
    if !isDefinite { query.basisHeight = .nan }
    if let height = answer(.occupiedHeight, node, query) { return height }
    guard beginVisit() else { return 0 }
    var height: Float
    if states[node].flags.contains(.isLeaf) {
      let edges = boxEdges(styles[Int(states[node].style)], parentWidth: parent.x).sum
      height = edges.y
      if states[node].flags.contains(.hasContent) {
        if hasText { surcharge += leaves.cost(of: node) }
        let inner = size.inside(edges)
        let content = leaves.measure(
          node, width: .exactly(leafWidth(of: node, inner: inner.x)),
          height: size.y.isNaN ? .undefined : .exactly(inner.y))
        height += Float(content.height).asSize
      }
    } else {
      height = flex(node, query, .occupied).y
    }
    remember(.occupiedHeight, node, query, height)
    return height
  }

  /// Returns the content height of a column's item before the item flexes. As in browsers, the
  /// item's own height and ratio are ignored, except that its columns wrap at that height.
  mutating func freeHeight(of item: FlexItem, width: Float, parent: Pair) -> Float {
    let node = Int(item.node)
    let style = styles[Int(item.style)]
    var (parent, limit) = (parent, Float.nan)
    if style.wraps && style.main == .y {
      let height = style.height.unit == .points ? item.size.y : item.ratioSize(.y, from: width)
      limit = item.clamp(height, .y)
      // The height that percentages refer to is not known yet.
      parent.y = .nan
    }
    if item.ratio.isNaN && limit.isNaN { return height(of: node, width: width, parent: parent) }
    return occupiedHeight(of: node, size: Pair(width, limit), parent: parent, isDefinite: false)
  }
}
