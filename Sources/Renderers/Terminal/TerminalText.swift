import LayoutCore

package enum TerminalText {
  /// Returns the text without control characters, except for line feeds, tabs and, with
  /// `allowsColor`, the sequences that set colours: other sequences move the cursor, set titles or
  /// read the clipboard. A removed control character or separator shows as U+FFFD, bidirectional
  /// controls, U+FEFF and tags are omitted, and colours end with the text.
  package static func harmless(_ bytes: [UInt8], allowsColor: Bool) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var isColored = false
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if allowsColor, let end = endOfColor(bytes, from: index) {
        result += bytes[index..<end]
        isColored = true
        index = end
        continue
      }
      let hidden = bytes.withUnsafeBufferPointer { HiddenCharacter($0, at: index) }
      switch hidden?.kind {
      case .control where bytes[index] == 0x0a || bytes[index] == 0x09, .noncharacter, nil:
        result.append(bytes[index])
        index += 1
        continue
      case .control, .separator: result += "\u{FFFD}".utf8
      case .direction, .byteOrderMark, .tag: break
      }
      index += hidden?.length ?? 1
    }
    if isColored { result += "\u{1b}[0m".utf8 }
    return result
  }

  /// Returns the text as one line, with the characters that `Glyphs` would draw.
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

  /// Whether a scalar is a bidirectional control, which reorders the text around it, or U+FEFF or a
  /// tag (U+E0000 … U+E007F), which can hide text in other text.
  static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isBidiControl || scalar == "\u{FEFF}"
      || (0xE0000...0xE007F).contains(scalar.value)
  }

  /// - Parameter parameters: those of SGR: "1" is bold, "31" is red.
  package static func styled(_ text: String, parameters: String) -> String {
    "\u{1B}[\(parameters)m\(text)\u{1B}[0m"
  }

  private static func endOfColor(_ bytes: [UInt8], from start: Int) -> Int? {
    guard bytes[start] == 0x1b, start + 1 < bytes.endIndex, bytes[start + 1] == UInt8(ascii: "[")
    else { return nil }
    var index = start + 2
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ";"): index += 1
      case UInt8(ascii: "m"): return index + 1
      default: return nil
      }
    }
    return nil
  }
}
