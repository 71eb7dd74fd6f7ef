@testable import LayoutCore

/// Returns items with these outer sizes. The layout chooses the height of an item whose height is
/// NaN.
func items(_ sizes: [(width: Double, height: Double)]) -> [SectionItem] {
  sizes.enumerated().map {
    SectionItem(node: $0.offset, width: $0.element.width, height: $0.element.height)
  }
}

extension Array where Element == SectionItem {
  /// Runs a layout on the items in place.
  mutating func place(_ body: (SectionItems) -> Extent<Double>) -> Size {
    let extent = withUnsafeMutableBufferPointer { body($0) }
    return Size(width: extent.width, height: extent.height)
  }

  /// The frames of all items as "x y width height".
  var lines: [String] {
    map { item in
      [item.x, item.y, item.width, item.height].map { value in
        value == value.rounded() ? "\(Int(value))" : "\((value * 1000).rounded() / 1000)"
      }.joined(separator: " ")
    }
  }

  var rects: [Rect] { map { Rect(x: $0.x, y: $0.y, width: $0.width, height: $0.height) } }
}

/// Returns the pairs of rectangles that share more than an edge.
func overlaps(_ rects: [Rect]) -> [(Int, Int)] {
  var pairs: [(Int, Int)] = []
  for a in rects.indices {
    for b in rects.indices where b > a {
      let width = Swift.min(rects[a].maxX, rects[b].maxX) - Swift.max(rects[a].x, rects[b].x)
      let height = Swift.min(rects[a].maxY, rects[b].maxY) - Swift.max(rects[a].y, rects[b].y)
      if width > 1e-6 && height > 1e-6 { pairs.append((a, b)) }
    }
  }
  return pairs
}
