extension ByteWriter {
  /// Writes a JSON string. The only escaped characters are `"`, `\`, the control characters
  /// U+0000 … U+001F and U+007F … U+009F, the line and paragraph separators, and the bidirectional
  /// controls. Many programs treat U+0085 and the separators as line breaks, and bidirectional
  /// controls reorder the displayed text.
  package mutating func write(jsonString text: String) {
    var text = text
    text.withUTF8 { write(jsonString: $0) }
  }

  package mutating func write(jsonString bytes: UnsafeBufferPointer<UInt8>) {
    write(byte: UInt8(ascii: "\""))
    write(bytes, escaping: Self.jsonEscape)
    write(byte: UInt8(ascii: "\""))
  }

  /// Writes a key of an object, which has no character to escape, and the colon.
  /// - Parameter isSpaced: Whether a space follows.
  package mutating func write(jsonKey key: StaticString, isSpaced: Bool) {
    let count = key.utf8CodeUnitCount
    write(upTo: count + 4) { buffer in
      guard let base = buffer.baseAddress else { return 0 }
      base[0] = UInt8(ascii: "\"")
      (base + 1).update(from: key.utf8Start, count: count)
      base[count + 1] = UInt8(ascii: "\"")
      base[count + 2] = UInt8(ascii: ":")
      base[count + 3] = UInt8(ascii: " ")
      return count + (isSpaced ? 4 : 3)
    }
  }

  private static func jsonEscape(
    _ bytes: UnsafeBufferPointer<UInt8>, at position: Int
  ) -> (form: String, length: Int)? {
    let byte = bytes[position]
    if byte == 0x22 || byte == 0x5C { return (jsonForm(of: UInt32(byte)), 1) }
    guard let hidden = HiddenCharacter(bytes, at: position) else { return nil }
    switch hidden.kind {
    case .control, .separator, .direction: return (jsonForm(of: hidden.value), hidden.length)
    case .byteOrderMark, .noncharacter, .tag: return nil
    }
  }

  private static func jsonForm(of value: UInt32) -> String {
    let pair = jsonEscapes.first { $0.meaning.value == value }
    return "\\" + (pair.map { String($0.letter) } ?? "u" + hexadecimal(value, digits: 4))
  }

  /// The one-letter escapes of JSON, except for `\/`, which is never necessary.
  package static let jsonEscapes: [(letter: Unicode.Scalar, meaning: Unicode.Scalar)] = [
    ("\"", "\""), ("\\", "\\"), ("b", "\u{8}"), ("t", "\t"), ("n", "\n"), ("f", "\u{C}"),
    ("r", "\r"),
  ]
}
