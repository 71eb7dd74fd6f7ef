import Glibc

/// A version number on whose changes threads can wait.
final class Turnstile: @unchecked Sendable {
  // Invariant: `number` and `isOpen` are only accessed with `mutex` held. Mutex and condition have
  // fixed addresses, as POSIX requires.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var number = 0
  private var isOpen = false

  init() {
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    // The monotonic clock is not affected by changes of the system time.
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

  var version: Int {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return number
  }

  func advance() {
    pthread_mutex_lock(mutex)
    number += 1
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }

  /// Lets all threads pass from now on.
  func open() {
    pthread_mutex_lock(mutex)
    isOpen = true
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }

  /// Returns the number when it differs from the known one, or when the time is over.
  func version(otherThan known: Int, milliseconds: Int) -> Int {
    var end = timespec()
    clock_gettime(CLOCK_MONOTONIC, &end)
    end.tv_nsec += milliseconds % 1_000 * 1_000_000
    end.tv_sec += milliseconds / 1_000 + end.tv_nsec / 1_000_000_000
    end.tv_nsec %= 1_000_000_000
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while number == known, !isOpen {
      if pthread_cond_timedwait(condition, mutex, &end) != 0 { break }
    }
    return number
  }
}
