/// Sizes along the cross axis: CSS Flexbox §9.4.
extension SectionExplainer {
  /// Returns the width of an item of a column: its specified width, the container's width, or the
  /// width of the item's content within the container.
  func contentCross(_ visit: FlexVisit, _ item: ItemBox<Explained>) -> Explained {
    let known = visit.container.columnCross(item, visit.style)
    guard known.isNaN else { return known }
    let content = contentWidth(
      Int(item.node), height: item.size.y,
      available: .most(visit.availableWidth - item.margin(.x), 0), parent: visit.basis)
    return item.clampContentWidth(content.by(.content))
  }

  /// Returns the cross size before items are stretched to their line (§9.4 7).
  func hypotheticalCross(_ visit: FlexVisit, _ item: ItemBox<Explained>) -> Explained {
    let known = visit.container.knownCross(item, visit.style)
    guard known.isNaN else { return known }
    if visit.cross == .x { return contentCross(visit, item) }
    let content = contentHeight(Int(item.node), width: item.target, parent: visit.basis)
    return item.clamp(content.by(.content), .y)
  }

  /// Returns an item's `ItemBox.ascent`: 0 in a column, NaN without baseline alignment.
  func ascent(_ visit: FlexVisit, _ item: ItemBox<Explained>) -> Explained {
    guard item.align == .baseline, !item.hasAutoMarginNearCross, !item.hasAutoMarginFarCross
    else { return .nan }
    return visit.main == .x ? baseline(visit, item) : 0
  }

  /// Returns the distance from the top of an item's border box to its first baseline.
  private func baseline(_ visit: FlexVisit, _ item: ItemBox<Explained>) -> Explained {
    let node = Int(item.node)
    let (width, height) =
      visit.main == .x ? (item.target, item.cross) : (item.cross, item.target)
    if solver.states[node].flags.contains(.isLeaf) {
      guard let content = section.arena.content(of: node), content.text.count > 0 else {
        return height
      }
      return boxEdges(node, visit.basis).near.y
        + input(node, .ascent, engine.measurer.ascent(content.font))
    }
    guard resolved(node).display == .flex else { return height }
    let size = Lengths(width, height)
    let query = solver.normalized(
      SizeQuery(known: size.pair, parent: visit.basis.pair), .baseline, of: node)
    let found = solver.flex(node, query, .baseline).x
    guard let noted = trace.last, noted.container.node == node else { return height }
    let inside = self.visit(noted, size, available: .unlimited, parent: visit.basis)
    return derived(node, .baseline, Double(found)) { [unowned(unsafe) self] in
      Reason(.baseline, baseline(inside))
    }
  }

  private func baseline(_ visit: FlexVisit) -> Explained {
    guard !visit.lines.isEmpty else { return visit.container.size.y }
    let index = visit.run.baselineItem(of: visit.container, visit.style) {
      resolved(Int($0.node)).flags.contains(.isReferenceBaseline)
    }
    let item = visit.run.items[index]
    return visit.container.position(item, .y, visit.style) + baseline(visit, item)
  }
}
