import SectionEngine

/// The severities and limits of check rules, and the findings to ignore.
package struct CheckConfiguration: Sendable {
  /// The severity that a configuration assigns to the findings of a rule.
  enum Weight: String, Sendable, CaseIterable {
    case error, warning, note, off

    var severity: Diagnostic.Severity? { Diagnostic.Severity(rawValue: rawValue) }
  }

  /// A pattern for findings that are known and intended.
  struct Ignored: Sendable {
    /// The id of a rule; `nil` matches every rule.
    var rule: String?
    var block: String?
    var node: PathPattern?
    var reason: String
    var location: SourceLocation?

    func covers(_ finding: Finding) -> Bool {
      if let rule, rule != finding.rule { return false }
      if let block, block != finding.diagnostic.blockCode { return false }
      guard let node else { return true }
      return finding.diagnostic.node.map(node.matches) ?? false
    }
  }

  /// The configured severities, by rule id or by the code of another diagnostic.
  var weights: [String: Weight] = [:]
  /// The configured limits, by rule id and limit name.
  var limits: [String: [String: Double]] = [:]
  var ignored: [Ignored] = []

  package init() {}

  /// Returns the findings of rules, the warnings and errors of rendering, and its notes that count
  /// items or have a configured severity, by section, rule and document order. Findings about no
  /// section are first. O(nodes log siblings) per page.
  package func report(of pages: CheckPages) -> CheckReport {
    let rules = CheckRule.all.filter { weights[$0.id] != .off }
    let findings = drawingFindings(on: pages) + self.findings(of: rules, on: pages)
    var uses = [Int](repeating: 0, count: ignored.count)
    var kept: [Finding] = []
    for finding in findings {
      guard let finding = weighed(finding) else { continue }
      if let entry = ignored.firstIndex(where: { $0.covers(finding) }) {
        uses[entry] += 1
      } else {
        kept.append(finding)
      }
    }
    return CheckReport(
      page: pages.base,
      findings: kept.withoutRepeatedFacts { weights[$0] == nil }.inOrder, rules: rules.map(\.id),
      ignored: uses.reduce(0, +),
      remarks: unusedEntries(uses))
  }

  /// Returns the findings of the rules, in their order. The rules run on several threads if the page
  /// is long. Those that draw another page run one after the other, so that only one page besides
  /// the base is in memory.
  private func findings(of rules: [CheckRule], on pages: CheckPages) -> [Finding] {
    let lanes =
      [rules.indices.filter { rules[$0].drawsPages }]
      + rules.indices.filter { !rules[$0].drawsPages }.map { [$0] }
    let isLong = pages.sections.count >= Self.sectionsPerThread
    let found = Monitor([[Finding]](repeating: [], count: rules.count))
    WorkerThreads.forEach(
      below: lanes.count, threads: isLong ? WorkerThreads.processors : 1
    ) { lane in
      for index in lanes[lane] {
        let findings = RuleRun.findings(
          of: rules[index], on: pages, limits: limits[rules[index].id] ?? [:])
        found.withState { $0[index] = findings }
      }
    }
    return found.withState { Array($0.joined()) }
  }

  /// The number of sections below which a second thread costs more than it saves.
  private static let sectionsPerThread = 64

  /// Returns a finding with the configured severity; `nil` if the configuration sets `off`.
  private func weighed(_ finding: Finding) -> Finding? {
    guard let weight = weights[finding.rule] else { return finding }
    var finding = finding
    weight.severity.map { finding.diagnostic.severity = $0 }
    return weight == .off ? nil : finding
  }

  /// Returns the remarks about a check, such as those about its plugins and its baseline. Those for
  /// which the configuration sets a severity become findings of the report, or are left out.
  package func remarks(_ remarks: [Diagnostic], of report: inout CheckReport) -> [Diagnostic] {
    let (plain, set) = remarks.reduce(into: ([Diagnostic](), [Finding]())) { parts, remark in
      if weights[remark.code.rawValue] == nil {
        parts.0.append(remark)
      } else {
        weighed(Finding(remark, section: nil)).map { parts.1.append($0) }
      }
    }
    report.findings = set + report.findings
    return plain
  }

  /// Returns the findings that need no other page of the same feed, such as a mirrored page.
  package func findings(on page: Page) -> [Finding] {
    report(of: CheckPages(page)).findings
  }

  /// Returns the rendering diagnostics, without unknown blocks if a rule already reports those.
  private func drawingFindings(on pages: CheckPages) -> [Finding] {
    let isReplaced = weights[CheckRule.unknownBlock.id] != .off
    // The index of the first section with a diagnostic, by block code and diagnostic code.
    var places: [[String]: Int] = [:]
    for section in pages.sections {
      for code in section.section.diagnosticCodes {
        let place = [section.section.blockCode, code]
        if places[place] == nil { places[place] = section.index }
      }
    }
    return pages.base.diagnostics.compactMap { diagnostic in
      var diagnostic = diagnostic
      let code = diagnostic.code
      // A replaced block and an item that is left out are notes of the page, because the
      // feed layout asks for it, and a warning of a check, because a part of the feed is lost.
      if code == .repeatedBlock || code == .repeatedItem { diagnostic.severity = .warning }
      let isNoted =
        code == .unmatchedName || weights[code.rawValue] != nil
        || (Finding.Owner(drawing: code) == .feed && code != .inferredStructure)
      guard diagnostic.severity > .note || isNoted, !(code == .unknownBlock && isReplaced) else {
        return nil
      }
      var finding = Finding(
        diagnostic, section: diagnostic.blockCode.flatMap { places[[$0, code.rawValue]] },
        owner: pages.ownerOfReport(diagnostic))
      finding.losses = pages.losses[diagnostic] ?? 0
      return pages.isExplained(finding) { weights[$0.rawValue] == nil } ? nil : finding
    }
  }

  /// Turns findings about boxes and colours of other plugins into notes that reports only count,
  /// unless the configuration sets a severity for their rule.
  /// - Parameter isOwn: Returns whether the plugin with an id belongs to the project.
  package func separateForeign(in report: inout CheckReport, isOwn: (String) -> Bool) {
    for index in report.findings.indices {
      let finding = report.findings[index]
      guard finding.owner == .section, weights[finding.rule] == nil,
        let plugin = finding.diagnostic.plugin, !isOwn(String(plugin.prefix { $0 != "@" }))
      else { continue }
      report.findings[index].isForeign = true
      report.findings[index].diagnostic.severity = .note
    }
  }

  private func unusedEntries(_ uses: [Int]) -> [Diagnostic] {
    zip(ignored, uses).filter { $1 == 0 }.map { entry, _ in
      Diagnostic(
        .unusedIgnore, .note, "an entry to ignore matches nothing", at: entry.location,
        label: shown(entry.reason), helps: ["take it out of the configuration"])
    }
  }
}

/// A pattern of node paths, such as "RAIL/**/card[*]/text". `**` matches any number of names.
struct PathPattern: Sendable {
  private let words: [[UInt8]]

  init(_ text: String) {
    words = text.split(separator: "/", omittingEmptySubsequences: false).map { Array($0.utf8) }
  }

  func matches(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map { Array($0.utf8) }
    return Self.matches(words[...], parts[...], any: { $0 == Array("**".utf8) }) {
      Self.matches($0[...], $1[...], any: { $0 == UInt8(ascii: "*") }, one: ==)
    }
  }

  /// Returns whether a pattern matches all elements. A wildcard matches any number of elements.
  /// O(pattern x elements), because only the last wildcard is retried.
  private static func matches<T>(
    _ pattern: ArraySlice<T>, _ elements: ArraySlice<T>, any: (T) -> Bool, one: (T, T) -> Bool
  ) -> Bool {
    var pattern = pattern
    var elements = elements
    var retry: (pattern: ArraySlice<T>, elements: ArraySlice<T>)?
    while true {
      if let word = pattern.first, any(word) {
        pattern = pattern.dropFirst()
        retry = (pattern, elements)
      } else if let word = pattern.first, let element = elements.first, one(word, element) {
        pattern = pattern.dropFirst()
        elements = elements.dropFirst()
      } else if pattern.isEmpty, elements.isEmpty {
        return true
      } else if let last = retry, !last.elements.isEmpty {
        elements = last.elements.dropFirst()
        pattern = last.pattern
        retry = (pattern, elements)
      } else {
        return false
      }
    }
  }
}
