internal import Glibc

/// Threads that run the same closure, each with its number.
package struct WorkerThreads {
  package let count: Int

  /// The number of processors, at least 1.
  package static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Starts the threads; fewer or none if the system limits them.
  /// - Parameter finished: Called on the last thread when it is done.
  package init(
    _ count: Int, _ body: @escaping @Sendable (Int) -> Void,
    finished: @escaping @Sendable () -> Void
  ) {
    // The starter counts too, so that no thread can be the last before all are started.
    let monitor = Monitor(1)
    var started = 0
    for number in 0..<count {
      monitor.withState { $0 += 1 }
      let job = Job {
        body(number)
        Self.leave(monitor, finished)
      }
      var thread = pthread_t()
      let context = Unmanaged.passRetained(job)
      let failed = pthread_create(
        &thread, nil,
        { context in
          if let context { Unmanaged<Job>.fromOpaque(context).takeRetainedValue().body() }
          return nil
        }, context.toOpaque())
      guard failed == 0 else {
        context.release()
        monitor.withState { $0 -= 1 }
        break
      }
      pthread_detach(thread)
      started += 1
    }
    self.count = started
    Self.leave(monitor, finished)
  }

  /// Calls a closure for each number below a count, on at most `threads` threads, one of them this
  /// one, and returns when all calls have returned.
  package static func forEach(
    below count: Int, threads: Int, _ body: @escaping @Sendable (Int) -> Void
  ) {
    guard count > 0 else { return }
    let next = Monitor(0)
    let work: @Sendable (Int) -> Void = { _ in
      while true {
        let number = next.withState { number in
          number += 1
          return number - 1
        }
        guard number < count else { return }
        body(number)
      }
    }
    let isDone = Monitor(false)
    _ = WorkerThreads(min(threads, count) - 1, work) { isDone.change { $0 = true } }
    work(0)
    isDone.wait(until: { $0 }, then: { _ in })
  }

  private static func leave(_ monitor: Monitor<Int>, _ finished: () -> Void) {
    let isLast = monitor.change { running in
      running -= 1
      return running == 0
    }
    if isLast { finished() }
  }

  private final class Job: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
