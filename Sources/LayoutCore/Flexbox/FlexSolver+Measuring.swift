extension FlexSolver {
  /// Percentages are of the containing block's width on all four sides (CSS 2.1 §8.4), and 0 while
  /// that is unknown.
  func boxEdges(_ style: ResolvedStyle, parentWidth: Float) -> BoxEdges {
    if style.flags.contains(.hasFixedEdges) { return style.edges }
    let padding = style.padding
    let border = style.border
    func edge(_ padding: Length, _ border: Length) -> Float {
      padding.resolved(parentWidth).or(0) + border.resolved(parentWidth).or(0)
    }
    return BoxEdges(
      near: Pair(edge(padding.left, border.left), edge(padding.top, border.top)),
      far: Pair(edge(padding.right, border.right), edge(padding.bottom, border.bottom)))
  }

  /// Padding and border alone: what a border box cannot be smaller than, and what `content-box` sizes
  /// leave out.
  func paddingAndBorder(_ style: ResolvedStyle, _ edges: Pair) -> Pair {
    Pair(
      edges.x - (style.flags.contains(.hasVerticalScrollbar) ? style.scrollbar : 0),
      edges.y - (style.flags.contains(.hasHorizontalScrollbar) ? style.scrollbar : 0))
  }

  /// A node's own limits: the minimum is never below padding and border, the maximum may be NaN.
  func limits(
    _ style: ResolvedStyle, parent: Pair, edges: Pair
  ) -> (minimum: Pair, maximum: Pair) {
    if style.flags.isDisjoint(with: [.hasLimits, .hasScrollbar]) { return (edges, .undefined) }
    let edges = paddingAndBorder(style, edges)
    let extra = style.flags.contains(.isContentBox) ? edges : .zero
    func low(_ length: Length, _ parent: Float, _ edges: Float, _ extra: Float) -> Float {
      let value = length.resolved(parent) + extra
      return value > edges ? value : edges
    }
    return (
      Pair(
        low(style.minWidth, parent.x, edges.x, extra.x),
        low(style.minHeight, parent.y, edges.y, extra.y)),
      Pair(
        style.maxWidth.resolved(parent.x) + extra.x, style.maxHeight.resolved(parent.y) + extra.y)
    )
  }

  /// Inputs that the answer does not depend on are dropped, so that more questions are the same.
  @inline(__always) func normalized(_ query: SizeQuery, of node: Int) -> SizeQuery {
    var query = query
    if !styles[Int(states[node].style)].flags.contains(.dependsOnParent) {
      query.parent = .undefined
    }
    if !states[node].flags.contains(.fitsHeight) { query.availableHeight = .infinity }
    return query
  }

  func answer(_ kind: SizeAnswer.Kind, _ node: Int, _ query: SizeQuery) -> Float? {
    var index = states[node].firstAnswer
    while index >= 0 {
      let answer = answers[Int(index)]
      if answer.kind == kind && answer.query.available == query.available
        && answer.query.availableHeight == query.availableHeight
        && answer.query.known.isIdentical(query.known)
        && answer.query.parent.isIdentical(query.parent)
      {
        return answer.value
      }
      index = answer.next
    }
    return nil
  }

  mutating func remember(_ kind: SizeAnswer.Kind, _ node: Int, _ query: SizeQuery, _ value: Float) {
    let next = states[node].firstAnswer
    states[node].firstAnswer = Int32(answers.count)
    answers.push(SizeAnswer(kind: kind, query: query, value: value, next: next))
  }

  /// Height that a node's content wants for a width, as a border box; the caller applies the limits,
  /// since a flex base size has none (§9.2 3).
  /// - Parameter available: what the border box's height should fit into.
  /// Complexity: one visit per node and width.
  mutating func height(
    of node: Int, width: Float, parent: Pair, available: Float = .infinity
  ) -> Float {
    let flags = states[node].flags
    if flags.contains(.isHidden) { return 0 }
    let query = normalized(
      SizeQuery(known: Pair(width, .nan), availableHeight: max(0, available), parent: parent),
      of: node)
    if let height = answer(.height, node, query) { return height }
    visits += 1
    let index = Int(states[node].style)
    let isFlex = styles[index].display == .flex
    let height: Float
    if isFlex && !styles[index].aspectRatio.isNaN {
      height = (width / styles[index].aspectRatio).limited
    } else if flags.contains(.isLeaf) {
      height =
        measureLeaf(
          node,
          SizeQuery(
            known: Pair(width, .nan), availableHeight: query.availableHeight, parent: parent)
        ).y
    } else if isFlex {
      height = scrollable(flex(node, query, .size).y, styles[index], query)
    } else {
      height = collection(node, query, .size).y
    }
    remember(.height, node, query, height)
    return height
  }

  /// What scrolls need not be larger than what is there.
  private func scrollable(
    _ height: Float, _ style: ResolvedStyle, _ query: SizeQuery
  ) -> Float {
    guard profile.fitsAvailableHeight, style.flags.contains(.scrolls),
      query.availableHeight < .infinity
    else { return height }
    let edges = boxEdges(style, parentWidth: query.parent.x).sum
    return max(edges.y, min(height, query.availableHeight))
  }

  /// As `height`, for a node whose width was not imposed, so that its column grows and shrinks into the
  /// available height where the profile says so.
  mutating func stretchedHeight(
    of node: Int, width: Float, parent: Pair, available: Float
  ) -> Float {
    let style = styles[Int(states[node].style)]
    guard profile.basisStretches, available < .infinity, style.main == .y,
      style.aspectRatio.isNaN, style.display == .flex,
      states[node].flags.isDisjoint(with: [.isLeaf, .isHidden])
    else { return height(of: node, width: width, parent: parent, available: available) }
    var query = normalized(
      SizeQuery(known: Pair(width, .nan), availableHeight: max(0, available), parent: parent),
      of: node)
    if let height = answer(.stretchedHeight, node, query) { return height }
    visits += 1
    let asked = query
    query.known.y = query.availableHeight
    let height = scrollable(flex(node, query, .extent).y, style, asked)
    remember(.stretchedHeight, node, asked, height)
    return height
  }

  /// Distance from the top of a node's border box to its first baseline, for its final size (§8.5).
  mutating func baseline(of node: Int, size: Pair, parent: Pair) -> Float {
    let flags = states[node].flags
    if flags.contains(.isHidden) { return 0 }
    let style = styles[Int(states[node].style)]
    if flags.contains(.isLeaf) {
      let top = boxEdges(style, parentWidth: parent.x).near.y
      let baseline = leaves.baseline(of: node, width: size.x, height: size.y, top: top)
      return (baseline ?? size.y).asLength
    }
    guard style.display == .flex else { return size.y }
    let query = normalized(SizeQuery(known: size, parent: parent), of: node)
    if let baseline = answer(.baseline, node, query) { return baseline }
    visits += 1
    let baseline = flex(node, query, .baseline).x
    remember(.baseline, node, query, baseline)
    return baseline
  }

  private func heightConstraint(_ room: Float) -> SizeConstraint {
    room < .infinity ? .atMost(max(0, room)) : .undefined
  }

  /// Size of a leaf's content as a border box; imposed sizes are returned as they are.
  mutating func measureLeaf(_ node: Int, _ query: SizeQuery) -> Pair {
    let index = Int(states[node].style)
    let edges = boxEdges(styles[index], parentWidth: query.parent.x).sum
    let limits = limits(styles[index], parent: query.parent, edges: edges)
    var size = edges
    if states[node].flags.contains(.hasContent) {
      let width: SizeConstraint =
        if !query.known.x.isNaN {
          .exactly(max(0, query.known.x - edges.x))
        } else if query.available < .infinity {
          .atMost(max(0, query.available.clamped(.nan, limits.maximum.x) - edges.x))
        } else if !limits.maximum.x.isNaN {
          .atMost(max(0, limits.maximum.x - edges.x))
        } else {
          .undefined
        }
      let height: SizeConstraint =
        if !query.known.y.isNaN {
          .exactly(max(0, query.known.y - edges.y))
        } else if profile.fitsAvailableHeight {
          heightConstraint(query.availableHeight.clamped(.nan, limits.maximum.y) - edges.y)
        } else {
          .undefined
        }
      let content = leaves.measure(node, width: width, height: height)
      size = Pair(Float(content.width).asSize + edges.x, Float(content.height).asSize + edges.y)
    }
    return Pair(query.known.x.or(size.x), query.known.y.or(size.y))
  }
}
