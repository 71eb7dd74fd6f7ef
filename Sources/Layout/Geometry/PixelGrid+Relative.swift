extension PixelGrid {
  /// Returns frames rounded by the rule of the conformance suites. Adjacent siblings may overlap by
  /// a pixel, so only these suites use it.
  /// - `x`, `y`: relative to the parent, rounded half up, or down for a text.
  /// - `width`, `height`: rounded far edge minus rounded near edge, both absolute. A text rounds
  ///   its near edge down, and its far edge up if its size is fractional, otherwise down.
  ///
  /// - Parameters:
  ///   - scale: Returns the pixels per point of a node; 0 leaves it exact.
  ///   - isText: Returns whether a node's content must not be cut.
  /// - Returns: The frames by node index, relative to the parent. Complexity: O(nodes).
  package static func relativeFrames(
    of arena: NodeArena, scale: (Int) -> Double, isText: (Int) -> Bool
  ) -> [Rect] {
    var frames: [Rect] = []
    frames.reserveCapacity(arena.count)
    var open: [(end: Int, origin: Point)] = []
    for index in arena.records.indices {
      let exact = arena.frames[index].rect
      while let last = open.last, last.end <= index { open.removeLast() }
      let parent = open.last?.origin ?? .zero
      let origin = Point(x: parent.x + exact.x, y: parent.y + exact.y)
      open.append((Int(arena.records[index].subtreeEnd), origin))
      let scale = scale(index)
      guard scale > 0 else {
        frames.append(exact)
        continue
      }
      let isText = isText(index)
      func extent(_ start: Double, _ length: Double) -> Double {
        let scaled = length * scale
        let isWhole = abs(scaled.rounded() - scaled) < 0.0001
        let far: Rounding = isText ? (isWhole ? .down : .up) : .nearest
        return round(start + length, scale, far) - round(start, scale, isText ? .down : .nearest)
      }
      frames.append(
        Rect(
          x: round(exact.x, scale, isText ? .down : .nearest),
          y: round(exact.y, scale, isText ? .down : .nearest),
          width: extent(origin.x, exact.width), height: extent(origin.y, exact.height)))
    }
    return frames
  }

  private enum Rounding { case nearest, up, down }

  /// Rounds to whole pixels. A ten-thousandth of a pixel is a rounding error of `Float`, not a
  /// fraction.
  private static func round(_ value: Double, _ scale: Double, _ rounding: Rounding) -> Double {
    let scaled = value * scale
    let floor = scaled.rounded(.down)
    let fraction = scaled - floor
    let isUp: Bool
    if fraction < 0.0001 {
      isUp = false
    } else if fraction > 0.9999 {
      isUp = true
    } else {
      switch rounding {
      case .nearest: isUp = fraction > 0.4999
      case .up: isUp = true
      case .down: isUp = false
      }
    }
    return (isUp ? floor + 1 : floor) / scale
  }
}
