import Support
import LayoutCore

package enum TerminalText {
  /// Returns the text without control characters. Line feeds, tabs and, with `allowsColor`, colour
  /// sequences remain; other sequences could move the cursor, set titles or read the clipboard. A
  /// removed control character or separator becomes U+FFFD. Bidirectional controls, U+FEFF and tags
  /// are omitted. The colour is reset at the end of the text.
  package static func harmless(_ bytes: [UInt8], allowsColor: Bool) -> [UInt8] {
    var out = ByteWriter()
    out.reserveCapacity(bytes.count)
    var isColored = false
    bytes.withUnsafeBufferPointer { bytes in
      out.write(bytes) { bytes, index in
        // Most bytes are printable ASCII, and no character to replace begins with one.
        guard !(0x20..<0x7f).contains(bytes[index]) else { return nil }
        if allowsColor, let end = endOfColor(bytes, from: index) {
          isColored = true
          return (String(decoding: bytes[index..<end], as: UTF8.self), end - index)
        }
        guard let hidden = HiddenCharacter(bytes, at: index) else { return nil }
        switch hidden.kind {
        case .noncharacter: return nil
        case .control where bytes[index] == 0x0a || bytes[index] == 0x09: return nil
        case .control, .separator: return ("\u{FFFD}", hidden.length)
        case .direction, .byteOrderMark, .tag: return ("", hidden.length)
        }
      }
    }
    if isColored { out.write("\u{1b}[0m") }
    return out.bytes
  }

  /// Returns the text as one line, with the same replacements as `Glyphs`.
  package static func line(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch CellClass(scalar) {
      case .lineBreak: result.append(" ")
      case .control: result.append("\u{FFFD}")
      case .zero where isInvisible(scalar): break
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// Whether a scalar is a bidirectional control, which reorders the text around it; or U+FEFF or a
  /// tag (U+E0000 … U+E007F), which can hide text in other text.
  static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isBidiControl || scalar == "\u{FEFF}"
      || (0xE0000...0xE007F).contains(scalar.value)
  }

  /// - Parameter parameters: SGR parameters: "1" is bold, "31" is red.
  package static func styled(_ text: String, parameters: String) -> String {
    "\u{1B}[\(parameters)m\(text)\u{1B}[0m"
  }

  private static func endOfColor(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard bytes[start...].starts(with: "\u{1b}[".utf8) else { return nil }
    let rest = bytes[(start + 2)...].drop { "0123456789;".utf8.contains($0) }
    return rest.first == UInt8(ascii: "m") ? rest.startIndex + 1 : nil
  }
}
