import Glibc
import Synchronization

/// Waits for the end of the work, or for a signal that asks for it: SIGINT, SIGTERM and SIGHUP, unless the
/// program was started with them ignored. The second one ends the program at once.
final class StopSignals: @unchecked Sendable {
  // Invariant behind @unchecked: but for the atomic, nothing is changed after `init`.

  enum News {
    case nothing, finished
    case stop(Int32)
  }

  private static let endings = [SIGINT, SIGTERM, SIGHUP]
  /// Whoever else sends it changes nothing.
  private static let wakeUp = SIGUSR1
  private let isFinished = Atomic(false)
  private let thread = pthread_self()
  private var awaited = sigset_t()

  /// On the thread that waits, before others are started: they never see the signals.
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

  /// Lets the signals through to this thread and those that it starts, even if whoever started the program
  /// blocked them, as the threads of many runtimes do.
  static func unblock() {
    var all = sigset_t()
    sigemptyset(&all)
    for signal in endings { sigaddset(&all, signal) }
    pthread_sigmask(SIG_UNBLOCK, &all, nil)
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
    case let ending where Self.endings.contains(ending):
      Self.unblock()
      return .stop(ending)
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
