extension FlexSolver {
  /// Determines each item's cross size for its used main size, before it is stretched (§9.4 7).
  mutating func determineHypotheticalCrossSizes(
    _ container: FlexContainer, _ style: ResolvedStyle
  ) {
    let cross = container.cross
    let hasKeywords =
      container.hasKeywords && (cross == .y || profile.sizesAsCSS && container.purpose != .width)
    for index in container.firstItem..<container.endItem {
      if hasKeywords, styles[Int(run.items[index].style)].flags.contains(.hasKeyword) {
        var item = run.items[index]
        if cross == .x {
          resolveKeywordWidth(of: &item, container, limit: container.availableWidth)
        } else {
          resolveHeightLimits(
            of: &item, width: item.target, height: container.definiteCross(item, style),
            basis: container.basis)
        }
        run.items[index] = item
      }
      let known = container.knownCross(run.items[index], style)
      if !known.isNaN {
        run.items[index].cross = known
        if profile.sizesAsCSS && !run.items[index].ratio.isNaN {
          raiseRatioCross(index, container, style)
        }
        continue
      }
      run.items[index].cross =
        cross == .x
        ? contentCross(index, container, style, height: usedHeight(run.items[index], container))
        : contentHeight(index, container, style)
    }
  }

  /// Returns the height on which the width of a column's item may depend: as in browsers, the used
  /// height if that is definite. In the contract, only the width of columns that wrap depends on it.
  @inline(__always) func usedHeight(_ item: FlexItem, _ container: FlexContainer) -> Float {
    if !profile.sizesAsCSS {
      let style = styles[Int(item.style)]
      guard style.wraps, style.main == .y else { return item.size.y }
    }
    return isHeightDefinite(item, container) ? item.target : heightToWrap(item)
  }

  /// Returns the specified height at which an item's columns wrap; NaN if there is none. The item's
  /// width depends on this height even if the height is not definite.
  func heightToWrap(_ item: FlexItem) -> Float {
    let style = styles[Int(item.style)]
    let wraps = style.wraps && style.main == .y && style.height.unit == .points
    return wraps && item.ratio.isNaN ? item.size.y : .nan
  }

  /// Raises a cross size that follows from an aspect ratio to the content's size.
  @inline(never) private mutating func raiseRatioCross(
    _ index: Int, _ container: FlexContainer, _ style: ResolvedStyle
  ) {
    let item = run.items[index]
    // As in browsers, content does not raise the width of a column's item of `auto` height.
    guard container.definiteCross(item, style).isNaN,
      container.main == .x || styles[Int(item.style)].height.unit != .auto
    else { return }
    let content = contentMinimum(
      Int(item.node), item, container.cross, for: item.target, container.basis)
    run.items[index].cross = item.clamp(max(item.cross, content), container.cross)
  }

  /// Fits automatic widths into the lines of a wrapping column, and resolves keywords again. As in
  /// browsers, the line is then the containing block, and the line's ascent is kept (§9.4 11).
  mutating func fitItemsToLines(_ container: FlexContainer, _ style: ResolvedStyle) {
    let hasOtherBasis = container.main == .x && container.basis.y != container.inner.y
    guard style.wraps || hasOtherBasis else { return }
    for line in container.firstLine..<container.endLine {
      let room = run.lines[line].cross
      for index in run.lines[line].first..<run.lines[line].end {
        var item = run.items[index]
        if styles[Int(item.style)].flags.contains(.hasKeyword) {
          if container.main == .y {
            resolveKeywordWidth(of: &item, container, limit: room)
          } else {
            if item.isStretched { limitStretchedHeight(of: &item, container, room: room) }
            resolveKeywords(
              of: &item, limit: .infinity, room: Pair(.nan, room), basis: container.basis)
          }
        } else if container.main == .x {
          continue
        }
        let (node, own) = (Int(item.node), item.size[container.cross])
        if !own.isNaN {
          item.cross = own
        } else if !item.isStretched && container.main == .x {
          item.cross = height(of: node, width: item.target, parent: container.basis)
        } else if !item.isStretched && item.ratio.isNaN {
          item.cross = contentWidth(
            of: node, height: usedHeight(item, container), available: room - item.margin(.x),
            parent: container.basis)
        }
        item.cross = item.clamp(item.cross, container.cross)
        if !item.ascent.isNaN {
          run.items[index].cross = item.cross
          let above = ascent(ofItemAt: index, container, style)
          item.ascent =
            style.isCrossReversed
            ? item.cross - above + item.marginFar[container.cross]
            : item.marginNear[container.cross] + above
        }
        run.items[index] = item
      }
    }
  }

  /// Resolves content-based limits of the height again, for an item that stretches to its line.
  private mutating func limitStretchedHeight(
    of item: inout FlexItem, _ container: FlexContainer, room: Float
  ) {
    let box = makeBox(styles[Int(item.style)], basis: container.basis)
    (item.minimum.y, item.maximum.y) = (box.minimum.y, box.maximum.y)
    let height = item.clamp(max(0, room - item.margin(.y)), .y)
    resolveHeightLimits(of: &item, width: item.target, height: height, basis: container.basis)
  }

  /// Returns the height of a row's item. Also computes the frames of the item's descendants if the
  /// visit needs frames, and the height is final or no descendant depends on it.
  private mutating func contentHeight(
    _ index: Int, _ container: FlexContainer, _ style: ResolvedStyle
  ) -> Float {
    let node = Int(run.items[index].node)
    let target = run.items[index].target
    let isFinal =
      !run.items[index].isStretched || !states[node].flags.contains(.dependsOnHeight)
    let available = container.availableHeight(for: run.items[index], style)
    guard container.purpose == .frames, isFinal else {
      let height = height(of: node, width: target, parent: container.basis, available: available)
      return run.items[index].clamp(height, .y)
    }
    let size = frames(
      of: node, known: Pair(target, .nan), parent: container.basis, available: available)
    run.items[index].laidOut = size
    run.items[index].hasLaidOut = true
    return run.items[index].clamp(size.y, .y)
  }

  /// Computes the distance from the top to the baseline, for each item that is aligned by baseline.
  /// In a column, the baseline is the left border edge, in either text direction, as in browsers.
  mutating func measureBaselines(_ container: FlexContainer, _ style: ResolvedStyle) {
    for index in container.firstItem..<container.endItem {
      let item = run.items[index]
      guard item.align == .baseline, !item.hasAutoMarginNearCross, !item.hasAutoMarginFarCross
      else { continue }
      run.items[index].ascent = ascent(ofItemAt: index, container, style)
    }
  }

  private mutating func ascent(
    ofItemAt index: Int, _ container: FlexContainer, _ style: ResolvedStyle
  ) -> Float {
    let item = run.items[index]
    return container.main == .y
      ? 0
      : baseline(
        of: Int(item.node), size: Pair(item.target, item.cross), parent: container.basis,
        basisHeight: basisHeight(ofItemAt: index, container, style))
  }

  /// Returns the distance from the container's top border edge to its baseline (§8.5).
  mutating func containerBaseline(_ container: FlexContainer, _ style: ResolvedStyle) -> Float {
    guard container.endLine > container.firstLine else { return container.size.y }
    let index = run.baselineItem(of: container, style) {
      styles[Int($0.style)].flags.contains(.isReferenceBaseline)
    }
    let item = run.items[index]
    let size =
      container.main == .x ? Pair(item.target, item.cross) : Pair(item.cross, item.target)
    let baseline = baseline(
      of: Int(item.node), size: size, parent: container.basis,
      basisHeight: basisHeight(ofItemAt: index, container, style))
    return container.position(item, .y, style) + baseline
  }
}
