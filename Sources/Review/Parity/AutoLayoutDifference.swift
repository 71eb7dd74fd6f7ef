import LayoutCore
import Renderers

/// A distance that the auto layout of a design states and the page does not keep: "gap 12 in the
/// design, 10 here".
package struct AutoLayoutDifference: Sendable, Hashable {
  package enum Kind: String, Sendable {
    case gap
    case top = "top padding"
    case bottom = "bottom padding"
    case left = "left padding"
    case right = "right padding"
  }

  /// The path of the box that the layer matches; empty for the page.
  package let path: String
  package let kind: Kind
  package let design: Double
  package let page: Double
  /// How often the distance occurs in the box.
  package var count = 1

  package var text: String {
    let times = count > 1 ? ", \(count) times" : ""
    return "\(kind.rawValue) \(points(design)) in the design, \(points(page)) here\(times)"
  }

  /// Returns the differences in the order of the layers.
  ///
  /// Only distances that the design itself keeps between matched layers are compared: not those of
  /// layers that are placed freely, aligned to the centre or spread. O(layers log layers).
  static func all(
    _ matching: AppMatching, _ hierarchy: ViewHierarchy, root: Int, tolerance: Double
  ) -> [AutoLayoutDifference] {
    let items = matching.content.items
    var children: [Int: [Int]] = [:]
    for (index, item) in items.enumerated() { children[item.parent, default: []].append(index) }
    var result: [AutoLayoutDifference] = []
    for item in -1..<items.count {
      let view = item < 0 ? root : items[item].view
      guard let layout = hierarchy.views[view].autoLayout,
        let content = children[item]?.filter({ matching.boxes[$0] >= 0 }), !content.isEmpty,
        item < 0 || matching.boxes[item] >= 0
      else { continue }
      var box = Box(matching, layout, item, content, root: hierarchy.views[root].frame)
      box.compareGaps()
      box.comparePaddings()
      result += box.differences.filter { abs($0.design - $0.page) > tolerance }
    }
    return result
  }
}

/// A layer with auto layout, its matched content, and the boxes of both.
private struct Box {
  let layout: ViewHierarchy.AutoLayout
  let path: String
  /// The frames of the layer and of the box that it matches.
  let outer: (design: Rect, page: Rect)
  /// The frames of the content, in the order of the axis.
  let inner: [(design: Rect, page: Rect)]
  var differences: [AutoLayoutDifference] = []

  init(
    _ matching: AppMatching, _ layout: ViewHierarchy.AutoLayout, _ item: Int, _ content: [Int],
    root: Rect
  ) {
    func frames(_ item: Int) -> (design: Rect, page: Rect) {
      (matching.content.items[item].frame, matching.page.boxes[matching.boxes[item]].frame)
    }
    self.layout = layout
    path = item < 0 ? "" : matching.page.boxes[matching.boxes[item]].path
    let page = Rect(x: 0, y: 0, width: root.width, height: root.height)
    outer = item < 0 ? (page, page) : frames(item)
    let isVertical = layout.isVertical
    inner = content.map(frames).sorted {
      isVertical ? $0.design.y < $1.design.y : $0.design.x < $1.design.x
    }
  }

  mutating func compareGaps() {
    guard let gap = layout.gap else { return }
    for (before, after) in zip(inner, inner.dropFirst()) {
      func distance(_ a: Rect, _ b: Rect) -> Double {
        layout.isVertical ? b.y - a.maxY : b.x - a.maxX
      }
      add(.gap, gap, distance(before.design, after.design), distance(before.page, after.page))
    }
  }

  mutating func comparePaddings() {
    func nearest(_ distance: (Rect, Rect) -> Double) -> (design: Double, page: Double) {
      let all = inner.map { (distance(outer.design, $0.design), distance(outer.page, $0.page)) }
      return all.min { $0.0 < $1.0 } ?? (.nan, .nan)
    }
    let edges: [(AutoLayoutDifference.Kind, Double, (Rect, Rect) -> Double)] = [
      (.top, layout.padding.top, { $1.y - $0.y }),
      (.bottom, layout.padding.bottom, { $0.maxY - $1.maxY }),
      (.left, layout.padding.start, { $1.x - $0.x }),
      (.right, layout.padding.end, { $0.maxX - $1.maxX }),
    ]
    for (kind, padding, distance) in edges {
      // Bars of a design are not on the page.
      if path.isEmpty, kind == .top || kind == .bottom { continue }
      let found = nearest(distance)
      add(kind, padding, found.design, found.page)
    }
  }

  /// Adds a distance if the design keeps what its layout states.
  private mutating func add(
    _ kind: AutoLayoutDifference.Kind, _ stated: Double, _ design: Double, _ page: Double
  ) {
    guard abs(design - stated) < 0.5 else { return }
    let same = differences.firstIndex {
      $0.kind == kind && abs($0.page - page) < 0.01
    }
    if let same {
      differences[same].count += 1
    } else {
      differences.append(
        AutoLayoutDifference(path: path, kind: kind, design: stated, page: page))
    }
  }
}
