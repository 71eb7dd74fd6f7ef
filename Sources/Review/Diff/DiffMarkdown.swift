import SectionEngine

/// Writes the changes of a page as Markdown: one list item for each cause, without the sections that
/// only moved because of it.
package enum DiffMarkdown {
  /// The maximum number of node changes listed per section.
  private static let limit = 40

  /// Returns the headline and the changes.
  package static func text(of diff: PageDiff) -> String {
    let feed = ReviewComment.Feed(name: "", diff: diff)
    let words = ChangeWords(diff: diff)
    let counts = diff.isEmpty ? ": no differences" : " \(words.size)"
    let headline = "**\(Markdown.code(diff.new.feedID))**\(counts)"
    return ReviewComment(
      headline + (words.counts.isEmpty ? "" : "\n\n\(words.counts)"), [feed]
    ).markdown(lines: .max, characters: FindingReport.mostCharacters)
  }

  /// Returns the changes of the page as a whole, and then those of its sections.
  static func changes(of diff: PageDiff) -> [ReviewComment.Change] {
    let words = ChangeWords(diff: diff)
    let remarks = words.remarks.map { ReviewComment.Change(text: Markdown.plain($0)) }
    let sections = words.entries.compactMap { entry in
      if case .section(let section) = entry { change(of: section, words) } else { nil }
    }
    return remarks + sections
      + words.consequences.map { ReviewComment.Change(text: Markdown.plain($0)) }
  }

  private static func change(
    of section: PageDiff.Section, _ words: ChangeWords
  ) -> ReviewComment.Change {
    let own = ["new": "+", "gone": "−"][section.kinds.word ?? ""] ?? "~"
    let mark = section.isReordered ? "↕" : own
    let details = words.details(of: section).map(plain).joined(separator: ", ")
    var change = ReviewComment.Change(
      text: "\(mark) \(Markdown.code(section.name))\(Markdown.plain(words.title(of: section)))"
        + (details.isEmpty ? "" : " \(details)"))
    let nodes = words.nodes(of: section)
    if let first = section.likeSection, !nodes.isEmpty {
      change.nodes = [(0, "as in \(Markdown.code(first))")]
      return change
    }
    change.nodes = words.lines(of: section, limit: limit).map { line in
      let mark = line.node?.kinds.word.map { "\($0): " } ?? ""
      let details = line.details.map(plain).joined(separator: ", ")
      return (
        line.depth,
        "\(mark)\(Markdown.plain(line.label))" + (details.isEmpty ? "" : ": \(details)")
      )
    }
    change.rest = max(0, nodes.count - limit)
    return change
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
}

extension ReviewComment.Feed {
  /// Creates the block of a comparison.
  package init(name: String, diff: PageDiff) {
    self.init(name: name, state: diff.isEmpty ? .same : .changed)
    sections = diff.sections.count
    size = ChangeWords(diff: diff).size
    changes = diff.isEmpty ? [] : DiffMarkdown.changes(of: diff)
  }
}
