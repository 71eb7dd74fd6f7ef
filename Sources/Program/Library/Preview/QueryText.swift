/// Reads and writes queries as forms send them (`application/x-www-form-urlencoded`).
enum QueryText {
  /// Returns names and values in order; invalid UTF-8 becomes U+FFFD.
  static func fields(of query: String) -> [(name: String, value: String)] {
    query.utf8.split(separator: UInt8(ascii: "&")).map { field in
      let parts = field.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      return (unescaped(parts[0]), parts.count > 1 ? unescaped(parts[1]) : "")
    }
  }

  static func unescaped(_ text: Substring.UTF8View) -> String {
    var bytes: [UInt8] = []
    var index = text.startIndex
    while index != text.endIndex {
      let byte = text[index]
      index = text.index(after: index)
      guard byte == UInt8(ascii: "%"),
        let end = text.index(index, offsetBy: 2, limitedBy: text.endIndex),
        let value = hexadecimal(text[index..<end])
      else {
        bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        continue
      }
      bytes.append(value)
      index = end
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Parses two hexadecimal digits, without a sign.
  private static func hexadecimal(_ digits: Substring.UTF8View) -> UInt8? {
    var value: UInt8 = 0
    for digit in digits {
      guard let digit = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
      value = value << 4 | UInt8(digit)
    }
    return value
  }
}
