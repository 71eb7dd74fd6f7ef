/// A character that is invisible, or that changes how the surrounding text is displayed.
package struct HiddenCharacter {
  package enum Kind { case control, separator, direction, byteOrderMark, noncharacter, tag }

  package private(set) var kind: Kind
  package private(set) var value: UInt32
  package private(set) var length: Int

  /// Reads a hidden character at a byte position; `nil` for other characters and invalid UTF-8.
  package init?(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) {
    let first = bytes[position]
    switch first {
    case 0..<0x20, 0x7F: (value, length) = (UInt32(first), 1)
    case 0xC2, 0xD8: (value, length) = (UInt32(first & 0x1F), 2)
    case 0xE2, 0xEF: (value, length) = (UInt32(first & 0x0F), 3)
    case 0xF3: (value, length) = (UInt32(first & 0x07), 4)
    default: return nil
    }
    guard length <= bytes.count - position else { return nil }
    for next in position + 1..<position + length {
      guard bytes[next] & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(bytes[next] & 0x3F)
    }
    switch value {
    case 0..<0x20, 0x7F...0x9F: kind = .control
    case 0x2028...0x2029: kind = .separator
    case 0x61C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: kind = .direction
    case 0xFEFF: kind = .byteOrderMark
    case 0xFFFE...0xFFFF: kind = .noncharacter
    case 0xE0000...0xE007F: kind = .tag
    default: return nil
    }
  }
}
