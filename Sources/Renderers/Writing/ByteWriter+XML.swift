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
        guard let escape = Self.xmlEscape(bytes, at: position) else { continue }
        write(UnsafeBufferPointer(rebasing: bytes[written..<position]))
        write(escape.text)
        written = position + escape.length
      }
      write(UnsafeBufferPointer(rebasing: bytes[written...]))
    }
  }

  private static func xmlEscape(
    _ bytes: UnsafeBufferPointer<UInt8>, at position: Int
  ) -> (text: String, length: Int)? {
    switch bytes[position] {
    case UInt8(ascii: "&"): return ("&amp;", 1)
    case UInt8(ascii: "<"): return ("&lt;", 1)
    case UInt8(ascii: ">"): return ("&gt;", 1)
    case UInt8(ascii: "\""): return ("&quot;", 1)
    case 0x09: return ("&#9;", 1)
    case 0x0A: return ("&#10;", 1)
    case 0x0D: return ("&#13;", 1)
    default: break
    }
    guard let hidden = HiddenCharacter(bytes, at: position) else { return nil }
    switch hidden.kind {
    case .control, .separator, .noncharacter: return ("\u{FFFD}", hidden.length)
    case .direction, .byteOrderMark: return ("", hidden.length)
    case .tag: return ("&#x\(String(hidden.value, radix: 16, uppercase: true));", hidden.length)
    }
  }
}
