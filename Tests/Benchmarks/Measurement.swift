import Glibc

/// Returns the nanoseconds of the monotonic clock.
func now() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// Runs the bodies in turn, several times, and returns the fastest time of each in nanoseconds.
/// Disturbances of the machine affect all bodies alike, and the minimum is least affected by them.
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

/// A report with one figure per line, next to its limit if it has one.
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

  /// Reports a figure as missed that could not be measured although its requirements are present.
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
