/// Text of somebody else on its way to a terminal.
package enum TerminalText {
  /// The text without control characters, but for line feeds, tabs and, where `allowsColor` says so,
  /// the sequences that set colours: the others move the cursor, set titles or read the clipboard.
  /// What is left out shows as U+FFFD, bidirectional controls do not show, and colours end with the text.
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
      // U+0080 to U+009F, which are controls too, are C2 80 to C2 9F.
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

  /// The text between the sequence that sets a style and the one that ends it.
  /// - Parameter parameters: of SGR: "1" is bold, "31" is red.
  package static func styled(_ text: String, parameters: String) -> String {
    "\u{1B}[\(parameters)m\(text)\u{1B}[0m"
  }

  /// Behind ESC [ digits and semicolons m; `nil` for anything else.
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
