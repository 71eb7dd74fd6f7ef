extension FlexSolver {
  /// Resolves each style once, and finds the dependencies of each node's subtree. Complexity:
  /// O(nodes).
  mutating func prepare(_ arena: NodeArena, isRightToLeft: Bool) {
    for style in arena.styles {
      _ = addStyle(ResolvedStyle(style, isRightToLeft: isRightToLeft))
    }
    resolveNodes(arena, isRightToLeft: isRightToLeft)
    if arena.styles.contains(where: { $0.direction != .inherit }) {
      resolveDirections(arena, isRightToLeft: isRightToLeft)
    }
    collectDependencies()
  }

  /// Sets style, parent and level of each node in one pass in document order.
  private mutating func resolveNodes(_ arena: NodeArena, isRightToLeft: Bool) {
    // Pictures with the same style usually have the same ratio, so the last resolved style is
    // reused.
    var lastImage: (style: UInt32, ratio: Float, index: Int32)?
    var parent: Int32 = -1
    var parentEnd = records.count
    var level = 0
    // The end of the last subtree that is too deep to be laid out.
    var deepEnd = 0
    for node in 0..<records.count {
      let record = records[node]
      while node >= parentEnd {
        parent = states[Int(parent)].parent
        parentEnd = parent < 0 ? records.count : Int(records[Int(parent)].subtreeEnd)
        level -= 1
      }
      var state = NodeState(style: Int32(record.style), parent: parent)
      if Int(record.subtreeEnd) == node + 1 {
        state.flags.insert(.isLeaf)
        if leaves.hasContent(node) { state.flags.insert(.hasContent) }
      }
      states.push(state)
      if !styles[Int(record.style)].flags.isDisjoint(with: .makesNoBox) {
        resolveVisibility(of: node)
      }
      if level >= Self.deepestLevel {
        states[node].flags.insert(.isHidden)
        if node >= deepEnd {
          tooDeep.append(node)
          deepEnd = Int(record.subtreeEnd)
        }
      }
      if Int(record.subtreeEnd) > node + 1 {
        parent = Int32(node)
        parentEnd = Int(record.subtreeEnd)
        level += 1
      }
      guard record.kind == .image else { continue }
      let ratio = arena.pictureRatio(of: node)
      guard ratio > 0 else { continue }
      if let last = lastImage, last.style == record.style, last.ratio == ratio {
        states[node].style = last.index
      } else {
        let index = addStyle(
          ResolvedStyle(
            arena.styles[Int(record.style)], isRightToLeft: isRightToLeft, imageAspectRatio: ratio))
        states[node].style = index
        lastImage = (record.style, ratio, index)
      }
    }
  }

  private mutating func resolveVisibility(of node: Int) {
    let style = styles[Int(states[node].style)].flags
    // The root always has a box.
    let isContents = style.contains(.isContents) && node > 0
    states[node].flags.set(.isContents, isContents)
    states[node].flags.set(.isHidden, isContents || style.contains(.isNone))
  }

  /// Returns the next node with the same parent box: the node after the child's subtree, or the
  /// child's first child if the child is `display: contents`.
  @inline(__always) func following(_ child: Int) -> Int {
    states[child].flags.contains(.isContents) ? child + 1 : Int(records[child].subtreeEnd)
  }

  /// Returns the nearest ancestor that creates a box; -1 for the root.
  @inline(__always) func parent(of node: Int) -> Int {
    var parent = Int(states[node].parent)
    while parent >= 0, states[parent].flags.contains(.isContents) {
      parent = Int(states[parent].parent)
    }
    return parent
  }

  /// Collects the dependencies of all nodes. Parents precede their children, so in reverse order
  /// the dependencies of a subtree are complete when they are added to its parent.
  private mutating func collectDependencies() {
    var node = records.count
    while node > 0 {
      node -= 1
      states[node].flags.formUnion(ownDependencies(of: node))
      let parent = parent(of: node)
      if parent >= 0 { states[parent].flags.formUnion(dependencies(on: node, in: parent)) }
    }
  }

  /// Returns the dependencies of a node's frames that follow from the node's own style.
  private func ownDependencies(of node: Int) -> NodeState.Flags {
    let state = states[node]
    let style = styles[Int(state.style)]
    var flags: NodeState.Flags = style.aspectRatio.isNaN ? [] : .widthDependsOnHeight
    if state.flags.contains(.isLeaf) {
      if profile.fitsAvailableHeight, state.flags.contains(.hasContent) {
        flags.insert(.fitsHeight)
      }
      return flags
    }
    return flags.union(style.dependencies)
  }

  /// Returns the dependencies of a container's frames that one child causes.
  private func dependencies(on child: Int, in container: Int) -> NodeState.Flags {
    let state = states[child]
    if state.flags.contains(.isHidden) { return [] }
    let item = styles[Int(state.style)]
    var flags = state.flags.intersection(.widthDependsOnHeight)
    if item.flags.contains(.isAbsolute) {
      flags.formUnion([.hasAbsoluteChild, .dependsOnHeight])
      return flags
    }
    if !item.flags.isDisjoint(with: .concernsParent) {
      if state.flags.contains(.hasAbsoluteChild), item.flags.contains(.isStatic) {
        flags.formUnion([.hasAbsoluteChild, .dependsOnHeight])
      }
      if item.flags.contains(.hasKeyword) {
        flags.formUnion([.hasKeywordChild, .hasPercentBelow, .dependsOnHeight])
      }
      if item.flags.contains(.hasPercentHeight) {
        flags.formUnion([.hasPercentBelow, .dependsOnHeight])
      }
    }
    // A width that depends on a height also depends on whether that height is definite.
    if flags.contains(.widthDependsOnHeight) { flags.insert(.hasPercentBelow) }
    if profile.fitsAvailableHeight {
      let flexes = profile.basisStretches && (item.grow > 0 || item.shrink > 0)
      if state.flags.contains(.fitsHeight) || item.flags.contains(.hasPercentHeight) || flexes {
        flags.insert(.fitsHeight)
      }
    }
    let style = styles[Int(states[container].style)]
    if style.main == .y {
      if state.flags.contains(.hasPercentBelow) {
        flags.formUnion([.hasPercentBelow, .dependsOnHeight])
      }
      if item.grow > 0 || item.shrink > 0 || item.hasAutoMarginHigh {
        flags.insert(.dependsOnHeight)
      }
    } else {
      let align = item.alignSelf == .auto ? style.alignItems : item.alignSelf
      let isFixed = item.height.unit != .auto
      if align != .start && align != .baseline && !(align == .stretch && isFixed)
        || item.hasAutoMarginHigh
      {
        flags.insert(.dependsOnHeight)
      }
    }
    return flags
  }
}

extension ResolvedStyle {
  fileprivate var hasAutoMarginHigh: Bool {
    flags.contains(.hasAutoMargin) && (margin.top.unit == .auto || margin.bottom.unit == .auto)
  }
}

/// Text directions that differ within one tree. They are rare, so styles are resolved for the
/// root's direction first, and for the opposite direction only if a node needs it.
extension FlexSolver {
  /// Assigns each node the style for its own direction: the direction that the node specifies, or
  /// else the nearest ancestor that specifies one.
  /// - Parameter isRightToLeft: The direction of the root.
  mutating func resolveDirections(_ arena: NodeArena, isRightToLeft: Bool) {
    var mirrored: [Int32: Int32] = [:]
    for node in 0..<records.count {
      let style = arena.styles[Int(arena.records[node].style)]
      let current = states[node].style
      let wanted = direction(of: node, style, root: isRightToLeft)
      guard styles[Int(current)].flags.contains(.isRightToLeft) != wanted else { continue }
      if let index = mirrored[current] {
        states[node].style = index
        continue
      }
      let picture =
        styles[Int(current)].flags.contains(.hasOwnRatio)
        ? 0 : styles[Int(current)].aspectRatio.or(0)
      let index = addStyle(
        ResolvedStyle(style, isRightToLeft: wanted, imageAspectRatio: picture))
      mirrored[current] = index
      states[node].style = index
    }
  }

  /// Returns whether a node is right-to-left. The style of its parent must be resolved.
  private func direction(of node: Int, _ style: Style, root isRightToLeft: Bool) -> Bool {
    switch style.direction {
    case .ltr: return false
    case .rtl: return true
    case .inherit:
      let parent = states[node].parent
      if parent < 0 { return isRightToLeft }
      return styles[Int(states[Int(parent)].style)].flags.contains(.isRightToLeft)
    }
  }

  /// Adds a resolved style and its box. Returns the index that both have.
  mutating func addStyle(_ style: ResolvedStyle) -> Int32 {
    styles.push(style)
    hasGrowingBasis =
      hasGrowingBasis
      || style.grow > 0 && style.basis.unit == .points && !profile.sizesAsCSS
        && !profile.fitsAvailableHeight
    // A box with percentages is made again for each container.
    boxes.push(makeBox(style, basis: .undefined))
    return Int32(styles.count - 1)
  }
}
