import Support

extension FindingReport {
  /// The maximum size of the list in bytes. GitHub rejects comments of more than 65 536 characters.
  private static let mostBytes = 60_000

  /// The report as a pull request comment: the summary, and a table for each severity.
  var markdown: [UInt8] {
    var text = "**sectionengine \(command)**: \(Markdown.plain(summary))\n"
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
    if let remark = remark(on: rest) { text += "\n\(Markdown.plain(remark))\n" }
    return Array(text.utf8)
  }
}

extension FindingReport.Entry {
  /// A table row with place, message, node, rule and owner.
  fileprivate var row: String {
    let place = path.map { path in position.map { "\(path):\($0.line):\($0.column)" } ?? path }
    let node = node.map { " at " + Markdown.code($0) } ?? ""
    return "| \(place.map(Markdown.code) ?? "") | \(Markdown.plain(message))\(node)"
      + " (\(Markdown.code(rule.name))\(owner.map { ", \($0)" } ?? "")) |\n"
  }
}

/// Escapes texts for Markdown, so that they create no markup.
package enum Markdown {
  /// Escapes text for Markdown, including the characters that create mentions and references.
  package static func plain(_ text: String) -> String {
    var result = ""
    for scalar in shown(text, limit: 400).unicodeScalars {
      switch scalar {
      case "|", "`", "*", "_", "[", "]", "\\", "~": result += "&#\(scalar.value);"
      case "<": result += "&lt;"
      case "&": result += "&amp;"
      // Prevents mentions, references to issues, links, and emoji names such as ":tada:".
      case "@": result += "@\u{2060}"
      case "#": result += "#\u{2060}"
      case ":": result += ":\u{2060}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns a name as code; as text if it is empty or contains a backtick or a vertical bar.
  package static func code(_ name: String) -> String {
    let name = shown(name, limit: 80)
    return name.contains("`") || name.contains("|") || name.isEmpty ? plain(name) : "`\(name)`"
  }
}
