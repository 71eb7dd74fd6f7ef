internal import PluginHost

/// Draws the same sections repeatedly, and checks that the worker's memory does not grow.
enum MemoryGrowth {
  private static let rounds = 5
  /// The smallest reported growth per round, in bytes. With 4,000 sections, it is 16 per section.
  private static let bound = 64 << 10
  private static let mostSections = 4_000

  static func examine(
    _ examination: Examination, _ result: inout TestResult
  ) throws(WorkerFault) {
    let worker = try examination.start()
    let requests = examination.samples.prefix(32).map(\.job)
    guard !requests.isEmpty else { return result.skip("there is nothing to draw") }
    // Draws 200 sections to fill caches. Their time determines the number of sections per round.
    let clock = ContinuousClock()
    let warm = 200
    var end: ExaminedWorker.End?
    let time = clock.measure { end = exercise(worker, requests, count: warm) }
    if end == nil {
      let perSection = max(time / warm, .nanoseconds(1))
      let count = min(mostSections, max(200, Int(.milliseconds(300) / perSection)))
      end = measure(worker, requests, count: count, &result)
    }
    guard let end else { return }
    result.status = end.isSilence ? .timedOut : .crashed
    result.find(
      "\(end.cause) after many sections",
      help: "free in `close` what `open` made, once, and nothing else; try valgrind")
  }

  private static func exercise(
    _ worker: ExaminedWorker, _ requests: [IsolatedPlugin.Job], count: Int
  ) -> ExaminedWorker.End? {
    for start in stride(from: 0, to: count, by: 250) {
      let part = (start..<min(start + 250, count)).map { requests[$0 % requests.count] }
      if let end = worker.exercise(part).end { return end }
    }
    return nil
  }

  private static func measure(
    _ worker: ExaminedWorker, _ requests: [IsolatedPlugin.Job], count: Int,
    _ result: inout TestResult
  ) -> ExaminedWorker.End? {
    var sizes: [Int] = []
    for _ in 0..<rounds {
      if let end = exercise(worker, requests, count: count) { return end }
      guard let size = worker.ownMemory else {
        result.skip("this system does not tell how much memory another process has")
        return nil
      }
      sizes.append(size)
    }
    let growths = zip(sizes.dropFirst(), sizes).map { $0 - $1 }
    guard let least = growths.min(), least >= bound else { return nil }
    result.find(
      "keeps about \(words(least / count)) of every section",
      help:
        "free in `close` what `open` made; it is called once for each `open` that returned SE_OK")
    return nil
  }

  /// Returns a size as text, rounded down to a power of two, so that most runs give the same text.
  private static func words(_ bytes: Int) -> String {
    let power = 1 << (Int.bitWidth - 1 - max(1, bytes).leadingZeroBitCount)
    return power >= 1024 ? "\(power / 1024) KB" : "\(power) bytes"
  }
}
