internal import ArgumentParser
internal import Glibc
internal import LayoutReview
internal import SectionEngine

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Report faults of a page, such as overlapping or truncated texts.",
    discussion: """
      Rules examine the page that `render` draws; some also examine the feed in the other appearance, at \
      the largest text size and in the other direction. In a project, all devices of the feed are \
      checked. Warnings and errors of drawing are findings, \
      too. `--rules` lists the rules.

      Exit status: 0 no warnings or errors; 1 findings; 2 could not run; 64 usage.
      """)

  @OptionGroup var feed: FeedOptions
  @OptionGroup(title: "Page") var environment: EnvironmentOptions

  @Option(
    help: .value("Devices on which to check. By default those of the project.", "name,name|all"))
  var devices: String?

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case full, json, markdown, github, gitlab, junit, sarif
  }

  @Option(help: "Output format: full, json, markdown, github, gitlab, junit or sarif.")
  var format = Format.full

  @Option(
    help: .value("Severities, thresholds and suppressed findings.", "file"),
    completion: .file())
  var config: String?

  @Option(help: .value("File with known findings, which are only counted.", "file"))
  var baseline: String?

  @Option(help: .value("Report only findings that the feed did not have at a revision.", "rev"))
  var base: String?

  @Option(
    help: .value("Write the findings as known ones, and exit with 0.", "file"), completion: .file())
  var writeBaseline: String?

  @Option(help: .value("Clients whose losses are findings: names, files or all.", "name,name|all"))
  var client: String?

  @Option(
    help: .value(
      "A dump of the app, or a design: its differences are findings; repeated for screens.", "file"),
    completion: .file())
  var app: [String] = []

  @Option(
    help: .value("File with expectations of the page's geometry; repeatable.", "file"),
    completion: .file())
  var expect: [String] = []

  @Option(
    help: .value("Write the page as it is as expectations, and exit with 0.", "file"),
    completion: .file())
  var writeExpect: String?

  @Flag(help: "List the members of blocks that no provider reads, instead of findings.")
  var unused = false

  @Flag(help: "List the rules.")
  var rules = false

  @Option(help: .value("Report the findings of one rule only, in full; repeatable.", "rule"))
  var rule: [String] = []

  @Option(
    help: .value(
      "Number of findings that are listed, one line each, if there are many; 0: all in full.",
      "count"))
  var limit = 40

  @Option(name: .shortAndLong, help: .outputFile, completion: .file())
  var output: String?

  @Option(help: "Colour: auto, always or never.")
  var color: ColorChoice = .auto

  func validate() throws {
    try require(
      baseline == nil || writeBaseline == nil,
      "--baseline reads and --write-baseline writes: give one of them")
    try require(
      writeExpect == nil || (writeBaseline == nil && expect.isEmpty),
      "--write-expect excludes --expect and --write-baseline")
    try require(
      base == nil || writeBaseline == nil,
      "--base leaves out the findings that --write-baseline is to write")
    try require(base.isRevision, "--base takes a revision such as main or HEAD~1")
    try require(
      devices == nil || environment.namesNoScreen,
      "--devices and the size of one screen exclude each other")
    try require(limit, in: 0..., "--limit takes a number from 0")
    for name in rule where CheckRule.named(name) == nil && DiagnosticCode(rawValue: name) == nil {
      let meant = Suggestion.closest(to: name, among: CheckRule.all.map(\.id))
      throw ValidationError(
        "no rule is called `\(shown(name))`"
          + (meant.map { "; did you mean `\($0)`?" } ?? "; `--rules` lists them"))
    }
    try require(
      !unused || format == .full, "--unused lists members as text: leave --format out")
    try require(
      !rules || format == .full, "--rules lists the rules as text: leave --format out")
  }

  func run() throws {
    if rules { return try Output.write(Self.ruleList, to: output) }
    var selection = feed.selection
    // Stresses are removed here, because the original feed is checked before its changed content.
    selection.stresses = []
    let chosen = try selection.chosen(in: environment.settings)
    if unused { return try listUnused(of: chosen.feed) }
    var notes: [Diagnostic] = []
    let earlier = try base.flatMap {
      try RevisionDiff(
        base: $0, drawing: selection, environment: environment.settings, tolerance: 0
      ).earlier(chosen, named: selection.feed, &notes)
    }
    Output.report(notes, color: color)
    let own = environment.namesNoScreen ? chosen.settings.devices : []
    let devices = try devices.map(try Installation.required().library.deviceNames) ?? own
    let clients = try ClientFile.selected(by: client.map { [$0] } ?? [], among: chosen.clients)
    let isForCI = FindingReport.Format(rawValue: format.rawValue) != nil
    do {
      try check(chosen, earlier, on: devices.isEmpty ? [nil] : devices, clients)
    } catch let ending as Ending where ending.status == 2 && isForCI {
      // A CI system shows the reason only if the report contains it.
      let report = FindingReport(
        check: selection.feed, file: chosen.feed.shownFile, failed: ending.diagnostics)
      try Output.write(report, as: format.rawValue, below: chosen.feed.root, to: output)
      throw ending
    }
  }

  /// - Parameters:
  ///   - earlier: The feed at the base revision; findings that it has too are not reported.
  ///   - devices: The devices on which the page is checked; `nil` for the screen of the options.
  private func check(
    _ chosen: ChosenFeed, _ earlier: ChosenFeed?, on devices: [String?], _ clients: [ClientFile]
  ) throws {
    let configuration =
      try chosen.file(config, else: chosen.settings.configuration)
      .map(CheckConfiguration.init(at:)) ?? CheckConfiguration()
    let known =
      writeBaseline == nil
      ? try chosen.file(baseline, else: chosen.settings.baseline).map(Baseline.init(at:)) : nil
    let clients = try clients.map { try $0.read() }
    let expected = try Self.expectations(in: expect.isEmpty ? chosen.settings.expectations : expect)
    let apps = app.isEmpty ? nil : try DiffInput.screens(app, frames: [], feeds: [])
    try protectFiles()
    /// Returns the page on a device. `keeping` has diagnostics about the cache, not the page.
    func pages(
      of opened: OpenedFeed, _ chosen: ChosenFeed, on device: String?
    ) throws -> (pages: CheckPages, keeping: [Diagnostic]) {
      var environment = chosen.environment
      environment.device = device ?? environment.device
      let views = try apps?.map {
        try DiffPages(drawing: chosen.feed, environment: environment, root: nil).inPoints($0)
      }
      if environment.width == nil, environment.device == nil {
        environment.width = views?.first.flatMap { AppComparison.width(of: $0) }
      }
      var page = try opened.page(in: environment)
      let keeping = page.diagnostics.filter(\.isAboutKeeping)
      page.rendered.diagnostics.removeAll(where: \.isAboutKeeping)
      var pages = CheckPages(
        page, bothAppearances: environment.appearance == nil, clients: clients,
        expectations: expected, stresses: feed.selection.stresses)
      pages.apps = views ?? []
      return (pages, keeping)
    }
    func checked(
      _ opened: OpenedFeed, _ chosen: ChosenFeed
    ) throws -> (report: CheckReport, keeping: [Diagnostic], drawn: [Diagnostic])? {
      var keeping: [Diagnostic] = []
      var drawn: [Diagnostic] = []
      let reports = try devices.map { device in
        let found = try pages(of: opened, chosen, on: device)
        let report = configuration.report(of: found.pages)
        keeping = found.keeping
        drawn += found.pages.diagnostics
        return (device: device ?? "", report: report)
      }
      return CheckReport(merging: reports).map { ($0, keeping, drawn) }
    }
    let opened = try chosen.opened()
    if let writeExpect {
      let page = try pages(of: opened, chosen, on: devices[0]).pages
      try Output.write(page.draftedExpectations, to: writeExpect)
      return Output.remark(["wrote `\(writeExpect)`, with the page as it is"])
    }
    guard let found = try checked(opened, chosen) else { return }
    var report = found.report
    known?.apply(to: &report)
    if let earlier, let before = try checked(try earlier.opened(), earlier) {
      Baseline(before.report.findings).apply(to: &report)
    }
    if !rule.isEmpty {
      let names = rule.map { CheckRule.named($0)?.id ?? $0 }
      report.findings.removeAll { !names.contains($0.rule) }
    }
    let remarks =
      opened.providers.found.filter { $0.severity > .note } + found.keeping + report.remarks
      + opened.feed.unfoundPaths
    if let writeBaseline {
      let losses = opened.losses(among: found.drawn)
      guard losses.isEmpty else {
        throw Ending(status: 1, diagnostics: losses + [Self.unfit(writeBaseline)])
      }
      let baseline = Baseline(report.findings)
      try Output.write(baseline.bytes, to: writeBaseline)
      Output.report(remarks, color: color)
      let count = counted(baseline.count, "known fault")
      return Output.remark(["wrote `\(writeBaseline)` with \(count)"])
    }
    try write(report, of: chosen)
    Output.report(remarks, color: color)
    if report.hasFindings { throw Ending(status: 1, diagnostics: []) }
  }

  private func write(_ report: CheckReport, of chosen: ChosenFeed) throws {
    switch format {
    case .full:
      let limit = rule.isEmpty ? limit : 0
      try Output.write(report.text(color: color.isUsed(in: output), limit: limit), to: output)
    case .json: try Output.write(report.json, to: output)
    case .markdown, .github, .gitlab, .junit, .sarif:
      try Output.write(
        report.findingReport(of: feed.primary.feed, file: chosen.feed.shownFile),
        as: format.rawValue, below: chosen.feed.root, to: output)
    }
  }

  // MARK: Files

  private static func expectations(in paths: [String]) throws -> Expectations {
    try paths.reduce(into: Expectations()) { all, path in
      let text = try readText(path, unreadable: .invalidExpectation, as: "the expectations ")
      let parsed = Expectations.parse(text, file: path)
      guard parsed.diagnostics.isEmpty else {
        throw Ending(status: 2, diagnostics: parsed.diagnostics)
      }
      all.add(parsed.value)
    }
  }

  /// Refuses to overwrite expectations, which users write, and a file that is not a baseline, such
  /// as a mistyped feed. An empty file, such as one from `mktemp`, is overwritten.
  private func protectFiles() throws {
    func hasContents(_ path: String) -> Bool {
      var status = stat()
      return isFile(path) && stat(path, &status) == 0 && status.st_size > 0
    }
    func existing(_ path: String, _ code: DiagnosticCode, _ state: String) -> Ending {
      .couldNotRun(
        code, "`\(shown(path, limit: 200))` \(state)", notes: ["it is left as it is"],
        helps: ["name another file, or remove that one"])
    }
    if let writeExpect, hasContents(writeExpect) {
      throw existing(writeExpect, .invalidExpectation, "exists")
    }
    if let writeBaseline, hasContents(writeBaseline), (try? Baseline(at: writeBaseline)) == nil {
      throw existing(writeBaseline, .invalidBaseline, "exists and is not a baseline")
    }
  }

  private static func unfit(_ baseline: String) -> Diagnostic {
    Diagnostic(
      .invalidBaseline, .error, "the baseline was not written: the page is not complete",
      notes: ["`\(shown(baseline, limit: 200))` is left as it was"],
      helps: ["mend what the other diagnostics name, then write the baseline again"])
  }

  private static var ruleList: String {
    let widest = CheckRule.all.map(\.id.count).max() ?? 0
    return CheckRule.all.map { rule in
      let limits = rule.limits.map { "\($0.name) \(points($0.standard))" }
      return
        "\(rule.id.padded(to: widest))  \(rule.code.rawValue)  \(rule.severity.rawValue)  \(rule.summary)"
        + (limits.isEmpty ? "" : " (\(limits.joined(separator: ", ")))") + "\n"
    }.joined()
  }
}

extension CheckConfiguration {
  init(at path: String) throws {
    self = try readDocument(
      path, unreadable: .invalidCheckConfiguration, as: "the configuration "
    ).withUniqueKeys.flatMap(Self.read).required()
  }
}

extension Baseline {
  init(at path: String) throws {
    self = try readDocument(path, unreadable: .invalidBaseline, as: "the baseline ")
      .withUniqueKeys.flatMap(Self.read).required()
  }
}
