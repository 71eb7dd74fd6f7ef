internal import Glibc

/// State shared by several threads, with a way to wait for its changes.
package final class Monitor<State>: @unchecked Sendable {
  // Invariant behind @unchecked: `state` is accessed only with `mutex` held. Mutex and condition
  // have fixed addresses, as POSIX requires.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var state: State

  package init(_ state: sending State) {
    self.state = state
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    // Timeouts use the monotonic clock, which is never set.
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  package func withState<T, Failure: Error>(
    _ body: (inout State) throws(Failure) -> T
  ) throws(Failure) -> T {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&state)
  }

  /// Waits until `isMet` returns true or `milliseconds` have passed, then calls `body`. Each
  /// `change` makes the waiting threads check `isMet` again.
  package func wait<T>(
    milliseconds: Int? = nil, until isMet: (State) -> Bool, then body: (inout State) -> T
  ) -> T {
    let end = milliseconds.map { FileWatch.now() + $0 } ?? 0
    var time = timespec(tv_sec: end / 1_000, tv_nsec: end % 1_000 * 1_000_000)
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !isMet(state) {
      let failed =
        milliseconds == nil
        ? pthread_cond_wait(condition, mutex) : pthread_cond_timedwait(condition, mutex, &time)
      if failed != 0 { break }
    }
    return body(&state)
  }

  /// Changes the state, and wakes all waiting threads.
  package func change<T>(_ body: (inout State) -> T) -> T {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    defer { pthread_cond_broadcast(condition) }
    return body(&state)
  }
}
