internal import SectionEngine
internal import Glibc
internal import LayoutReview

/// Checks a feed with the rules, or records the findings as a baseline; used by `check`.
struct CheckJob {
  enum Format: String, CaseIterable { case full, json, markdown, github, gitlab, junit, sarif }

  /// The feed as typed.
  let name: String?
  let feed: FeedSelection
  let environment: EnvironmentSettings
  /// The devices on which the page is checked; if empty, the screen of `environment`.
  let devices: [String]
  let configuration: String?
  /// The changes of the content under which the page is examined, too.
  let stresses: [Stress]
  /// The clients whose losses are findings.
  let clients: [ClientFile]
  /// Dumps of the app, screens from the top down, or a design.
  let apps: [String]
  let expectations: [String]
  /// The file to which the page is written as expected, instead of a report.
  let newExpectations: String?
  let baseline: String?
  /// The feed at an earlier revision, whose findings are known, too.
  let base: ChosenFeed?
  /// The file to which the findings are written as known, instead of a report.
  let newBaseline: String?
  let format: Format
  /// The ids of the rules whose findings are reported; empty for all.
  let rules: [String]
  /// The number of causes that the report lists; 0 for all, in full.
  let limit: Int
  let file: String?
  let color: ColorChoice

  func run() throws {
    do { try check() } catch let ending as Ending where ending.status == 2 && isForCI {
      // A CI system shows the reason only if its report has it.
      try write(FindingReport(check: name, file: shownFile, failed: ending.diagnostics))
      throw ending
    }
  }

  private func check() throws {
    let configuration = try configuration.map(Self.configuration)
    let known = try baseline.map(Self.baseline)
    let clients = try clients.map { try $0.read() }
    let expected = try Self.expectations(in: expectations)
    let apps =
      apps.isEmpty ? nil : try DiffInput.screens(apps, frames: [], feeds: [])
    if let newExpectations { try Self.checkExpectations(newExpectations) }
    if let newBaseline { try Self.checkReplaceable(newBaseline) }
    var inputs = PageInputs()
    let opened = try OpenedFeed(feed, texts: environment.texts, inputs: &inputs)
    var keeping: [Diagnostic] = []
    var drawn: [Diagnostic] = []
    func checked(
      _ opened: OpenedFeed, in environment: EnvironmentSettings
    ) throws -> CheckReport? {
      var reports: [(device: String, report: CheckReport)] = []
      for device in devices.isEmpty ? [nil] : devices.map(Optional.some) {
        var environment = environment
        environment.device = device ?? environment.device
        let views = try apps?.map {
          try DiffPages(drawing: feed, environment: environment, root: nil).inPoints($0)
        }
        if environment.width == nil, environment.device == nil {
          environment.width = views?.first.flatMap { AppComparison.width(of: $0) }
        }
        var page = try opened.page(in: environment)
        // They are about the cache, not about the page.
        keeping = page.diagnostics.filter(\.isAboutKeeping)
        page.rendered.diagnostics.removeAll(where: \.isAboutKeeping)
        var pages = CheckPages(
          page, bothAppearances: environment.appearance == nil, clients: clients,
          expectations: expected, stresses: stresses)
        pages.apps = views ?? []
        if let newExpectations {
          try Output.write(pages.draftedExpectations, to: newExpectations)
          Output.remark(["wrote `\(newExpectations)`, with the page as it is"])
          return nil
        }
        reports.append(
          (device ?? "", (configuration ?? CheckConfiguration()).report(of: pages)))
        drawn += pages.diagnostics
      }
      return CheckReport(merging: reports)
    }
    guard var report = try checked(opened, in: environment) else { return }
    known?.apply(to: &report)
    if let base {
      var inputs = PageInputs()
      let earlier = try OpenedFeed(base.feed, texts: base.environment.texts, inputs: &inputs)
      let now = (keeping, drawn)
      if let found = try checked(earlier, in: base.environment) {
        Baseline(found.findings).apply(to: &report)
      }
      (keeping, drawn) = now
    }
    if !rules.isEmpty { report.findings.removeAll { !rules.contains($0.rule) } }
    let remarks =
      opened.providers.found.filter { $0.severity > .note } + keeping + report.remarks
      + opened.feed.unfoundPaths
    if let newBaseline {
      let losses = opened.losses(among: drawn)
      guard losses.isEmpty else {
        throw Ending(status: 1, diagnostics: losses + [Self.unfit(newBaseline)])
      }
      let baseline = Baseline(report.findings)
      try Output.write(baseline.bytes, to: newBaseline)
      Output.report(remarks, color: color)
      let count = counted(baseline.count, "known finding")
      return Output.remark(["wrote `\(newBaseline)` with \(count)"])
    }
    try write(report)
    Output.report(remarks, color: color)
    if report.hasFindings { throw Ending(status: 1, diagnostics: []) }
  }

  static func configuration(at path: String) throws -> CheckConfiguration {
    try read(path, as: "configuration", .invalidCheckConfiguration, CheckConfiguration.read)
  }

  static func baseline(at path: String) throws -> Baseline {
    try read(path, as: "baseline", .invalidBaseline, Baseline.read)
  }

  private static func expectations(in paths: [String]) throws -> Expectations {
    var all = Expectations()
    for path in paths {
      let bytes: PaddedBytes
      do throws(ReadFailure) { bytes = try readSource(path) } catch {
        throw Ending.couldNotRun(
          error.diagnostic(.invalidExpectation, reading: path, as: "the expectations "))
      }
      let text = withExtendedLifetime(bytes) { String(decoding: bytes.text, as: UTF8.self) }
      let parsed = Expectations.parse(text, file: path)
      guard parsed.diagnostics.isEmpty else {
        throw Ending(status: 2, diagnostics: parsed.diagnostics)
      }
      all.add(parsed.value)
    }
    return all
  }

  /// Refuses to overwrite expectations, which are written by hand.
  private static func checkExpectations(_ path: String) throws {
    if hasContents(path) { throw existing(path, .invalidExpectation, "exists") }
  }

  /// Refuses to overwrite a file that is not a baseline, such as a mistyped feed.
  private static func checkReplaceable(_ path: String) throws {
    guard hasContents(path) else { return }
    do { _ = try baseline(at: path) } catch is Ending {
      throw existing(path, .invalidBaseline, "exists and is no baseline")
    }
  }

  /// Whether a path is a file that may not be overwritten, unlike an empty one as of `mktemp`.
  private static func hasContents(_ path: String) -> Bool {
    var status = stat()
    return isFile(path) && stat(path, &status) == 0 && status.st_size > 0
  }

  private static func existing(_ path: String, _ code: DiagnosticCode, _ state: String) -> Ending {
    .couldNotRun(
      code, "`\(shown(path, limit: 200))` \(state)", notes: ["it is left as it is"],
      helps: ["name another file, or remove that one"])
  }

  private static func unfit(_ baseline: String) -> Diagnostic {
    Diagnostic(
      .invalidBaseline, .error, "the baseline was not written: the page is not complete",
      notes: ["`\(shown(baseline, limit: 200))` is left as it was"],
      helps: ["mend what the other diagnostics name, then write the baseline again"])
  }

  private func write(_ report: CheckReport) throws {
    switch format {
    case .full: try Output.write(report.text(color: color.isUsed(in: file), limit: limit), to: file)
    case .json: try Output.write(report.json, to: file)
    case .markdown, .github, .gitlab, .junit, .sarif:
      try write(report.findingReport(of: name, file: shownFile))
    }
  }

  private var isForCI: Bool { FindingReport.Format(rawValue: format.rawValue) != nil }
  private var shownFile: String? { feed.feed.map(feed.shownName) }

  private func write(_ report: FindingReport) throws {
    try Output.write(report, as: format.rawValue, below: feed.root, to: file)
  }

  private static func read<T>(
    _ path: String, as word: String, _ code: DiagnosticCode,
    _ reading: (FeedDocument) -> Diagnosed<T?>
  ) throws -> T {
    try readDocument(path, unreadable: code, as: "the \(word) ").withUniqueKeys.flatMap(reading)
      .required()
  }

  static var rules: String {
    let widest = CheckRule.all.map(\.id.count).max() ?? 0
    return CheckRule.all.map { rule in
      let limits = rule.limits.map { "\($0.name) \(points($0.standard))" }
      return
        "\(rule.id.padded(to: widest))  \(rule.code.rawValue)  \(rule.severity.rawValue)  \(rule.summary)"
        + (limits.isEmpty ? "" : " (\(limits.joined(separator: ", ")))") + "\n"
    }.joined()
  }
}
