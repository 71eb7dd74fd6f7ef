import Glibc

/// Nanoseconds of the monotonic clock.
func now() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// Fastest of some runs of each body in turn, in nanoseconds: what disturbs the machine disturbs all
/// of them, and the minimum is what is left when nothing does.
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

/// A line of the report: a figure, beside its limit where it has one.
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

  /// What cannot be measured although everything for it is there.
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
