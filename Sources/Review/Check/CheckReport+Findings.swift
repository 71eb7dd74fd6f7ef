import Support

extension CheckReport {
  /// Returns the report for CI systems, with all findings.
  /// - Parameters:
  ///   - feed: The feed as typed; `nil` for the only one, or for the sample of the layout.
  ///   - file: The file of the feed.
  package func findingReport(of feed: String?, file: String?) -> FindingReport {
    let codes = Set(findings.map(\.diagnostic.code)).union(CheckRule.all.map(\.code))
    return FindingReport(
      command: "check", arguments: feed.map { [$0] } ?? [], summary: summary,
      file: file ?? tree.feedID,
      rules: codes.sorted { $0.rawValue < $1.rawValue }.map(FindingReport.Rule.init),
      suites: [.init(name: tree.feedID, tests: rules, findings: findings.map(\.reported))])
  }
}

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
