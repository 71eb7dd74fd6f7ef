extension FlexSolver {
  /// Determines each item's cross size for its used main size, before it is stretched (§9.4 7).
  mutating func determineHypotheticalCrossSizes(
    _ container: FlexContainer, _ style: ResolvedStyle
  ) {
    let cross = container.cross
    let hasKeywords = cross == .y && states[container.node].flags.contains(.hasKeywordChild)
    for index in container.firstItem..<container.endItem {
      if hasKeywords, styles[Int(items[index].style)].flags.contains(.hasKeyword) {
        resolveHeightLimits(
          ofItemAt: index, width: items[index].target, basis: container.basis)
      }
      let item = items[index]
      if !item.size[cross].isNaN && !item.ratioDecidesCross {
        items[index].cross = item.clamp(item.size[cross], cross)
        continue
      }
      if item.isStretched && !item.ratioDecidesCross && !style.wraps
        && !container.inner[cross].isNaN
      {
        // The only line has the container's size, so the content is irrelevant.
        let size = max(0, container.inner[cross] - item.margin(cross))
        items[index].cross = item.clamp(size, cross)
        continue
      }
      if !item.ratio.isNaN {
        let size = cross == .x ? item.target * item.ratio : item.target / item.ratio
        items[index].cross = item.clamp(size.limited, cross)
        continue
      }
      items[index].cross =
        cross == .x
        ? contentCross(index, container, style) : contentHeight(index, container, style)
    }
  }

  /// Returns the height of a row's item. Computes its frames as well if the height is final or no
  /// descendant depends on it.
  private mutating func contentHeight(
    _ index: Int, _ container: FlexContainer, _ style: ResolvedStyle
  ) -> Float {
    let item = items[index]
    let node = Int(item.node)
    let flags = states[node].flags
    let isFinal = !item.isStretched || !flags.contains(.dependsOnHeight)
    let available = container.availableHeight(for: item, style)
    guard container.purpose == .frames, isFinal else {
      let height = height(
        of: node, width: item.target, parent: container.basis, available: available)
      return item.clamp(height, .y)
    }
    let size = frames(
      of: node, known: Pair(item.target, .nan), parent: container.basis, available: available)
    items[index].laidOut = size
    items[index].hasLaidOut = true
    return item.clamp(size.y, .y)
  }

  /// Determines the cross sizes of the lines (§9.4 8 and 9).
  mutating func determineLineCrossSizes(_ container: FlexContainer, _ style: ResolvedStyle) {
    let cross = container.cross
    let inner = container.inner[cross]
    if !style.wraps && !inner.isNaN && container.endLine > container.firstLine {
      lines[container.firstLine].cross = inner
      lines[container.firstLine].ascent =
        alignBaselines(container.firstLine, container, style).ascent
      return
    }
    var sum = container.gap[cross] * Float(max(0, container.endLine - container.firstLine - 1))
    for line in container.firstLine..<container.endLine {
      var largest: Float = 0
      for index in lines[line].first..<lines[line].end {
        largest = max(largest, items[index].cross + items[index].margin(cross))
      }
      let (ascent, extent) = alignBaselines(line, container, style)
      lines[line].ascent = ascent
      largest = max(largest, extent)
      lines[line].cross = largest
      sum += largest
    }
    let edges = container.edges.sum[cross]
    if !style.wraps {
      guard container.endLine > container.firstLine else { return }
      let low = container.minimum[cross] - edges
      let high = container.maximum[cross] - edges
      lines[container.firstLine].cross = lines[container.firstLine].cross.clamped(low, high)
      return
    }
    // Step 9.
    let target = inner.or(container.minimum[cross] - edges)
    if style.alignContent == .stretch, target > sum {
      let extra = (target - sum) / Float(container.endLine - container.firstLine)
      for line in container.firstLine..<container.endLine { lines[line].cross += extra }
    }
  }

  /// Computes the ascents of a line's items that are aligned by baseline (§8.3). Returns the
  /// greatest ascent and the group's extent along the cross axis. In a column the baseline is the
  /// left border edge, in either text direction, as in browsers.
  private mutating func alignBaselines(
    _ line: Int, _ container: FlexContainer, _ style: ResolvedStyle
  ) -> (ascent: Float, extent: Float) {
    guard container.hasBaselineItems else { return (0, 0) }
    var ascent: Float = 0
    var descent: Float = 0
    var isAny = false
    for index in lines[line].first..<lines[line].end {
      let item = items[index]
      guard item.align == .baseline, !item.hasAutoMarginNearCross, !item.hasAutoMarginFarCross
      else { continue }
      let cross = container.cross
      var distance: Float = 0
      if container.main == .x {
        let size = Pair(item.target, item.cross)
        distance = baseline(of: Int(item.node), size: size, parent: container.basis)
      }
      let above = item.marginNear[cross] + distance
      let below = item.cross - distance + item.marginFar[cross]
      items[index].ascent = style.isCrossReversed ? below : above
      ascent = isAny ? max(ascent, items[index].ascent) : items[index].ascent
      let rest = style.isCrossReversed ? above : below
      descent = isAny ? max(descent, rest) : rest
      isAny = true
    }
    return (ascent, isAny ? ascent + descent : 0)
  }

  /// Determines the used cross sizes (§9.4 11).
  mutating func determineUsedCrossSizes(_ container: FlexContainer, _ style: ResolvedStyle) {
    let cross = container.cross
    // Step 7 has already stretched the items of a single line of known size.
    let isStretchedAlready =
      !style.wraps && !container.inner[cross].isNaN
      && !states[container.node].flags.contains(.hasKeywordChild)
    if isStretchedAlready { return }
    for line in container.firstLine..<container.endLine {
      for index in lines[line].first..<lines[line].end {
        let item = items[index]
        guard item.isStretched, !item.ratioDecidesCross else { continue }
        let size = max(0, lines[line].cross - item.margin(cross))
        items[index].cross = item.clamp(size, cross)
      }
    }
  }

  /// Determines the container's cross size (§9.6 15).
  mutating func determineCrossSize(_ container: inout FlexContainer, _ style: ResolvedStyle) {
    let cross = container.cross
    guard container.size[cross].isNaN else { return }
    var sum = container.gap[cross] * Float(max(0, container.endLine - container.firstLine - 1))
    for line in container.firstLine..<container.endLine { sum += lines[line].cross }
    let edges = container.edges.sum[cross]
    let size = (sum + edges).clamped(container.minimum[cross], container.maximum[cross])
    container.size[cross] = size
    container.inner[cross] = max(0, size - edges)
  }
}
