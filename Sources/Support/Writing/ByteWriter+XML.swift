extension ByteWriter {
  /// Writes text content, for an element or for an attribute value in double quotes.
  ///
  /// Line breaks and tabs become character references, because attributes would lose them. The line
  /// and paragraph separators, and characters that XML forbids, such as U+0000, become U+FFFD.
  /// Bidirectional controls and U+FEFF are omitted, as in the text format. Tags become references,
  /// because they are invisible in a file but part of some flag emoji.
  package mutating func write(xml text: String) {
    var text = text
    text.withUTF8 { write($0, escaping: Self.xmlEscape) }
  }

  private static func xmlEscape(
    _ bytes: UnsafeBufferPointer<UInt8>, at position: Int
  ) -> (form: String, length: Int)? {
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
