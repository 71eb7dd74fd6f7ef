internal import Support
internal import FeedDocument
internal import PluginHost

extension Examination {
  /// One page to be written in one format.
  struct PageCase {
    /// The place that findings name.
    var place: String
    /// Number of the renderer.
    var renderer: Int
    var layout: Payload
    var options: Payload
    /// Whether the page is invalid on purpose: a format may refuse it with a reason.
    var isHostile = false
  }

  /// Returns every page in every format of the plugin, lazily.
  func cases(
    _ pages: some Sequence<PageTemplate>
  ) -> some Sequence<PageCase> {
    let formats = descriptor?.renderers ?? []
    return formats.indices.lazy.flatMap { renderer in
      pages.lazy.map { page in
        PageCase(
          place: "\(page.what) (\(formats[renderer]))", renderer: renderer, layout: page.layout,
          options: page.options, isHostile: page.isHostile)
      }
    }
  }

  /// Writes every page, and reports each violation of the contract as a finding.
  func write(
    _ cases: some Sequence<PageCase>, _ result: inout TestResult,
    judge: (PageCase, [UInt8]) -> Void = { _, _ in }
  ) throws(WorkerFault) {
    var worker = try start()
    var pagesOfWorker = 0
    var ends = 0
    for entry in cases {
      // A layout that no document can hold is skipped.
      guard let request = entry.request else { continue }
      let (page, effects) = worker.write(request, renderer: entry.renderer)
      pagesOfWorker += 1
      for denial in effects.denials { result.note("tried to \(denial.words)") }
      if case .ended(let end) = page {
        ends += 1
        try note(end, at: entry, request, isFirst: pagesOfWorker == 1, &result)
        // A page that times out once would time out again.
        guard ends < Self.mostEnds, !end.isSilence else { return }
        worker = try start()
        pagesOfWorker = 0
        continue
      }
      if !effects.printed.isEmpty { result.note(Self.printed(effects.printed)) }
      switch page {
      case .written(let bytes): judge(entry, bytes)
      case .failed(let reason): Self.judge(failure: reason, of: entry, &result)
      case .lost(_, isLimit: true) where entry.isHostile:
        result.note("writes more than a page may become where it is given what no page has")
      case .lost(let reason, _):
        result.find(
          reason, at: entry.place,
          help: "there is no product then: check what is written, whatever the page holds")
      case .ended: break
      }
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

  /// Reports that the worker ended. The page is written again alone, to determine whether it is the
  /// cause.
  private func note(
    _ end: ExaminedWorker.End, at entry: PageCase, _ request: PageRequest, isFirst: Bool,
    _ result: inout TestResult
  ) throws(WorkerFault) {
    result.status = end.isSilence ? .timedOut : .crashed
    result.noteEnd(end.effects)
    guard !end.isSilence else {
      return result.find(
        end.cause, at: entry.place,
        help: "a page waits no longer: bound the loops by what the page really holds")
    }
    var isAlone = isFirst
    if !isFirst, case .ended = try start().write(request, renderer: entry.renderer).page {
      isAlone = true
    }
    result.find(
      end.cause, at: entry.place,
      help: isAlone
        ? "check kinds and counts before values are used; no page may end the process"
        : "it does not when this is written alone: an earlier page did the damage; try valgrind")
  }
}

/// A page with its options, for every format of a plugin.
struct PageTemplate {
  var what: String
  var layout: Payload
  var options = Self.usualOptions
  var isHostile = false

  static let usualOptions = options(.number(80), .string("unicode"), .literal("false"))

  static func options(_ columns: Payload, _ charset: Payload, _ color: Payload) -> Payload {
    .object([
      .init(key: "charset", value: charset), .init(key: "color", value: color),
      .init(key: "columns", value: columns),
    ])
  }
}

extension Examination.PageCase {
  /// The nesting limit of the pages that the program writes itself.
  private static let depth = 1024

  var request: PageRequest? {
    guard let layout = layout.document(named: "layout", depth: Self.depth),
      let options = options.document(named: "options")
    else { return nil }
    return PageRequest(layout: layout, options: options)
  }
}
