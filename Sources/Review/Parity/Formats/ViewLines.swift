/// The lines of a view hierarchy, one per view, without line breaks and escape sequences.
struct ViewLines {
  struct Line {
    var number: Int
    var text: String
    /// Whether the line begins like a view. The rest may be malformed.
    var looksLikeView: Bool
  }

  private(set) var lines: [Line] = []

  init(_ bytes: [UInt8]) {
    var text = String(decoding: bytes, as: UTF8.self)
    // lldb without -O writes one line with escapes: @"<UIWindow: …>\n   | <UIView: …".
    let isEscaped = text.contains("\\n   | ")
    if isEscaped { text = Self.unescaped(text) }
    let parts = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, part) in parts.enumerated() {
      let own = String(part)
      let looksLikeView = Self.beginsView(own)
      // Appends the line if the text of the previous view has a line break.
      if !looksLikeView, let last = lines.last, last.looksLikeView, ViewLine.isUnfinished(last.text)
      {
        lines[lines.count - 1].text += "\n" + own
      } else {
        lines.append(
          Line(number: isEscaped ? 1 : index + 1, text: own, looksLikeView: looksLikeView))
      }
    }
  }

  /// Returns whether a line has `<` and a class name, after tree lines or a log prefix.
  private static func beginsView(_ line: String) -> Bool {
    guard let open = line.firstIndex(of: "<") else { return false }
    let next = line[line.index(after: open)...].first
    guard next?.isLetter == true || next == "_" else { return false }
    // After " = ", the object is the value of an attribute, not a view.
    return line[open...].contains(": 0x") && !line[..<open].contains(" = ")
      || line[..<open].allSatisfy { $0 == " " || $0 == "|" }
  }

  private static func unescaped(_ text: String) -> String {
    var result = ""
    var characters = text.makeIterator()
    while let character = characters.next() {
      guard character == "\\" else {
        result.append(character)
        continue
      }
      switch characters.next() {
      case "n": result.append("\n")
      case "t": result.append("\t")
      case "r", nil: break
      case let escaped?: result.append(escaped)
      }
    }
    return result
  }
}
