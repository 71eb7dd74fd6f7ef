internal import Support
internal import FeedDocument
internal import PluginHost

/// A page to be written in a format of the plugin.
struct PageCase: ExaminedCase {
  static let words = ExaminedWords(
    content: "the page", input: "page", done: "written", product: "page")

  var place: String
  var layout: Payload
  var options = Self.options()
  /// Whether the page is invalid on purpose: a format may refuse it with a reason.
  var isHostile = false
  fileprivate(set) var renderer = 0
  // Pages are handed over one by one.
  var bytes: Int { 0 }

  static func options(
    columns: Payload = .number(80), charset: Payload = .string("unicode"),
    color: Payload = .literal("false")
  ) -> Payload {
    .object([
      .init(key: "charset", value: charset), .init(key: "color", value: color),
      .init(key: "columns", value: columns),
    ])
  }

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

extension Examination {
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

  /// Writes every page, and reports each violation of the contract as a finding.
  func write(
    _ cases: some Sequence<PageCase>, _ result: inout TestResult,
    judge: (PageCase, [UInt8]) -> Void = { _, _ in }
  ) throws(WorkerFault) {
    try examine(cases, &result) { worker, cases, result in
      guard let entry = cases.first, let (page, effects) = entry.write(in: worker) else {
        return (1, nil)
      }
      if case .ended(var end) = page {
        end.hasBegun = true
        return (0, end)
      }
      result.note(effects)
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
