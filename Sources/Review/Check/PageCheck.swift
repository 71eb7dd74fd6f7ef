import Support

package struct PageCheck: Sendable {
  package var configuration: CheckConfiguration

  package init(_ configuration: CheckConfiguration = CheckConfiguration()) {
    self.configuration = configuration
  }

  /// Returns the findings of the rules, and those of drawing the page that are warnings or errors.
  /// They are sorted by section in the order of the page, within a section by rule, then in
  /// document order; findings about no section come first.
  /// - Complexity: O(nodes log siblings) for each page.
  package func report(of pages: CheckPages) -> CheckReport {
    var findings = drawingFindings(on: pages)
    for rule in CheckRule.all where configuration.weights[rule.id] != .off {
      findings += RuleRun.findings(
        of: rule, on: pages, limits: configuration.limits[rule.id] ?? [:])
    }
    var uses = [Int](repeating: 0, count: configuration.ignored.count)
    var kept: [Finding] = []
    for var finding in findings {
      if let weight = configuration.weights[finding.rule] {
        guard let severity = weight.severity else { continue }
        finding.diagnostic.severity = severity
      }
      if let entry = configuration.ignored.firstIndex(where: { $0.covers(finding) }) {
        uses[entry] += 1
      } else {
        kept.append(finding)
      }
    }
    let order = Dictionary(
      CheckRule.all.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    func key(_ finding: Finding) -> (Int, Int) {
      (finding.section ?? -1, order[finding.rule] ?? -1)
    }
    let sorted = kept.enumerated().sorted {
      let (a, b) = (key($0.element), key($1.element))
      return a == b ? $0.offset < $1.offset : a < b
    }.map(\.element)
    return CheckReport(
      tree: pages.base.tree, findings: sorted, ignored: uses.reduce(0, +),
      remarks: unusedEntries(uses))
  }

  /// Returns the findings of drawing, without unknown blocks if a rule reports them.
  private func drawingFindings(on pages: CheckPages) -> [Finding] {
    let isReplaced = configuration.weights[CheckRule.unknownBlock.id] != .off
    // The first section with a diagnostic, by block code and diagnostic code.
    var places: [[String]: Int] = [:]
    for section in pages.base.sections {
      for code in section.section.diagnosticCodes {
        let place = [section.section.blockCode, code]
        if places[place] == nil { places[place] = section.index }
      }
    }
    return pages.base.diagnostics.compactMap { diagnostic in
      guard diagnostic.severity > .note, !(diagnostic.code == .unknownBlock && isReplaced) else {
        return nil
      }
      return Finding(
        rule: diagnostic.code.rawValue,
        section: diagnostic.blockCode.flatMap { places[[$0, diagnostic.code.rawValue]] },
        aspect: "", text: "",
        diagnostic: diagnostic)
    }
  }

  private func unusedEntries(_ uses: [Int]) -> [Diagnostic] {
    zip(configuration.ignored, uses).filter { $1 == 0 }.map { entry, _ in
      Diagnostic(
        .unusedIgnore, .note, "an entry to ignore covers nothing", at: entry.location,
        label: shown(entry.reason), helps: ["take it out of the configuration"])
    }
  }
}
