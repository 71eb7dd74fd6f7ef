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

extension String {
  /// Returns the text with spaces appended up to `width` characters; a longer text is unchanged.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
