import Support

extension CheckReport {
  /// Returns the report for CI systems, with all findings.
  /// - Parameters:
  ///   - feed: The feed argument as typed; `nil` for the only feed, or the sample of the layout.
  ///   - file: The path of the feed file; `nil` for the feed's id.
  package func findingReport(of feed: String?, file: String?) -> FindingReport {
    FindingReport(
      check: feed, file: file ?? tree.feedID, findings: findings, summary: summary,
      suite: (feed.map(FindingReport.path) ?? tree.feedID, rules))
  }
}

extension FindingReport {
  /// Creates the report of a check that could not run, with one finding for each diagnostic.
  package init(check feed: String?, file: String?, failed diagnostics: [Diagnostic]) {
    let findings = diagnostics.filter { $0.severity > .note }.map {
      CheckFinding(rule: $0.code.rawValue, section: nil, aspect: "", text: "", diagnostic: $0)
    }
    self.init(
      check: feed, file: file ?? "", findings: findings,
      summary: "the check could not run", suite: ((feed ?? file).map(Self.path) ?? "feed", []))
  }

  fileprivate init(
    check feed: String?, file: String, findings: [CheckFinding], summary: String,
    suite: (name: String, tests: [String])
  ) {
    let codes = Set(findings.map(\.diagnostic.code)).union(CheckRule.all.map(\.code))
    self.init(
      command: "check", arguments: feed.map { [$0] } ?? [], summary: summary, file: file,
      rules: codes.sorted { $0.rawValue < $1.rawValue }.map(Rule.init),
      suites: [.init(name: suite.name, tests: suite.tests, findings: findings.map(\.reported))])
  }
}

/// The finding of a check. `FindingReport` has another type named `Finding`.
private typealias CheckFinding = Finding

extension Finding {
  fileprivate var reported: FindingReport.Finding {
    FindingReport.Finding(
      severity: diagnostic.severity, rule: .init(diagnostic.code),
      message: diagnostic.message + (diagnostic.label.map { ": \($0)" } ?? ""),
      details: diagnostic.notes + diagnostic.helps.map { "help: \($0)" },
      file: diagnostic.location?.file,
      position: diagnostic.location.map { ($0.line, $0.column) },
      node: diagnostic.node ?? diagnostic.blockCode, tests: [rule], fingerprint: fingerprint)
  }
}

extension FindingReport.Rule {
  fileprivate init(_ code: DiagnosticCode) {
    let rule = CheckRule.named(code.rawValue)
    self.init(
      id: code.rawValue, name: rule?.id ?? code.rawValue, title: code.title,
      help: "sectionengine explain \(code.rawValue)", level: rule?.severity)
  }
}
