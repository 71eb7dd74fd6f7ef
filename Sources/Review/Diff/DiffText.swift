import SectionEngine

/// Writes the differences of two pages as text for people:
///
/// ```
/// news  414 x 1470 -> 414 x 1492 (+22)
/// ~ STORIES  414x240 -> 414x262 (+22 high)
///     carousel               414x190 -> 414x212 (+22 high)
///       card[0] "Sea level"  120x160 -> 120x182 (+22 high)
///       5 more cards alike
///   sections 4-13 moved +22
/// + NOTICE  @0,540 414x180
/// 1 section resized, 1 added, 10 pushed, 2 unchanged
/// ```
package struct DiffText {
  let color: Bool
  /// The maximum number of node changes listed per section.
  private static let limit = 24

  package init(color: Bool) { self.color = color }

  private enum Tone: String {
    case plain = "0"
    case strong = "1"
    case faint = "2"
    case removed = "31"
    case added = "32"
    case changed = "33"
    case moved = "36"
    /// The style of the differing part of a text: bold and underlined.
    case marked = "1;4"
  }

  package func text(of diff: PageDiff) -> String {
    let words = ChangeWords(diff: diff)
    guard !diff.isEmpty else { return "no differences\n" }
    var out = styled(terminal(diff.new.feedID), .strong) + "  \(words.size)\n"
    for remark in words.remarks { out += styled(terminal(remark), .faint) + "\n" }
    for entry in words.entries {
      switch entry {
      case .push(let push): out += styled("  " + words.words(push), .faint) + "\n"
      case .section(let section): out += block(of: section, words)
      }
    }
    for line in words.consequences { out += styled(terminal(line), .faint) + "\n" }
    if !words.counts.isEmpty { out += words.counts + "\n" }
    return out
  }

  private func block(of section: PageDiff.Section, _ words: ChangeWords) -> String {
    let (mark, tone) = marked(section.kinds, isMoved: section.isReordered) ?? ("~ ", .changed)
    var out = styled(mark + terminal(section.name), tone) + terminal(words.title(of: section))
    let details = words.details(of: section)
    if !details.isEmpty { out += "  " + joined(details) }
    out += "\n"
    let nodes = words.nodes(of: section)
    if let first = section.likeSection, !nodes.isEmpty {
      return out + styled("    as in \(terminal(first))", .faint) + "\n"
    }
    out += written(words.lines(of: section, limit: Self.limit))
    let rest = nodes.count - Self.limit
    guard rest > 0 else { return out }
    let more = "    … \(counted(rest, "more change")), in --format json"
    return out + styled(more, .faint) + "\n"
  }

  private func marked(_ kinds: PageDiff.Kinds, isMoved: Bool) -> (mark: String, tone: Tone)? {
    if let word = kinds.word { return word == "new" ? ("+ ", .added) : ("- ", .removed) }
    return isMoved ? ("> ", .moved) : nil
  }

  /// Returns lines whose labels have the same width, so that the details are aligned.
  private func written(_ lines: [ChangeWords.NodeLine]) -> String {
    let cells = CellWidth()
    let rows = lines.map { line in
      let own = line.node.flatMap { marked($0.kinds, isMoved: $0.places != nil) }
      let (mark, tone) = own ?? ("", line.node == nil ? Tone.faint : .plain)
      let label = terminal(line.label)
      let indentation = 4 + 2 * line.depth
      return (
        label: String(repeating: " ", count: indentation) + styled(mark + label, tone),
        width: indentation + mark.utf8.count + cells.width(of: label), details: line.details
      )
    }
    let column = min(rows.filter { !$0.details.isEmpty }.map(\.width).max() ?? 0, 56)
    return rows.map { row in
      guard !row.details.isEmpty else { return row.label + "\n" }
      let space = String(repeating: " ", count: max(0, column - row.width) + 2)
      return row.label + space + joined(row.details) + "\n"
    }.joined()
  }

  private func joined(_ details: [[ChangeWords.Part]]) -> String {
    details.map { parts in
      parts.map { $0.isChanged ? styled(terminal($0.text), .marked) : terminal($0.text) }.joined()
    }.joined(separator: ", ")
  }

  private func terminal(_ text: String) -> String { TerminalText.line(text) }

  private func styled(_ text: String, _ tone: Tone) -> String {
    color && tone != .plain && !text.isEmpty
      ? TerminalText.styled(text, parameters: tone.rawValue) : text
  }
}
