import SectionEngine

extension Rect {
  /// The tolerance in points. Smaller differences result from storing frames as Float.
  static let slack = 0.005

  var isEmpty: Bool { width < Self.slack || height < Self.slack }

  /// Returns the shared area. If there is none, its width or height is 0 or negative.
  func intersection(_ other: Rect) -> Rect {
    let x = max(self.x, other.x)
    let y = max(self.y, other.y)
    return Rect(
      x: x, y: y, width: min(maxX, other.maxX) - x, height: min(maxY, other.maxY) - y)
  }

  /// Returns the rectangle clipped to another one, along the selected axes only.
  func cut(to other: Rect, alongX: Bool, alongY: Bool) -> Rect {
    let part = cut(to: other)
    return Rect(
      x: alongX ? part.x : x, y: alongY ? part.y : y, width: alongX ? part.width : width,
      height: alongY ? part.height : height)
  }

  var area: Double { max(0, width) * max(0, height) }

  /// The frame in dump format: "@0,540 414x180".
  var words: String { "@\(originWords) \(sizeWords)" }
  var originWords: String { "\(points(x)),\(points(y))" }
  var sizeWords: String { "\(points(width))x\(points(height))" }
}

/// Returns a size as "36 x 20 pt".
func sizeText(_ size: Rect) -> String {
  "\(points(size.width)) x \(points(size.height)) pt"
}
