/// One of the two axes of a box.
enum Axis: UInt8, Sendable {
  case x, y
  @inline(__always) var other: Axis { self == .x ? .y : .x }
}

/// One length per axis, in points. NaN means undefined: an unknown size, no limit, or no percentage
/// basis.
struct Lengths<Number: LayoutNumber>: BitwiseCopyable {
  var x, y: Number

  @inline(__always) init(_ x: Number, _ y: Number) {
    self.x = x
    self.y = y
  }

  @inline(__always) subscript(_ axis: Axis) -> Number {
    get { axis == .x ? x : y }
    set { if axis == .x { x = newValue } else { y = newValue } }
  }
}

extension Lengths {
  @inline(__always) static func + (left: Self, right: Self) -> Self {
    Self(left.x + right.x, left.y + right.y)
  }
}

extension Lengths: Sendable where Number: Sendable {}

/// The lengths of both axes in the solver's number type.
typealias Pair = Lengths<Float>

extension Pair {
  static var undefined: Pair { Pair(.nan, .nan) }
  static var zero: Pair { Pair(0, 0) }

  /// Returns the size minus the sum of the edges on each axis, at least 0.
  @inline(__always) func inside(_ edges: Pair) -> Pair {
    Pair(max(0, x - edges.x), max(0, y - edges.y))
  }

  /// Returns whether two pairs are equal; undefined equals undefined, as cache keys require.
  @inline(__always) func isIdentical(_ other: Pair) -> Bool {
    (x == other.x || (x.isNaN && other.x.isNaN)) && (y == other.y || (y.isNaN && other.y.isNaN))
  }
}

extension Float {
  /// Returns the value clamped to limits; a NaN limit has no effect. The minimum takes precedence
  /// over the maximum (CSS 2.1 §10.4).
  @inline(__always) func clamped(_ low: Float, _ high: Float) -> Float {
    var value = self
    if value > high { value = high }
    if value < low { value = low }
    return value
  }
  /// Returns this value, or the other value if this value is NaN.
  @inline(__always) func or(_ other: Float) -> Float { isNaN ? other : self }
}
