/// Size keywords, which refer to the content or the containing block (CSS Sizing 3 §5.1, 4 §6.1).
/// Keywords are rare: this code only runs for items whose style has a keyword.
extension FlexSolver {
  /// Resolves the keywords among the sizes of a container's items.
  mutating func resolveKeywords(_ container: FlexContainer, _ style: ResolvedStyle) {
    let room = Pair(
      container.inner.x, profile.fitsAvailableHeight ? container.inner.y : container.basis.y)
    for index in container.firstItem..<container.endItem {
      var item = run.items[index]
      guard styles[Int(item.style)].flags.contains(.hasKeyword) else { continue }
      let isFree = profile.sizesAsCSS && container.main == .y && !item.ratio.isNaN
      let height = container.main == .x ? container.definiteHeight(item, style) : .nan
      resolveKeywords(
        of: &item, limit: container.availableWidth, room: room, basis: container.basis,
        height: height.isNaN && !isFree ? nil : height)
      run.items[index] = item
    }
  }

  /// Resolves the width keywords of a column's item again, for its used height. A width that
  /// follows from that height by an aspect ratio is raised to the content's width.
  mutating func resolveKeywordWidth(
    of item: inout FlexItem, _ container: FlexContainer, limit: Float
  ) {
    let height = usedHeight(item, container)
    let style = styles[Int(item.style)]
    resolveKeywords(
      of: &item, limit: limit, room: Pair(limit < .infinity ? limit : .nan, .nan),
      basis: container.basis, height: height)
    guard style.width.isContent && style.height.unit != .auto else { return }
    let content = contentMinimum(Int(item.node), item, .x, for: height, container.basis)
    item.size.x = max(item.size.x, content)
  }

  /// Resolves all keywords except content-based limits of the height, which depend on the width
  /// (`resolveHeightLimits`).
  /// - Parameters:
  ///   - limit: The available margin-box width for `fit-content`; infinite gives `max-content`.
  ///   - room: The margin-box size for `stretch`; if undefined, `stretch` is treated as `auto`.
  ///   - height: The height on which the width may depend; by default the item's height.
  mutating func resolveKeywords(
    of item: inout FlexItem, limit: Float, room: Pair, basis: Pair, height: Float? = nil
  ) {
    let style = styles[Int(item.style)]
    if !room.y.isNaN {
      let height = max(0, room.y - item.margin(.y))
      if style.height.unit == .stretch { item.size.y = max(height, item.edges.y) }
      if style.minHeight.unit == .stretch { item.minimum.y = max(height, item.edges.y) }
      if style.maxHeight.unit == .stretch { item.maximum.y = height }
    }
    let known = item.clamp(height ?? item.size.y, .y)
    func width(_ length: Length) -> Float {
      keywordWidth(length, of: item, limit: limit, room: room.x, height: known, basis)
    }
    let (own, minimum, maximum) = (
      width(style.width), width(style.minWidth), width(style.maxWidth)
    )
    if !own.isNaN { item.size.x = max(own, item.edges.x) }
    if !minimum.isNaN { item.minimum.x = max(minimum, item.edges.x) }
    if !maximum.isNaN { item.maximum.x = maximum }
  }

  private mutating func keywordWidth(
    _ length: Length, of item: FlexItem, limit: Float, room: Float, height: Float, _ basis: Pair
  ) -> Float {
    func content(_ available: Float) -> Float {
      let hasRatio = profile.sizesAsCSS && !item.ratio.isNaN
      if hasRatio && !height.isNaN { return item.ratioSize(.x, from: height) }
      let width = contentWidth(
        of: Int(item.node), height: height, available: available, parent: basis)
      return hasRatio ? item.clampByRatio(width, .x) : width
    }
    return switch length.unit {
    case .auto, .points, .percent, .content: .nan
    case .stretch: room.isNaN ? .nan : max(0, room - item.margin(.x))
    case .maxContent: content(.infinity)
    case .minContent: content(0)
    // Measured text may break within words to fit the limit, so min-content is a lower bound.
    case .fitContent: max(content(0), content(limit - item.margin(.x)))
    }
  }

  /// Resolves content-based limits of the height, once the width is known.
  /// - Parameter height: The height of the border box without these limits; NaN if the content
  ///   determines it. As in browsers, the content is laid out in this height.
  mutating func resolveHeightLimits(
    of item: inout FlexItem, width: Float, height: Float, basis: Pair
  ) {
    let style = styles[Int(item.style)]
    guard style.flags.contains(.hasContentHeightLimit) else { return }
    let content =
      profile.sizesAsCSS && !item.ratio.isNaN
      ? item.ratioSize(.y, from: width)
      : profile.sizesAsCSS && !height.isNaN && !states[Int(item.node)].flags.contains(.isLeaf)
        ? occupiedHeight(of: Int(item.node), size: Pair(width, height), parent: basis)
        : profile.sizesAsCSS
          ? freeHeight(of: item, width: width, parent: basis)
          : self.height(
            of: Int(item.node), width: width, parent: basis, available: item.size.y.or(.infinity))
    if style.minHeight.isContent { item.minimum.y = max(content, item.edges.y) }
    if style.maxHeight.isContent { item.maximum.y = content }
  }
}

/// Detection of nodes of unbounded height, where it decides how a flex basis applies.
extension FlexSolver {
  /// Marks the nodes of unbounded height: the root if it is not bound, absolute boxes that lack a
  /// top or bottom inset, items of columns that scroll, and children of marked nodes. A definite
  /// height or maximum height, or in a bounded column a definite basis, bounds a node.
  /// - Parameter isBound: Whether the root has a height from outside.
  /// Complexity: O(nodes), or O(1) if no answer depends on it.
  mutating func findUnboundHeights(from root: Int, isBound: Bool) {
    guard profile.fitsAvailableHeight || hasGrowingBasis else { return }
    for node in root..<Int(records[root].subtreeEnd) {
      let isUnbound = hasUnboundHeight(node, root, isBound)
      guard states[node].flags.contains(.hasUnboundHeight) != isUnbound else { continue }
      states[node].flags.set(.hasUnboundHeight, isUnbound)
      // Cached answers were computed for the previous value of the flag.
      if answers.count > 0 { invalidate(node) }
    }
  }

  /// Discards the cached sizes of a node and of its ancestors. Complexity: O(depth).
  private mutating func invalidate(_ node: Int) {
    var node = Int32(node)
    while node >= 0 {
      states[Int(node)].firstAnswer = -1
      states[Int(node)].flags.remove(.hasFrames)
      node = states[Int(node)].parent
    }
  }

  private func hasUnboundHeight(_ node: Int, _ root: Int, _ isBound: Bool) -> Bool {
    let style = styles[Int(states[node].style)]
    let parent = parent(of: node)
    if node == root || parent < 0 {
      return !isBound && style.height.unit != .points && style.maxHeight.unit != .points
    }
    let container = styles[Int(states[parent].style)]
    let isParentUnbound = states[parent].flags.contains(.hasUnboundHeight)
    let isAbsolute = style.flags.contains(.isAbsolute)
    func isDefinite(_ length: Length) -> Bool {
      // The containing block of an absolute box has its final size.
      length.unit == .points || length.unit == .percent && (isAbsolute || !isParentUnbound)
    }
    if isDefinite(style.height) || isDefinite(style.maxHeight) { return false }
    if isAbsolute {
      return style.inset.top.unit == .auto || style.inset.bottom.unit == .auto
    }
    if container.main == .y {
      if !isParentUnbound, isDefinite(style.basis) { return false }
      if container.flags.contains(.scrolls) { return true }
    }
    return isParentUnbound
  }
}
