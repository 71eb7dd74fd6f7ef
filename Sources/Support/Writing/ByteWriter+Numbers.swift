/// Returns points as text, as in all machine formats: "120", "33.5". See `write(number:)`.
package func points(_ value: Double) -> String {
  var writer = ByteWriter()
  writer.write(number: value)
  return writer.string
}

/// Returns a scale in pixels per point as text: "3", "2.625". See `ByteWriter.write(exact:)`.
package func scaleText(_ scale: Double) -> String {
  var writer = ByteWriter()
  writer.write(exact: scale)
  return writer.string
}

extension ByteWriter {
  package mutating func write(integer value: some FixedWidthInteger) {
    if value < 0 { write(byte: UInt8(ascii: "-")) }
    write(digits: UInt64(value.magnitude))
  }

  /// Writes a number as in all machine formats: at most 2 decimals, rounded half away from zero,
  /// no trailing zeros, never "-0" and never an exponent. A value that is not finite becomes 0.
  package mutating func write(number value: Double) {
    guard value.isFinite else { return write(byte: UInt8(ascii: "0")) }
    let magnitude = value.magnitude
    // From 2^63 on, every Double is a whole number, and an Int64 cannot represent it.
    guard magnitude < 9_223_372_036_854_775_808 else { return write(huge: value) }
    let (whole, hundredths) = magnitude.roundedParts
    if value < 0, whole > 0 || hundredths > 0 { write(byte: UInt8(ascii: "-")) }
    write(digits: whole)
    guard hundredths > 0 else { return }
    write(byte: UInt8(ascii: "."))
    write(byte: UInt8(ascii: "0") + UInt8(hundredths / 10))
    if hundredths % 10 > 0 { write(byte: UInt8(ascii: "0") + UInt8(hundredths % 10)) }
  }

  /// Writes a number with at most 6 decimals, rounded half away from zero, without trailing zeros.
  /// Multiples of 1/64 are exact. A value that is not finite, or 10^12 and more, becomes 0.
  package mutating func write(exact value: Double) {
    guard value.isFinite, value.magnitude < 1e12 else { return write(byte: UInt8(ascii: "0")) }
    let millionths = UInt64((value.magnitude * 1_000_000).rounded(.toNearestOrAwayFromZero))
    if value < 0, millionths > 0 { write(byte: UInt8(ascii: "-")) }
    write(digits: millionths / 1_000_000)
    var rest = millionths % 1_000_000
    guard rest > 0 else { return }
    write(byte: UInt8(ascii: "."))
    var unit: UInt64 = 100_000
    while rest > 0 {
      write(byte: UInt8(ascii: "0") + UInt8(rest / unit))
      rest %= unit
      unit /= 10
    }
  }

  private mutating func write(digits value: UInt64) {
    // The largest value has 20 digits. Digits are computed from the last to the first.
    write(upTo: 20) { buffer in
      var start = 20
      var rest = value
      repeat {
        start -= 1
        buffer[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      for index in start..<20 { buffer[index - start] = buffer[index] }
      return 20 - start
    }
  }

  /// Writes the shortest digits that parse to the same Double, followed by zeros up to the point.
  private mutating func write(huge value: Double) {
    // The description has the form "-9.3e+18". Its exponent exceeds its number of decimals.
    let parts = value.description.split(whereSeparator: { ".e+".contains($0) })
    let fraction = parts.count > 2 ? parts[1] : ""
    write(String(parts[0] + fraction))
    write(byte: UInt8(ascii: "0"), count: (Int(parts[parts.count - 1]) ?? 0) - fraction.count)
  }
}

extension Double {
  /// The number that results from parsing the output of `ByteWriter.write(number:)`.
  package var asWritten: Double {
    guard isFinite else { return 0 }
    // From 2^46 on, adjacent Doubles are farther apart than the rounding error, so nothing changes.
    guard magnitude < 0x1p46 else { return self }
    let (whole, hundredths) = magnitude.roundedParts
    // Both operands of the division are exact, so the result is the nearest Double.
    let rounded = Double(whole * 100 + hundredths) / 100
    return self < 0 && rounded > 0 ? -rounded : rounded
  }

  /// The whole part and the hundredths of a number from 0 up to 2^63, rounded half up.
  fileprivate var roundedParts: (whole: UInt64, hundredths: UInt64) {
    // Subtracts the whole part first, which is exact; the product `self * 100` could be rounded.
    let whole = UInt64(self)
    let hundredths = UInt64(((self - Double(whole)) * 100).rounded())
    return hundredths == 100 ? (whole + 1, 0) : (whole, hundredths)
  }
}
