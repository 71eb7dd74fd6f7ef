import LayoutCore

extension ByteWriter {
  /// Writes XML text, for an element or for an attribute in double quotes.
  ///
  /// Line breaks and tabs are written as references, because attributes would lose them. Characters
  /// that XML does not allow, such as U+0000, are written as U+FFFD. Bidirectional controls are
  /// omitted, as in text pictures.
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
        case 0xD8, 0xE2:
          guard let control = Self.bidirectionalControl(bytes, at: position) else { continue }
          (replacement, length) = ("", control.length)
        // U+FFFE and U+FFFF.
        case 0xEF
        where position + 2 < bytes.count && bytes[position + 1] == 0xBF
          && bytes[position + 2] >= 0xBE:
          (replacement, length) = ("\u{FFFD}", 3)
        default: continue
        }
        write(UnsafeBufferPointer(rebasing: bytes[written..<position]))
        write(replacement)
        written = position + length
      }
      write(UnsafeBufferPointer(rebasing: bytes[written...]))
    }
  }

  /// Writes ` name="text"`.
  mutating func write(xml name: StaticString, _ text: String) {
    write(byte: UInt8(ascii: " "))
    write(name)
    write("=\"")
    write(xml: text)
    write("\"")
  }

  /// Writes ` name="12.5"`.
  mutating func write(xml name: StaticString, _ number: Double) {
    write(byte: UInt8(ascii: " "))
    write(name)
    write("=\"")
    write(number: number)
    write("\"")
  }

  /// Writes the attributes x, y, width and height; a negative size is written as 0.
  mutating func write(xml rect: Rect) {
    write(xml: "x", rect.x)
    write(xml: "y", rect.y)
    write(xml: "width", max(0, rect.width))
    write(xml: "height", max(0, rect.height))
  }

  private mutating func write(_ literal: StaticString) {
    write(UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }
}
