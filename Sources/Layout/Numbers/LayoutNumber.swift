/// A number that a layout computes with: a plain number, or one that records how it was computed.
///
/// The layouts of sections and the steps of flexbox are written once for both. Explanations run
/// them with numbers that record their formulas (`Explained`). Plain numbers have no additional
/// cost.
protocol LayoutNumber: BitwiseCopyable, Comparable, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral
{
  static var nan: Self { get }
  /// The value in points. NaN means unknown.
  var value: Double { get }
  /// Creates a constant, which does not depend on any input.
  init(_ value: Double)
  /// Creates a constant, such as a number of items.
  init(_ count: Int)
  static func + (left: Self, right: Self) -> Self
  static func - (left: Self, right: Self) -> Self
  static func * (left: Self, right: Self) -> Self
  static func / (left: Self, right: Self) -> Self
  static prefix func - (number: Self) -> Self
  static func += (left: inout Self, right: Self)
  static func -= (left: inout Self, right: Self)
  /// Returns the greater number.
  static func most(_ left: Self, _ right: Self) -> Self
  /// Returns the smaller number.
  static func least(_ left: Self, _ right: Self) -> Self
  /// Returns the number clamped to limits; a NaN limit has no effect. The minimum takes precedence.
  func clamped(_ low: Self, _ high: Self) -> Self
  /// The number clamped to the valid range of lengths; NaN stays NaN.
  var limited: Self { get }
  /// Returns the number rounded to pixels as `PixelGrid` rounds. The scale is in pixels per point; 0
  /// does not round.
  func rounded(scale: Double) -> Self
  /// Returns the number, and records the rule that determined it.
  func by(_ rule: LayoutRule) -> Self
  /// Returns the number under the name of the quantity that it measures, for use in formulas.
  /// - Parameter row: The row that owns the quantity; `nil` if the section does.
  func named(_ quantity: Derivation.Subject.Quantity, row: Int?) -> Self
}

extension LayoutNumber {
  var isNaN: Bool { value.isNaN }
  var limited: Self { self }

  /// Returns this number, or the other number if this one is NaN.
  @inline(__always) func or(_ other: Self) -> Self { isNaN ? other : self }

  func clamped(_ low: Self, _ high: Self) -> Self {
    var result = self
    if !high.isNaN {
      result = .least(self, high)
      if self > high { result = result.by(.maximum) }
    }
    if low > 0 || result < 0 {
      result = low > result ? .most(result, low).by(.minimum) : .most(result, low)
    }
    return result
  }

  @inline(__always) func named(_ quantity: Derivation.Subject.Quantity) -> Self {
    named(quantity, row: nil)
  }
}

extension LayoutNumber where Self: BinaryFloatingPoint {
  @inline(__always) static func most(_ left: Self, _ right: Self) -> Self {
    max(left, right)
  }
  @inline(__always) static func least(_ left: Self, _ right: Self) -> Self {
    min(left, right)
  }
  @inline(__always) func rounded(scale: Double) -> Self {
    scale > 0 ? Self(PixelGrid(scale: scale).snap(Double(self))) : self
  }
  @inline(__always) func by(_ rule: LayoutRule) -> Self { self }
  @inline(__always) func named(
    _ quantity: Derivation.Subject.Quantity, row: Int?
  ) -> Self { self }
}

extension Double: LayoutNumber {
  @inline(__always) var value: Double { self }
}

extension Float: LayoutNumber {
  @inline(__always) var value: Double { Double(self) }
}

/// A source of section properties, in the number type of the section's layout.
protocol LayoutInputs {
  associatedtype Number: LayoutNumber
  /// - Parameter row: The row that has the property; `nil` if the section does.
  func input(
    _ property: LayoutInput.Property, _ edge: LayoutInput.Edge?, row: Int?, _ value: Double
  ) -> Number
}

extension LayoutInputs {
  @inline(__always) func input(_ property: LayoutInput.Property, _ value: Double) -> Number {
    input(property, nil, row: nil, value)
  }
}

/// A source that returns properties as plain numbers.
struct PlainInputs: LayoutInputs {
  @inline(__always) func input(
    _ property: LayoutInput.Property, _ edge: LayoutInput.Edge?, row: Int?, _ value: Double
  ) -> Double { value }
}

/// The size of the content of a layout.
struct Extent<Number: LayoutNumber> {
  var width, height: Number
}
