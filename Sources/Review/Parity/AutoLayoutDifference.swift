import SectionEngine

/// A distance in the auto layout of a design that differs on the page: "gap 12 in the design, 10
/// here".
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
  /// The distance in the design, in points.
  package let design: Double
  /// The distance on the page, in points.
  package let page: Double
  /// The number of times that the distance occurs in the box.
  package var count = 1

  package var text: String {
    let times = count > 1 ? ", \(count) times" : ""
    return "\(kind.rawValue) \(points(design)) in the design, \(points(page)) here\(times)"
  }

  /// Returns the differences in layer order.
  ///
  /// Compares only distances that have the stated value in the design itself. Distances of layers
  /// that are placed freely, centered or spread are ignored. O(layers log layers).
  static func all(
    _ matching: AppMatching, _ hierarchy: ViewHierarchy, root: Int, tolerance: Double
  ) -> [AutoLayoutDifference] {
    let (items, boxes) = (matching.content.items, matching.boxes)
    func frames(_ item: Int) -> Frames {
      (items[item].frame, matching.page[boxes[item]].frame)
    }
    let children = Dictionary(grouping: items.indices.filter { boxes[$0] >= 0 }) {
      items[$0].parent
    }
    let size = hierarchy.views[root].frame
    let page = Rect(x: 0, y: 0, width: size.width, height: size.height)
    var result: [AutoLayoutDifference] = []
    for item in -1..<items.count where item < 0 || boxes[item] >= 0 {
      let view = item < 0 ? root : items[item].view
      guard let layout = hierarchy.views[view].autoLayout, let content = children[item] else {
        continue
      }
      let path = item < 0 ? "" : matching.page.paths[boxes[item]]
      let distances = layout.distances(
        in: item < 0 ? (page, page) : frames(item), of: content.map(frames), isPage: item < 0)
      var found: [AutoLayoutDifference] = []
      for (kind, stated, design, page) in distances
      where abs(design - stated) < 0.5 && abs(stated - page) > tolerance {
        let same = found.firstIndex { $0.kind == kind && abs($0.page - page) < 0.01 }
        if let same {
          found[same].count += 1
        } else {
          found.append(AutoLayoutDifference(path: path, kind: kind, design: stated, page: page))
        }
      }
      result += found
    }
    return result
  }
}

/// The frames of a layer and of its matched box.
private typealias Frames = (design: Rect, page: Rect)

extension ViewHierarchy.AutoLayout {
  /// Returns the distances that a layer states, each with its actual values in design and page.
  fileprivate func distances(
    in outer: Frames, of content: [Frames], isPage: Bool
  ) -> [(kind: AutoLayoutDifference.Kind, stated: Double, design: Double, page: Double)] {
    func axis(_ frame: Rect) -> (start: Double, end: Double) {
      isVertical ? (frame.y, frame.maxY) : (frame.x, frame.maxX)
    }
    let inner = content.sorted { axis($0.design).start < axis($1.design).start }
    var result = zip(inner, inner.dropFirst()).compactMap { before, after in
      gap.map {
        (
          AutoLayoutDifference.Kind.gap, $0, axis(after.design).start - axis(before.design).end,
          axis(after.page).start - axis(before.page).end
        )
      }
    }
    let edges: [(AutoLayoutDifference.Kind, Double, (Rect, Rect) -> Double)] = [
      (.top, padding.top, { $1.y - $0.y }), (.bottom, padding.bottom, { $0.maxY - $1.maxY }),
      (.left, padding.start, { $1.x - $0.x }), (.right, padding.end, { $0.maxX - $1.maxX }),
    ]
    // For the page, skips the top and bottom padding, because the design may have bars there.
    for (kind, padding, distance) in edges.dropFirst(isPage ? 2 : 0) {
      let nearest = inner.min {
        distance(outer.design, $0.design) < distance(outer.design, $1.design)
      }
      guard let nearest else { continue }
      result.append(
        (kind, padding, distance(outer.design, nearest.design), distance(outer.page, nearest.page)))
    }
    return result
  }
}
