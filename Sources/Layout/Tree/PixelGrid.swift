/// A grid of whole pixels for rounding computed frames in a separate step; exact frames are kept.
package struct PixelGrid: Sendable, Hashable {
  /// The coordinate system of the rounded node frames.
  package enum Space: Sendable { case parent, absolute }

  /// The distance below half a pixel, in pixels, within which an edge still rounds up: frames are
  /// sums of `Float`, so an edge at half a pixel may be computed slightly too low.
  private static let tolerance = 1.0 / 1024

  /// Pixels per point; 0 leaves frames exact.
  package let scale: Double

  package init(scale: Double) { self.scale = scale }

  /// The grid without rounding, for `--unrounded`.
  package static let exact = PixelGrid(scale: 0)

  /// Returns the nearest pixel edge; half a pixel rounds up.
  package func snap(_ value: Double) -> Double {
    guard scale > 0 else { return value }
    return (value * scale + 0.5 + Self.tolerance).rounded(.down) / scale
  }

  private func snap(_ rect: Rect) -> Rect {
    guard scale > 0 else { return rect }
    let x = snap(rect.x)
    let y = snap(rect.y)
    return Rect(x: x, y: y, width: snap(rect.maxX) - x, height: snap(rect.maxY) - y)
  }

  /// Returns the frame of a section in feed coordinates. Both edges are snapped, so adjacent
  /// sections touch.
  package func frame(of section: PlacedSection) -> Rect { snap(section.frame) }

  /// Returns the frames of all nodes of a section by node index, in their parent's or the section's
  /// coordinates. Edges are snapped in section coordinates, so adjacent siblings leave no gap.
  /// Complexity: O(nodes).
  package func frames(of section: PlacedSection, in space: Space) -> [Rect] {
    let records = section.arena.records
    let exactFrames = section.arena.frames
    var frames: [Rect] = []
    frames.reserveCapacity(records.count)
    // The ancestors of the current node: the end of their subtree, and their exact and snapped
    // origins.
    var open: [(end: Int, exact: Point, snapped: Point)] = []
    for index in records.indices {
      let end = Int(records[index].subtreeEnd)
      let frame = exactFrames[index].rect
      while let last = open.last, last.end <= index { open.removeLast() }
      let parent = open.last ?? (0, .zero, .zero)
      let exact = Rect(
        x: parent.exact.x + frame.x, y: parent.exact.y + frame.y, width: frame.width,
        height: frame.height)
      let snapped = snap(exact)
      switch space {
      case .absolute: frames.append(snapped)
      case .parent where scale == 0: frames.append(frame)
      case .parent:
        frames.append(
          Rect(
            x: snapped.x - parent.snapped.x, y: snapped.y - parent.snapped.y,
            width: snapped.width, height: snapped.height))
      }
      if end > index + 1 {
        open.append(
          (end, Point(x: exact.x, y: exact.y), Point(x: snapped.x, y: snapped.y))
        )
      }
    }
    return frames
  }
}
