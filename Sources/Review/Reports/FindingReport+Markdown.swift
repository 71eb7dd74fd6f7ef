import Support

extension FindingReport {
  /// The maximum size of a list. GitHub rejects comments of more than 65 536 characters.
  static let mostCharacters = 60_000

  /// The report as a pull request comment: the summary, and the findings of each page.
  var markdown: [UInt8] {
    let comment = ReviewComment(
      "**sectionengine \(command)**: \(Markdown.plain(summary))",
      suites.map { ReviewComment.Feed(name: $0.name, findings: $0.findings) },
      hint: Markdown.message(source))
    return Array(comment.markdown(lines: .max, characters: Self.mostCharacters).utf8)
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

  /// Returns a message, in which the parts in backticks become code.
  package static func message(_ text: String) -> String {
    let parts = shown(text, limit: 200).split(separator: "`", omittingEmptySubsequences: false)
    guard parts.count % 2 == 1 else { return plain(text) }
    return parts.enumerated().map { index, part in
      index % 2 == 1 ? code(String(part)) : plain(String(part))
    }.joined()
  }

  /// Returns a name as code; as text if it is empty or contains a backtick or a vertical bar.
  package static func code(_ name: String) -> String {
    let name = shown(name, limit: 80)
    return name.contains("`") || name.contains("|") || name.isEmpty ? plain(name) : "`\(name)`"
  }
}
