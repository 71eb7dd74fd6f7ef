/// Makes untrusted text safe for a terminal.
package enum TerminalText {
  /// Returns the text without control characters, except for line feeds, tabs and, with
  /// `allowsColor`, the sequences that set colours: other sequences move the cursor, set titles or
  /// read the clipboard. A removed control character shows as U+FFFD, bidirectional controls are
  /// omitted, and colours end with the text.
  package static func harmless(_ bytes: [UInt8], allowsColor: Bool) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var isColored = false
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if allowsColor, let end = endOfColor(bytes, from: index) {
        result += bytes[index..<end]
        isColored = true
        index = end
        continue
      }
      if byte == 0xd8 || byte == 0xe2,
        let control = bytes.withUnsafeBufferPointer({
          ByteWriter.bidirectionalControl($0, at: index)
        })
      {
        index += control.length
        continue
      }
      // The controls U+0080 to U+009F are C2 80 to C2 9F.
      let isHigh =
        byte == 0xc2 && index + 1 < bytes.endIndex && (0x80...0x9f).contains(bytes[index + 1])
      if isHigh || byte == 0x7f || (byte < 0x20 && byte != 0x0a && byte != 0x09) {
        result += [0xef, 0xbf, 0xbd]
        index += isHigh ? 2 : 1
      } else {
        result.append(byte)
        index += 1
      }
    }
    if isColored { result += Array("\u{1b}[0m".utf8) }
    return result
  }

  /// Returns the text between the sequence that sets a style and the one that resets it.
  /// - Parameter parameters: those of SGR: "1" is bold, "31" is red.
  package static func styled(_ text: String, parameters: String) -> String {
    "\u{1B}[\(parameters)m\(text)\u{1B}[0m"
  }

  /// Returns the end of a sequence of ESC, "[", digits and semicolons, and "m"; `nil` for anything
  /// else.
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
