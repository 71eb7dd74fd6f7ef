import SectionEngine

extension FindingReport {
  /// The report as GitLab Code Quality JSON. Every finding has a unique fingerprint.
  var gitlab: [UInt8] {
    var counts: [String: Int] = [:]
    var json = JSONWriter(ByteWriter(), layout: .pretty)
    json.beginArray()
    for finding in findings {
      let path = finding.path ?? Self.path(of: file)
      let key = "\(path)\n\(finding.fingerprint)"
      counts[key, default: 0] += 1
      json.element()
      json.beginObject()
      json.write("check_name", finding.rule.name)
      json.write("description", finding.lines.prefix(2).joined(separator: ", "))
      json.write(
        "fingerprint",
        stableHash(of: [path, finding.fingerprint, "\(counts[key, default: 0])"]))
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
