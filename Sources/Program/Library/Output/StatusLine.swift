/// A line on standard error that shows the progress of work, and is overwritten by the next one.
struct StatusLine {
  private var shown = ""

  var isEmpty: Bool { shown.isEmpty }

  /// - Parameter end: Written behind the text: a line break leaves it on the screen.
  mutating func show(_ text: String, end: String = "") {
    let blank = String(repeating: " ", count: max(0, shown.count - text.count))
    _ = StandardStream.error.write(Array("\r\(text)\(blank)\(end)".utf8))
    shown = text
  }
}
