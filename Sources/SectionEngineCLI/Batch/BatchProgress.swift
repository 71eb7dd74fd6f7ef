import Glibc

/// Shows "12000 feeds, 2310 a second" on a terminal if it takes longer than 0.3 seconds, unless
/// results are written to a terminal too.
struct BatchProgress {
  private let isShown = StandardStream.error.isTerminal && !StandardStream.output.isTerminal
  /// In milliseconds of a monotonic clock.
  private let start: Int
  private var shown = ""

  init(start: Int) { self.start = start }

  /// Milliseconds until the next update may be due.
  var pause: Int { isShown ? (shown.isEmpty ? 300 : 200) : 60_000 }

  mutating func show(_ feeds: Int) {
    guard isShown, Self.now() - start >= 300 else { return }
    write(words(feeds), end: "")
  }

  /// Leaves the text on the screen, with the final numbers.
  mutating func finish(_ feeds: Int) {
    if !shown.isEmpty { write(words(feeds), end: "\n") }
  }

  private func words(_ feeds: Int) -> String {
    let milliseconds = max(1, Self.now() - start)
    return "\(feeds) \(feeds == 1 ? "feed" : "feeds"), \(feeds * 1_000 / milliseconds) a second"
  }

  /// Overwrites the text that is shown.
  private mutating func write(_ text: String, end: String) {
    let blank = String(repeating: " ", count: max(0, shown.count - text.count))
    _ = StandardStream.error.write(Array("\r\(text)\(blank)\(end)".utf8))
    shown = text
  }

  static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  }
}
