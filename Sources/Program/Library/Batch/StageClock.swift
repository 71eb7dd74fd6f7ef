internal import Support
internal import Glibc

/// Measures the processor time of a thread per stage. Has no cost when it is off.
struct StageClock {
  /// The stages. Their raw values are their names in the report.
  enum Stage: String, CaseIterable {
    case reading = "reading lines"
    case parsing = "parsing JSON"
    case choosing = "choosing the layout"
    case assembling = "joining blocks"
    case recalling = "known sections"
    case plugins, layout, checking
    case writing = "writing results"
    case output
  }

  let isOn: Bool
  private var nanoseconds: [Stage: UInt64] = [:]
  private var last: UInt64 = 0

  init(isOn: Bool) { self.isOn = isOn }

  /// Starts the measurement. Must be called on the thread that is measured.
  mutating func start() {
    if isOn { last = Self.now() }
  }

  /// Adds to a stage the time since the last call of `start` or `lap`.
  mutating func lap(_ stage: Stage) {
    guard isOn else { return }
    let now = Self.now()
    nanoseconds[stage, default: 0] += now - last
    last = now
  }

  mutating func add(_ other: StageClock) {
    nanoseconds.merge(other.nanoseconds, uniquingKeysWith: +)
  }

  /// Returns one line per stage with its share and its time in milliseconds.
  func lines(feeds: Int, threads: Int) -> [String] {
    let total = nanoseconds.values.reduce(0, +)
    func padded(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    func tenths(_ value: Double) -> String {
      let tenths = Int((value * 10).rounded())
      return "\(tenths / 10).\(tenths % 10)"
    }
    let each = feeds == 0 ? 0 : Double(total) / 1e3 / Double(feeds)
    return [
      "\(counted(feeds, "feed")) on \(counted(threads, "thread")), "
        + "\(tenths(each)) µs of a processor each"
    ]
      + Stage.allCases.map { stage in
        let time = Double(nanoseconds[stage] ?? 0)
        let share = padded(tenths(100 * time / Double(max(total, 1))), 6)
        let name = stage.rawValue.padded(to: 20)
        return "  \(name)\(share) %\(padded(tenths(time / 1e6), 12)) ms"
      }
  }

  private static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
