extension FlexSolver {
  /// Resolves the styles, each once, and finds what each node's subtree depends on. Linear.
  mutating func prepare(_ arena: NodeArena, isRightToLeft: Bool) {
    styles.reserveCapacity(arena.styles.count)
    for style in arena.styles {
      styles.append(ResolvedStyle(style, isRightToLeft: isRightToLeft))
    }
    states = Array(repeating: NodeState(), count: records.count)
    resolveNodes(arena, isRightToLeft: isRightToLeft)
    hideDeepNodes()
    collectDependencies()
  }

  private mutating func resolveNodes(_ arena: NodeArena, isRightToLeft: Bool) {
    // Pictures of one style mostly share their ratio too, so the last one made mostly fits.
    var lastImage: (style: UInt32, ratio: Float, index: Int32)?
    for node in records.indices {
      let record = records[node]
      states[node].style = Int32(record.style)
      if styles[Int(record.style)].display == .none { states[node].flags.insert(.isHidden) }
      if Int(record.subtreeEnd) <= node + 1 {
        states[node].flags.insert(.isLeaf)
        if leaves.hasContent(node) { states[node].flags.insert(.hasContent) }
      }
      guard record.kind == .image, record.content != .max else { continue }
      let ratio = arena.contents[Int(record.content)].imageAspectRatio
      let style = arena.styles[Int(record.style)]
      guard ratio > 0, !(style.aspectRatio > 0) else { continue }
      if let last = lastImage, last.style == record.style, last.ratio == ratio {
        states[node].style = last.index
      } else {
        let index = Int32(styles.count)
        styles.append(
          ResolvedStyle(style, isRightToLeft: isRightToLeft, imageAspectRatio: ratio))
        states[node].style = index
        lastImage = (record.style, ratio, index)
      }
    }
  }

  private mutating func hideDeepNodes() {
    var open: [UInt32] = []
    var node = 0
    while node < records.count {
      while let end = open.last, end <= node { open.removeLast() }
      if open.count >= Self.deepestLevel {
        states[node].flags.insert(.isHidden)
        tooDeep.append(node)
        node = Int(records[node].subtreeEnd)
      } else {
        open.append(records[node].subtreeEnd)
        node += 1
      }
    }
  }

  /// Parents stand before their children, so going backwards every subtree is complete when its root
  /// is reached; each node is looked at once as a child.
  private mutating func collectDependencies() {
    for node in records.indices.reversed() {
      let style = styles[Int(states[node].style)]
      var flags = states[node].flags
      if !style.aspectRatio.isNaN { flags.insert(.widthDependsOnHeight) }
      if !flags.contains(.isLeaf) {
        if style.main == .y && style.wraps { flags.insert(.widthDependsOnHeight) }
        if style.wraps || style.isMainReversed && style.main == .y || style.isCrossReversed
          || style.main == .y && style.justify != .start || style.display != .flex
        {
          flags.insert(.dependsOnHeight)
        }
      }
      var child = node + 1
      let end = Int(records[node].subtreeEnd)
      while child < end {
        defer { child = Int(records[child].subtreeEnd) }
        let childFlags = states[child].flags
        if childFlags.contains(.isHidden) { continue }
        let item = styles[Int(states[child].style)]
        if childFlags.contains(.widthDependsOnHeight) { flags.insert(.widthDependsOnHeight) }
        if item.flags.contains(.isAbsolute) {
          flags.formUnion([.hasAbsoluteChild, .dependsOnHeight])
          continue
        }
        if item.flags.contains(.hasPercentHeight) || item.inset.isPercentHigh {
          flags.formUnion([.hasPercentChild, .dependsOnHeight])
        }
        if style.main == .y {
          if item.grow > 0 || item.shrink > 0 || item.margin.hasAutoHigh {
            flags.insert(.dependsOnHeight)
          }
        } else {
          let align = item.alignSelf == .auto ? style.alignItems : item.alignSelf
          let isFixed = item.height.unit != .auto
          if align != .start && align != .baseline && !(align == .stretch && isFixed)
            || item.margin.hasAutoHigh
          {
            flags.insert(.dependsOnHeight)
          }
        }
      }
      states[node].flags = flags
    }
  }
}

extension PhysicalEdges {
  fileprivate var hasAutoHigh: Bool { top.unit == .auto || bottom.unit == .auto }
  fileprivate var isPercentHigh: Bool { top.unit == .percent || bottom.unit == .percent }
}
