internal import Support
internal import FeedDocument
internal import LayoutCore
internal import PluginHost

/// A plugin under examination, with the payloads and options.
struct Examination: Sendable {
  /// `nil` if the file was refused before it could be loaded.
  let plugin: IsolatedPlugin?
  let descriptor: PluginDescriptor?
  /// Blocks of the feeds that the plugin claims.
  let feedSamples: [Sample]
  /// One sample for each code and showType: the first one of the feeds, or else a made-up one.
  let bases: [Sample]
  let options: PluginCheck.Options
  let refusal: PluginCheck.Refusal?

  /// All samples of the feeds, and the made-up ones of the other codes.
  var samples: [Sample] {
    feedSamples + bases.filter { base in !feedSamples.contains { $0.name == base.name } }
  }

  /// One section to be drawn.
  struct Case {
    /// The place that findings name.
    var place: String
    var provider: Int
    var request: SectionRequest
    /// Whether the input is invalid on purpose: then exceeding a limit is not an error, but an
    /// invalid value is.
    var isHostile = false

    init(_ sample: Sample) {
      place = sample.name
      provider = sample.provider
      request = sample.request
    }

    /// A case with another payload for the code of a sample.
    init(_ sample: Sample, _ what: String, _ value: FeedValue) {
      self.init(sample)
      place = "\(what) (\(sample.request.words))"
      isHostile = true
      request.block = value
      request.codeValue = nil
    }
  }

  /// Maximum number of sections in one message.
  private static let batch = 128
  /// Maximum size of the documents in one message, in bytes.
  private static let batchBytes = 24 << 20
  /// Number of worker ends after which a test stops.
  static let mostEnds = 3

  func start(copies: Int = 1) throws(WorkerFault) -> ExaminedWorker {
    guard let plugin else { throw .init(reason: "the file is refused") }
    return try plugin.start(copies: copies)
  }

  /// Draws every case, and reports each violation of the contract as a finding. Cases are generated
  /// while they are drawn, so memory use does not depend on their number.
  func draw(
    _ cases: some Sequence<Case>, _ result: inout TestResult,
    judge: (Case, SectionOutcome, inout TestResult) -> Void = { _, _, _ in }
  ) throws(WorkerFault) {
    var worker = try start()
    var ends = 0
    var iterator = cases.makeIterator()
    var isAtEnd = false
    while !isAtEnd {
      var batch: [Case] = []
      var bytes = 0
      while batch.count < Self.batch, bytes < Self.batchBytes {
        guard let next = iterator.next() else {
          isAtEnd = true
          break
        }
        bytes += next.request.block.document.bytes.count
        batch.append(next)
      }
      var rest = batch[...]
      while !rest.isEmpty {
        let drawn = worker.draw(rest.map { ($0.provider, $0.request) })
        for (entry, drawing) in zip(rest, drawn.drawings) {
          Self.judge(entry, drawing, &result)
          judge(entry, drawing.outcome, &result)
        }
        rest = rest.dropFirst(drawn.drawings.count)
        guard let end = drawn.end else { continue }
        ends += 1
        try note(end, at: end.hasBegun ? rest.first : nil, &result)
        // A section that times out once would time out again.
        guard ends < Self.mostEnds, !end.isSilence else { return }
        if end.hasBegun { rest = rest.dropFirst() }
        worker = try start()
      }
    }
  }

  private static func judge(
    _ entry: Case, _ drawing: ExaminedWorker.Drawing, _ result: inout TestResult
  ) {
    switch drawing.outcome {
    case .section(let section, _) where !entry.isHostile:
      guard entry.request.layoutCost(of: section).exceeded != nil else { break }
      result.find(
        "takes the host more than \(LayoutBudget.section(nodes: section.arena.count)) visits to "
          + "lay out", at: entry.place,
        help: "the page discards such a section: nest fewer boxes, give them sizes, cut texts")
    case .section: break
    case .lost(let diagnostic) where entry.isHostile && diagnostic.code == .limitExceeded:
      result.note("loses the section where it hands over what it got: more than a page takes")
    case .lost(let diagnostic):
      result.find(
        diagnostic.message, at: entry.place,
        help: "the page discards such a section: check what is computed before it is returned")
    case .declined where !drawing.hasReason, .failed where !drawing.hasReason:
      let verb = if case .declined = drawing.outcome { "declines" } else { "fails" }
      result.find(
        "\(verb) and gives no reason", at: entry.place,
        help: "say why: `host->fail` before the status in C, `throw Decline(…)` in Swift")
    case .declined, .failed: break
    }
    for denial in drawing.effects.denials { result.note("tried to \(denial.words)") }
    if !drawing.effects.printed.isEmpty { result.note(Self.printed(drawing.effects.printed)) }
  }

  static func printed(_ text: String) -> String { "printed: \(shown(text, limit: 120))" }

  /// Reports that the worker ended. The interrupted section is drawn again alone, to determine
  /// whether it is the cause.
  private func note(
    _ end: ExaminedWorker.End, at entry: Case?, _ result: inout TestResult
  ) throws(WorkerFault) {
    result.status = end.isSilence ? .timedOut : .crashed
    for denial in end.effects.denials { result.note("tried to \(denial.words)") }
    result.noteEnd(end.effects)
    guard let entry else {
      return result.find(
        "\(end.cause) between two sections",
        help: "look for threads and signal handlers that outlive the call")
    }
    guard !end.isSilence else {
      return result.find(
        end.cause, at: entry.place,
        help: "a page waits no longer: bound the loops by what the payload really holds")
    }
    let alone = try start().draw([(entry.provider, entry.request)])
    result.find(
      end.cause, at: entry.place,
      help: alone.end == nil
        ? "it does not when this is drawn alone: an earlier section did the damage; try valgrind"
        : "check kinds and counts before values are used; no input may end the process")
  }
}

extension TestResult {
  /// Adds notes with the last output of the plugin and the stack trace of its crash.
  mutating func noteEnd(_ effects: SideEffects) {
    if !effects.printed.isEmpty {
      note("it printed: \(shown(String(effects.printed.suffix(200)), limit: 200))")
    }
    noteTrace(effects.trace)
  }

  /// Adds notes with the place of a crash. Calling frames are indented and left out.
  mutating func noteTrace(_ trace: [String]) {
    for line in trace where !line.hasPrefix(" ") && !line.hasPrefix(">") { note(line) }
  }
}

extension SectionRequest {
  /// A text such as "TICKER" or "showType LIST".
  var words: String { blockCode.isEmpty ? "showType \(showType)" : blockCode }
}
