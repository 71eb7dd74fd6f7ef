internal import Support
internal import Glibc

/// Measures the processor time of a thread per stage. Costs nothing when it is off.
struct StageClock {
  enum Stage: Int, CaseIterable {
    case reading, parsing, choosing, assembling, recalling, plugins, layout, checking, writing,
      output

    var words: String {
      switch self {
      case .reading: "reading lines"
      case .parsing: "parsing JSON"
      case .choosing: "choosing the layout"
      case .assembling: "joining blocks"
      case .recalling: "known sections"
      case .plugins: "plugins"
      case .layout: "layout"
      case .checking: "checking"
      case .writing: "writing results"
      case .output: "output"
      }
    }
  }

  let isOn: Bool
  /// Times by stage.
  private var nanoseconds = [UInt64](repeating: 0, count: Stage.allCases.count)
  private var last: UInt64 = 0

  init(isOn: Bool) { self.isOn = isOn }

  /// Starts the measurement. Must be called on the worker's thread.
  mutating func start() {
    if isOn { last = Self.now() }
  }

  /// Attributes the time since the last call to a stage.
  mutating func lap(_ stage: Stage) {
    guard isOn else { return }
    let now = Self.now()
    nanoseconds[stage.rawValue] += now - last
    last = now
  }

  mutating func add(_ other: StageClock) {
    for index in nanoseconds.indices { nanoseconds[index] += other.nanoseconds[index] }
  }

  /// Returns one line per stage: its share, and milliseconds.
  func lines(feeds: Int, threads: Int) -> [String] {
    let total = nanoseconds.reduce(0, +)
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
        let time = nanoseconds[stage.rawValue]
        let name = stage.words + String(repeating: " ", count: 20 - stage.words.count)
        return "  \(name)\(padded(tenths(100 * Double(time) / Double(max(total, 1))), 6)) %"
          + "\(padded(tenths(Double(time) / 1e6), 12)) ms"
      }
  }

  private static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
