/// A line on standard error that shows the progress of work, and is overwritten by the next one.
struct StatusLine {
  private var shown = ""

  var isEmpty: Bool { shown.isEmpty }

  /// - Parameter end: Written behind the text: a line break leaves it on the screen.
  mutating func show(_ text: String, end: String = "") {
    _ = StandardStream.error.write(Array("\r\(text.padded(to: shown.count))\(end)".utf8))
    shown = text
  }
}

extension String {
  /// Returns the text with spaces behind it, up to a number of characters.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
