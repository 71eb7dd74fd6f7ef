internal import PluginHost

/// One input of a plugin: a section to be drawn, or a page to be written.
protocol ExaminedCase {
  static var words: ExaminedWords { get }
  var place: String { get }
  var bytes: Int { get }
  /// Runs the case alone in a new worker, and returns how that ended, if it did.
  func end(in worker: ExaminedWorker) -> ExaminedWorker.End?
}

/// Words for the advice after the end of a worker.
struct ExaminedWords {
  var content, input, done, product: String
}

extension Examination {
  /// Maximum number of cases, and size of their inputs in bytes, in one message.
  private static let most = (cases: 128, bytes: 24 << 20)
  /// Number of worker ends after which a test stops.
  private static let mostEnds = 3

  /// Runs every case, with a new worker whenever one ends. Cases are generated while they run, so
  /// memory use does not depend on their number.
  /// - Parameter attempt: Runs cases until the worker ends; returns how many are finished.
  func examine<Input: ExaminedCase>(
    _ cases: some Sequence<Input>, _ result: inout TestResult,
    attempt: (ExaminedWorker, ArraySlice<Input>, inout TestResult) -> (
      done: Int, end: ExaminedWorker.End?
    )
  ) throws(WorkerFault) {
    var worker = try start()
    var ends = 0
    var iterator = cases.makeIterator()
    var rest: ArraySlice<Input> = []
    while true {
      if rest.isEmpty {
        var batch: [Input] = []
        var bytes = 0
        while batch.count < Self.most.cases, bytes < Self.most.bytes, let next = iterator.next() {
          bytes += next.bytes
          batch.append(next)
        }
        guard !batch.isEmpty else { return }
        rest = batch[...]
      }
      let (done, end) = attempt(worker, rest, &result)
      rest = rest.dropFirst(done)
      guard let end else { continue }
      ends += 1
      try note(end, at: end.hasBegun ? rest.first : nil, &result)
      // A case that times out once would time out again.
      guard ends < Self.mostEnds, !end.isSilence else { return }
      if end.hasBegun { rest = rest.dropFirst() }
      worker = try start()
    }
  }

  /// Reports that the worker ended. The interrupted case runs again alone, to determine whether it
  /// is the cause.
  private func note<Input: ExaminedCase>(
    _ end: ExaminedWorker.End, at entry: Input?, _ result: inout TestResult
  ) throws(WorkerFault) {
    let words = Input.words
    result.noteEnd(end)
    guard let entry else {
      return result.find(
        "\(end.cause) between two \(words.product)s",
        help: "look for threads and signal handlers that outlive the call")
    }
    guard !end.isSilence else {
      return result.find(
        end.cause, at: entry.place,
        help: "a page waits no longer: bound the loops by what \(words.content) really holds")
    }
    let isCause = entry.end(in: try start()) != nil
    result.find(
      end.cause, at: entry.place,
      help: isCause
        ? "check kinds and counts before values are used; no \(words.input) may end the process"
        : "it does not when this is \(words.done) alone: an earlier \(words.product) did the damage; "
          + "try valgrind")
  }
}
