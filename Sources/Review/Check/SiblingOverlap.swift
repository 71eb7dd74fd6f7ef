import SectionEngine

/// Two siblings whose painted areas intersect.
struct SiblingOverlap: Sendable, Hashable {
  /// The node that is painted first, and the node that is painted over it.
  var lower, upper: Int
  var area: Rect

  /// The maximum number of overlaps per node, because thousands of siblings may share one place.
  private static let mostPerNode = 8

  /// Returns overlaps, by upper, then lower node. O(nodes log siblings + overlaps along one axis).
  static func all(in section: PlacedSection, ink: [Rect?]) -> [SiblingOverlap] {
    let arena = section.arena
    var result: [SiblingOverlap] = []
    for parent in 0..<arena.count {
      var children = arena.children(of: parent).compactMap { child in
        ink[child].map { (node: child, ink: $0) }
      }
      guard children.count > 1 else { continue }
      sweep(&children, levels: parent == 0 ? Levels(section) : nil, into: &result)
    }
    return result.sorted { ($0.upper, $0.lower) < ($1.upper, $1.lower) }
  }

  private static func sweep(
    _ children: inout [(node: Int, ink: Rect)], levels: Levels?,
    into result: inout [SiblingOverlap]
  ) {
    let bounds = children.dropFirst().reduce(children[0].ink) { $0.union($1.ink) }
    let isAlongX = bounds.width > bounds.height
    func start(_ rect: Rect) -> Double { isAlongX ? rect.x : rect.y }
    func end(_ rect: Rect) -> Double { isAlongX ? rect.maxX : rect.maxY }
    children.sort { (start($0.ink), $0.node) < (start($1.ink), $1.node) }
    var active: [(node: Int, ink: Rect)] = []
    for child in children {
      active.removeAll { end($0.ink) <= start(child.ink) + Rect.slack }
      var found = 0
      for other in active.reversed() where found < mostPerNode {
        let area = other.ink.intersection(child.ink)
        guard area.width > Rect.slack, area.height > Rect.slack else { continue }
        found += 1
        let isBelow = levels?.isBelow(other.node, child.node) ?? (other.node < child.node)
        result.append(
          isBelow
            ? SiblingOverlap(lower: other.node, upper: child.node, area: area)
            : SiblingOverlap(lower: child.node, upper: other.node, area: area))
      }
      // Limits the active siblings. Without a limit, the sweep could take quadratic time.
      if active.count < 64 * mostPerNode { active.append(child) }
    }
  }

  /// The stacking order for taps: header and footer above the rows, background below the rows.
  private struct Levels {
    let supplements: Set<Int>
    let background: Int?

    init?(_ section: PlacedSection) {
      guard section.rows.first?.node != 0 else { return nil }
      supplements = Set([section.header?.node, section.footer?.node].compactMap { $0 })
      background = section.background
    }

    private func level(_ node: Int) -> Int {
      node == background ? 0 : supplements.contains(node) ? 2 : 1
    }

    func isBelow(_ a: Int, _ b: Int) -> Bool { (level(a), a) < (level(b), b) }
  }
}
