internal import Glibc

/// Functions that run a closure on several threads.
package enum WorkerThreads {
  /// The number of processors, at least 1.
  package static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Starts up to `count` threads that each call `body` once. Returns the number of started ones.
  package static func start(_ count: Int, _ body: @escaping @Sendable () -> Void) -> Int {
    for number in 0..<count {
      var thread = pthread_t()
      let job = Unmanaged.passRetained(Job(body))
      let failed = pthread_create(
        &thread, nil,
        { context in
          if let context { Unmanaged<Job>.fromOpaque(context).takeRetainedValue().body() }
          return nil
        }, job.toOpaque())
      guard failed == 0 else {
        job.release()
        return number
      }
      pthread_detach(thread)
    }
    return count
  }

  /// Calls `body` for each number below `count`, on at most `threads` threads including the calling
  /// one. Returns when all calls have returned.
  package static func forEach(
    below count: Int, threads: Int, _ body: @escaping @Sendable (Int) -> Void
  ) {
    guard count > 0 else { return }
    let next = Monitor(0)
    let work: @Sendable () -> Void = {
      while true {
        let number = next.withState { number in
          number += 1
          return number - 1
        }
        guard number < count else { return }
        body(number)
      }
    }
    let done = Monitor(0)
    let started = start(min(threads, count) - 1) {
      work()
      done.change { $0 += 1 }
    }
    work()
    done.wait(until: { $0 == started }, then: { _ in })
  }

  private final class Job: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
