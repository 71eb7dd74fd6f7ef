import Glibc
import Synchronization

/// Waits for the end of the work, or for somebody who wants it to end: SIGINT and SIGTERM, unless the
/// program was started with them ignored. The second one ends the program at once.
final class StopSignals: @unchecked Sendable {
  // Invariant behind @unchecked: but for the atomic, nothing is changed after `init`.

  enum News {
    case nothing, finished
    case stop(Int32)
  }

  /// Whoever else sends it changes nothing.
  private static let wakeUp = SIGUSR1
  private let isFinished = Atomic(false)
  private let thread = pthread_self()
  private var awaited = sigset_t()

  /// On the thread that waits, before others are started: they never see the signals.
  init() {
    sigemptyset(&awaited)
    sigaddset(&awaited, Self.wakeUp)
    for signal in [SIGINT, SIGTERM] where !Self.isIgnored(signal) { sigaddset(&awaited, signal) }
    pthread_sigmask(SIG_BLOCK, &awaited, nil)
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(signal, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// From any thread: the work is done.
  func wake() {
    isFinished.store(true, ordering: .releasing)
    pthread_kill(thread, Self.wakeUp)
  }

  func wait(milliseconds: Int) -> News {
    var time = timespec(
      tv_sec: milliseconds / 1_000, tv_nsec: milliseconds % 1_000 * 1_000_000)
    var awaited = awaited
    let signal = sigtimedwait(&awaited, nil, &time)
    switch signal {
    case Self.wakeUp: return isFinished.load(ordering: .acquiring) ? .finished : .nothing
    case SIGINT, SIGTERM:
      var both = sigset_t()
      sigemptyset(&both)
      sigaddset(&both, SIGINT)
      sigaddset(&both, SIGTERM)
      pthread_sigmask(SIG_UNBLOCK, &both, nil)
      return .stop(signal)
    default: return .nothing
    }
  }

  /// Ends the program as the signal would have: whoever started it sees why.
  static func end(by signal: Int32) -> Never {
    Glibc.signal(signal, SIG_DFL)
    raise(signal)
    exit(128 + signal)
  }
}
