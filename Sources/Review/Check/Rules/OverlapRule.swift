import LayoutCore

extension CheckRule {
  static let overlap = CheckRule(
    "overlap", .overlappingSiblings,
    "siblings with visible content overlap, or a positioned node covers a text or a target",
    limits: [
      .init("least", 1, in: 0...100, "the least reported overlap on both axes, in points")
    ]
  ) { section, run in
    let least = run.limit("least")
    for overlap in section.overlaps {
      guard let collision = section.collision(of: overlap, least: least) else { continue }
      let lower = section.shortName(of: collision.lower)
      let upper = section.shortName(of: overlap.upper)
      let verb = collision.isTarget ? "covers the target" : "overlaps"
      run.report(
        "`\(upper)` \(verb) `\(lower)` by \(sizeText(collision.area))", at: overlap.upper,
        of: section, aspect: collision.isTarget ? "target" : "",
        notes: ["`\(section.path(of: collision.lower))` lies below it"],
        helps: [
          section.isPositioned(overlap.upper) || section.isPositioned(overlap.lower)
            ? "move it, or give the text below room for it"
            : "give them room: a box is smaller than its content, or a size is fixed"
        ], owner: section.ownerOfSizes)
    }
  }
}

private typealias Collision = (lower: Int, area: Rect, isTarget: Bool)

extension CheckedSection {
  /// The maximum number of painted parts per node. For two nodes, all pairs of parts are compared.
  private static let mostParts = 64
  /// The maximum number of nodes examined per subtree.
  private static let mostNodes = 2048

  /// Returns whether a node is positioned on purpose: absolutely, or with a negative margin.
  fileprivate func isPositioned(_ index: Int) -> Bool {
    let style = node(index).style
    if style.position == .absolute { return true }
    let margin = style.margin
    return [margin.top, margin.right, margin.bottom, margin.left, margin.start, margin.end]
      .contains { $0.unit != .auto && $0.value < 0 }
  }

  fileprivate func collision(of overlap: SiblingOverlap, least: Double) -> Collision? {
    guard overlap.area.width >= least, overlap.area.height >= least else { return nil }
    // Content covers the background on purpose, and another rule checks pinned parts.
    if parents[overlap.lower] == 0, section.rows.first?.node != 0 {
      if overlap.lower == section.background { return nil }
      for part in [section.header, section.footer] {
        if let part, part.isPinned, part.node == overlap.upper { return nil }
      }
    }
    let isPositioned = isPositioned(overlap.lower) || isPositioned(overlap.upper)
    let covers = parts(of: overlap.upper, in: overlap.area, withBackgrounds: true)
    for lower in parts(of: overlap.lower, in: overlap.area, withBackgrounds: false) {
      if isPositioned, !node(lower.node).kind.isRunningText { continue }
      for cover in covers {
        let area = lower.ink.intersection(cover.ink)
        if area.width >= least, area.height >= least {
          return (lower.node, area, false)
        }
      }
    }
    return isPositioned ? coveredTarget(overlap, covers) : nil
  }

  /// Returns the painted parts of a node's subtree that intersect an area.
  private func parts(
    of root: Int, in area: Rect, withBackgrounds: Bool
  ) -> [(node: Int, ink: Rect)] {
    var result: [(node: Int, ink: Rect)] = []
    for index in subtree(root).prefix(Self.mostNodes) where !isHidden[index] {
      let isPainted = withBackgrounds && !node(index).background.isEmpty
      guard shows[index] || isPainted, !frames[index].intersection(area).isEmpty else { continue }
      result.append((index, isPainted ? frames[index] : inkOfContent(index)))
      if result.count == Self.mostParts { break }
    }
    return result
  }

  /// Returns a target in the lower node of which a cover with another action hides more than half.
  private func coveredTarget(
    _ overlap: SiblingOverlap, _ covers: [(node: Int, ink: Rect)]
  ) -> Collision? {
    for index in subtree(overlap.lower).prefix(Self.mostNodes) where targets[index] == Int32(index)
    {
      for cover in covers where !hasSameAction(Int(targets[cover.node]), index) {
        let area = frames[index].intersection(cover.ink)
        if area.area > frames[index].area / 2 {
          return (index, area, true)
        }
      }
    }
    return nil
  }
}
