/// Determines when a burst of changes is over. Linkers and editors write a file in several steps,
/// so the burst ends a short time after a complete file, in case other files follow, and a longer
/// time after an incomplete file. The total wait is limited.
package struct Debouncer: Sendable {
  package enum Event: Sendable, CaseIterable {
    /// A file was closed after writing, or moved into place.
    case finished
    /// A file was removed, created, or written to: more events are expected.
    case unfinished
    /// Permissions changed. During a burst this does not extend the burst: linkers make a file
    /// executable after its contents are complete.
    case rights
  }

  /// The milliseconds without another event after which a burst is over.
  package static let pauseAfterFinished = 8
  package static let pauseAfterUnfinished = 100
  /// The maximum milliseconds from the first event to the end of a burst.
  package static let longestWait = 1_000

  private var first: Int?
  /// The end of the burst in milliseconds, on the clock of `note`; `nil` without a burst.
  package private(set) var due: Int?

  package init() {}

  /// Records an event; `now` is in milliseconds on a monotonic clock.
  package mutating func note(_ event: Event, at now: Int) {
    if event == .rights, due != nil { return }
    let start = first ?? now
    first = start
    let pause = event == .unfinished ? Self.pauseAfterUnfinished : Self.pauseAfterFinished
    due = min(now + pause, start + Self.longestWait)
  }

  /// Returns whether the burst is over. If so, the next event begins another burst.
  package mutating func isOver(at now: Int) -> Bool {
    guard let due, now >= due else { return false }
    self = Debouncer()
    return true
  }
}
