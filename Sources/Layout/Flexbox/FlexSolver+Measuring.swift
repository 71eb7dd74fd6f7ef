extension FlexSolver {
  /// Returns the padding and border of each side. Percentages refer to the containing block's width
  /// on all four sides (CSS 2.1 §8.4), and are 0 while that width is unknown.
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

  /// Returns padding and border without scrollbars: the minimum size of a border box, and the part
  /// that `content-box` sizes exclude.
  func paddingAndBorder(_ style: ResolvedStyle, _ edges: Pair) -> Pair {
    Pair(
      edges.x - (style.flags.contains(.hasVerticalScrollbar) ? style.scrollbar : 0),
      edges.y - (style.flags.contains(.hasHorizontalScrollbar) ? style.scrollbar : 0))
  }

  /// Returns a node's own limits: the minimum is at least padding and border, the maximum may be
  /// NaN.
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

  /// Returns the query without inputs that do not affect its answer, so more queries are equal.
  @inline(__always) func normalized(
    _ query: SizeQuery, _ kind: SizeAnswer.Kind, of node: Int
  ) -> SizeQuery {
    var query = query
    let style = styles[Int(states[node].style)].flags
    if !style.contains(.dependsOnParent) {
      query.parent = .undefined
    } else if !profile.fitsAvailableHeight && !profile.basisStretches {
      dropParent(of: &query, kind, style)
    }
    if !states[node].flags.contains(.fitsHeight) { query.availableHeight = .infinity }
    return query
  }

  /// Removes the parent's width or height if the answer does not depend on it. The width is the
  /// basis of percentage padding and border and, for content widths, of the maximum width. The
  /// height is the basis of the height at which columns wrap, for content sizes, and of the height
  /// limits, for frames of undefined height.
  @inline(__always) private func dropParent(
    of query: inout SizeQuery, _ kind: SizeAnswer.Kind, _ style: ResolvedStyle.Flags
  ) {
    let limitsWidth = kind == .width && style.contains(.hasPercentMaxWidth)
    if style.contains(.hasFixedEdges) && !limitsWidth { query.parent.x = .nan }
    let limitsHeight =
      switch kind {
      case .width, .widthWithoutRatio, .height, .occupiedHeight, .stretchedHeight:
        style.contains(.wrapsAtPercent)
      case .baseline: false
      case .frames: query.known.y.isNaN && style.contains(.hasPercentHeightLimit)
      }
    if !limitsHeight { query.parent.y = .nan }
  }

  /// The length above which a list of answers is converted to a tree.
  private static var longestList: Int { 8 }

  /// Returns the cached answer to a query; `nil` if there is none.
  @inline(__always) mutating func answer(
    _ kind: SizeAnswer.Kind, _ node: Int, _ query: SizeQuery
  ) -> Float? {
    var index = states[node].firstAnswer
    var count = 0
    while index >= 0 {
      if answers[Int(index)].answers(kind, query) { return answers[Int(index)].value }
      index = answers[Int(index)].next
      count += 1
    }
    if count > Self.longestList { makeTree(of: node) }
    return index == -1 ? nil : answerInTree(kind, from: index - Int32.min, query)
  }

  /// Caches the answer to a query. The query must be normalized.
  @inline(__always) mutating func remember(
    _ kind: SizeAnswer.Kind, _ node: Int, _ query: SizeQuery, _ value: Float
  ) {
    let first = states[node].firstAnswer
    let added = Int32(answers.count)
    answers.push(SizeAnswer(kind: kind, query: query, value: value, next: first))
    if first < -1 { return insert(added, intoTreeAt: first - Int32.min) }
    states[node].firstAnswer = added
  }

  /// Finds the answer to a query of a node with many answers: the bits of the query's hash select
  /// the path in a binary tree.
  @inline(never) private func answerInTree(
    _ kind: SizeAnswer.Kind, from root: Int32, _ query: SizeQuery
  ) -> Float? {
    var hash = query.hash(kind)
    var index = root
    while index >= 0 {
      if answers[Int(index)].answers(kind, query) { return answers[Int(index)].value }
      index = hash & 1 == 0 ? answers[Int(index)].next : answers[Int(index)].other
      hash = hash >> 1 | hash << 31
    }
    return nil
  }

  @inline(never) private mutating func insert(_ added: Int32, intoTreeAt root: Int32) {
    answers[Int(added)].next = -1
    var hash = answers[Int(added)].query.hash(answers[Int(added)].kind)
    var index = root
    while true {
      let isNext = hash & 1 == 0
      let child = isNext ? answers[Int(index)].next : answers[Int(index)].other
      if child < 0 {
        if isNext { answers[Int(index)].next = added } else { answers[Int(index)].other = added }
        return
      }
      index = child
      hash = hash >> 1 | hash << 31
    }
  }

  @inline(never) private mutating func makeTree(of node: Int) {
    let root = states[node].firstAnswer
    var index = answers[Int(root)].next
    answers[Int(root)].next = -1
    while index >= 0 {
      let next = answers[Int(index)].next
      insert(index, intoTreeAt: root)
      index = next
    }
    states[node].firstAnswer = Int32.min + root
  }

  /// Returns the border-box height of a node's content at a given width. The caller applies the
  /// limits, because a flex base size has none (§9.2 3).
  /// - Parameter available: The available height of the border box.
  /// Complexity: One visit per node and width.
  mutating func height(
    of node: Int, width: Float, parent: Pair, available: Float = .infinity
  ) -> Float {
    let flags = states[node].flags
    if flags.contains(.isHidden) { return 0 }
    let query = normalized(
      SizeQuery(known: Pair(width, .nan), availableHeight: max(0, available), parent: parent),
      .height, of: node)
    if let height = answer(.height, node, query) { return height }
    guard beginVisit() else { return 0 }
    let index = Int(states[node].style)
    let isFlex = styles[index].display == .flex
    var height: Float
    if isFlex && !styles[index].aspectRatio.isNaN {
      height = ratioHeight(of: node, width: width, parent: parent)
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

  /// Returns the height, limited to the available height if the container scrolls.
  private func scrollable(
    _ height: Float, _ style: ResolvedStyle, _ query: SizeQuery
  ) -> Float {
    guard profile.fitsAvailableHeight, style.flags.contains(.scrolls),
      query.availableHeight < .infinity
    else { return height }
    let edges = boxEdges(style, parentWidth: query.parent.x).sum
    return max(edges.y, min(height, query.availableHeight))
  }

  /// Returns the height like `height(of:width:parent:available:)`. If the profile sets
  /// `basisStretches`, the items of a column also grow and shrink into the available height.
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
      .stretchedHeight, of: node)
    if let height = answer(.stretchedHeight, node, query) { return height }
    guard beginVisit() else { return 0 }
    let asked = query
    query.known.y = query.availableHeight
    let height = scrollable(flex(node, query, .extent).y, style, asked)
    remember(.stretchedHeight, node, asked, height)
    return height
  }

  /// Returns the distance from the top of a node's border box to its first baseline, for its final
  /// size (§8.5).
  mutating func baseline(
    of node: Int, size: Pair, parent: Pair, basisHeight: Float
  ) -> Float {
    let flags = states[node].flags
    if flags.contains(.isHidden) { return 0 }
    let style = styles[Int(states[node].style)]
    if flags.contains(.isLeaf) {
      let edges = boxEdges(style, parentWidth: parent.x)
      var bottom = size.y
      if isContentAnItem(of: node) {
        bottom =
          occupiedHeight(of: node, size: Pair(size.x, .nan), parent: parent) - edges.far.y
      }
      let baseline = leaves.baseline(
        of: node, width: size.x, height: size.y, top: edges.near.y)
      return within(size, (baseline ?? bottom).asLength, style)
    }
    guard style.display == .flex else { return size.y }
    var query = normalized(SizeQuery(known: size, parent: parent), .baseline, of: node)
    query.basisHeight = basisHeight
    if let baseline = answer(.baseline, node, query) { return baseline }
    guard beginVisit() else { return 0 }
    let baseline = within(size, flex(node, query, .baseline).x, style)
    remember(.baseline, node, query, baseline)
    return baseline
  }

  /// Returns the baseline of a box. If the box clips, the baseline is clamped to the box, as for
  /// content that scrolls (CSS Box Alignment 3 §9.1).
  private func within(_ size: Pair, _ baseline: Float, _ style: ResolvedStyle) -> Float {
    style.flags.contains(.clips) ? min(max(0, baseline), size.y) : baseline
  }

  private func heightConstraint(_ room: Float) -> SizeConstraint {
    room < .infinity ? .atMost(max(0, room)) : .undefined
  }

  /// Returns the border-box size of a leaf's content; known sizes are returned unchanged.
  mutating func measureLeaf(_ node: Int, _ query: SizeQuery) -> Pair {
    let index = Int(states[node].style)
    let edges = boxEdges(styles[index], parentWidth: query.parent.x).sum
    let limits = limits(styles[index], parent: query.parent, edges: edges)
    var size = edges
    if states[node].flags.contains(.hasContent) {
      let most = profile.sizesAsCSS ? .nan : limits.maximum.x
      let width: SizeConstraint =
        if !query.known.x.isNaN {
          .exactly(leafWidth(of: node, inner: max(0, query.known.x - edges.x)))
        } else if query.available.clamped(.nan, most) < .infinity {
          .atMost(max(0, query.available.clamped(.nan, most) - edges.x))
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
      if hasText {
        surcharge += leaves.cost(of: node)
        guard !isExhausted else { return .zero }
      }
      let content = leaves.measure(node, width: width, height: height)
      size = Pair(Float(content.width).asSize + edges.x, Float(content.height).asSize + edges.y)
    }
    return Pair(query.known.x.or(size.x), query.known.y.or(size.y))
  }

  /// Returns whether a leaf's content is a flex item of the leaf, not a block. Only leaves with an
  /// aspect ratio are flex containers (§4), as in the pages that were measured in browsers.
  func isContentAnItem(of node: Int) -> Bool {
    profile.sizesAsCSS && states[node].flags.contains(.hasContent)
      && styles[Int(states[node].style)].flags.contains(.hasOwnRatio)
  }

  /// Returns the width in which a leaf's content is measured, inside a content box.
  @inline(__always) mutating func leafWidth(of node: Int, inner: Float) -> Float {
    profile.sizesAsCSS && isContentAnItem(of: node) ? itemWidth(of: node, inner: inner) : inner
  }

  /// Returns the width of the content as a flex item, which is not narrower than its longest word
  /// (§4.5).
  @inline(never) private mutating func itemWidth(of node: Int, inner: Float) -> Float {
    if hasText { surcharge += leaves.cost(of: node) }
    let least = leaves.measure(node, width: .atMost(0), height: .undefined).width
    return max(inner, Float(least).asSize)
  }
}
