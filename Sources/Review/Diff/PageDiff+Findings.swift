import SectionEngine

extension PageDiff {
  /// Returns the changes as findings: one per changed section, and one for the page as a whole.
  /// - Parameters:
  ///   - name: The name of the suite.
  ///   - file: The file of the new page, if the page has no feed file.
  ///   - places: The feed locations of the new page's sections; empty if unknown.
  package func suite(
    named name: String, file: String? = nil, places: [SourceLocation?] = []
  ) -> FindingReport.Suite {
    let words = ChangeWords(diff: self)
    var findings = sections.map { section in
      let place = section.places.new - 1
      let location = places.indices.contains(place) ? places[place] : nil
      var finding = FindingReport.Entry(
        changed: Self.kind(of: section), words.sentence(on: section),
        details: words.lines(of: section), file: location?.file ?? file, in: name,
        test: section.name)
      finding.position = location.map { ($0.line, $0.column) }
      finding.node = section.name
      return finding
    }
    let remarks = words.remarks + words.consequences
    if !remarks.isEmpty || (findings.isEmpty && !isEmpty) {
      findings.insert(
        .init(
          changed: "page", "page \(words.size)", details: remarks, file: file, in: name,
          test: "page"),
        at: 0)
    }
    return FindingReport.Suite(
      name: name, tests: ["page"] + newLines.sections.map(\.name), findings: findings)
  }

  package var summary: String {
    let words = ChangeWords(diff: self)
    let size = "\(Support.shown(new.feedID)) \(words.size)"
    if isEmpty { return "no differences" }
    return words.counts.isEmpty ? size : "\(size): \(words.counts)"
  }

  /// The comparison in a line: "same", or "changed: 2 of 13 sections, +248 pt".
  package var stat: String {
    if isEmpty { return "same" }
    let bars = sections.count(where: isBar)
    let removed = sections.count { $0.new < 0 && !isBar($0) }
    let all = newLines.sections.count { $0.keyword == .section } + removed
    let height = newLines.size.height - oldLines.size.height
    let words = [
      "\(sections.count - bars) of \(counted(all, "section"))",
      bars > 0 ? counted(bars, "bar") : nil,
      environment.isEmpty ? nil : "the environment",
      providers.isEmpty ? nil : counted(providers.count, "provider"),
      height == 0 ? nil : "\(height > 0 ? "+" : "")\(points(height)) pt",
    ]
    return "changed: \(words.compactMap(\.self).joined(separator: ", "))"
  }

  private func isBar(_ section: Section) -> Bool {
    section.new >= 0
      ? newLines.sections.contains { $0.line == section.new && $0.keyword != .section }
      : oldLines.sections.contains { $0.line == section.old && $0.keyword != .section }
  }

  /// Returns the kind of a section's change, in the words of `counts`.
  private static func kind(of section: Section) -> String {
    if let word = section.kinds.word { return word == "new" ? "added" : "removed" }
    if section.isReordered { return "moved" }
    return section.kinds.contains(.resized) ? "resized" : "changed"
  }
}

extension ChangeWords {
  fileprivate func sentence(on section: PageDiff.Section) -> String {
    let found = details(of: section).map(\.joined).joined(separator: ", ")
    return "\(shown(section.name, limit: 80)) \(found.isEmpty ? "changed" : found)"
  }

  fileprivate func lines(of section: PageDiff.Section) -> [String] {
    if let first = section.likeSection, !section.nodes.isEmpty {
      return ["as in \(shown(first, limit: 80))"]
    }
    return lines(of: section, limit: .max).map { line in
      let mark = line.node?.kinds.word.map { "\($0): " } ?? ""
      let found = line.details.map(\.joined).joined(separator: ", ")
      return String(repeating: "  ", count: line.depth) + mark + line.label
        + (found.isEmpty ? "" : ": \(found)")
    }.cut()
  }
}

extension [ChangeWords.Part] {
  fileprivate var joined: String { map(\.text).joined() }
}

extension FindingReport.Entry {
  /// Creates the finding of a difference. `kind` must be a key of `Rule.differences`.
  package init(
    changed kind: String, _ message: String, details: [String] = [], file: String? = nil,
    in suite: String, test: String
  ) {
    self.init(
      severity: kind == "failed" ? .error : .warning, rule: .difference(kind), message: message,
      details: details, file: file, tests: [test],
      fingerprint: stableHash(of: [kind, suite, test]))
  }
}

extension FindingReport.Rule {
  fileprivate static let differences = [
    "added": "a section or a file appeared", "changed": "content of a section changed",
    "failed": "a page could not be drawn", "missing": "the app does not show a section",
    "moved": "a section has another place",
    "page": "the page as a whole changed", "removed": "a section or a file disappeared",
    "resized": "a section has another size", "stranger": "the app shows a view without a section",
  ]

  fileprivate static func difference(_ kind: String) -> FindingReport.Rule {
    FindingReport.Rule(
      id: "diff-\(kind)", name: "diff-\(kind)", title: differences[kind] ?? kind,
      help: "sectionengine diff --help")
  }
}

extension FindingReport {
  /// Creates the report of the comparison that the arguments describe. `file` has the new page.
  package init(comparing arguments: [String], file: String, summary: String, suites: [Suite]) {
    self.init(
      command: "diff", arguments: arguments, summary: summary, file: file,
      rules: Rule.differences.keys.sorted().map(Rule.difference), suites: suites)
  }
}

extension PageDiff {
  /// The paths of changed sections and nodes of the new page, in document order.
  package var changedPaths: [String] {
    let changed = Set(
      sections.flatMap { ($0.kinds.isEmpty ? [] : [$0.new]) + $0.marks.map(\.new) })
    return newLines.paths.enumerated().filter { changed.contains($0.offset) }.map(\.element)
  }
}
