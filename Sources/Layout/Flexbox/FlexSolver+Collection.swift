extension FlexSolver {
  /// Lays out a list, carousel or pager: its children are the items of a section layout, and its
  /// padding acts as the insets.
  mutating func collection(_ node: Int, _ query: SizeQuery, _ purpose: VisitPurpose) -> Pair {
    let style = styles[Int(states[node].style)]
    let edges = boxEdges(style, parentWidth: query.parent.x)
    let sum = edges.sum
    let limits = limits(style, parent: query.parent, edges: sum)
    let inner = Pair(
      max(0, query.known.x - sum.x), query.known.y.isNaN ? .nan : max(0, query.known.y - sum.y))
    let first = placed.count
    var child = node + 1
    let end = Int(records[node].subtreeEnd)
    while child < end {
      if let item = makeItem(child, in: style, basis: inner) {
        let measured = sectionItem(item, in: style.display, inner: inner, purpose)
        placed.push(measured)
      }
      surcharge += 1
      child = following(child)
    }
    let content = placed.withSuffix(from: first) { items in
      style.place(
        items, rowGap: Double(style.gap.y), columnGap: Double(style.gap.x), width: Double(inner.x),
        height: Double(inner.y))
    }
    let height = Float(content.height).limited + sum.y
    let size = Pair(
      query.known.x,
      query.known.y.or(
        purpose == .size ? height : height.clamped(limits.minimum.y, limits.maximum.y)))
    if purpose == .frames {
      for index in first..<placed.count {
        let origin = Pair(edges.near.x, edges.near.y)
        layOutSectionItem(index, style, basis: inner, origin: origin, innerWidth: inner.x)
      }
      record(
        Size(width: content.width + Double(sum.x), height: content.height + Double(sum.y)),
        asContentOf: node)
      if states[node].flags.contains(.hasAbsoluteChild), !style.flags.contains(.isStatic) {
        placeAbsoluteBoxes(of: node, size: size, edges: edges)
      }
    }
    placed.truncate(to: first)
    return size
  }

  /// Returns an item with the margin-box size that its section layout needs. Also computes the
  /// final frames of its descendants if the layout cannot change them by stretching.
  mutating func sectionItem(
    _ item: FlexItem, in display: Style.Display, inner: Pair, _ purpose: VisitPurpose
  ) -> SectionItem {
    let node = Int(item.node)
    let height = item.size.y.isNaN ? .nan : item.clamp(item.size.y, .y)
    let alignment = display == .list ? .auto : item.laneAlignment
    var width: Float
    switch display {
    case .carousel:
      width = item.size.x
      if width.isNaN {
        let fills = height.isNaN && !inner.y.isNaN && alignment == .auto
        let known = fills ? inner.y - item.margin(.y) : height
        width = contentWidth(of: node, height: known, available: .infinity, parent: inner)
      }
    case .pager:
      width = inner.x - item.margin(.x)
    // In a list, a specified width applies; in a pager, all pages are equally wide.
    default:
      width = item.size.x.isNaN ? inner.x - item.margin(.x) : item.size.x
    }
    width = item.clamp(max(0, width), .x)
    var content: Float = 0
    var isLaidOut = false
    let isChosenByLayout = display != .list && !inner.y.isNaN && alignment == .auto
    if height.isNaN && !isChosenByLayout {
      let isFinal = display == .list || !states[node].flags.contains(.dependsOnHeight)
      isLaidOut = isFinal && purpose == .frames
      content =
        isLaidOut
        ? frames(of: node, known: Pair(width, .nan), parent: inner).y
        : self.height(of: node, width: width, parent: inner)
      content = item.clamp(content, .y)
    }
    return SectionItem(
      node: node, width: Double(width + item.margin(.x)), height: Double(height + item.margin(.y)),
      contentHeight: Double(content + item.margin(.y)), alignment: alignment, isLaidOut: isLaidOut)
  }

  /// Lays out a placed item's subtree and writes its frame, mirrored in right-to-left containers.
  /// - Parameters:
  ///   - origin: The left and top of the content box.
  ///   - innerWidth: The width that positions are mirrored in.
  mutating func layOutSectionItem(
    _ index: Int, _ container: ResolvedStyle, basis: Pair, origin: Pair, innerWidth: Float
  ) {
    let placed = placed[index]
    let item = makeBox(placed.node, in: container, basis: basis)
    let size = Pair(
      max(item.edges.x, (Float(placed.width) - item.margin(.x)).limited),
      max(item.edges.y, (Float(placed.height) - item.margin(.y)).limited))
    layOutPlaced(placed, size: size, basis: basis)
    let isRightToLeft = container.flags.contains(.isRightToLeft)
    let lead = isRightToLeft ? item.marginFar.x : item.marginNear.x
    let x = Float(placed.x) + lead
    write(
      placed.node, x: origin.x + (isRightToLeft ? innerWidth - x - size.x : x),
      y: origin.y + Float(placed.y) + item.marginNear.y, size: size)
  }

  /// Lays out a placed item's subtree unless its frames already match the item's final size.
  mutating func layOutPlaced(_ item: SectionItem, size: Pair, basis: Pair) {
    let state = states[item.node]
    let isHeightFinal =
      item.height == item.contentHeight || !state.flags.contains(.dependsOnHeight)
    // The width is compared because a pager's page may be wider than the maximum width of its item.
    // The tolerance allows for rounding when margins are added and subtracted.
    if item.isLaidOut && isHeightFinal && abs(state.framesKnown.x - size.x) < 0.001 { return }
    _ = frames(of: item.node, known: size, parent: basis)
  }

  /// Inserts or replaces the content size of a node; `contentSizes` stays sorted by node.
  mutating func record(_ size: Size, asContentOf node: Int) {
    let entry = NodeArena.ContentSize(node: node, size: size)
    let index = contentSizes.partitioningIndex { $0.node >= node }
    if index < contentSizes.count, contentSizes[index].node == node {
      contentSizes[index] = entry
    } else {
      contentSizes.insert(entry, at: index)
    }
  }
}

extension ItemBox {
  /// The position in the lane of a carousel or pager: that of `align-self` or `align-items`, where
  /// `stretch` is the lane's own rule. A baseline has no meaning between cards, and is the start.
  var laneAlignment: Style.Align {
    switch align {
    case .center, .end: align
    case .start, .baseline: .start
    default: .auto
    }
  }
}

extension ResolvedStyle {
  /// Places the items of a list, carousel or pager in its content box. The height may be NaN.
  func place<Number>(
    _ items: LayoutItems<Number>, rowGap: Number, columnGap: Number, width: Number, height: Number
  ) -> Extent<Number> {
    switch display {
    case .carousel: CarouselLayout(columnGap: columnGap).place(items, height: height)
    case .pager:
      PagerLayout(lanes: lanes, columnGap: columnGap, rowGap: rowGap)
        .place(items, pageWidth: width, height: height)
    case .flex, .none, .list, .contents: ListLayout(rowGap: rowGap).place(items)
    }
  }
}
