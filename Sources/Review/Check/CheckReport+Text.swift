import SectionEngine

extension CheckReport {
  private static let namedAlike = 3

  /// The maximum number of causes that are reported in full although a limit is set.
  private static let fullCauses = 5

  /// Returns the report for people. Findings that differ only in the item are combined. Findings of
  /// plugins that the project does not own are one line per plugin.
  /// - Parameter limit: If the page has more than five combined findings, the number of causes to
  ///   list, with one line each. 0 reports every finding in full.
  package func text(color: Bool, limit: Int = 0) -> [UInt8] {
    let (own, folded) = (self.own, self.own.folded)
    var out = ByteWriter()
    if limit > 0, folded.count > Self.fullCauses {
      out.write(summary + "\n" + foreignLines)
      own.writeList(of: own.causes, limit: limit, to: &out)
    } else {
      DiagnosticPrinter(color: color, limitPerCode: .max).write(folded, to: &out)
      out.write(foreignLines + summary + "\n")
    }
    return out.bytes
  }

  /// Lines such as "song-columns: 37 of its own, `check --owner section`".
  private var foreignLines: String {
    foreign.grouped { $0.diagnostic.plugin ?? "" }.map { group in
      let name = (group[0].diagnostic.plugin ?? "").prefix { $0 != "@" }
      return "\(shown(String(name))): \(group.count) of its own, `check --owner section`\n"
    }.joined()
  }

  /// The findings by cause. Findings that differ only in item or section have the same cause. Texts
  /// of one part that break at a larger text size have one cause, too: the part's fixed height.
  private var causes: [[Finding]] {
    findings.grouped { finding in
      if let items = finding.lackingItems { return items }
      return finding.diagnostic.node.map { node in
        let words = Finding.withoutNumbers(node).split(separator: "/").dropFirst()
        let isLargeText = finding.rule == CheckRule.largeText.id
        return [finding.rule, isLargeText ? "" : finding.aspect, finding.diagnostic.plugin ?? ""]
          + words.prefix(isLargeText ? 1 : .max).map(String.init)
      }
    }
  }

  private func writeList(of causes: [[Finding]], limit: Int, to out: inout ByteWriter) {
    for rule in findings.grouped(by: \.rule).sorted(by: { $0.count > $1.count }).prefix(8) {
      let plugins = rule.grouped { $0.diagnostic.plugin ?? "the feed" }
        .sorted { $0.count > $1.count }
        .map { "\($0[0].diagnostic.plugin ?? "the feed") \($0.count)" }
      out.write("  \(rule[0].rule): \(listed(plugins, atMost: 6))\n")
    }
    out.write("\n")
    for cause in causes.prefix(limit) { out.write(Self.line(for: cause) + "\n") }
    let rest = causes.count - limit
    out.write(
      (rest > 0 ? "\n\(rest) more of \(causes.count) causes; " : "\n")
        + "in full: `--limit 0`; of one rule: `--rule \(causes[0][0].rule)`\n")
  }

  /// Returns "warning[SE2107] RAIL/card[0]: touch target is small, 40 x 40 pt; 7 more".
  private static func line(for cause: [Finding]) -> String {
    let diagnostic = cause[0].diagnostic
    let place = diagnostic.node ?? diagnostic.location.map { "\($0.file):\($0.line)" } ?? ""
    return "\(diagnostic.severity.rawValue)[\(diagnostic.code.rawValue)] "
      + "\(shown(place, limit: 120)): \(diagnostic.message)"
      + (diagnostic.label.map { ", \($0)" } ?? "")
      + (cause.count > 1 ? "; \(cause.count - 1) more" : "")
  }

  /// Returns the findings of one owner, as in `folded`.
  package func folded(of owner: Finding.Owner) -> [Diagnostic] {
    var report = self
    report.findings.removeAll { $0.owner != owner }
    return report.folded
  }

  /// The findings with notes about their nodes. Findings that differ only in the item are combined.
  package var folded: [Diagnostic] {
    findings.grouped { finding -> [String]? in
      if let items = finding.lackingItems { return items }
      guard let section = finding.section, let node = finding.diagnostic.node else { return nil }
      return [finding.rule, finding.aspect, Finding.withoutNumbers(node), "\(section)"]
    }.compactMap(Self.diagnostic)
  }

  /// Returns the first finding of a group, with a note that lists the nodes of the others.
  private static func diagnostic(of group: [Finding]) -> Diagnostic? {
    guard var diagnostic = group.first?.diagnostic else { return nil }
    var notes: [String] = []
    if let node = diagnostic.node {
      notes.append(
        "at `\(shown(node, limit: 120))`" + (diagnostic.plugin.map { ", drawn by `\($0)`" } ?? ""))
    }
    if group.count > 1 {
      let names = group.dropFirst().prefix(namedAlike).compactMap { finding in
        (finding.lackedMember ?? finding.diagnostic.node.map(Self.tail)
          ?? finding.diagnostic.location?.path).map {
            "`\(shown($0, limit: 60))`"
          }
      }
      let rest = group.count - 1 - names.count
      notes.append(
        "\(group.count - 1) more like it: " + names.joined(separator: ", ")
          + (rest > 0 ? " and \(rest) more" : ""))
    }
    diagnostic.notes = notes + diagnostic.notes
    return diagnostic
  }

  /// Returns the end of a path that identifies the item: from the second last numbered name on.
  private static func tail(of path: String) -> String {
    let words = path.split(separator: "/")
    let numbered = words.indices.filter { words[$0].hasSuffix("]") }
    let start = numbered.suffix(2).first ?? max(0, words.count - 1)
    return words[start...].joined(separator: "/")
  }

  /// Summary: "3 warnings in 8 sections: contrast 3; feed 1, layout 2; 4 known, 2 ignored". Findings
  /// of other plugins' sections are counted apart.
  var summary: String {
    let counts = [Diagnostic.Severity.error, .warning, .note].filter { count($0) > 0 }
      .map { counted(count($0), $0.rawValue) }
    let own = self.own.findings
    let rules = Dictionary(own.map { ($0.rule, 1) }, uniquingKeysWith: +)
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }
    let others = [
      known == 0 ? nil : "\(known) known", ignored == 0 ? nil : "\(ignored) ignored",
      foreign.isEmpty ? nil : "\(foreign.count) of other plugins",
    ].compactMap { $0 }
    let sections =
      counted(page.sections.count, "section")
      + (devices.isEmpty ? "" : " on \(listed(devices, atMost: 8))")
    return (counts.isEmpty ? "no findings" : counts.joined(separator: ", ")) + " in \(sections)"
      + (rules.isEmpty ? "" : ": \(rules.joined(separator: ", ")); \(own.byOwner)")
      + (others.isEmpty ? "" : "; \(others.joined(separator: ", "))")
  }
}

extension Finding {
  /// The member that some or all items lack; `nil` for findings of other kinds.
  fileprivate var lackedMember: String? {
    lackingItems == nil || diagnostic.code == .missingBlockCode ? nil : quoted
  }

  /// The items that lack a member, as their number and the first one's place; `nil` for findings of
  /// other kinds. If items lack several members, the cause is one: they are of another shape. So is
  /// that of several blocks without a code.
  fileprivate var lackingItems: [String]? {
    if diagnostic.code == .missingBlockCode {
      return [rule, diagnostic.severity.rawValue, diagnostic.message]
    }
    let isSome = diagnostic.code == .absentMember
    guard isSome || diagnostic.code == .unmatchedName,
      let place = isSome ? diagnostic.location?.path : diagnostic.notes.first
    else { return nil }
    return [rule, diagnostic.severity.rawValue, place]
      + diagnostic.message.split(separator: quoted, maxSplits: 1).map(String.init)
  }
}
