/// Points, sizes and rectangles in points, x to the right and y down.

package struct Point: Sendable, Hashable {
  package var x, y: Double
  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
  package static let zero = Point(x: 0, y: 0)
}

package struct Size: Sendable, Hashable {
  package var width, height: Double
  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
  package static let zero = Size(width: 0, height: 0)
}

package struct Rect: Sendable, Hashable {
  package var x, y, width, height: Double
  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
  package static let zero = Rect(x: 0, y: 0, width: 0, height: 0)
  package var maxX: Double { x + width }
  package var maxY: Double { y + height }
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
