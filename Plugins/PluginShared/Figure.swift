package import SectionKit

/// A width or height of the app: exact up to the default text size. At larger text sizes it is the
/// least one, and rows, headers and items grow with their texts.
package struct Figure {
  package let points: Double
  fileprivate let grows: Bool

  init(_ points: Double, grows: Bool) { (self.points, self.grows) = (points, grows) }

  /// The height of a row, a header or a footer whose body has at least this height.
  package var row: RowHeight { grows ? .automatic : .points(points) }
}

extension NodeConvertible {
  package func frame(width: Figure) -> Node {
    width.grows ? frame(minWidth: width.points) : frame(width: width.points)
  }

  package func frame(height: Figure) -> Node {
    height.grows ? frame(minHeight: height.points) : frame(height: height.points)
  }

  /// Wraps the node in a target that extends over the space above and below, in points. Neither the
  /// node nor its siblings move.
  package func target(above: Double, below: Double) -> Node {
    Row { self }.padding(top: above, bottom: below).margin(top: -above, bottom: -below)
  }
}
