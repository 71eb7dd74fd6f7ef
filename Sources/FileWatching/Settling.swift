/// When a burst of changes is over.
///
/// A linker unlinks, creates, writes and closes; an editor writes beside the file and renames. Reacting
/// at once would show what is half done. So a finished file is given a moment for others to follow, an
/// unfinished one a longer time to be finished; however long it goes on, there is an end to waiting.
package struct Settling: Sendable {
  package enum Event: Sendable, CaseIterable {
    /// A file was closed after writing, or put into its place as a whole.
    case finished
    /// It was removed, created, or written to: more is to be expected.
    case unfinished
    /// Its rights changed, as linkers change them behind closing: that ends nothing and begins nothing.
    case rights
  }

  /// Milliseconds without another event.
  package static let pauseAfterFinished = 8
  package static let pauseAfterUnfinished = 100
  /// Milliseconds from the first event.
  package static let longestWait = 1_000

  private var first: Int?
  /// When to look, in milliseconds of the clock that events are noted by; `nil` while nothing happens.
  package private(set) var due: Int?

  package init() {}

  package mutating func note(_ event: Event, at now: Int) {
    if event == .rights, due != nil { return }
    let start = first ?? now
    first = start
    let pause = event == .unfinished ? Self.pauseAfterUnfinished : Self.pauseAfterFinished
    due = min(now + pause, start + Self.longestWait)
  }

  /// Whether the burst is over; then the next event begins another.
  package mutating func isOver(at now: Int) -> Bool {
    guard let due, now >= due else { return false }
    self = Settling()
    return true
  }
}
