/// The lines of a view hierarchy, one per view, without line breaks and escapes of a terminal or lldb.
struct ViewLines {
  struct Line {
    var number: Int
    var text: String
    /// Whether it begins like a view, even if it is malformed.
    var looksLikeView: Bool
  }

  private(set) var lines: [Line] = []

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
      // A text with a line break continues on the next line.
      if !looksLikeView, let last = lines.last, last.looksLikeView, ViewLine.isUnfinished(last.text)
      {
        lines[lines.count - 1].text += "\n" + own
      } else {
        lines.append(Line(number: isEscaped ? 1 : number, text: own, looksLikeView: looksLikeView))
      }
    }
  }

  /// Returns whether a line begins with bars and spaces, or with the prefix of a log, followed by
  /// `<` and a name.
  private static func beginsView(_ line: String) -> Bool {
    guard let open = line.firstIndex(of: "<") else { return false }
    let next = line[line.index(after: open)...].first
    guard next?.isLetter == true || next == "_" else { return false }
    // In the middle of a line it would be the value of an attribute.
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
