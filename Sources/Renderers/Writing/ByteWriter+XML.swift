extension ByteWriter {
  /// Writes XML text, for an element or for an attribute in double quotes.
  ///
  /// Line breaks and tabs are written as references, because attributes would lose them. Characters
  /// that XML does not allow, such as U+0000, are written as U+FFFD, and so are the line and paragraph
  /// separators. Bidirectional controls and U+FEFF are omitted, as in text pictures. Tags are
  /// written as references: they are invisible in a file, but belong to some flags.
  package mutating func write(xml text: String) {
    var text = text
    text.withUTF8 { bytes in
      var written = 0
      for position in bytes.indices {
        let replacement: StaticString
        let length: Int
        switch bytes[position] {
        case UInt8(ascii: "&"): (replacement, length) = ("&amp;", 1)
        case UInt8(ascii: "<"): (replacement, length) = ("&lt;", 1)
        case UInt8(ascii: ">"): (replacement, length) = ("&gt;", 1)
        case UInt8(ascii: "\""): (replacement, length) = ("&quot;", 1)
        case 0x09: (replacement, length) = ("&#9;", 1)
        case 0x0A: (replacement, length) = ("&#10;", 1)
        case 0x0D: (replacement, length) = ("&#13;", 1)
        case 0..<0x20, 0x7F: (replacement, length) = ("\u{FFFD}", 1)
        // U+0080 … U+009F are allowed, but are shown as nothing or as a line break.
        case 0xC2 where position + 1 < bytes.count && bytes[position + 1] < 0xA0:
          (replacement, length) = ("\u{FFFD}", 2)
        case 0xE2 where Self.isSeparator(bytes, at: position):
          (replacement, length) = ("\u{FFFD}", 3)
        case 0xD8, 0xE2:
          guard let control = Self.bidirectionalControl(bytes, at: position) else { continue }
          (replacement, length) = ("", control.length)
        case 0xEF where Self.isByteOrderMark(bytes, at: position):
          (replacement, length) = ("", 3)
        // U+FFFE and U+FFFF.
        case 0xEF
        where position + 2 < bytes.count && bytes[position + 1] == 0xBF
          && bytes[position + 2] >= 0xBE:
          (replacement, length) = ("\u{FFFD}", 3)
        case 0xF3:
          guard let tag = Self.tag(bytes, at: position) else { continue }
          write(UnsafeBufferPointer(rebasing: bytes[written..<position]))
          write("&#x\(String(tag, radix: 16, uppercase: true));")
          written = position + 4
          continue
        default: continue
        }
        write(UnsafeBufferPointer(rebasing: bytes[written..<position]))
        write(replacement)
        written = position + length
      }
      write(UnsafeBufferPointer(rebasing: bytes[written...]))
    }
  }

  /// Returns whether U+2028 or U+2029 is at a position.
  static func isSeparator(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> Bool {
    position + 2 < bytes.count && bytes[position] == 0xE2 && bytes[position + 1] == 0x80
      && (0xA8...0xA9).contains(bytes[position + 2])
  }

  /// Returns whether U+FEFF is at a position.
  static func isByteOrderMark(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> Bool {
    position + 2 < bytes.count && bytes[position] == 0xEF && bytes[position + 1] == 0xBB
      && bytes[position + 2] == 0xBF
  }

  /// Returns the tag (U+E0000 … U+E007F) at a position.
  static func tag(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> UInt32? {
    guard position + 3 < bytes.count, bytes[position] == 0xF3, bytes[position + 1] == 0xA0,
      (0x80...0x81).contains(bytes[position + 2]), bytes[position + 3] & 0xC0 == 0x80
    else { return nil }
    return 0xE0000 + UInt32(bytes[position + 2] & 1) << 6 + UInt32(bytes[position + 3] & 0x3F)
  }

  private mutating func write(_ literal: StaticString) {
    write(UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }
}
