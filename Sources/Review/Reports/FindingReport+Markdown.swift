import Support

extension FindingReport {
  /// The maximum size of the list in bytes. GitHub rejects comments of more than 65 536 characters.
  private static let mostBytes = 60_000

  /// The report as a pull request comment: the summary, and a table for each severity.
  var markdown: [UInt8] {
    var text = "**sectionengine \(command)**: \(DiffMarkdown.plain(summary))\n"
    var rest: [(Diagnostic.Severity, Int)] = []
    var isFull = false
    for severity in Self.severities {
      let found = findings.filter { $0.severity == severity }
      var left = found.count
      var start = "\n\(counted(left, severity.rawValue)):\n\n| place | finding |\n|---|---|\n"
      for row in found.lazy.map(\.row) {
        isFull = isFull || text.utf8.count + start.utf8.count + row.utf8.count > Self.mostBytes
        if isFull { break }
        text += start + row
        (start, left) = ("", left - 1)
      }
      rest.append((severity, left))
    }
    if let remark = remark(on: rest) { text += "\n\(DiffMarkdown.plain(remark))\n" }
    return Array(text.utf8)
  }
}

extension FindingReport.Finding {
  /// A table row with place, message, node, rule and owner.
  fileprivate var row: String {
    let place = path.map { path in position.map { "\(path):\($0.line):\($0.column)" } ?? path }
    let node = node.map { " at " + DiffMarkdown.code($0) } ?? ""
    return "| \(place.map(DiffMarkdown.code) ?? "") | \(DiffMarkdown.plain(message))\(node)"
      + " (\(DiffMarkdown.code(rule.name))\(owner.map { ", \($0)" } ?? "")) |\n"
  }
}
