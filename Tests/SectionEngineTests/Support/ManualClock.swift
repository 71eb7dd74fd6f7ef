import Synchronization

@testable import SectionEngine

/// A clock whose time the test sets, in seconds.
final class ManualClock: Sendable {
  private struct Sleeper {
    var until: Double
    var continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var time = 0.0
    var sleepers: [Int: Sleeper] = [:]
    /// The number of calls of `sleep`.
    var sleeps = 0
  }

  private let state = Mutex(State())

  var clock: SessionClock {
    SessionClock {
      self.time
    } sleep: { time in
      await self.sleep(until: time)
    }
  }

  var time: Double { state.withLock { $0.time } }

  func advance(by seconds: Double) { advance(to: time + seconds) }

  /// Sets the time, and wakes the sleepers whose time has come.
  func advance(to time: Double) {
    let due = state.withLock { state in
      state.time = max(state.time, time)
      let due = state.sleepers.filter { $0.value.until <= state.time }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values.sorted { $0.until < $1.until }
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// Starts a task, and returns it when its operation has ended or sleeps.
  func start<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Value
  ) async -> Task<Value, any Error> {
    let sleeps = state.withLock { $0.sleeps }
    let ends = Ends()
    let task = Task {
      defer { ends.count.withLock { $0 += 1 } }
      return try await operation()
    }
    while ends.count.withLock({ $0 == 0 }), state.withLock({ $0.sleeps == sleeps }) {
      await Task.yield()
    }
    return task
  }

  private final class Ends: Sendable { let count = Mutex(0) }

  private func sleep(until time: Double) async {
    await withCheckedContinuation { continuation in
      let isDue = state.withLock { state in
        state.sleeps += 1
        if state.time < time {
          state.sleepers[state.sleeps] = Sleeper(until: time, continuation: continuation)
        }
        return state.time >= time
      }
      if isDue { continuation.resume() }
    }
  }
}
