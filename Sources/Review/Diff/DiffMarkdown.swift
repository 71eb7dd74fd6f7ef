import SectionEngine

/// Writes a pull request comment: a headline, a table of sections, and collapsed lists of nodes.
package enum DiffMarkdown {
  /// The maximum number of node changes listed per section.
  private static let limit = 40

  package static func text(of diff: PageDiff) -> String {
    let words = ChangeWords(diff: diff)
    let name = Markdown.code(diff.new.feedID)
    guard !diff.isEmpty else { return "**\(name)**: no differences\n" }
    var out = "**\(name)** \(words.size)\n\n"
    if !words.counts.isEmpty { out += "\(words.counts)\n\n" }
    for remark in words.remarks { out += "- \(Markdown.plain(remark))\n" }
    if !words.remarks.isEmpty { out += "\n" }
    if !diff.sections.isEmpty || !diff.pushes.isEmpty { out += table(of: diff, words) }
    for section in diff.sections where !section.nodes.isEmpty { out += details(of: section, words) }
    return out
  }

  private static func table(of diff: PageDiff, _ words: ChangeWords) -> String {
    var out = "| | section | change |\n|---|---|---|\n"
    for entry in diff.entries {
      switch entry {
      case .push(let push):
        out += "| | \(words.sections(of: push)) | moved \(signed(push.distance)) |\n"
      case .section(let section):
        var details = words.details(of: section).map(plain)
        if let word = section.kinds.word { details.insert(word, at: 0) }
        if details.isEmpty { details = [count(section)] }
        let mark =
          section.isReordered ? "↕" : ["new": "+", "gone": "−"][section.kinds.word ?? ""] ?? "~"
        out +=
          "| \(mark) | \(Markdown.code(section.name))\(Markdown.plain(words.title(of: section))) | "
        out += "\(details.joined(separator: ", ")) |\n"
      }
    }
    return out + "\n"
  }

  private static func details(of section: PageDiff.Section, _ words: ChangeWords) -> String {
    var out =
      "<details><summary><code>\(html(section.name))</code>: \(count(section))</summary>\n\n"
    if let first = section.likeSection {
      return out + "As in \(Markdown.code(first)).\n\n</details>\n\n"
    }
    for line in words.lines(of: section, limit: limit) {
      let mark = line.node?.kinds.word.map { "\($0): " } ?? ""
      out += String(repeating: "  ", count: line.depth) + "- \(mark)\(Markdown.plain(line.label))"
      let details = line.details.map(plain).joined(separator: ", ")
      out += details.isEmpty ? "\n" : ": \(details)\n"
    }
    let rest = section.nodes.count - limit
    if rest > 0 { out += "- … \(rest) more\n" }
    return out + "\n</details>\n\n"
  }

  private static func count(_ section: PageDiff.Section) -> String {
    counted(section.nodes.reduce(0) { $0 + 1 + ($1.alike?.count ?? 0) }, "node")
  }

  private static func plain(_ parts: [ChangeWords.Part]) -> String {
    parts.map { part in
      let text = Markdown.plain(part.text)
      // Markdown does not emphasize text with a space at either end.
      let isStrong =
        part.isChanged && text.first?.isWhitespace == false && text.last?.isWhitespace == false
      return isStrong ? "<b>\(text)</b>" : text
    }.joined()
  }

  /// Escapes text for HTML elements, inside which Markdown is not interpreted.
  private static func html(_ text: String) -> String {
    shown(text, limit: 80).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }
}
