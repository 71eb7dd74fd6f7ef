/// A character reference of HTML: `&ldquo;`, `&#8220;`, `&#x201C;`.
enum CharacterReference {
  /// Reads a reference at the start of bytes that begin with `&`. Returns its character and the
  /// index after it, or `nil` for an incomplete reference: without semicolon, with a name that is
  /// not in HTML, or with a number that is not a character.
  ///
  /// Reads at most up to the first byte that cannot be part of a reference, so a text is read in
  /// linear time.
  static func read(_ bytes: ArraySlice<UInt8>) -> (scalar: Unicode.Scalar, end: Int)? {
    let body = bytes.dropFirst()
    if body.first == UInt8(ascii: "#") { return number(body.dropFirst()) }
    guard let end = body.firstIndex(where: { !isAlphanumeric($0) }), bytes[end] == semicolon,
      let scalar = names[String(decoding: body[..<end], as: UTF8.self)].flatMap(Unicode.Scalar.init)
    else { return nil }
    return (scalar, end + 1)
  }

  private static let semicolon = UInt8(ascii: ";")

  private static func number(_ bytes: ArraySlice<UInt8>) -> (scalar: Unicode.Scalar, end: Int)? {
    let isHexadecimal = bytes.first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
    let digits = isHexadecimal ? bytes.dropFirst() : bytes
    let radix: UInt32 = isHexadecimal ? 16 : 10
    var value: UInt32 = 0
    for index in digits.indices {
      guard let digit = digit(digits[index], radix: radix) else {
        guard digits[index] == semicolon, index > digits.startIndex, let scalar = scalar(value)
        else { return nil }
        return (scalar, index + 1)
      }
      // Values above the last scalar become 0x110000, so the product cannot overflow.
      value = min(value * radix + digit, 0x11_0000)
    }
    return nil
  }

  private static func digit(_ byte: UInt8, radix: UInt32) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case _ where radix == 10: nil
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }

  /// Returns the scalar for a number, by the "numeric character reference end state" of the HTML
  /// standard: 128 … 159 are read as Windows-1252. Returns `nil` for control characters
  /// other than tab and line feed, and for numbers that are not a scalar.
  private static func scalar(_ value: UInt32) -> Unicode.Scalar? {
    switch value {
    case 9, 10, 0x20...0x7E, 0xA0...: Unicode.Scalar(value)
    case 0x80...0x9F: windows1252[Int(value - 0x80)].flatMap(Unicode.Scalar.init)
    default: nil
    }
  }

  /// The characters 0x80 … 0x9F; `nil` for positions without a character in Windows-1252.
  private static let windows1252: [UInt32?] = [
    0x20AC, nil, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, nil, 0x017D, nil, nil, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC,
    0x2122, 0x0161, 0x203A, 0x0153, nil, 0x017E, 0x0178,
  ]

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: false
    }
  }
}
