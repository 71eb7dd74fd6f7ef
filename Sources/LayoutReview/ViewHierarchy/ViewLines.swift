/// The lines of a view hierarchy: one a view, whatever a terminal or lldb made of it.
struct ViewLines {
  struct Line {
    /// From 1, in the file.
    var number: Int
    var text: String
    /// It begins like a view, be it broken.
    var looksLikeView: Bool
  }

  private(set) var lines: [Line] = []

  /// O(bytes).
  init(_ bytes: [UInt8]) {
    var text = String(decoding: bytes, as: UTF8.self)
    // lldb without -O writes one line with escapes: @"<UIWindow: …>\n   | <UIView: …".
    let isEscaped = text.contains("\\n   | ")
    if isEscaped { text = Self.unescaped(text) }
    var number = 0
    for part in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      number += 1
      let own = String(part)
      let looksLikeView = Self.beginsView(own)
      // A text with a line break goes on in the next line.
      if !looksLikeView, let last = lines.last, last.looksLikeView, ViewLine.isUnfinished(last.text)
      {
        lines[lines.count - 1].text += "\n" + own
      } else {
        lines.append(Line(number: isEscaped ? 1 : number, text: own, looksLikeView: looksLikeView))
      }
    }
  }

  /// Bars and spaces, perhaps behind what a log writes, then `<` and a name.
  private static func beginsView(_ line: String) -> Bool {
    guard let open = line.firstIndex(of: "<") else { return false }
    let next = line[line.index(after: open)...].first
    guard next?.isLetter == true || next == "_" else { return false }
    // In the middle of another text it would be what an attribute says.
    return line[open...].contains(": 0x") && !line[..<open].contains(" = ")
      || line[..<open].allSatisfy { $0 == " " || $0 == "|" }
  }

  private static func unescaped(_ text: String) -> String {
    var result = ""
    var isEscape = false
    for character in text {
      if isEscape {
        switch character {
        case "n": result.append("\n")
        case "t": result.append("\t")
        case "r": break
        default: result.append(character)
        }
        isEscape = false
      } else if character == "\\" {
        isEscape = true
      } else {
        result.append(character)
      }
    }
    return result
  }
}
