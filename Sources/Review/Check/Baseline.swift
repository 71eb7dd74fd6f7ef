import SectionEngine

/// A list of known findings. A check with a baseline reports only new findings.
///
/// The file has one line per identity and content, sorted. Findings with one identity are counted:
/// new are those beyond the known number, and the content decides which ones are shown as new. So
/// an entry still matches after JSON lines, items or sections before it change. A note about items
/// that lack a member counts as many findings as items. It is a warning if there are more than known
/// and fewer items than known have the member.
package struct Baseline: Sendable {
  private struct Entry: Sendable {
    var rule, node, fingerprint: String
    /// Empty in version 1, whose entries match any number of findings.
    var content = ""
    var number = 1
    /// The number of all items, of which `number` lack a member; `nil` for other findings.
    var total: Int?
    /// The place in the file; `nil` in a list of a page's findings.
    var location: SourceLocation?

    var sortKey: [String] { [rule, node, fingerprint, content] }
  }

  private var entries: [Entry] = []
  private var version = 2
  private var versionLocation: SourceLocation?

  package init(_ findings: [Finding]) {
    let known = findings.filter { !$0.isForeign }
    for group in known.grouped(by: { $0.fingerprint + $0.content }) {
      let place = group[0].place
      entries.append(
        Entry(
          rule: group[0].rule, node: place, fingerprint: group[0].fingerprint,
          content: group[0].content, number: group.reduce(0) { $0 + $1.number },
          total: group[0].total))
    }
    entries.sort { $0.sortKey.lexicographicallyPrecedes($1.sortKey) }
  }

  /// Reads a file written by `--write-baseline`, also by an earlier version of the program.
  package static func read(_ document: FeedDocument) -> Diagnosed<Baseline?> {
    ConfigurationReader.read("baseline", code: .invalidBaseline) { reader in
      var baseline = Baseline([])
      let version = document.root["schemaVersion"]
      guard reader.object(document.root, required: ["known", "schemaVersion"]) else { return nil }
      baseline.version = reader.integer(version, in: 1...2) ?? 2
      baseline.versionLocation = version.location
      let counted = baseline.version == 1 ? [] : ["content", "number"]
      for value in reader.elements(document.root["known"]) {
        guard
          reader.object(
            value, required: ["fingerprint", "node", "rule"] + counted, optional: ["total"]),
          let rule = reader.string(value["rule"]), let node = value["node"].string,
          let fingerprint = reader.string(value["fingerprint"])
        else { continue }
        var entry = Entry(
          rule: rule, node: node, fingerprint: fingerprint, location: value.location)
        if baseline.version > 1 {
          guard let content = reader.string(value["content"]),
            let number = reader.integer(value["number"], in: 1...1_000_000)
          else { continue }
          (entry.content, entry.number) = (content, number)
          if value["total"].exists {
            entry.total = reader.integer(value["total"], in: 1...1_000_000)
          }
        }
        baseline.entries.append(entry)
      }
      return baseline
    }
  }

  /// The number of known findings.
  package var count: Int { entries.reduce(0) { $0 + $1.number } }

  /// The content of the file: JSON in UTF-8.
  package var bytes: [UInt8] {
    var out = ByteWriter()
    out.write("{\n  \"known\": [")
    for (index, entry) in entries.enumerated() {
      out.write(index == 0 ? "\n    " : ",\n    ")
      var json = JSONWriter(out, layout: .compact)
      json.beginObject()
      if version > 1 { json.write("content", entry.content) }
      json.write("fingerprint", entry.fingerprint)
      json.write("node", entry.node)
      if version > 1 { json.write("number", entry.number) }
      json.write("rule", entry.rule)
      if let total = entry.total { json.write("total", total) }
      json.endObject()
      out = json.out
    }
    out.write(entries.isEmpty ? "]" : "\n  ]")
    out.write(",\n  \"schemaVersion\": \(version)\n}\n")
    return out.bytes
  }

  /// Removes and counts known findings. Adds a remark about the entries that match no finding.
  /// - Parameter isCompared: Whether the check compares the page with an earlier page. The comparison
  ///   then finds the members that items lost, and the numbers in the baseline are not used for this.
  package func apply(to report: inout CheckReport, isCompared: Bool = false) {
    let (known, gone) = matches(report.findings)
    for index in report.findings.indices
    where version > 1 && !isCompared && !known[index]
      && report.findings[index].diagnostic.code == .absentMember
      && report.findings[index].diagnostic.severity == .note && isLoss(report.findings[index])
    {
      report.findings[index].diagnostic.severity = .warning
    }
    report.knownFindings += zip(report.findings, known).filter { $1 }.map(\.0)
    report.findings = zip(report.findings, known).filter { !$1 }.map(\.0)
    let stale = zip(entries, gone).filter { $1 > 0 && $0.location != nil }
    if let first = stale.first {
      let places = stale.map { entry, number in
        "`\(shown(entry.rule))` at `\(shown(entry.node))`"
          + (entry.number > 1 ? ": \(number) of \(entry.number)" : "")
      }
      let isOne = stale.count == 1
      report.remarks.append(
        Diagnostic(
          .staleBaseline, .note,
          isOne
            ? "a known finding is not found any more"
            : "\(stale.count) known findings are not found any more", at: first.0.location,
          label: isOne ? places[0] : "the first: \(places[0])",
          notes: isOne ? [] : ["also \(listed(Array(places.dropFirst()), atMost: 4))"],
          helps: ["remove \(isOne ? "it" : "them") from the baseline with --update-baseline"]))
    }
    if version == 1 {
      report.remarks.append(
        Diagnostic(
          .earlierBaseline, .note, "the baseline has the format of an earlier version",
          at: versionLocation, label: "expected 2",
          notes: ["its findings become new if sections before them are inserted or removed"],
          helps: ["write it again with --write-baseline"]))
    }
  }

  /// Whether fewer items than the file holds have the member that others lack. `true` if it does not
  /// hold how many have it.
  private func isLoss(_ finding: Finding) -> Bool {
    guard let total = finding.total,
      let entry = entries.first(where: { $0.fingerprint == finding.fingerprint }),
      let earlier = entry.total
    else { return true }
    return total - finding.number < earlier - entry.number
  }

  /// Returns the baseline without the known findings that are gone. Nothing is added.
  package func updated(for findings: [Finding]) -> Baseline {
    var result = self
    result.entries = zip(entries, matches(findings).gone).compactMap { entry, gone in
      var entry = entry
      entry.number -= gone
      if gone > 0, entry.total != nil {
        entry.total = findings.first { $0.fingerprint == entry.fingerprint }?.total
      }
      return entry.number > 0 ? entry : nil
    }
    return result
  }

  /// Returns for each finding whether it is known, and for each entry how many findings are gone.
  /// O(entries + findings).
  private func matches(_ findings: [Finding]) -> (known: [Bool], gone: [Int]) {
    guard version > 1 else { return earlierMatches(findings) }
    var known = findings.map { _ in false }
    var rest = entries.map(\.number)
    // The content decides first, then one half of it, and then the order on the page.
    for part in [{ $0 }, { $0.prefix(8) }, { $0.suffix(8) }, { $0.prefix(0) }]
      as [(Substring) -> Substring]
    {
      var open: [String: [Int]] = [:]
      for index in entries.indices.reversed() where rest[index] > 0 {
        open[entries[index].fingerprint + part(entries[index].content[...]), default: []]
          .append(index)
      }
      for index in findings.indices where !known[index] {
        let key = findings[index].fingerprint + part(findings[index].content[...])
        guard let entry = open[key]?.last else { continue }
        let number = findings[index].number
        known[index] =
          number <= rest[entry] && !(findings[index].losses > 0 && entries[entry].location == nil)
        rest[entry] -= min(number, rest[entry])
        if rest[entry] == 0 { open[key]?.removeLast() }
      }
    }
    return (known, rest)
  }

  private func earlierMatches(_ findings: [Finding]) -> (known: [Bool], gone: [Int]) {
    let listed = Set(entries.map(\.fingerprint))
    let found = Set(findings.flatMap(\.earlierFingerprints))
    return (
      findings.map { $0.earlierFingerprints.allSatisfy(listed.contains) },
      entries.map { found.contains($0.fingerprint) ? 0 : $0.number }
    )
  }
}
