internal import SectionEngine

/// A progress line on standard error. Each update overwrites the earlier one.
struct StatusLine {
  private var shown = ""

  var isEmpty: Bool { shown.isEmpty }

  /// - Parameter end: Text after the line; a line break keeps the line on the screen.
  mutating func show(_ text: String, end: String = "") {
    _ = StandardStream.error.write(Array("\r\(text.padded(to: shown.count))\(end)".utf8))
    shown = text
  }
}

/// Shows how far a long command is, such as "checking home (2 of 5)", on a terminal after 0.3 s. The
/// line is removed with the object.
final class WorkProgress {
  private let isShown = StandardStream.error.isTerminal
  /// Whether a stream that is not a terminal gets lines, at most one a second.
  private let printsLines: Bool
  private let start = FileWatch.now()
  private var lastLine = FileWatch.now()
  private var line = StatusLine()

  init(printsLines: Bool = false) { self.printsLines = printsLines }

  deinit { if !line.isEmpty { line.show("", end: "\r") } }

  func show(_ text: @autoclosure () -> String) {
    let now = FileWatch.now()
    if isShown, now - start >= 300 {
      line.show(TerminalText.line(text()))
    } else if !isShown, printsLines, now - lastLine >= 1_000 {
      lastLine = now
      Output.remark([text()])
    }
  }
}

extension String {
  /// Returns the text with spaces appended up to `width` characters; a longer text is unchanged.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
