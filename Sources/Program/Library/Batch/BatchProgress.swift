internal import Support

/// Shows "12000 feeds, 2310 a second" on a terminal if it takes longer than 0.3 seconds, unless
/// results are written to a terminal too.
struct BatchProgress {
  private let isShown = StandardStream.error.isTerminal && !StandardStream.output.isTerminal
  /// In milliseconds of a monotonic clock.
  private let start: Int
  private var line = StatusLine()

  init(start: Int) { self.start = start }

  /// Milliseconds until the next update may be due.
  var pause: Int { isShown ? (line.isEmpty ? 300 : 200) : 60_000 }

  mutating func show(_ feeds: Int) {
    guard isShown, FileWatch.now() - start >= 300 else { return }
    line.show(words(feeds))
  }

  /// Leaves the text on the screen, with the final numbers.
  mutating func finish(_ feeds: Int) {
    if !line.isEmpty { line.show(words(feeds), end: "\n") }
  }

  private func words(_ feeds: Int) -> String {
    let milliseconds = max(1, FileWatch.now() - start)
    return "\(counted(feeds, "feed")), \(feeds * 1_000 / milliseconds) a second"
  }
}
