internal import Glibc
internal import LayoutReview
internal import SectionEngine

/// The format of the findings: text for people, JSON with a schema, or a format for CI systems. The
/// last two are formats of a judgement by a standard.
enum CheckFormat: String, CaseIterable {
  case full, json, markdown, github, gitlab, junit, sarif, html, earl

  /// Whether a judgement by a standard, or else the list of findings, has the format.
  func fits(isOfStandard: Bool) -> Bool {
    switch self {
    case .full: true
    case .html, .earl: isOfStandard
    case .json, .markdown, .github, .gitlab, .junit, .sarif: !isOfStandard
    }
  }
}

/// Checks feeds and writes their findings; used by `check`.
struct CheckJob {
  let settings: CheckSettings
  /// The feeds as typed; `nil` for the only feed of the project, or the sample of the layout.
  let feeds: [String?]
  let format: CheckFormat
  /// The ids of the rules whose findings are reported; if empty, of all rules.
  let rules: [String]
  /// The number of causes that the text lists; 0 for all in full.
  let limit: Int
  let output: String?
  let color: ColorChoice
  /// Whether findings do not change the exit status.
  let exitsZero: Bool

  func run() throws {
    let base = try settings.base.map {
      try BaseRevision($0, settings.drawing, settings.environment)
    }
    Output.report(base?.notes ?? [], color: color)
    var reports = CheckReports()
    var folders: [String?] = []
    var remarks: [Diagnostic] = []
    var failures: [Diagnostic] = []
    var isComplete = true
    let progress = WorkProgress()
    for (index, name) in feeds.enumerated() {
      let place = feeds.count > 1 ? " (\(index + 1) of \(feeds.count))" : ""
      func show(_ device: String) {
        progress.show("checking \(shown(name ?? "the page", limit: 60))\(device)\(place)")
      }
      show("")
      var feed = CheckReports.Feed(name: name)
      var folder: String?
      do {
        let check = try FeedCheck(name, settings)
        (feed.file, folder) = (check.chosen.feed.shownFile, check.chosen.feed.root)
        let found = try check.run(against: try base?.opened(check.chosen, named: name)) {
          device, _, _ in show(device.map { " after \($0)" } ?? "")
        }
        feed.report = found.report.keeping(rules)
        remarks += found.remarks
        isComplete = isComplete && found.opened.absences.isEmpty
      } catch let error as ExitError where error.status == 2 {
        // A broken feed does not prevent the check of the others. Programs and CI systems show the
        // reason only if the report contains it.
        guard feeds.count > 1 || format != .full else { throw error }
        feed.failure = error.diagnostics
        failures += error.diagnostics
      }
      reports.feeds.append(feed)
      folders.append(folder)
    }
    switch format {
    case .full:
      let limit = rules.isEmpty ? limit : 0
      try Output.write(reports.text(color: color.isUsed(in: output), limit: limit), to: output)
    case .json: try Output.write(reports.json, to: output)
    case .markdown, .github, .gitlab, .junit, .sarif:
      try Output.write(
        reports.findingReport, as: format.rawValue, below: folders, to: output)
    case .html, .earl:
      throw ExitError.couldNotRun(.internalError, "a list of findings has no such format")
    }
    Output.report(remarks.uniqued, color: color)
    if !failures.isEmpty { throw ExitError(status: 2, diagnostics: failures) }
    if reports.hasFindings || !isComplete, !exitsZero {
      throw ExitError(status: 1, diagnostics: [])
    }
  }

  /// Judges the feeds by the criteria of a standard instead of listing their findings.
  func judge(by standard: AccessibilityStandard) throws {
    var judged: [ConformanceReport.Feed] = []
    var failures: [Diagnostic] = []
    for name in feeds {
      do {
        let check = try FeedCheck(name, settings)
        let conformance = try check.conformance(with: standard)
        let title = name ?? check.chosen.feed.shownFile ?? conformance?.feed ?? "page"
        judged.append(ConformanceReport.Feed(name: title, conformance))
      } catch let error as ExitError where error.status == 2 && (feeds.count > 1 || format != .full)
      {
        judged.append(
          ConformanceReport.Feed(name: name ?? "page", nil, failure: error.diagnostics))
        failures += error.diagnostics
      }
    }
    let report = ConformanceReport(judged, by: standard)
    switch format {
    case .html: try Output.write(report.html, to: output)
    case .earl: try Output.write(report.earl, to: output)
    default: try Output.write(report.text, to: output)
    }
    if !failures.isEmpty { throw ExitError(status: 2, diagnostics: failures) }
    if report.hasFailed, !exitsZero { throw ExitError(status: 1, diagnostics: []) }
  }

  // MARK: Files

  /// Writes the findings of the only feed as known ones.
  func writeBaseline(to path: String) throws {
    try protect(path, .invalidBaseline, "exists and is not a baseline") {
      (try? Baseline(at: path)) == nil
    }
    let found = try FeedCheck(try onlyFeed("--write-baseline"), settings).run(against: nil)
    try found.requireComplete(for: path)
    let baseline = Baseline(found.report.keeping(rules).findings)
    try Output.write(baseline.bytes, to: path)
    Output.report(found.remarks, color: color)
    Output.remark(["wrote `\(path)` with \(counted(baseline.count, "known fault"))"])
  }

  /// Removes the findings that are gone from the baselines of the feeds. Adds none.
  func updateBaselines() throws {
    let checks = try feeds.map { try FeedCheck($0, settings) }
    let files = checks.compactMap(\.baselineFile).uniqued
    guard !files.isEmpty else {
      throw ExitError.usage(
        .invalidOption, "no baseline is named, neither by the project nor by --baseline",
        helps: ["write one: `sectionengine check FEED --write-baseline FILE`"])
    }
    for file in files {
      let own = checks.filter { $0.baselineFile == file }
      // A feed that is not checked would lose its findings in a baseline that it shares.
      let sharing =
        own[0].chosen.project?.feeds.filter { feed in
          feed.baseline.flatMap { own[0].chosen.project?.path($0) } == file
        } ?? []
      if let other = sharing.first(where: { feed in
        !own.contains { $0.chosen.settings.name == feed.name }
      }) {
        throw ExitError.usage(
          .invalidOption,
          "`\(shown(file, limit: 200))` is the baseline of `\(shown(other.name))`, too",
          helps: ["check all feeds: `sectionengine check --update-baseline`"])
      }
      let found = try own.map { try $0.run(against: nil) }
      for feed in found { try feed.requireComplete(for: file) }
      let old = try Baseline(at: file)
      let new = old.updated(for: found.flatMap(\.report.findings))
      if new.count < old.count { try Output.write(new.bytes, to: file) }
      Output.remark([
        "`\(file)`: \(old.count - new.count) removed, \(counted(new.count, "known fault")) left"
      ])
    }
  }

  /// Writes the page of the only feed as it is, as expectations.
  func writeExpectations(to path: String) throws {
    try protect(path, .invalidExpectation, "exists") { true }
    let check = try FeedCheck(try onlyFeed("--write-expect"), settings)
    try Output.write(check.draftedExpectations(), to: path)
    Output.remark(["wrote `\(path)`, with the page as it is"])
  }

  /// Returns the only feed. Throws `ExitError` if there are several: each needs a file of its own.
  private func onlyFeed(_ option: String) throws -> String? {
    guard feeds.count == 1 else {
      let names = feeds.compactMap { $0 }
      throw ExitError.usage(
        .invalidOption, "\(option) is about one feed, and there are \(feeds.count)",
        notes: ["the feeds: \(listed(names.map { shown($0) }, atMost: 40))"],
        helps: names.prefix(1).map {
          "name one, with a file of its own: `sectionengine check \(shellWord($0)) \(option) FILE`"
        })
    }
    return feeds[0]
  }

  /// Refuses to overwrite expectations, which users write, and a file that is not a baseline, such
  /// as a mistyped feed. An empty file, such as one from `mktemp`, is overwritten.
  private func protect(
    _ path: String, _ code: DiagnosticCode, _ state: String, _ isProtected: () -> Bool
  ) throws {
    var status = stat()
    guard isFile(path), stat(path, &status) == 0, status.st_size > 0, isProtected() else { return }
    throw ExitError.couldNotRun(
      code, "`\(shown(path, limit: 200))` \(state)", notes: ["it is left as it is"],
      helps: ["name another file, or remove that one"])
  }
}

extension CheckReport {
  /// Returns the report with the findings of these rules only; of all rules, if there are none.
  fileprivate func keeping(_ rules: [String]) -> CheckReport {
    guard !rules.isEmpty else { return self }
    var report = self
    report.findings.removeAll { !rules.contains($0.rule) }
    return report
  }
}
