internal import Support

/// Escapes texts for source code. The names and codes come from feeds and can be any text.
enum SourceLiteral {
  static func swift(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      if isOdd(scalar) {
        literal += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        literal += scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : String(scalar)
      }
    }
    return literal + "\""
  }

  /// Returns a C literal. Bytes that are not printable ASCII become octal escapes of three digits.
  static func c(_ text: String) -> String {
    var literal = "\""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        literal += "\\" + String(UnicodeScalar(byte))
      // Escapes `?` too, to prevent trigraphs such as "??=".
      case 0x20...0x7E where byte != UInt8(ascii: "?"): literal += String(UnicodeScalar(byte))
      default: literal += "\\\(byte >> 6)\(byte >> 3 & 7)\(byte & 7)"
      }
    }
    return literal + "\""
  }

  /// Returns the JSON escape of a scalar up to U+FFFF.
  static func escape(_ scalar: Unicode.Scalar) -> String {
    "\\u" + hexadecimal(scalar.value, digits: 4)
  }

  static func comment(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { isOdd($0) ? "\u{FFFD}" : $0 }))
      .replacing("*/", with: "* /").replacing("/*", with: "/ *").replacing("??", with: "? ?")
  }

  static func make(_ word: String) -> String {
    shellWord(word).replacing("$", with: "$$").replacing("#", with: "\\#")
  }

  /// Returns whether a scalar is a control character, an unusual line end or invisible, or changes
  /// the direction of text.
  private static func isOdd(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x200B...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}
