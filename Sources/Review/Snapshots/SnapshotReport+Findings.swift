import Support

extension SnapshotReport {
  /// The report for CI systems. Files with the same change are one finding, and a test each.
  package var findingReport: FindingReport {
    let typed = folder ?? base
    let folder = typed.hasSuffix("/") ? String(typed.dropLast()) : typed
    let suites = feeds.map { feed in
      FindingReport.Suite(
        name: feed.name, tests: feed.passed.map(\.name),
        findings: feed.problems.folded().map { $0.reported(in: folder, settingsFile) })
    }
    let outside = FindingReport.Suite(
      name: folder, tests: [], findings: strays.map { $0.reported(in: folder, settingsFile) })
    return FindingReport(
      command: "snapshot verify", arguments: self.folder == nil ? [] : [folder],
      summary: ([summary] + actions).joined(separator: "; "),
      file: settingsFile,
      rules: SnapshotProblem.Kind.allCases.map(\.rule),
      suites: suites + (strays.isEmpty ? [] : [outside]))
  }
}

extension SnapshotProblem {
  fileprivate func reported(
    in folder: String, _ settings: String
  ) -> FindingReport.Finding {
    let found = diagnostics.map { "\($0.severity.rawValue)[\($0.code.rawValue)]: \($0.message)" }
    return FindingReport.Finding(
      severity: kind == .orphaned ? .warning : .error, rule: kind.rule,
      message: "\(shown(place, limit: 300)): \(kind.rule.title)",
      details: [remark].compactMap(\.self) + found
        + (difference?.lines(color: false) ?? []).cut() + [otherPlaces].compactMap(\.self),
      file: file.map { "\(folder)/\($0)" } ?? settings, tests: [place] + others,
      fingerprint: stableHash(of: [kind.rawValue, place]))
  }
}

extension SnapshotProblem.Kind {
  fileprivate var rule: FindingReport.Rule {
    let title =
      switch self {
      case .changed: "the page is drawn differently now"
      case .missing: "the cells have no snapshot"
      case .edited: "the program did not write the snapshot in this form"
      case .unreadable: "the snapshot is not a dump"
      case .repeated: "the cells have several snapshots"
      case .failed: "the feed cannot be drawn"
      case .orphaned: "the settings do not need the file"
      }
    return FindingReport.Rule(
      id: "snapshot-\(rawValue)", name: "snapshot-\(rawValue)", title: title,
      help: "sectionengine snapshot --help")
  }
}
