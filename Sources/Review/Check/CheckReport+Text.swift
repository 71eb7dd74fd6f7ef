import Support
import Renderers

extension CheckReport {
  private static let namedAlike = 3

  /// Returns the report for people; findings of a section that differ only in the item are folded.
  package func text(color: Bool) -> [UInt8] {
    var out = ByteWriter()
    DiagnosticPrinter(color: color, limitPerCode: .max).write(folded, to: &out)
    out.write(summary + "\n")
    return out.bytes
  }

  private struct Likeness: Hashable {
    var rule, aspect, node: String
    var section: Int
  }

  /// The findings with notes about their nodes; those of a section that differ only in the item are
  /// one.
  package var folded: [Diagnostic] {
    findings.grouped { finding -> Likeness? in
      guard let section = finding.section, let node = finding.diagnostic.node else { return nil }
      return Likeness(
        rule: finding.rule, aspect: finding.aspect, node: Finding.withoutNumbers(node),
        section: section)
    }.compactMap(Self.diagnostic)
  }

  /// Returns the first of similar findings, with a note that names the others.
  private static func diagnostic(of group: [Finding]) -> Diagnostic? {
    guard var diagnostic = group.first?.diagnostic else { return nil }
    var notes: [String] = []
    if let node = diagnostic.node {
      notes.append(
        "at `\(shown(node, limit: 120))`" + (diagnostic.plugin.map { ", drawn by `\($0)`" } ?? ""))
    }
    if group.count > 1 {
      let names = group.dropFirst().prefix(namedAlike).compactMap { finding in
        finding.diagnostic.node.map { "`\(shown(Self.tail(of: $0), limit: 60))`" }
      }
      let rest = group.count - 1 - names.count
      notes.append(
        "\(group.count - 1) more like it: " + names.joined(separator: ", ")
          + (rest > 0 ? " and \(rest) more" : ""))
    }
    diagnostic.notes = notes + diagnostic.notes
    return diagnostic
  }

  /// Returns the words of a path that tell items apart: those from the second last number on.
  private static func tail(of path: String) -> String {
    let words = path.split(separator: "/")
    let numbered = words.indices.filter { words[$0].hasSuffix("]") }
    let start = numbered.suffix(2).first ?? max(0, words.count - 1)
    return words[start...].joined(separator: "/")
  }

  /// The summary: "3 warnings, 1 note in 8 sections: touch-target 3, contrast 1; 4 known, 2 ignored".
  var summary: String {
    let counts = [Diagnostic.Severity.error, .warning, .note].filter { count($0) > 0 }
      .map { counted(count($0), $0.rawValue) }
    let rules = Dictionary(findings.map { ($0.rule, 1) }, uniquingKeysWith: +)
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }
    let others = [
      known == 0 ? nil : "\(known) known", ignored == 0 ? nil : "\(ignored) ignored",
    ].compactMap { $0 }
    let sections =
      counted(tree.sections.count, "section")
      + (devices.isEmpty ? "" : " on \(listed(devices, atMost: 8))")
    return (counts.isEmpty ? "no findings" : counts.joined(separator: ", ")) + " in \(sections)"
      + (rules.isEmpty ? "" : ": \(rules.joined(separator: ", "))")
      + (others.isEmpty ? "" : "; \(others.joined(separator: ", "))")
  }
}
