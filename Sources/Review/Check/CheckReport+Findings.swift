import Support

extension CheckReports {
  /// The report for CI systems, with all findings. Each feed is a suite. A feed that could not be
  /// checked has a finding for each reason.
  package var findingReport: FindingReport {
    let suites = feeds.map { feed in
      (
        name: feed.suite, tests: feed.report?.rules ?? [],
        findings: feed.report?.own.findings
          ?? feed.failure.filter { $0.severity > .note }.map {
            Finding(rule: $0.code.rawValue, section: nil, aspect: "", text: "", diagnostic: $0)
          }
      )
    }
    let codes = Set(suites.flatMap(\.findings).map(\.diagnostic.code))
      .union(CheckRule.all.map(\.code))
    return FindingReport(
      command: "check", arguments: feeds.compactMap(\.name), summary: summary,
      file: feeds.first.map { $0.file ?? $0.report?.page.feedID ?? "" } ?? "",
      rules: codes.sorted { $0.rawValue < $1.rawValue }.map(FindingReport.Rule.init),
      suites: suites.map {
        .init(name: $0.name, tests: $0.tests, findings: $0.findings.map(\.reported))
      })
  }
}

extension CheckReports.Feed {
  fileprivate var suite: String {
    name.map(FindingReport.path) ?? report?.page.feedID ?? file.map(FindingReport.path) ?? "feed"
  }
}

extension Finding {
  fileprivate var reported: FindingReport.Entry {
    FindingReport.Entry(
      severity: diagnostic.severity, rule: .init(diagnostic.code),
      message: diagnostic.message + (diagnostic.label.map { ": \($0)" } ?? ""),
      details: diagnostic.notes + diagnostic.helps.map { "help: \($0)" },
      file: diagnostic.location?.file,
      position: diagnostic.location.map { ($0.line, $0.column) },
      node: diagnostic.node ?? diagnostic.blockCode, tests: [rule], fingerprint: fingerprint,
      owner: owner.rawValue, content: content, fingerprintVersion: 2)
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
