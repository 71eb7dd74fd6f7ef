/// One of the two axes of a box.
enum Axis: UInt8, Sendable {
  case x, y
  @inline(__always) var other: Axis { self == .x ? .y : .x }
}

/// One length per axis, in points. NaN means undefined: an unknown size, no limit, or no percentage
/// basis.
struct Pair: Sendable, BitwiseCopyable {
  var x, y: Float

  @inline(__always) init(_ x: Float, _ y: Float) {
    self.x = x
    self.y = y
  }
  static let undefined = Pair(.nan, .nan)
  static let zero = Pair(0, 0)

  @inline(__always) subscript(_ axis: Axis) -> Float {
    get { axis == .x ? x : y }
    set { if axis == .x { x = newValue } else { y = newValue } }
  }

  /// Returns whether two pairs are equal; undefined equals undefined, as cache keys require.
  @inline(__always) func isIdentical(_ other: Pair) -> Bool {
    (x == other.x || (x.isNaN && other.x.isNaN)) && (y == other.y || (y.isNaN && other.y.isNaN))
  }
}

extension Float {
  /// Returns the value within limits, each of which may be undefined; the minimum takes precedence
  /// (CSS 2.1 §10.4).
  @inline(__always) func clamped(_ low: Float, _ high: Float) -> Float {
    var value = self
    if value > high { value = high }
    if value < low { value = low }
    return value
  }

  /// Returns this value, or the other value if this is undefined.
  @inline(__always) func or(_ other: Float) -> Float { isNaN ? other : self }
}
