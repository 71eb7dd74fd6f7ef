import SectionEngine

/// A list of known findings. A check with a baseline reports only new findings.
///
/// The file has one line per fault, sorted: rule, node path without item numbers and, if the rule
/// is about texts, the node's text. An entry still matches after JSON lines or item numbers change,
/// and matches all items with the same fault.
package struct Baseline: Sendable {
  private struct Entry: Sendable {
    var rule, node, fingerprint: String
    var location: SourceLocation?
  }

  private var entries: [Entry] = []

  package init(_ findings: [Finding]) {
    var seen: Set<String> = []
    for finding in findings where seen.insert(finding.fingerprint).inserted {
      let place = finding.diagnostic.node ?? finding.diagnostic.blockCode ?? ""
      entries.append(
        Entry(
          rule: finding.rule, node: Finding.withoutNumbers(place),
          fingerprint: finding.fingerprint))
    }
    entries.sort { ($0.rule, $0.node, $0.fingerprint) < ($1.rule, $1.node, $1.fingerprint) }
  }

  /// Reads a file written by `--write-baseline`.
  package static func read(_ document: FeedDocument) -> Diagnosed<Baseline?> {
    ConfigurationReader.read("baseline", code: .invalidBaseline) { reader in
      var baseline = Baseline([])
      guard reader.object(document.root, required: ["known", "schemaVersion"]) else { return nil }
      _ = reader.integer(document.root["schemaVersion"], in: 1...1)
      for value in reader.elements(document.root["known"]) {
        guard reader.object(value, required: ["fingerprint", "node", "rule"]),
          let rule = reader.string(value["rule"]), let node = value["node"].string,
          let fingerprint = reader.string(value["fingerprint"])
        else { continue }
        baseline.entries.append(
          Entry(rule: rule, node: node, fingerprint: fingerprint, location: value.location))
      }
      return baseline
    }
  }

  package var count: Int { entries.count }

  /// Returns the entries that at least one of the findings matches.
  package func keeping(_ findings: [Finding]) -> Baseline {
    let found = Set(findings.map(\.fingerprint))
    var kept = self
    kept.entries.removeAll { !found.contains($0.fingerprint) }
    return kept
  }

  /// The content of the file: JSON in UTF-8.
  package var bytes: [UInt8] {
    var out = ByteWriter()
    out.write("{\n  \"known\": [")
    for (index, entry) in entries.enumerated() {
      out.write(index == 0 ? "\n    " : ",\n    ")
      var json = JSONWriter(out, layout: .compact)
      json.beginObject()
      json.write("fingerprint", entry.fingerprint)
      json.write("node", entry.node)
      json.write("rule", entry.rule)
      json.endObject()
      out = json.out
    }
    out.write(entries.isEmpty ? "]" : "\n  ]")
    out.write(",\n  \"schemaVersion\": 1\n}\n")
    return out.bytes
  }

  /// Removes and counts known findings. Adds a remark for each entry that matches no finding.
  package func apply(to report: inout CheckReport) {
    let known = Set(entries.map(\.fingerprint))
    let found = Set(report.findings.map(\.fingerprint))
    let before = report.findings.count
    report.findings.removeAll { known.contains($0.fingerprint) }
    report.known += before - report.findings.count
    for entry in entries where !found.contains(entry.fingerprint) && entry.location != nil {
      report.remarks.append(
        Diagnostic(
          .staleBaseline, .note, "a known finding is not found any more", at: entry.location,
          label: "`\(shown(entry.rule))` at `\(shown(entry.node))`",
          helps: ["write the baseline again with --write-baseline"]))
    }
  }
}
