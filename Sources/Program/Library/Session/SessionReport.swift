internal import LayoutReview
internal import SectionEngine

/// Writes the effects of a session's steps as text:
///
/// ```
/// 1  refresh
///    asked     blocks, menus
///    content   loading -> completed
///    inserted  HOMEPAGE_BANNER, MENUS, HOMEPAGE_BLOCK_PLAYLIST_RCMD and 10 more
///    height    0 -> 2866
/// ```
///
/// Lines without content are omitted. Control characters in the feed's texts are escaped.
struct SessionReport {
  func text(of step: SessionRun.Step) -> String {
    var lines: [String] = []
    func line(_ name: String, _ words: String) {
      lines.append("   " + "\(name) ".padded(to: 10) + TerminalText.line(words))
    }
    func change(_ name: String, _ old: String, _ new: String) {
      if old != new { line(name, "\(old) -> \(new)") }
    }

    if step.part != .arrival {
      lines.append("\(step.number)  \(TerminalText.line(step.input))")
    } else {
      lines.append("   \(TerminalText.line(step.arrived.joined(separator: ", "))) arrived")
    }
    if step.wasStale {
      line("stale", "the page is older than the feed layout or the server allows")
    }
    switch step.update.step.outcome {
    case .done: break
    case .delayed(let seconds): line("delayed", "\(points(seconds)) s")
    case .undrawn: line("undrawn", "the page shows none of the changed members")
    case .joined: line("joined", "the same input waits for its time, or loads")
    case .ignored(let reason): line("ignored", reason.words)
    }
    if let tapped = step.update.tapped {
      for (name, words) in TapReport(tapped, on: step.update.page).lines { line(name, words) }
    }
    if !step.asked.isEmpty { line("asked", step.asked.joined(separator: ", ")) }
    let state = step.update.state
    change("content", step.stateBefore.content.rawValue, state.content.rawValue)
    change("header", step.stateBefore.header.rawValue, state.header.rawValue)
    change("footer", step.stateBefore.footer.rawValue, state.footer.rawValue)
    for (name, words) in step.changeLines { line(name, words) }
    change("height", points(step.before.height), points(step.update.page.height))
    if let words = step.update.shift.inWords { line("shift", words) }
    for notice in step.update.step.notices {
      let name = notice.name + (notice.code.map { " \($0)" } ?? "")
      line("notice", notice.text.isEmpty ? name : "\(name): \(notice.text)")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension IgnoredInput {
  fileprivate var words: String {
    switch self {
    case .busy: "a refresh is under way"
    case .hasEnded: "the feed has ended"
    case .notPaged: "the feed layout has no `paging`, or no request for the source of its pages"
    case .notLoaded: "no source has replied, so there is no feed that could change"
    case .unknownSection: "no section has this identity; --format json lists them"
    case .unknownItem: "no item of the section has this identity"
    case .unchanged: "the input changes nothing"
    case .notAnObject:
      "the payload of the section is a list; name an item, SECTION/ITEM, or give a new list"
    case .notClosable: "the section cannot be closed; `remove` removes any section"
    case .unknownParameter: "the feed layout has no such parameter"
    case .invalidSetting: "the section does not take this setting"
    case .notAwaited: "nothing is under way"
    case .nothingThere: "no section is at this point of the page"
    case .cancelled: "a later input came before its time"
    }
  }
}

extension SessionRun.Step {
  /// The lines about changes, such as "inserted": "B, C and 4 more".
  fileprivate var changeLines: [(name: String, words: String)] {
    let changes = update.step.changes
    // A step names few sections of a long page.
    func old(_ index: Int) -> String { before.blockIdentity(at: index) }
    func new(_ index: Int) -> String { update.page.blockIdentity(at: index) }
    let moved = changes.movedItems.map {
      "\(old($0.from.section))[\($0.from.item)] -> \(new($0.to.section))[\($0.to.item)]"
    }
    let lines = [
      ("deleted", changes.deletedSections.map(old)),
      ("inserted", changes.insertedSections.map(new)),
      ("moved", changes.movedSections.map { "\(new($0.to)) \($0.from) -> \($0.to)" }),
      ("updated", changes.updatedSections.map { new($0.to) }),
      (
        "rows",
        Self.rows("-", changes.deletedItems, old) + Self.rows("+", changes.insertedItems, new)
      ),
      ("rows", moved),
      ("rows", changes.updatedItems.map { "~\(new($0.to.section))[\($0.to.item)]" }),
    ]
    // Such an update changes the payload of a section, but nothing that the section draws.
    if update.step.outcome == .undrawn { return [] }
    return lines.filter { !$0.1.isEmpty }.map { ($0, listed($1, atMost: 3)) }
  }

  /// Returns texts such as "+ARTICLES[24...43]". Adjacent rows form one range.
  private static func rows(
    _ sign: String, _ items: [ItemPath], _ identity: (Int) -> String
  ) -> [String] {
    var ranges: [(section: Int, items: ClosedRange<Int>)] = []
    for item in items.sorted(by: { ($0.section, $0.item) < ($1.section, $1.item) }) {
      if let (section, items) = ranges.last,
        (section, items.upperBound + 1) == (item.section, item.item)
      {
        ranges[ranges.count - 1].items = items.lowerBound...item.item
      } else {
        ranges.append((item.section, item.item...item.item))
      }
    }
    return ranges.map { section, items in
      let words =
        items.count == 1 ? "\(items.lowerBound)" : "\(items.lowerBound)...\(items.upperBound)"
      return "\(sign)\(identity(section))[\(words)]"
    }
  }
}

extension LayoutShift {
  /// The shift as text, such as "100 (MENUS 180 -> 280 and 3 more)"; `nil` if nothing moved.
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

enum SessionJSON {
  /// Returns the steps as a JSON object with the schema `session`.
  /// - Parameter run: Runs the session and passes each completed step to its argument.
  static func bytes(
    layoutName: String, _ run: ((SessionRun.Step) -> Void) -> Void
  ) -> [UInt8] {
    JSONWriter.document { json in
      json.write("layout", layoutName)
      json.write("schemaVersion", 1)
      json.key("steps")
      json.beginArray()
      run { step in
        json.element()
        json.beginObject()
        step.write(to: &json)
        json.endObject()
      }
      json.endArray()
    }
  }
}

extension SessionRun.Step {
  fileprivate func write(to json: inout JSONWriter) {
    let new = update.page
    json.array("arrived", arrived) { $0.write($1) }
    json.array("asked", asked) { $0.write($1) }
    json.object("changes") { $0.write(update.step.changes, before, new) }
    json.write("content", update.state.content.rawValue)
    if case .delayed(let seconds) = update.step.outcome { json.write("delay", seconds) }
    if let failure = update.failure {
      json.object("failure") { json in
        if let code = failure.code { json.write("code", code) }
        json.write("kind", failure.failureKind ?? "")
        json.write("source", failure.source ?? "")
      }
    }
    json.write("footer", update.state.footer.rawValue)
    json.write("header", update.state.header.rawValue)
    json.write("height", update.page.height)
    if let reason = update.step.ignored { json.write("ignored", reason.rawValue) }
    json.write("input", input)
    json.objects("notices", update.step.notices) { json, notice in
      if let code = notice.code { json.write("code", code) }
      if let kind = notice.failureKind { json.write("failure", kind) }
      json.write("name", notice.name)
      json.write("text", notice.text)
    }
    json.write("number", number)
    if part != .arrival { json.write("outcome", update.step.outcome.name) }
    json.write("part", part.rawValue)
    json.array("sections", new.blockIdentities) { $0.write($1) }
    json.object("shift") { json in
      json.write("distance", update.shift.distance)
      json.objects("movements", update.shift.movements) { json, movement in
        json.write("from", movement.from)
        if let item = movement.item { json.write("item", item) }
        json.write("section", movement.section)
        json.write("to", movement.to)
      }
    }
    if let tapped = update.tapped {
      json.object("tap") { TapReport(tapped, on: new).write(to: &$0) }
    }
    json.write("wasStale", wasStale)
  }
}

extension JSONWriter {
  /// Writes changes. A section is written as its identity, an item as its section and index.
  fileprivate mutating func write(_ changes: FeedChanges, _ old: FeedPage, _ new: FeedPage) {
    objects("deletedItems", changes.deletedItems) { $0.write($1, in: old) }
    objects("deletedSections", changes.deletedSections) { $0.write(section: $1, of: old) }
    objects("insertedItems", changes.insertedItems) { $0.write($1, in: new) }
    objects("insertedSections", changes.insertedSections) { $0.write(section: $1, of: new) }
    objects("movedItems", changes.movedItems) { json, move in
      json.object("from") { $0.write(move.from, in: old) }
      json.object("to") { $0.write(move.to, in: new) }
    }
    objects("movedSections", changes.movedSections) { json, move in
      json.write("from", move.from)
      json.write("section", new.blockIdentity(at: move.to))
      json.write("to", move.to)
    }
    objects("updatedItems", changes.updatedItems) { $0.write($1.to, in: new) }
    objects("updatedSections", changes.updatedSections) { $0.write(section: $1.to, of: new) }
  }

  private mutating func write(section index: Int, of page: FeedPage) {
    write("index", index)
    write("section", page.blockIdentity(at: index))
  }

  private mutating func write(_ path: ItemPath, in page: FeedPage) {
    write("item", path.item)
    write("section", page.blockIdentity(at: path.section))
  }
}
