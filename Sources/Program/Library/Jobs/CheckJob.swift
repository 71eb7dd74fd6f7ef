internal import Support
internal import FeedDocument
internal import Glibc
internal import LayoutReview
internal import Renderers
internal import SectionEngine

/// Checks a feed with the rules, or records the findings as a baseline; used by `check`.
struct CheckJob {
  enum Format: String, CaseIterable { case full, json, sarif }

  let feed: FeedSelection
  let environment: EnvironmentSettings
  /// A configuration file.
  let configuration: String?
  /// A file of known findings.
  let baseline: String?
  /// The file to which the findings are written as known, instead of a report.
  let newBaseline: String?
  let format: Format
  /// The file of the report; `nil` for standard output.
  let file: String?
  let color: ColorChoice

  func run() throws {
    let configuration = try configuration.map(Self.configuration)
    let known = try baseline.map {
      try Self.read($0, as: "baseline", .invalidBaseline, Baseline.read)
    }
    if let newBaseline { try Self.checkReplaceable(newBaseline) }
    var inputs = PageInputs()
    let opened = try OpenedFeed(feed, metrics: environment.metrics, inputs: &inputs)
    let drawn = try pages(of: opened)
    var report = PageCheck(configuration ?? CheckConfiguration()).report(of: drawn.pages)
    known?.apply(to: &report)
    let remarks =
      opened.providers.found.filter { $0.severity > .note } + drawn.keeping + report.remarks
    if let newBaseline {
      guard drawn.losses.isEmpty else {
        throw Ending(status: 1, diagnostics: drawn.losses + [Self.unfit(newBaseline)])
      }
      let baseline = Baseline(report.findings)
      try Output.write(baseline.bytes, to: newBaseline)
      Output.report(remarks, color: color)
      let count = counted(baseline.count, "known finding")
      return Output.remark(["wrote `\(newBaseline)` with \(count)"])
    }
    try Output.write(bytes(of: report), to: file)
    Output.report(remarks, color: color)
    if report.hasFindings { throw Ending(status: 1, diagnostics: []) }
  }

  static func configuration(at path: String) throws -> CheckConfiguration {
    try read(path, as: "configuration", .invalidCheckConfiguration, CheckConfiguration.read)
  }

  /// Refuses to overwrite a file that is not a baseline, such as a mistyped feed.
  private static func checkReplaceable(_ path: String) throws {
    var status = stat()
    // An empty file, as `mktemp` makes it, may be overwritten.
    guard isFile(path), stat(path, &status) == 0, status.st_size > 0 else { return }
    do {
      _ = try read(path, as: "baseline", .invalidBaseline, Baseline.read)
    } catch is Ending {
      throw Ending.couldNotRun(
        Diagnostic(
          .invalidBaseline, .error, "`\(shown(path, limit: 200))` exists and is no baseline",
          notes: ["it is left as it is"], helps: ["name another file, or remove that one"]))
    }
  }

  private static func unfit(_ baseline: String) -> Diagnostic {
    Diagnostic(
      .invalidBaseline, .error, "the baseline was not written: the page lost sections",
      notes: ["`\(shown(baseline, limit: 200))` is left as it was"],
      helps: ["repair or remove the plugin, then write the baseline again"])
  }

  /// Draws the page and those that rules compare it with. `keeping` are diagnostics about the
  /// cache, not about the page; `losses` are the reasons why one of the pages lacks sections.
  private func pages(
    of opened: OpenedFeed
  ) throws -> (pages: CheckPages, keeping: [Diagnostic], losses: [Diagnostic]) {
    var page = try opened.page(in: environment)
    let isKeeping = { (found: Diagnostic) in
      found.code == .cachedReply || found.code == .unusableCache
    }
    let keeping = page.diagnostics.filter(isKeeping)
    page.rendered.diagnostics.removeAll(where: isKeeping)
    let pages = CheckPages(page, bothAppearances: environment.appearance == nil)
    return (pages, keeping, opened.losses(among: pages.diagnostics))
  }

  private func bytes(of report: CheckReport) -> [UInt8] {
    switch format {
    case .full: report.text(color: color.isUsed(in: file))
    case .json: report.json
    case .sarif: report.sarif
    }
  }

  private static func read<T>(
    _ path: String, as word: String, _ code: DiagnosticCode,
    _ reading: (FeedDocument) -> Diagnosed<T?>
  ) throws -> T {
    let parsed: Diagnosed<FeedDocument?>
    do throws(ReadFailure) {
      parsed = FeedDocument.parse(try readSource(path), name: path)
    } catch {
      throw Ending.couldNotRun(error.diagnostic(code, reading: path, as: "the \(word) "))
    }
    return try parsed.flatMap(reading).required()
  }

  /// The rules with their codes, severities and limits, one per line.
  static var rules: String {
    let widest = CheckRule.all.map(\.id.count).max() ?? 0
    return CheckRule.all.map { rule in
      let id = rule.id + String(repeating: " ", count: widest - rule.id.count)
      let limits = rule.limits.map { "\($0.name) \(points($0.standard))" }
      return "\(id)  \(rule.code.rawValue)  \(rule.severity.rawValue)  \(rule.summary)"
        + (limits.isEmpty ? "" : " (\(limits.joined(separator: ", ")))") + "\n"
    }.joined()
  }
}
