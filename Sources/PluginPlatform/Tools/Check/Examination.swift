internal import PluginHost

struct Examination: Sendable {
  /// The plugin; `nil` if it could not be loaded.
  var plugin: IsolatedPlugin?
  var descriptor: PluginDescriptor?
  /// The blocks that the plugin claims, from the feeds.
  var feedSamples: [Sample] = []
  /// A sample for each of a provider's first 64 codes, from a feed if possible, otherwise made up.
  /// Also a made-up sample for each of its first 64 showTypes that no feed block has.
  var bases: [Sample] = []
  let options: PluginCheck.Options
  var refusal: PluginCheck.Refusal?
  /// The seconds from the worker's start until the plugin was loaded; `nil` for a refused file.
  var loadSeconds: Double?

  /// All samples of the feeds, and the made-up samples.
  var samples: [Sample] {
    feedSamples + bases.filter { base in !feedSamples.contains { $0.name == base.name } }
  }

  func start(copies: Int = 1) throws(WorkerFault) -> ExaminedWorker {
    guard let plugin else { throw .init(reason: "the file is refused") }
    return try plugin.start(copies: copies)
  }

  /// Draws the cases, and reports each violation of the contract as a finding.
  func draw(
    _ cases: some Sequence<Sample>, _ result: inout TestResult,
    judge: (Sample, SectionOutcome, inout TestResult) -> Void = { _, _, _ in }
  ) throws(WorkerFault) {
    try examine(cases, &result) { worker, cases, result in
      let batch = worker.draw(cases.map(\.job))
      for (entry, drawing) in zip(cases, batch.drawings) {
        Self.judge(entry, drawing, &result)
        judge(entry, drawing.outcome, &result)
      }
      return (batch.drawings.count, batch.end)
    }
  }

  private static func judge(
    _ entry: Sample, _ drawing: ExaminedWorker.Drawing, _ result: inout TestResult
  ) {
    switch drawing.outcome {
    case .section(let section, let warnings):
      if let ignored = warnings.first(where: { $0.code == .contentIgnored }),
        // With a payload that is invalid on purpose, exceeding a limit is not an error.
        !entry.isHostile || ignored.notes.isEmpty
      {
        result.find(
          ignored.label ?? ignored.message, at: entry.name,
          help: "the host ignores such a call of section.content/1: compare with its header")
      }
      guard !entry.isHostile, entry.request.layOut(section).cost.exceeded != nil else { break }
      result.find(
        "takes the host more than \(LayoutBudget.section(nodes: section.arena.count)) visits to "
          + "lay out", at: entry.name,
        help: "the page discards such a section: nest fewer boxes, give them sizes, cut texts")
    case .lost(let diagnostic) where entry.isHostile && diagnostic.code == .limitExceeded:
      result.note("copies a payload that is too large for a page, which loses only that section")
    case .lost(let diagnostic):
      result.find(
        diagnostic.message, at: entry.name,
        help: "the page discards such a section: check what is computed before it is returned")
    case .declined where !drawing.hasReason, .failed where !drawing.hasReason:
      let verb = if case .declined = drawing.outcome { "declines" } else { "fails" }
      result.find(
        "\(verb) and gives no reason", at: entry.name,
        help: "say why: `host->fail` before the status in C, `throw Decline(…)` in Swift")
    case .declined, .failed: break
    }
    result.note(drawing.log)
  }

  /// The maximum number of cases in one message, and the input bytes after which none is added.
  private static let most = (cases: 128, bytes: 24 << 20)
  private static let mostEnds = 3

  /// Runs the cases, which are generated lazily. If the worker ends, continues in a new worker, but
  /// stops at the third end or at a timeout.
  /// - Parameter attempt: Runs cases until the worker ends. Returns the number of finished cases.
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
      // Stops after a timeout, because further cases would probably time out too.
      guard ends < Self.mostEnds, !end.isSilence else { return }
      if end.hasBegun { rest = rest.dropFirst() }
      worker = try start()
    }
  }

  /// Reports a worker's end. Repeats the interrupted case alone, to see if it ends a worker.
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

  /// Returns a lazy sequence of cases: each page in each format of the plugin.
  func cases(_ pages: some Sequence<PageCase>) -> some Sequence<PageCase> {
    (descriptor?.renderers ?? []).enumerated().lazy.flatMap { renderer, format in
      pages.lazy.map { page in
        var page = page
        page.place += " (\(format))"
        page.renderer = renderer
        return page
      }
    }
  }

  func write(
    _ cases: some Sequence<PageCase>, _ result: inout TestResult,
    judge: (PageCase, [UInt8]) -> Void = { _, _ in }
  ) throws(WorkerFault) {
    try examine(cases, &result) { worker, cases, result in
      guard let entry = cases.first, let (page, log) = entry.write(in: worker) else {
        return (1, nil)
      }
      switch page {
      case .ended(var end):
        end.hasBegun = true
        return (0, end)
      case .written(let bytes): judge(entry, bytes)
      case .failed(let reason): Self.judge(failure: reason, of: entry, &result)
      case .lost(_, isLimit: true) where entry.isHostile:
        result.note("writes more than a page may become where it is given what no page has")
      case .lost(let reason, _):
        result.find(
          reason, at: entry.place,
          help: "there is no product then: check what is written, whatever the page holds")
      }
      result.note(log)
      return (1, nil)
    }
  }

  private static func judge(
    failure reason: String, of entry: PageCase, _ result: inout TestResult
  ) {
    if reason.isEmpty {
      result.find(
        "fails and gives no reason", at: entry.place,
        help: "say why: `host->fail` before the status in C, a thrown error in Swift")
    } else if !entry.isHostile {
      result.find(
        "writes no page: \(shown(reason, limit: 200))", at: entry.place,
        help: "write every page that `sectionengine schema layout` describes")
    }
  }
}

extension SectionRequest {
  /// The code or the showType, for messages: "TICKER" or "showType LIST".
  var words: String { blockCode.isEmpty ? "showType \(showType)" : blockCode }

  /// Lays out a section that is alone on its page.
  func layOut(_ section: Section) -> PlacedSection {
    let measurer = RecordedTextMeasurer()
    let engine = LayoutEngine(environment: environment, measurer: measurer, threads: 1)
    return engine.layOut([section])[0]
  }
}

/// One input of a plugin: a section to be drawn, or a page to be written.
protocol ExaminedCase {
  static var words: ExaminedWords { get }
  var place: String { get }
  var bytes: Int { get }
  /// Runs the case alone in `worker`. Returns the worker's end; `nil` if the worker stays alive.
  func end(in worker: ExaminedWorker) -> ExaminedWorker.End?
}

typealias ExaminedWords = (content: String, input: String, done: String, product: String)

struct PageCase: ExaminedCase {
  static let words: ExaminedWords = (
    content: "the page", input: "page", done: "written", product: "page"
  )

  var place: String
  var layout: Payload
  var options = Payload.options()
  /// Whether the page is invalid on purpose, so that a format may refuse it with a reason.
  var isHostile = false
  fileprivate(set) var renderer = 0
  // The size does not matter, because each message has only one page.
  var bytes: Int { 0 }

  /// The nesting limit of pages: the same as for pages that the program writes.
  private static let depth = 1024

  /// Writes the page; `nil` if the layout or the options exceed the limits of a document.
  fileprivate func write(
    in worker: ExaminedWorker
  ) -> (page: ExaminedWorker.Page, log: WorkerLog)? {
    request.map { worker.write($0, renderer: renderer) }
  }

  /// The layout and the options as documents; `nil` if they exceed the limits of a document.
  var request: PageRequest? {
    guard let layout = layout.document(named: "layout", depth: Self.depth),
      let options = options.document(named: "options")
    else { return nil }
    return PageRequest(layout: layout, options: options)
  }

  func end(in worker: ExaminedWorker) -> ExaminedWorker.End? {
    if case .ended(let end) = write(in: worker)?.page { end } else { nil }
  }
}
