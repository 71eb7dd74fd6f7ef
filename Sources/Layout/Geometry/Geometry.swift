/// A position in points, x to the right and y down.
public struct Point: Sendable, Hashable {
  /// The coordinates, in points.
  public var x, y: Double
  /// Creates a point with the given coordinates.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
  /// The origin.
  public static let zero = Point(x: 0, y: 0)
}

/// Width and height in points.
public struct Size: Sendable, Hashable {
  /// The dimensions, in points.
  public var width, height: Double
  /// Creates a size with the given dimensions.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
  /// An empty size.
  public static let zero = Size(width: 0, height: 0)
}

/// A rectangle in points, given by its upper left corner and size.
public struct Rect: Sendable, Hashable {
  /// The coordinates of the corner and the dimensions, in points.
  public var x, y, width, height: Double
  /// Creates a rectangle with the given corner and size.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
  /// An empty rectangle at the origin.
  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)
  /// The right edge.
  public var maxX: Double { x + width }
  /// The bottom edge.
  public var maxY: Double { y + height }
}

/// Insets from the edges, in points. Horizontal insets are logical: `start` and `end`.
package struct EdgeInsets: Sendable, Hashable {
  package var top, end, bottom, start: Double
  package init(top: Double = 0, end: Double = 0, bottom: Double = 0, start: Double = 0) {
    self.top = top
    self.end = end
    self.bottom = bottom
    self.start = start
  }
  package static let zero = EdgeInsets()
}
