import SectionEngine

extension FindingReport {
  /// The report as GitLab Code Quality JSON. Every finding has a unique fingerprint, which contains
  /// its number among findings with one identity. The content decides the number, not the position.
  var gitlab: [UInt8] {
    let findings = self.findings
    let keys = findings.map { [$0.path ?? Self.path(of: file), $0.fingerprint] }
    var counts: [[String]: Int] = [:]
    var numbers = findings.map { _ in 0 }
    for index in findings.indices.sorted(by: {
      (findings[$0].content, $0) < (findings[$1].content, $1)
    }) {
      counts[keys[index], default: 0] += 1
      numbers[index] = counts[keys[index], default: 0]
    }
    var json = JSONWriter(ByteWriter(), layout: .pretty)
    json.beginArray()
    for (index, finding) in findings.enumerated() {
      let path = keys[index][0]
      json.element()
      json.beginObject()
      json.write("check_name", finding.rule.name)
      json.write(
        "description",
        finding.lines.prefix(2).joined(separator: ", ")
          + (finding.owner.map { " (\($0))" } ?? ""))
      json.write("fingerprint", stableHash(of: keys[index] + ["\(numbers[index])"]))
      json.object("location") { json in
        json.object("lines") { $0.write("begin", finding.position?.line ?? 1) }
        json.write("path", path)
      }
      json.write("severity", finding.severity.gitlab)
      json.endObject()
    }
    json.endArray()
    json.out.write("\n")
    return json.out.bytes
  }
}

extension Diagnostic.Severity {
  fileprivate var gitlab: String {
    switch self {
    case .error: "critical"
    case .warning: "minor"
    case .note: "info"
    }
  }
}
