extension ByteWriter {
  /// Writes a JSON string. Text stays readable: the only escaped characters are `"`, `\`, the
  /// control characters U+0000 … U+001F and U+007F … U+009F, the line and paragraph separators, and
  /// the bidirectional controls. Many programs treat U+0085 and the separators as line breaks;
  /// bidirectional controls reorder the shown text.
  package mutating func write(jsonString text: String) {
    var text = text
    text.withUTF8 { write(jsonString: $0) }
  }

  mutating func write(jsonString bytes: UnsafeBufferPointer<UInt8>) {
    write(byte: UInt8(ascii: "\""))
    var written = 0
    var position = 0
    while position < bytes.count {
      guard let escaped = Self.escaped(bytes, at: position) else {
        position += 1
        continue
      }
      write(UnsafeBufferPointer(rebasing: bytes[written..<position]))
      write(escape: escaped.value)
      position += escaped.length
      written = position
    }
    write(UnsafeBufferPointer(rebasing: bytes[written...]))
    write(byte: UInt8(ascii: "\""))
  }

  private static func escaped(
    _ bytes: UnsafeBufferPointer<UInt8>, at position: Int
  ) -> (value: UInt32, length: Int)? {
    let byte = bytes[position]
    if byte == 0x22 || byte == 0x5C { return (UInt32(byte), 1) }
    guard let hidden = HiddenCharacter(bytes, at: position) else { return nil }
    switch hidden.kind {
    case .control, .separator, .direction: return (hidden.value, hidden.length)
    case .byteOrderMark, .noncharacter, .tag: return nil
    }
  }

  private mutating func write(escape value: UInt32) {
    switch value {
    case 0x22: return write("\\\"")
    case 0x5C: return write("\\\\")
    case 0x08: return write("\\b")
    case 0x09: return write("\\t")
    case 0x0A: return write("\\n")
    case 0x0C: return write("\\f")
    case 0x0D: return write("\\r")
    default: write("\\u")
    }
    for shift in [12, 8, 4, 0] as [UInt32] {
      let digit = UInt8(value >> shift & 15)
      write(byte: digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}
