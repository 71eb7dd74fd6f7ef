import Batching

/// The number of changes so far, for threads that wait for the next one.
struct Turnstile {
  private let state = Monitor((number: 0, isOpen: false))

  var version: Int { state.withState { $0.number } }

  func advance() { state.change { $0.number += 1 } }

  /// Ends all waiting, now and later.
  func open() { state.change { $0.isOpen = true } }

  /// The number as soon as it differs from a known one, or when the time is over.
  func version(otherThan known: Int, milliseconds: Int) -> Int {
    state.wait(milliseconds: milliseconds) {
      $0.number != known || $0.isOpen
    } then: {
      $0.number
    }
  }
}
