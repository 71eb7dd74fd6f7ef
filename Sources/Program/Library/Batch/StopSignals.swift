internal import Glibc
internal import Synchronization

/// Waits for the end of the work, or for a signal to stop: SIGINT, SIGTERM and SIGHUP, unless the
/// program was started with them ignored. A second signal ends the program immediately.
final class StopSignals: @unchecked Sendable {
  // Invariant for @unchecked: except for the atomic, nothing changes after `init`.

  enum News {
    case nothing, finished
    case stop(Int32)
  }

  private static let endings = [SIGINT, SIGTERM, SIGHUP]
  /// Wakes the waiting thread; has no effect if another process sends it.
  private static let wakeUp = SIGUSR1
  private let isFinished = Atomic(false)
  private let thread = pthread_self()
  private var awaited = sigset_t()

  /// Must be called on the waiting thread before others start: they inherit its signal mask.
  init() {
    sigemptyset(&awaited)
    sigaddset(&awaited, Self.wakeUp)
    for signal in Self.endings where !Self.isIgnored(signal) { sigaddset(&awaited, signal) }
    pthread_sigmask(SIG_BLOCK, &awaited, nil)
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(signal, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Unblocks the signals, which many runtimes block when they start programs.
  static func unblock() {
    var all = sigset_t()
    sigemptyset(&all)
    for signal in endings { sigaddset(&all, signal) }
    pthread_sigmask(SIG_UNBLOCK, &all, nil)
  }

  /// Reports from any thread that the work is done.
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
    case let ending where Self.endings.contains(ending):
      Self.unblock()
      return .stop(ending)
    default: return .nothing
    }
  }

  /// Ends the program by the signal, so that its parent process sees the cause.
  static func end(by signal: Int32) -> Never {
    Glibc.signal(signal, SIG_DFL)
    raise(signal)
    exit(128 + signal)
  }
}
