import SectionEngine

extension FindingReport {
  /// The maximum number of annotations per severity that GitHub shows for a step.
  private static let mostAnnotations = 10

  /// The report as workflow commands, which GitHub shows beside the lines of a pull request: up to
  /// ten findings per severity, from as many rules as possible, then a remark and the summary.
  var github: [UInt8] {
    var lines: [String] = []
    var rest: [(Diagnostic.Severity, Int)] = []
    for severity in Self.severities {
      var counts: [String: Int] = [:]
      let found = findings.filter { $0.severity == severity }.map { finding in
        counts[finding.rule.id, default: 0] += 1
        return (finding: finding, rank: counts[finding.rule.id, default: 0])
      }.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
        .map(\.element.finding)
      lines += found.prefix(Self.mostAnnotations).map(\.annotation)
      rest.append((severity, found.count - Self.mostAnnotations))
    }
    if let remark = remark(on: rest) { lines.append(remark) }
    return Array((lines + [summary]).map { $0 + "\n" }.joined().utf8)
  }
}

extension FindingReport.Entry {
  fileprivate var annotation: String {
    let title = rule.id == rule.name ? rule.name : "\(rule.name) (\(rule.id))"
    let properties = [
      ("file", path), ("line", position.map { "\($0.line)" }),
      ("col", position.map { "\($0.column)" }), ("title", title),
    ].compactMap { key, value in
      value.map { "\(key)=" + Self.escaped(shown($0, limit: 1_000), also: ":,") }
    }
    let word = severity == .note ? "notice" : severity.rawValue
    return "::\(word) \(properties.joined(separator: ","))::"
      + Self.escaped(lines.joined(separator: "\n"))
  }

  /// Escapes a text for the GitHub runner: as data, or, with `separators`, as a property.
  private static func escaped(_ text: String, also separators: String = "") -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if "%\r\n".unicodeScalars.contains(scalar) || separators.unicodeScalars.contains(scalar) {
        result += "%" + hexadecimal(scalar.value, digits: 2, uppercase: true)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
