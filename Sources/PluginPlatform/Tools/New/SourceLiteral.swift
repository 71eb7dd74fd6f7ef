internal import Support

/// Escapes texts for source code. Names and codes come from feeds, which can contain any text.
enum SourceLiteral {
  static func swift(_ text: String) -> String {
    quoted(text) { scalar in
      scalar.value < 0x20 || scalar.value == 0x7F || isInvisible(scalar)
        ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : nil
    }
  }

  /// Returns a C literal with its quotes. Bytes beyond ASCII become octal escapes, which end after
  /// three digits.
  static func c(_ text: String) -> String {
    var literal = "\""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        literal += "\\" + String(UnicodeScalar(byte))
      // Prevents trigraphs such as "??=".
      case 0x20...0x7E where byte != UInt8(ascii: "?"): literal += String(UnicodeScalar(byte))
      default:
        let digits = String(byte, radix: 8)
        literal += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      }
    }
    return literal + "\""
  }

  static func json(_ text: String) -> String {
    quoted(text) { scalar in
      scalar.value < 0x20 || isInvisible(scalar) ? escape(scalar) : nil
    }
  }

  /// Returns the JSON escape of a scalar of 16 bits.
  static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// Returns a text for a one-line comment of Swift or C.
  static func comment(_ text: String) -> String {
    var comment = ""
    for scalar in text.unicodeScalars {
      let isOdd = scalar.value < 0x20 || scalar.value == 0x7F || isInvisible(scalar)
      comment.unicodeScalars.append(isOdd ? "\u{FFFD}" : scalar)
    }
    return comment.replacing("*/", with: "* /").replacing("/*", with: "/ *")
      .replacing("??", with: "? ?")
  }

  /// Returns a word of a command line for a variable of make.
  static func make(_ word: String) -> String {
    shellWord(word).replacing("$", with: "$$").replacing("#", with: "\\#")
  }

  private static func quoted(_ text: String, escape: (Unicode.Scalar) -> String?) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { literal += "\\" }
      if let escaped = escape(scalar) {
        literal += escaped
      } else {
        literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }

  /// Returns whether a scalar is a line end that editors and compilers treat differently, or
  /// changes the direction of text.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x80...0x9F, 0x200B...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}
