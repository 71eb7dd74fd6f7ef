import Renderers

/// Writes the difference of two pages for people:
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
  /// The maximum number of listed node changes per section.
  private static let limit = 24

  package init(color: Bool) { self.color = color }

  private struct Line {
    var indentation: Int
    var mark = ""
    var label: String
    var details: [[ChangeWords.Part]] = []
    var tone: Tone
  }

  private enum Tone: String {
    case plain = "0"
    case strong = "1"
    case faint = "2"
    case removed = "31"
    case added = "32"
    case changed = "33"
    case moved = "36"
    /// The differing part of a text.
    case marked = "1;4"
  }

  package func text(of diff: PageDiff) -> String {
    let words = ChangeWords(diff: diff)
    guard !diff.isEmpty else { return "no differences\n" }
    var out = styled(terminal(diff.new.feed.name), .strong) + "  \(words.size)\n"
    for remark in words.remarks { out += styled(terminal(remark), .faint) + "\n" }
    for entry in diff.entries {
      switch entry {
      case .push(let push): out += styled("  " + words.words(push), .faint) + "\n"
      case .section(let section): out += block(of: section, words)
      }
    }
    if !words.counts.isEmpty { out += words.counts + "\n" }
    return out
  }

  private func block(of section: PageDiff.Section, _ words: ChangeWords) -> String {
    let (mark, tone): (String, Tone) =
      if section.old < 0 {
        ("+", .added)
      } else if section.new < 0 {
        ("-", .removed)
      } else if section.isReordered {
        (">", .moved)
      } else {
        ("~", .changed)
      }
    var out = styled("\(mark) \(terminal(section.name))", tone)
    let details = words.details(of: section)
    if !details.isEmpty { out += "  " + joined(details) }
    out += "\n"
    if let first = section.likeSection, !section.nodes.isEmpty {
      return out + styled("    as in \(terminal(first))", .faint) + "\n"
    }
    out += written(
      words.lines(of: section, limit: Self.limit).map { line in
        switch line {
        case .node(let node): self.line(on: node, words)
        case .alike(let words, let depth):
          Line(indentation: 4 + 2 * depth, label: terminal(words), tone: .faint)
        }
      })
    let rest = section.nodes.count - Self.limit
    if rest > 0 {
      let changes = rest == 1 ? "change" : "changes"
      out += styled("    … \(rest) more \(changes), in --format json", .faint) + "\n"
    }
    return out
  }

  private func line(on node: PageDiff.Node, _ words: ChangeWords) -> Line {
    let (mark, tone): (String, Tone) =
      if node.isNew {
        ("+ ", .added)
      } else if node.isGone {
        ("- ", .removed)
      } else if node.places != nil {
        ("> ", .moved)
      } else {
        ("", .plain)
      }
    return Line(
      indentation: 4 + 2 * node.depth, mark: mark, label: terminal(words.label(of: node)),
      details: words.details(of: node), tone: tone)
  }

  /// Writes labels in one column, so that the details are aligned.
  private func written(_ lines: [Line]) -> String {
    let cells = CellWidth()
    func width(_ line: Line) -> Int {
      line.indentation + cells.width(of: line.mark) + cells.width(of: line.label)
    }
    let column = min(lines.filter { !$0.details.isEmpty }.map(width).max() ?? 0, 56)
    return lines.map { line in
      let label =
        String(repeating: " ", count: line.indentation) + styled(line.mark + line.label, line.tone)
      guard !line.details.isEmpty else { return label + "\n" }
      let space = String(repeating: " ", count: max(0, column - width(line)) + 2)
      return label + space + joined(line.details) + "\n"
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
