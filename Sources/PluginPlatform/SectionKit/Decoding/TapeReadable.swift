/// A type that is read from a value directly: scalars, and the collections and optionals of the
/// standard library, whose own `init(from:)` would fail at the first error.
protocol TapeReadable {
  static func read(_ value: Value, at path: CodingPath) throws -> Self
}

extension Bool: TapeReadable {
  static func read(_ value: Value, at path: CodingPath) throws -> Bool {
    guard let bool = value.bool else {
      throw value.mismatch(Bool.self, expected: "true or false", at: path)
    }
    return bool
  }
}

extension String: TapeReadable {
  static func read(_ value: Value, at path: CodingPath) throws -> String {
    guard let string = value.string else {
      throw value.mismatch(String.self, expected: "a string", at: path)
    }
    return string
  }
}

extension Double: TapeReadable {
  static func read(_ value: Value, at path: CodingPath) throws -> Double {
    guard let double = value.double else {
      throw value.mismatch(Double.self, expected: "a number", at: path)
    }
    return double
  }
}

extension Float: TapeReadable {
  static func read(_ value: Value, at path: CodingPath) throws -> Float {
    guard let double = value.double, Float(double).isFinite else {
      throw value.mismatch(Float.self, expected: "a number in the range of Float", at: path)
    }
    return Float(double)
  }
}

extension FixedWidthInteger where Self: TapeReadable {
  static func read(_ value: Value, at path: CodingPath) throws -> Self {
    guard let integer = value.integer(Self.self) else {
      throw value.mismatch(Self.self, expected: expectation, at: path)
    }
    return integer
  }

  /// The expected values, with their limits if these are short.
  private static var expectation: String {
    if bitWidth < 64 { return "an integer in \(min)...\(max)" }
    return isSigned ? "a \(bitWidth)-bit integer" : "a \(bitWidth)-bit integer from 0"
  }
}

extension Int: TapeReadable {}
extension Int8: TapeReadable {}
extension Int16: TapeReadable {}
extension Int32: TapeReadable {}
extension Int64: TapeReadable {}
extension UInt: TapeReadable {}
extension UInt8: TapeReadable {}
extension UInt16: TapeReadable {}
extension UInt32: TapeReadable {}
extension UInt64: TapeReadable {}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: TapeReadable {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: TapeReadable {}
