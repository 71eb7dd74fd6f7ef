extension ByteWriter {
  /// Writes a JSON string. Text stays readable: the only escaped characters are `"`, `\`, the
  /// control characters U+0000 … U+001F and U+007F … U+009F, the line and paragraph separators, and
  /// the bidirectional controls. Many programs treat U+0085 and the separators as line breaks;
  /// bidirectional controls reorder the shown text.
  package mutating func write(jsonString text: String) {
    var text = text
    text.withUTF8 { write(jsonString: $0) }
  }

  /// Writes a JSON string from valid UTF-8.
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

  /// Returns the scalar at a position of valid UTF-8 if it has to be escaped.
  private static func escaped(
    _ bytes: UnsafeBufferPointer<UInt8>, at position: Int
  ) -> (value: UInt32, length: Int)? {
    let byte = bytes[position]
    switch byte {
    case 0..<0x20, 0x22, 0x5C, 0x7F:
      return (UInt32(byte), 1)
    case 0xC2 where position + 1 < bytes.count && bytes[position + 1] < 0xA0:
      return (UInt32(bytes[position + 1]), 2)
    case 0xE2 where position + 2 < bytes.count && bytes[position + 1] == 0x80:
      let last = bytes[position + 2]
      if last == 0xA8 || last == 0xA9 { return (0x2000 + UInt32(last & 0x3F), 3) }
      return bidirectionalControl(bytes, at: position)
    case 0xD8, 0xE2:
      return bidirectionalControl(bytes, at: position)
    default:
      return nil
    }
  }

  /// Returns the bidirectional control at a position of valid UTF-8: U+061C, U+200E, U+200F, U+202A
  /// … U+202E or U+2066 … U+2069, which the text renderer omits.
  static func bidirectionalControl(
    _ bytes: UnsafeBufferPointer<UInt8>, at position: Int
  ) -> (value: UInt32, length: Int)? {
    if bytes[position] == 0xD8 {
      return position + 1 < bytes.count && bytes[position + 1] == 0x9C ? (0x61C, 2) : nil
    }
    guard position + 2 < bytes.count, bytes[position] == 0xE2 else { return nil }
    let last = UInt32(bytes[position + 2])
    switch (bytes[position + 1], last) {
    case (0x80, 0x8E...0x8F), (0x80, 0xAA...0xAE): return (0x2000 + last & 0x3F, 3)
    case (0x81, 0xA6...0xA9): return (0x2040 + last & 0x3F, 3)
    default: return nil
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
