extension Rect {
  /// The tolerance in points. Smaller differences result from storing frames as Float.
  package static let slack = 0.005

  /// Creates a rectangle from its edges, in points.
  package init(left: Double, top: Double, right: Double, bottom: Double) {
    self.init(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Whether the width or the height is below the tolerance.
  package var isEmpty: Bool { width < Self.slack || height < Self.slack }

  /// The area in square points; 0 for a rectangle with a negative width or height.
  package var area: Double { max(0, width) * max(0, height) }

  package func moved(by x: Double, _ y: Double = 0) -> Rect {
    Rect(x: self.x + x, y: self.y + y, width: width, height: height)
  }

  /// Returns the shared area. If there is none, its width or height is 0.
  package func intersection(_ other: Rect) -> Rect {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return Rect(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left),
      height: max(0, min(maxY, other.maxY) - top))
  }

  /// Returns the rectangle clipped to another one, along the selected axes only.
  package func intersection(_ other: Rect, alongX: Bool, alongY: Bool) -> Rect {
    let part = intersection(other)
    return Rect(
      x: alongX ? part.x : x, y: alongY ? part.y : y, width: alongX ? part.width : width,
      height: alongY ? part.height : height)
  }

  /// Returns the smallest rectangle that contains both rectangles.
  package func union(_ other: Rect) -> Rect {
    Rect(
      left: min(x, other.x), top: min(y, other.y), right: max(maxX, other.maxX),
      bottom: max(maxY, other.maxY))
  }

  /// Returns whether the rectangle contains a point. Points on the left and top edges are inside.
  /// Points on the right and bottom edges are outside, so adjacent rectangles share no point.
  package func contains(_ point: Point) -> Bool {
    point.x >= x && point.x < maxX && point.y >= y && point.y < maxY
  }

  /// Returns whether the rectangles share an area. Rectangles that only touch share none.
  package func overlaps(_ other: Rect) -> Bool {
    min(maxX, other.maxX) > max(x, other.x) && min(maxY, other.maxY) > max(y, other.y)
  }
}
