internal import SectionEngine

extension PixelGrid {
  /// Returns frames rounded as the conformance test suites require. Adjacent siblings may
  /// overlap by a pixel, so only these suites use this function.
  /// - `x`, `y`: relative to the parent, rounded half up, or down for a text.
  /// - `width`, `height`: rounded far edge minus rounded near edge, both absolute. A text rounds
  ///   its near edge down, and its far edge up if its size is fractional, otherwise down.
  ///
  /// - Parameters:
  ///   - scale: Returns the pixels per point of a node; 0 leaves its frame exact.
  ///   - isText: Returns whether a node's content must not be clipped.
  /// - Returns: The frames by node index, relative to the parent. Complexity: O(nodes).
  static func relativeFrames(
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
      let near: FloatingPointRoundingRule = isText ? .down : .toNearestOrEven
      func extent(_ start: Double, _ length: Double) -> Double {
        let scaled = length * scale
        let isWhole = abs(scaled.rounded() - scaled) < 0.0001
        return round(start + length, scale, isText && !isWhole ? .up : near)
          - round(start, scale, near)
      }
      frames.append(
        Rect(
          x: round(exact.x, scale, near), y: round(exact.y, scale, near),
          width: extent(origin.x, exact.width), height: extent(origin.y, exact.height)))
    }
    return frames
  }

  /// Rounds to whole pixels; `toNearestOrEven` rounds half up. A deviation from a whole pixel of
  /// less than 0.0001 is treated as a rounding error of `Float`.
  private static func round(
    _ value: Double, _ scale: Double, _ rule: FloatingPointRoundingRule
  ) -> Double {
    let scaled = value * scale
    let nearest = (scaled + 0.5001).rounded(.down)
    let isNearest = rule == .toNearestOrEven || abs(scaled - nearest) < 0.0001
    return (isNearest ? nearest : scaled.rounded(rule)) / scale
  }
}
