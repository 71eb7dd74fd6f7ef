internal import Support

/// Counts changes, for threads that wait for the next one.
struct ChangeCounter {
  private let state = Monitor((number: 0, hasEnded: false))

  var count: Int { state.withState { $0.number } }

  func increment() { state.change { $0.number += 1 } }

  /// Ends all waiting, now and later.
  func end() { state.change { $0.hasEnded = true } }

  /// The number as soon as it differs from a known one, or when the time is over.
  func count(otherThan known: Int, milliseconds: Int) -> Int {
    state.wait(milliseconds: milliseconds) {
      $0.number != known || $0.hasEnded
    } then: {
      $0.number
    }
  }
}
