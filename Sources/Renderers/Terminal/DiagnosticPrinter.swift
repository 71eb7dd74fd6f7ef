import Support

/// Writes diagnostics for people:
///
/// ```
/// error[SE1004]: block has no creatives
///    --> feed.json:412:20  $.data.blocks[4].creatives
///     |
/// 411 |   "showType": "HOMEPAGE_SLIDE_SONGLIST_ALIGN",
/// 412 |   "creatives": null,
///     |                ^^^^ expected an array of 1 or more, found null
///     |
///     = note: the section is drawn as a placeholder
///     = help: `sectionengine explain SE1004`
/// ```
package struct DiagnosticPrinter: Sendable {
  package var color: Bool
  /// The maximum number of diagnostics per code to write in full. The rest is only counted.
  package var limitPerCode: Int

  package init(color: Bool, limitPerCode: Int = 8) {
    self.color = color
    self.limitPerCode = limitPerCode
  }

  /// Writes the diagnostics in order, then, for each code, the number of omitted diagnostics.
  package func write(_ diagnostics: [Diagnostic], to out: inout ByteWriter) {
    var counts: [DiagnosticCode: Int] = [:]
    for diagnostic in diagnostics {
      let count = counts[diagnostic.code, default: 0] + 1
      counts[diagnostic.code] = count
      guard count <= limitPerCode else { continue }
      write(diagnostic, to: &out)
    }
    for code in DiagnosticCode.allCases {
      guard let count = counts[code], count > limitPerCode else { continue }
      let rest = count - limitPerCode
      out.write("… and \(rest) more \(code.rawValue) (\(code.title))\n\n")
    }
  }

  package func write(_ diagnostic: Diagnostic, to out: inout ByteWriter) {
    let tone: Tone =
      switch diagnostic.severity {
      case .error: .error
      case .warning: .warning
      case .note: .note
      }
    out.write(styled("\(diagnostic.severity)[\(diagnostic.code.rawValue)]", tone))
    out.write(styled(": \(TerminalText.line(diagnostic.message))", .strong) + "\n")

    let excerpt = diagnostic.location?.excerpt
    let digits = max(3, excerpt?.lines.map { String($0.number).count }.max() ?? 0)
    let margin = String(repeating: " ", count: digits)
    let equals = "\(margin) " + styled("=", .faint)
    if let location = diagnostic.location {
      let place = "\(location.file):\(location.line):\(location.column)"
      let path = location.path.isEmpty ? "" : "  \(location.path)"
      out.write(styled("\(margin)--> ", .faint) + TerminalText.line(place + path) + "\n")
    }
    if let excerpt, let last = excerpt.lines.last {
      let bar = styled("\(margin) |", .faint)
      out.write("\(bar)\n")
      for line in excerpt.lines {
        let number = String(line.number)
        let padding = String(repeating: " ", count: digits - number.count)
        let text = TerminalText.line(line.text)
        out.write(styled("\(padding)\(number) |", .faint) + (text.isEmpty ? "" : " \(text)") + "\n")
      }
      let label = diagnostic.label.map { " \(TerminalText.line($0))" } ?? ""
      out.write("\(bar) " + styled(carets(under: last.text, excerpt.marked) + label, tone))
      out.write("\n\(bar)\n")
    } else if let label = diagnostic.label {
      out.write("\(equals) \(TerminalText.line(label))\n")
    }
    for note in diagnostic.notes + diagnostic.trace {
      out.write("\(equals) note: \(TerminalText.line(note))\n")
    }
    for help in diagnostic.helps { out.write("\(equals) help: \(TerminalText.line(help))\n") }
    out.write("\n")
  }

  /// Returns spaces up to the marked range, then a caret for each of its cells, at least one.
  private func carets(under text: String, _ marked: Range<Int>) -> String {
    let scalars = Array(text.unicodeScalars)
    func cells(_ range: Range<Int>) -> Int {
      var part = String.UnicodeScalarView()
      part.append(contentsOf: scalars[range.clamped(to: 0..<scalars.count)])
      return CellWidth().width(of: TerminalText.line(String(part)))
    }
    let before = cells(0..<max(0, marked.lowerBound))
    return String(repeating: " ", count: before)
      + String(repeating: "^", count: max(1, cells(marked)))
  }

  private enum Tone: String {
    case error = "1;31"
    case warning = "1;33"
    case note = "1;36"
    case strong = "1"
    case faint = "2"
  }

  private func styled(_ text: String, _ tone: Tone) -> String {
    color ? TerminalText.styled(text, parameters: tone.rawValue) : text
  }
}
