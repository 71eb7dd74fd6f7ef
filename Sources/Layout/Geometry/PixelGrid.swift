/// A grid of whole pixels. The layout rounds sections and texts to it; nodes keep exact frames, which
/// are rounded when a page is written.
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

  /// Whether the grid leaves frames exact.
  package var isExact: Bool { scale == 0 }

  /// Returns the nearest pixel edge; half a pixel rounds up.
  package func snap(_ value: Double) -> Double {
    guard scale > 0 else { return value }
    return (value * scale + 0.5 + Self.tolerance).rounded(.down) / scale
  }

  /// Returns a length rounded up to whole pixels. An excess of up to 1/1024 pixel is a rounding error.
  package func roundedUp(_ length: Double) -> Double {
    guard scale > 0, length.isFinite else { return length }
    return (length * scale - Self.tolerance).rounded(.up) / scale
  }

  /// Returns a length rounded down to whole pixels. A lack of up to 1/1024 pixel is a rounding error.
  package func roundedDown(_ length: Double) -> Double {
    guard scale > 0, length.isFinite else { return length }
    return (length * scale + Self.tolerance).rounded(.down) / scale
  }

  /// Returns a rectangle whose edges are snapped.
  func snap(_ rect: Rect) -> Rect {
    guard scale > 0 else { return rect }
    let x = snap(rect.x)
    let y = snap(rect.y)
    return Rect(x: x, y: y, width: snap(rect.maxX) - x, height: snap(rect.maxY) - y)
  }
}
