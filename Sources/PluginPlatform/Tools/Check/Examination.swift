internal import PluginHost

struct Examination: Sendable {
  /// `nil` if the file was refused before it could be loaded.
  var plugin: IsolatedPlugin?
  var descriptor: PluginDescriptor?
  /// Blocks of the feeds that the plugin claims.
  var feedSamples: [Sample] = []
  /// One sample for each code and showType: the first one of the feeds, or else a made-up one.
  var bases: [Sample] = []
  let options: PluginCheck.Options
  var refusal: PluginCheck.Refusal?
  /// Seconds until the plugin was loaded; `nil` if it was refused before.
  var loadSeconds: Double?

  /// All samples of the feeds, and the made-up ones of the other codes.
  var samples: [Sample] {
    feedSamples + bases.filter { base in !feedSamples.contains { $0.name == base.name } }
  }

  func start(copies: Int = 1) throws(WorkerFault) -> ExaminedWorker {
    guard let plugin else { throw .init(reason: "the file is refused") }
    return try plugin.start(copies: copies)
  }

  /// Reports each violation of the contract as a finding.
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
        // As for texts, a value of a hostile payload may exceed a limit.
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
      result.note("loses the section where it hands over what it got: more than a page takes")
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
    result.note(drawing.effects)
  }

  /// Maximum number of cases, and size of their inputs in bytes, in one message.
  private static let most = (cases: 128, bytes: 24 << 20)
  private static let mostEnds = 3

  /// Runs every case, with a new worker whenever one ends. Cases are generated while they run.
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

  /// Reports that the worker ended. The interrupted case runs again, alone: is it the cause?
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

  /// Returns every page in every format of the plugin, lazily.
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
      guard let entry = cases.first, let (page, effects) = entry.write(in: worker) else {
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
      result.note(effects)
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
  /// A text such as "TICKER" or "showType LIST".
  var words: String { blockCode.isEmpty ? "showType \(showType)" : blockCode }

  /// Lays out a result, alone on its page.
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
  /// Runs the case alone in a new worker, and returns how that ended, if it did.
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
  /// Whether the page is invalid on purpose: a format may refuse it with a reason.
  var isHostile = false
  fileprivate(set) var renderer = 0
  // Pages are handed over one by one.
  var bytes: Int { 0 }

  /// The nesting limit of the pages that the program writes itself.
  private static let depth = 1024

  /// Returns `nil` for a layout that no document can hold.
  fileprivate func write(
    in worker: ExaminedWorker
  ) -> (page: ExaminedWorker.Page, effects: SideEffects)? {
    guard let layout = layout.document(named: "layout", depth: Self.depth),
      let options = options.document(named: "options")
    else { return nil }
    return worker.write(PageRequest(layout: layout, options: options), renderer: renderer)
  }

  func end(in worker: ExaminedWorker) -> ExaminedWorker.End? {
    if case .ended(let end) = write(in: worker)?.page { end } else { nil }
  }
}
