internal import CSectionABI
internal import LayoutCore

/// Checks single values of a plugin; each function returns the value in the engine's type.
enum BorderChecks {
  @inline(__always)
  static func number(
    _ value: Double, _ subject: StaticString, minimum: Double = 0,
    maximum: Double = BorderLimits.points
  ) throws(ResultViolation) -> Double {
    // NaN fails both comparisons.
    guard value >= minimum, value <= maximum else {
      throw outOfRange(value, subject, minimum: minimum, maximum: maximum)
    }
    return value
  }

  @inline(never)
  private static func outOfRange(
    _ value: Double, _ subject: StaticString, minimum: Double, maximum: Double
  ) -> ResultViolation {
    let shown = ResultViolation.text(value)
    guard value.isFinite else { return ResultViolation("\(subject)", "is \(shown)") }
    if value < minimum, minimum == 0 {
      return ResultViolation("\(subject)", "is negative (\(shown))")
    }
    return ResultViolation(
      "\(subject)",
      value < minimum
        ? "is \(shown), less than \(ResultViolation.text(minimum))"
        : "is \(shown), more than \(ResultViolation.text(maximum))",
      isLimit: true)
  }

  static func count(
    _ value: UInt32, _ subject: StaticString, limit: UInt32
  ) throws(ResultViolation) -> Int {
    guard value <= limit else {
      throw ResultViolation("\(subject)", "is \(value), more than \(limit)", isLimit: true)
    }
    return Int(value)
  }

  /// Checks a count; its default of 0 means 1.
  static func positiveCount(
    _ value: UInt32, _ subject: StaticString, limit: UInt32
  ) throws(ResultViolation) -> Int {
    max(1, try count(value, subject, limit: limit))
  }

  /// - Parameter count: The number of values in the contract; needed only if the engine's type has
  ///   more.
  @inline(__always)
  static func enumeration<T: RawRepresentable>(
    _ value: UInt32, _ subject: StaticString, below count: UInt32 = 256
  ) throws(ResultViolation) -> T where T.RawValue == UInt8 {
    // A test verifies that the values and their numbers equal those of section_plugin.h.
    guard value < count, let result = T(rawValue: UInt8(truncatingIfNeeded: value)) else {
      throw ResultViolation("\(subject)", "has the unknown value \(value)")
    }
    return result
  }

  @inline(__always)
  static func length(
    _ length: se_length, _ subject: StaticString, minimum: Double = 0, allowsPercent: Bool = true
  ) throws(ResultViolation) -> Length {
    // A length without a unit has no value.
    guard length.unit != 0 else { return .auto }
    guard length.unit <= (allowsPercent ? 2 : 1) else { throw badUnit(length, subject) }
    let value = Float(try number(length.value, subject, minimum: minimum))
    return length.unit == 1 ? .points(value) : .percent(value)
  }

  @inline(never)
  private static func badUnit(_ length: se_length, _ subject: StaticString) -> ResultViolation {
    ResultViolation(
      "\(subject)",
      length.unit == 2
        ? "is in percent, points are expected" : "has the unknown unit \(length.unit)"
    )
  }

  /// Returns a length in points, or `nil` for automatic.
  static func points(
    _ length: se_length, _ subject: StaticString
  ) throws(ResultViolation) -> Double? {
    guard length.unit != 0 else { return nil }
    guard length.unit == 1 else { throw badUnit(length, subject) }
    return try number(length.value, subject)
  }

  /// Returns the bytes of a borrowed string after validating them as UTF-8. Complexity: O(length).
  static func text(
    _ text: se_str, _ subject: StaticString, limit: Int = BorderLimits.textBytes
  ) throws(ResultViolation) -> UnsafeBufferPointer<UInt8> {
    // size_t is imported as Int: a length beyond Int.max is negative here.
    guard (0...limit).contains(text.length) else {
      throw ResultViolation(
        "\(subject)", "has \(UInt(bitPattern: text.length)) bytes, more than \(limit)",
        isLimit: true)
    }
    guard text.data != nil || text.length == 0 else {
      throw ResultViolation("\(subject)", "has \(text.length) bytes at NULL")
    }
    // The contract makes the plugin responsible for the length.
    try validate(text.bytes.span, subject)
    return text.bytes
  }

  static func validate(_ text: Span<UInt8>, _ subject: StaticString) throws(ResultViolation) {
    do {
      _ = try UTF8Span(validating: text)
    } catch {
      throw ResultViolation(
        "\(subject)", "is not valid UTF-8 at byte \(error.byteOffsets.lowerBound)")
    }
  }
}
