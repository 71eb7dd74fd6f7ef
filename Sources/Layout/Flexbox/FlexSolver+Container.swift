/// The algorithm of CSS Flexbox Level 1, with its section and step numbers:
///
/// ```
///  §9.1  1   flex items                                      collectItems
///  §9.2  2   available space                                 FlexContainer.init
///        3   flex base and hypothetical main sizes           determineBaseSizes
///  §9.3  5   lines                                           collectLines
///  §9.2  4   container's main size                           determineMainSize
///  §9.3  6   flexible lengths (§9.7)                         resolveFlexibleLengths
///  §9.4  7   hypothetical cross sizes                        determineHypotheticalCrossSizes
///        8   lines' cross sizes                              determineLineCrossSizes
///        9   align-content: stretch                          determineLineCrossSizes
///        11  used cross sizes                                determineUsedCrossSizes
///  §9.5  12  main axis: auto margins, justify-content        placeAlongMain
///  §9.6  13  cross axis: auto margins                        placeAlongCross
///        14  align-self                                      placeAlongCross
///        15  container's cross size                          determineCrossSize
///        16  align-content                                   placeLines
///  §4.1      absolutely positioned children                  placeAbsoluteBoxes
/// ```
///
/// Step 4 follows step 5 because only a height remains to be determined here: widths are computed
/// before (`contentWidth`), except the cross size of columns that wrap. Step 10,
/// `visibility: collapse`, has no counterpart in our styles.
extension FlexSolver {
  mutating func flex(_ node: Int, _ query: SizeQuery, _ purpose: VisitPurpose) -> Pair {
    let style = styles[Int(states[node].style)]
    let edges = boxEdges(style, parentWidth: query.parent.x)
    let sum = edges.sum
    let limits = limits(style, parent: query.parent, edges: sum)
    // Step 2 (§9.2).
    let inner = Pair(
      query.known.x.isNaN ? .nan : max(0, query.known.x - sum.x),
      query.known.y.isNaN ? .nan : max(0, query.known.y - sum.y))
    let available = query.available.clamped(.nan, limits.maximum.x)
    let greatestHeight = query.availableHeight.clamped(limits.minimum.y, limits.maximum.y)
    let availableHeight =
      profile.fitsAvailableHeight ? inner.y.or(max(0, greatestHeight - sum.y)) : .infinity
    var definiteHeight = inner.y
    if query.basisHeight < .infinity {
      definiteHeight = max(0, query.basisHeight - sum.y)
    } else if query.basisHeight.isNaN {
      definiteHeight = .nan
    }
    // Queries of content sizes ignore the node's own limits, but lines break at them.
    let isLimited = purpose == .baseline || purpose == .frames
    var container = FlexContainer(
      node: node, purpose: purpose, gap: style.gap, main: style.main, cross: style.main.other,
      edges: edges,
      minimum: isLimited ? limits.minimum : sum, maximum: isLimited ? limits.maximum : .undefined,
      greatestHeight: greatestHeight, size: query.known, inner: inner,
      basis: Pair(inner.x, availableHeight < .infinity ? availableHeight : definiteHeight),
      availableWidth: inner.x.or(max(0, available - sum.x)), availableHeight: availableHeight,
      firstItem: run.items.count, endItem: run.items.count, firstLine: run.lines.count,
      endLine: run.lines.count)

    container.hasKeywords = states[node].flags.contains(.hasKeywordChild)
    if !style.flags.isDisjoint(with: .hasPercentGap) { container.resolveGaps(style) }
    collectItems(&container, style)
    if container.hasKeywords { resolveKeywords(container, style) }
    if purpose == .width && profile.sizesAsCSS { takeContentWidths(container, style) }
    let needsMainSizes = purpose != .width || hasWidthOfHeights(container)
    let hypotheticalMain = needsMainSizes ? determineBaseSizes(container, style) : 0
    run.collectLines(&container, style, hypotheticalMain)
    if purpose == .occupied && style.main == .y { container.releaseHeight() }
    if needsMainSizes {
      determineMainSize(&container)
      if purpose == .extent { limitExtent(&container, limits.minimum, limits.maximum) }
      if container.hasFlexibleItems {
        for line in container.firstLine..<container.endLine {
          run.resolveFlexibleLengths(container, line)
        }
        if container.main == .x, narrowsTexts { narrowTexts(container) }
      }
      if purpose == .extent { return finishExtent(container) }
    }
    determineHypotheticalCrossSizes(container, style)
    if container.hasBaselineItems { measureBaselines(container, style) }
    if purpose == .occupied && style.main == .x { container.releaseHeight() }
    run.determineLineCrossSizes(container, style)
    if profile.sizesAsCSS && (style.wraps || container.hasKeywords) {
      fitItemsToLines(container, style)
    }
    run.determineUsedCrossSizes(container, style)
    run.determineCrossSize(&container)
    if isLimited {
      run.place(container, style)
    }
    var result = container.size
    switch purpose {
    case .size, .width, .extent, .occupied: break
    case .baseline: result.x = containerBaseline(container, style)
    case .frames:
      writeFrames(container, style)
      if states[node].flags.contains(.hasAbsoluteChild), !style.flags.contains(.isStatic) {
        placeAbsoluteBoxes(of: node, size: container.size, edges: edges)
      }
    }
    if let trace { note(container, isHeightImposed: !query.known.y.isNaN, in: trace) }
    run.remove(container)
    return result
  }

  /// Narrows the texts of a row that shrank, so that they wrap, to their longest lines. CSS has no
  /// such step: in browsers, a wrapped text is as wide as the space.
  @inline(never) private mutating func narrowTexts(_ container: FlexContainer) {
    for index in container.firstItem..<container.endItem {
      let item = run.items[index]
      let node = Int(item.node)
      guard item.target < item.hypothetical, states[node].flags.contains(.isLeaf),
        states[node].flags.contains(.hasContent)
      else { continue }
      surcharge += leaves.cost(of: node)
      guard !isExhausted else { return }
      let inner = max(0, item.target - item.edges.x)
      let width = leaves.narrowedWidth(of: node, width: inner) + item.edges.x
      run.items[index].target = item.clamp(min(item.target, width), .x)
    }
  }

  /// Sets the widths of a wrapping column's items to their max-content contributions, which
  /// determine the column's own contribution (§9.9.1). As in browsers, the items do not flex.
  @inline(never) private mutating func takeContentWidths(
    _ container: FlexContainer, _ style: ResolvedStyle
  ) {
    for index in container.firstItem..<container.endItem {
      var item = run.items[index]
      item.size.x = itemContentWidth(
        &item, style, innerHeight: container.inner.y, available: .infinity)
      run.items[index] = item
    }
  }

  /// Returns whether the width of a wrapping column depends on heights: the column may break, or
  /// the width of an item follows from its height.
  @inline(never) private func hasWidthOfHeights(_ container: FlexContainer) -> Bool {
    if container.endItem - container.firstItem > 1 && container.lineLimit < .infinity {
      return true
    }
    return (container.firstItem..<container.endItem).contains { !run.items[$0].ratio.isNaN }
  }

  /// Sets the main size to the minimum if the longest line is shorter, or to the maximum if it is
  /// longer, so that the items flex into that limit.
  private func limitExtent(_ container: inout FlexContainer, _ minimum: Pair, _ maximum: Pair) {
    let main = container.main
    let edges = container.edges.sum[main]
    var longest: Float = 0
    for line in container.firstLine..<container.endLine {
      longest = max(longest, run.lines[line].hypotheticalMain)
    }
    if longest < minimum[main] - edges {
      container.inner[main] = minimum[main] - edges
    } else if longest > maximum[main] - edges {
      container.inner[main] = max(0, maximum[main] - edges)
    }
  }

  /// Returns the container's size. The main size is the extent of the longest line's items plus the
  /// container's edges.
  private mutating func finishExtent(_ container: FlexContainer) -> Pair {
    let main = container.main
    var longest: Float = 0
    for line in container.firstLine..<container.endLine {
      var sum = container.gap[main] * Float(run.lines[line].end - run.lines[line].first - 1)
      for index in run.lines[line].first..<run.lines[line].end {
        sum += run.items[index].target + run.items[index].margin(main)
      }
      longest = max(longest, sum)
    }
    var result = container.size
    result[main] = longest + container.edges.sum[main]
    run.remove(container)
    return result
  }

  /// Determines the main size (§9.2 4): the content size of the longest line, clamped to the
  /// container's limits.
  private func determineMainSize(_ container: inout FlexContainer) {
    let main = container.main
    guard container.size[main].isNaN else { return }
    var content: Float = 0
    for line in container.firstLine..<container.endLine {
      content = max(content, run.lines[line].hypotheticalMain)
    }
    container.fit(content, main)
  }
}
