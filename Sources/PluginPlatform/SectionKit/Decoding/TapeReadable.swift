/// A type that is read from a value directly: scalars, and the collections and optionals of the
/// standard library. The `init(from:)` of those collections would fail at the first error.
protocol TapeReadable {
  static func read(_ value: Value, at path: CodingPath) throws -> Self
}

extension Value {
  /// Returns `read`, or throws an error that describes the expected values if `read` is `nil`.
  fileprivate func required<T>(
    _ read: T?, _ expected: @autoclosure () -> String, at path: CodingPath
  ) throws -> T {
    if let read { return read }
    throw mismatch(T.self, expected: expected(), at: path)
  }
}

extension Bool: TapeReadable {
  static func read(_ value: Value, at path: CodingPath) throws -> Bool {
    try value.required(value.bool, "true or false", at: path)
  }
}

extension String: TapeReadable {
  static func read(_ value: Value, at path: CodingPath) throws -> String {
    try value.required(value.string, "a string", at: path)
  }
}

extension Double: TapeReadable {
  static func read(_ value: Value, at path: CodingPath) throws -> Double {
    try value.required(value.double, "a number", at: path)
  }
}

extension Float: TapeReadable {
  static func read(_ value: Value, at path: CodingPath) throws -> Float {
    let float = value.double.flatMap { Float($0).isFinite ? Float($0) : nil }
    return try value.required(float, "a number in the range of Float", at: path)
  }
}

extension FixedWidthInteger where Self: TapeReadable {
  static func read(_ value: Value, at path: CodingPath) throws -> Self {
    try value.required(value.integer(), expectation, at: path)
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
