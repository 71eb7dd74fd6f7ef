import LayoutCore

extension Rect {
  /// Frames are stored as Float: less than this is rounding.
  static let slack = 0.005

  /// Without area.
  var isEmpty: Bool { width < Self.slack || height < Self.slack }

  /// What two rectangles share; of no size, or a negative one, where they share nothing.
  func intersection(_ other: Rect) -> Rect {
    let x = max(self.x, other.x)
    let y = max(self.y, other.y)
    return Rect(
      x: x, y: y, width: min(maxX, other.maxX) - x, height: min(maxY, other.maxY) - y)
  }

  /// The smallest that holds both.
  func union(_ other: Rect) -> Rect {
    let x = min(self.x, other.x)
    let y = min(self.y, other.y)
    return Rect(
      x: x, y: y, width: max(maxX, other.maxX) - x, height: max(maxY, other.maxY) - y)
  }

  /// The part that lies between the edges of another, along one axis.
  func cut(to other: Rect, alongX: Bool) -> Rect {
    let part = intersection(other)
    return alongX
      ? Rect(x: part.x, y: y, width: max(0, part.width), height: height)
      : Rect(x: x, y: part.y, width: width, height: max(0, part.height))
  }

  var area: Double { max(0, width) * max(0, height) }
}

/// "36 x 20 pt".
func sizeText(_ size: Rect) -> String {
  "\(points(size.width)) x \(points(size.height)) pt"
}
