internal import Feeds
internal import Renderers
internal import SectionEngine

/// Writes the effects of a session's steps for people:
///
/// ```
/// 1  refresh
///    asked     blocks, menus
///    content   loading -> completed
///    inserted  HOMEPAGE_BANNER, MENUS, HOMEPAGE_BLOCK_PLAYLIST_RCMD and 10 more
///    height    0 -> 2866
/// ```
///
/// A line without content is omitted. Texts of the feed cannot control the terminal.
struct SessionReport {
  private var number = 0

  mutating func text(of step: SessionRun.Step) -> String {
    if step.part != .arrival { number += 1 }
    var lines: [String] = []
    func line(_ name: String, _ words: String) {
      let space = String(repeating: " ", count: max(1, 10 - name.count))
      lines.append("   \(name)\(space)\(TerminalText.line(words))")
    }
    func change(_ name: String, _ old: String, _ new: String) {
      if old != new { line(name, "\(old) -> \(new)") }
    }

    if step.part != .arrival {
      lines.append("\(number)  \(TerminalText.line(step.input))")
    } else {
      lines.append("   \(TerminalText.line(step.arrived.joined(separator: ", "))) arrived")
    }
    if step.wasStale {
      line("stale", "the page is older than the feed layout or the server allows")
    }
    if let reason = step.update.step.ignored { line("ignored", reason.words) }
    if !step.asked.isEmpty { line("asked", step.asked.joined(separator: ", ")) }
    let state = step.update.state
    change("content", step.stateBefore.content.rawValue, state.content.rawValue)
    change("header", step.stateBefore.header.rawValue, state.header.rawValue)
    change("footer", step.stateBefore.footer.rawValue, state.footer.rawValue)
    for (name, words) in SessionChangeWords(step).lines { line(name, words) }
    change("height", points(step.before.height), points(step.update.page.height))
    if let words = step.update.shift.inWords { line("shift", words) }
    for notice in step.update.step.notices {
      line("notice", notice.text.isEmpty ? notice.name : "\(notice.name): \(notice.text)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

}

extension IgnoredInput {
  fileprivate var words: String {
    switch self {
    case .pulledAgain: "pulls within a second count once"
    case .busy: "a load is under way"
    case .hasEnded: "the feed has ended"
    case .notPaged: "the feed layout has no paging, or its source cannot be asked"
    case .notLoaded: "nothing is loaded that more could be added to"
    case .unknownSection: "no section has this identity; --format json lists them"
    case .unknownItem: "no item of the section has this identity"
    case .unchanged: "the input changes nothing"
    case .notAwaited: "nothing is under way"
    }
  }
}

/// The lines of a step's changes, such as "inserted": "B, C and 4 more".
struct SessionChangeWords {
  private(set) var lines: [(name: String, words: String)] = []

  init(_ step: SessionRun.Step) {
    let changes = step.update.step.changes
    let old = step.before.blockIdentities
    let new = step.update.page.blockIdentities
    func add(_ name: String, _ words: [String]) {
      guard !words.isEmpty else { return }
      let rest = words.count - Self.most
      let shown = words.prefix(Self.most).joined(separator: ", ")
      lines.append((name, rest > 0 ? "\(shown) and \(rest) more" : shown))
    }
    add("deleted", changes.deletedSections.map { old[$0] })
    add("inserted", changes.insertedSections.map { new[$0] })
    add("moved", changes.movedSections.map { "\(new[$0.to]) \($0.from) -> \($0.to)" })
    add("updated", changes.updatedSections.map { new[$0.to] })
    add(
      "rows", Self.rows("-", changes.deletedItems, old) + Self.rows("+", changes.insertedItems, new)
    )
    add(
      "rows",
      changes.movedItems.map {
        "\(old[$0.from.section])[\($0.from.item)] -> \(new[$0.to.section])[\($0.to.item)]"
      })
    add("rows", changes.updatedItems.map { "~\(new[$0.to.section])[\($0.to.item)]" })
  }

  private static let most = 3

  /// Returns rows as texts like "+ARTICLES[24...43]", with neighbours as one range.
  private static func rows(
    _ sign: String, _ items: [ItemPath], _ identities: [String]
  ) -> [String] {
    var ranges: [(section: Int, items: ClosedRange<Int>)] = []
    for item in items.sorted(by: { ($0.section, $0.item) < ($1.section, $1.item) }) {
      if let last = ranges.last, last.section == item.section,
        last.items.upperBound + 1 == item.item
      {
        ranges[ranges.count - 1].items = last.items.lowerBound...item.item
      } else {
        ranges.append((item.section, item.item...item.item))
      }
    }
    return ranges.map { section, items in
      let words =
        items.count == 1 ? "\(items.lowerBound)" : "\(items.lowerBound)...\(items.upperBound)"
      return "\(sign)\(identities[section])[\(words)]"
    }
  }
}

extension LayoutShift {
  /// The shift as "100 (MENUS 180 -> 280 and 3 more)"; `nil` if nothing moved.
  fileprivate var inWords: String? {
    guard let first = movements.max(by: { abs($0.to - $0.from) < abs($1.to - $1.from) }) else {
      return nil
    }
    let name = first.item.map { "\(first.section)/\($0)" } ?? first.section
    let rest = movements.count - 1
    return "\(points(distance)) (\(name) \(points(first.from)) -> \(points(first.to))"
      + (rest > 0 ? " and \(rest) more)" : ")")
  }
}
