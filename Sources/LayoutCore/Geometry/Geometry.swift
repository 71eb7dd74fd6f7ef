/// A place in points, x to the right and y down.
public struct Point: Sendable, Hashable {
  /// Points.
  public var x, y: Double
  /// At a distance from the origin.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
  /// The origin.
  public static let zero = Point(x: 0, y: 0)
}

/// Width and height in points.
public struct Size: Sendable, Hashable {
  /// Points.
  public var width, height: Double
  /// Of a width and a height.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
  /// Nothing.
  public static let zero = Size(width: 0, height: 0)
}

/// A rectangle in points, by its upper left corner.
public struct Rect: Sendable, Hashable {
  /// Points.
  public var x, y, width, height: Double
  /// At a place, of a size.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
  /// Nothing, at the origin.
  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)
  /// The right edge.
  public var maxX: Double { x + width }
  /// The bottom edge.
  public var maxY: Double { y + height }
}

/// Distances inwards from the edges, logical along x.
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
