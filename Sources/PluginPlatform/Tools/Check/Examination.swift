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
  /// Seconds until the plugin was loaded; `nil` if it was refused before.
  let loadSeconds: Double?

  /// All samples of the feeds, and the made-up ones of the other codes.
  var samples: [Sample] {
    feedSamples + bases.filter { base in !feedSamples.contains { $0.name == base.name } }
  }

  func start(copies: Int = 1) throws(WorkerFault) -> ExaminedWorker {
    guard let plugin else { throw .init(reason: "the file is refused") }
    return try plugin.start(copies: copies)
  }

  /// Draws every case, and reports each violation of the contract as a finding.
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
    case .section(let section, _) where !entry.isHostile:
      guard entry.request.layoutCost(of: section).exceeded != nil else { break }
      result.find(
        "takes the host more than \(LayoutBudget.section(nodes: section.arena.count)) visits to "
          + "lay out", at: entry.name,
        help: "the page discards such a section: nest fewer boxes, give them sizes, cut texts")
    case .section: break
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
}

extension SectionRequest {
  /// A text such as "TICKER" or "showType LIST".
  var words: String { blockCode.isEmpty ? "showType \(showType)" : blockCode }

  /// Lays out the result of a request, alone on its page, and returns the cost.
  func layoutCost(of section: Section) -> LayoutCost {
    let measurer = RecordedTextMeasurer()
    let engine = LayoutEngine(environment: environment, measurer: measurer, threads: 1)
    return engine.layOut([section])[0].cost
  }
}
