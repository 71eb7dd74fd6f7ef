extension FlexRun {
  /// Determines the cross sizes of the lines (§9.4 8 and 9).
  mutating func determineLineCrossSizes(_ container: Container, _ style: ResolvedStyle) {
    let cross = container.cross
    let inner = container.inner[cross]
    let quantity: Derivation.Subject.Quantity = cross == .x ? .lineWidth : .lineHeight
    if !style.wraps && !inner.isNaN && container.endLine > container.firstLine {
      lines[container.firstLine].cross = inner
      lines[container.firstLine].ascent =
        alignBaselines(container.firstLine, container, style).ascent
      return
    }
    var sum = container.gap[cross] * Number(max(0, container.endLine - container.firstLine - 1))
    for line in container.firstLine..<container.endLine {
      var largest: Number = 0
      for index in lines[line].first..<lines[line].end {
        largest = .most(largest, items[index].cross + items[index].margin(cross))
      }
      let (ascent, extent) = alignBaselines(line, container, style)
      lines[line].ascent = ascent
      largest = .most(largest, extent)
      lines[line].cross = style.wraps ? largest : largest.named(quantity)
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
    // Step 9 (§9.4): `align-content: stretch`.
    let target = inner.isNaN ? container.minimum[cross] - edges : inner
    if style.alignContent == .stretch, target > sum {
      let extra = (target - sum) / Number(container.endLine - container.firstLine)
      for line in container.firstLine..<container.endLine { lines[line].cross += extra }
    }
    for line in container.firstLine..<container.endLine {
      lines[line].cross = lines[line].cross.named(quantity)
    }
  }

  /// Computes the ascents of a line's items that are aligned by baseline (§8.3). Returns their
  /// greatest ascent, and the cross size that they need together.
  private mutating func alignBaselines(
    _ line: Int, _ container: Container, _ style: ResolvedStyle
  ) -> (ascent: Number, extent: Number) {
    guard container.hasBaselineItems else { return (0, 0) }
    let cross = container.cross
    var ascent: Number = 0
    var descent: Number = 0
    var isAny = false
    for index in lines[line].first..<lines[line].end where !items[index].ascent.isNaN {
      let item = items[index]
      let above = item.marginNear[cross] + item.ascent
      let below = item.cross - item.ascent + item.marginFar[cross]
      items[index].ascent = style.isCrossReversed ? below : above
      let rest = style.isCrossReversed ? above : below
      ascent = isAny ? .most(ascent, items[index].ascent) : items[index].ascent
      descent = isAny ? .most(descent, rest) : rest
      isAny = true
    }
    return (ascent, isAny ? ascent + descent : 0)
  }

  /// Returns the index of the item whose baseline is the container's baseline (§8.5): in the first
  /// line, the first item that is aligned by baseline or satisfies `isReference`, or else the first
  /// item. "First" refers to positions, not to the order in the document.
  func baselineItem(
    of container: Container, _ style: ResolvedStyle,
    isReference: (ItemBox<Number>) -> Bool
  ) -> Int {
    let isRow = container.main == .x
    let line = lines[style.isWrapReversed ? container.endLine - 1 : container.firstLine]
    let isReversed =
      isRow
      ? style.isMainReversed != style.flags.contains(.isRightToLeft) : style.isMainReversed
    for offset in 0..<line.end - line.first {
      let index = isReversed && isRow ? line.end - 1 - offset : line.first + offset
      if isRow && !items[index].ascent.isNaN || isReference(items[index]) { return index }
    }
    return isReversed ? line.end - 1 : line.first
  }

  /// Determines the used cross sizes (§9.4 11).
  mutating func determineUsedCrossSizes(_ container: Container, _ style: ResolvedStyle) {
    let cross = container.cross
    // Step 7 has already stretched the items of a single line of known size.
    if !style.wraps && !container.inner[cross].isNaN && !container.hasKeywords { return }
    for line in container.firstLine..<container.endLine {
      for index in lines[line].first..<lines[line].end {
        let item = items[index]
        // In Yoga, an aspect ratio takes precedence over stretching, but not in containers that wrap.
        guard item.isStretched, style.wraps || !item.ratioDecidesCross else { continue }
        let size = Number.most(0, lines[line].cross - item.margin(cross)).by(.stretch)
        items[index].cross = item.clamp(size, cross)
      }
    }
  }

  /// Determines the container's cross size (§9.6 15).
  func determineCrossSize(_ container: inout Container) {
    let cross = container.cross
    guard container.size[cross].isNaN else { return }
    var sum = container.gap[cross] * Number(max(0, container.endLine - container.firstLine - 1))
    for line in container.firstLine..<container.endLine { sum += lines[line].cross }
    container.fit(sum, cross)
  }
}

extension ContainerBox {
  /// Returns an item's cross size if it is known before the cross sizes of the lines: its specified
  /// size, or the size of the only line if the container's cross size is known (§9.8 1); otherwise
  /// NaN.
  @inline(__always) func definiteCross(_ item: ItemBox<Number>, _ style: ResolvedStyle) -> Number {
    if !item.size[cross].isNaN { return item.clamp(item.size[cross], cross) }
    let inner = inner[cross]
    guard item.isStretched, !style.wraps, !inner.isNaN else { return .nan }
    return item.clamp(Number.most(0, inner - item.margin(cross)).by(.stretch), cross)
  }

  /// Returns the height of a row's item, from which the item's width may follow; NaN if unknown.
  /// The item does not stretch to a container height that is not definite (§9.8).
  @inline(__always) func definiteHeight(_ item: ItemBox<Number>, _ style: ResolvedStyle) -> Number {
    if !item.size.y.isNaN { return item.clamp(item.size.y, .y) }
    guard !basis.y.isNaN, item.isStretched, !style.wraps, !inner.y.isNaN else { return .nan }
    return item.clamp(Number.most(0, basis.y - item.margin(.y)).by(.stretch), .y)
  }

  /// Returns the width of a column's item; NaN if the content determines it.
  func columnCross(_ item: ItemBox<Number>, _ style: ResolvedStyle) -> Number {
    let definite = definiteCross(item, style)
    guard definite.isNaN, !item.ratio.isNaN else { return definite }
    return ratioColumnCross(item)
  }

  /// Returns the width from the item's height and ratio. Not inlined, because ratios are rare.
  @inline(never) private func ratioColumnCross(_ item: ItemBox<Number>) -> Number {
    if item.size.y.isNaN { return .nan }
    let width = item.ratioSize(.x, from: item.clamp(item.size.y, .y))
    return item.clamp(width.by(.aspectRatio), .x)
  }

  /// Returns an item's cross size for its used main size; NaN if the content determines it.
  @inline(__always) func knownCross(_ item: ItemBox<Number>, _ style: ResolvedStyle) -> Number {
    if !item.ratioDecidesCross {
      // The only line has the container's size, so the content is irrelevant.
      let definite = definiteCross(item, style)
      if !definite.isNaN { return definite }
    }
    if item.ratio.isNaN { return .nan }
    return item.clamp(item.ratioSize(cross, from: item.target).by(.aspectRatio), cross)
  }
}
