extension Style.Align {
  /// The distribution of lines for this value of `align-content`.
  fileprivate var justify: Style.Justify {
    switch self {
    case .center: .center
    case .end: .end
    case .spaceBetween: .spaceBetween
    case .spaceAround: .spaceAround
    case .spaceEvenly: .spaceEvenly
    case .auto, .start, .stretch, .baseline, .textStart, .textEnd, .selfStart, .selfEnd: .start
    }
  }
}

extension FlexRun {
  /// Places all lines and items of a container.
  mutating func place(_ container: Container, _ style: ResolvedStyle) {
    placeLines(container, style)
    for line in container.firstLine..<container.endLine {
      placeAlongMain(container, style, line)
      placeAlongCross(container, style, line)
    }
  }

  /// Returns padding plus border at the start edge of an axis.
  private func startEdge(_ container: Container, _ axis: Axis, isReversed: Bool) -> Number {
    isReversed ? container.edges.far[axis] : container.edges.near[axis]
  }

  /// Places a line's items along the main axis (§9.5 12).
  private mutating func placeAlongMain(
    _ container: Container, _ style: ResolvedStyle, _ line: Int
  ) {
    let main = container.main
    let first = lines[line].first
    let end = lines[line].end
    var free = container.inner[main] - container.gap[main] * Number(end - first - 1)
    var automatic = 0
    // `start` alignment without automatic margins does not need the free space, unless it is safe.
    if style.justify != .start || container.hasAutoMargins
      || style.safeAlignment.contains(.justifyContent)
    {
      for index in first..<end {
        let item = items[index]
        free -= item.target + item.margin(main)
        automatic += (item.hasAutoMarginNearMain ? 1 : 0) + (item.hasAutoMarginFarMain ? 1 : 0)
      }
    }
    var share: Number = 0
    var distribution = Distribution(
      style.justify, free: free, count: end - first,
      isSafe: style.safeAlignment.contains(.justifyContent),
      isReversed: style.isMainReversed != (main == .x && style.flags.contains(.isRightToLeft)))
    // Without free space, automatic margins are 0 (§8.1).
    let isShared = automatic > 0 && free.value > 0
    if isShared {
      share = free / Number(automatic)
      distribution = Distribution(.start, free: 0, count: 1)
    }
    let rule: LayoutRule =
      isShared ? .autoMargin : style.justify == .start ? .stacked : .justify
    var position =
      startEdge(container, main, isReversed: style.isMainReversed) + distribution.offset
    for index in first..<end {
      let item = items[index]
      let near = item.marginNear[main] + (item.hasAutoMarginNearMain ? share : 0)
      let far = item.marginFar[main] + (item.hasAutoMarginFarMain ? share : 0)
      items[index].mainOffset = (position + (style.isMainReversed ? far : near)).by(rule)
      position += near + item.target + far + container.gap[main] + distribution.between
    }
  }

  /// Places the lines along the cross axis (§9.6 16).
  private mutating func placeLines(_ container: Container, _ style: ResolvedStyle) {
    let cross = container.cross
    let count = container.endLine - container.firstLine
    var position = startEdge(container, cross, isReversed: style.isCrossReversed)
    var between = container.gap[cross]
    if style.wraps {
      var free = container.inner[cross] - container.gap[cross] * Number(max(0, count - 1))
      for line in container.firstLine..<container.endLine { free -= lines[line].cross }
      let distribution = Distribution(
        style.alignContent.justify, free: free, count: count,
        isSafe: style.safeAlignment.contains(.alignContent), isReversed: style.isWrapReversed)
      position += distribution.offset
      between += distribution.between
    }
    for line in container.firstLine..<container.endLine {
      lines[line].offset = position
      position += lines[line].cross + between
    }
  }

  /// Places a line's items along the cross axis (§9.6 13 and 14).
  private mutating func placeAlongCross(
    _ container: Container, _ style: ResolvedStyle, _ line: Int
  ) {
    let cross = container.cross
    for index in lines[line].first..<lines[line].end {
      let item = items[index]
      let free = lines[line].cross - item.cross - item.margin(cross)
      var near = item.marginNear[cross]
      var far = item.marginFar[cross]
      var offset: Number = 0
      var rule = LayoutRule.align
      if item.hasAutoMarginNearCross || item.hasAutoMarginFarCross {
        let isBoth = item.hasAutoMarginNearCross && item.hasAutoMarginFarCross
        let share = Number.most(0, free) / (isBoth ? 2 : 1)
        if item.hasAutoMarginNearCross { near += share }
        if item.hasAutoMarginFarCross { far += share }
        rule = .autoMargin
      } else if item.isSafe && free < 0 {
        offset = style.isWrapReversed ? free : 0
      } else {
        switch item.align {
        case .center: offset = free / 2
        case .end: offset = free
        case .baseline where !item.ascent.isNaN:
          offset = lines[line].ascent - item.ascent
          rule = .baseline
        default: rule = .stacked
        }
      }
      items[index].crossOffset =
        (lines[line].offset + offset + (style.isCrossReversed ? far : near)).by(rule)
    }
  }
}
