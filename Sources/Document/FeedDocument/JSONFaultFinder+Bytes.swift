extension JSONFaultFinder {
  static func isSpace(_ byte: UInt8) -> Bool { " \n\r\t".utf8.contains(byte) }

  static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

  static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte | 0x20
  }

  static func isWordByte(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$")
  }

  /// Whether a byte is white space or the punctuation of JSON.
  static func endsToken(_ byte: UInt8) -> Bool { ",:[]{}".utf8.contains(byte) || isSpace(byte) }

  static func startsComment(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "#")
  }

  /// Returns the first range of bytes that is not valid UTF-8. Ignores a scalar that the end of the
  /// text truncates.
  static func invalidUTF8(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Range<Int>? {
    var parser = Unicode.UTF8.ForwardParser()
    var rest = text[start...].makeIterator()
    var offset = start
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let encoded): offset += encoded.count
      case .error(let length):
        let range = offset..<offset + length
        return range.upperBound == text.count && isCutScalar(text[range]) ? nil : range
      case .emptyInput: return nil
      }
    }
  }

  /// Whether the bytes are the beginning of a valid scalar and more bytes are missing.
  private static func isCutScalar(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard let lead = bytes.first, lead >= 0xC2, lead <= 0xF4 else { return false }
    let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    return bytes.count < length && bytes.dropFirst().allSatisfy(LineIndex.isContinuation)
  }
}
