import Glibc

/// Returns the time of the monotonic clock in nanoseconds.
func now() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// Runs the bodies in turn, once without measurement and then `rounds` times. Returns the fastest
/// time of each body in nanoseconds. Disturbances of the machine affect all bodies alike, and
/// affect the fastest time least.
func fastest(rounds: Int, _ bodies: [() -> Void]) -> [Double] {
  var best = [Double](repeating: .infinity, count: bodies.count)
  for body in bodies { body() }
  for _ in 0..<rounds {
    for (index, body) in bodies.enumerated() {
      let start = now()
      body()
      best[index] = min(best[index], Double(now() - start))
    }
  }
  return best
}

/// Runs a program without input and output. Returns its exit status, or -1 if it does not start.
///
/// `Process` is not used, because it notices the end of a program milliseconds late.
func exitStatus(of program: String, _ arguments: [String]) -> Int32 {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  for stream in STDIN_FILENO...STDERR_FILENO {
    posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
  }
  var words = ([program] + arguments).map { strdup($0) } + [nil]
  defer { for word in words { free(word) } }
  var child: pid_t = 0
  guard posix_spawn(&child, program, &actions, nil, &words, environ) == 0 else { return -1 }
  var status: Int32 = 0
  guard waitpid(child, &status, 0) == child else { return -1 }
  return status & 0x7f == 0 ? (status >> 8) & 0xff : -1
}

/// Prints one measurement per line, next to its limit if it has one.
struct Report {
  private(set) var missed = 0

  mutating func line(_ name: String, _ value: Double, unit: String, limit: Double? = nil) {
    let shown = value >= 100 ? "\(Int(value.rounded()))" : "\((value * 100).rounded() / 100)"
    var text = name.padded(to: 52) + (shown + (unit.isEmpty ? "" : " " + unit)).padded(to: 14)
    if let limit {
      let isMet = value <= limit
      if !isMet { missed += 1 }
      text += "at most \(limit)  \(isMet ? "met" : "MISSED")"
    }
    print(text)
  }

  /// Reports a measurement that failed although its requirements are present, and counts it as a
  /// missed limit.
  mutating func fail(_ reason: String) {
    missed += 1
    print("\(reason)  MISSED")
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}
