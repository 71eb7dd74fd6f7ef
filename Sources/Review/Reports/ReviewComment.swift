import Support

/// A comment on a pull request: the verdict, and a block of lines for each feed that changed or has
/// findings. `report`, `diff`, `check` and `snapshot verify` write their Markdown with it.
///
/// ```
/// 1 section changed, 1 new finding in `home`; 11 feeds as before
///
/// - `home` 414 x 480 -> 414 x 502 (+22) · [before and after](https://example.com/home/page.diff.html)
///   - ~ `TILES` 414x240 -> 414x262 (+22 high)
///   - warning `feeds/home.json:12:9`: an item has no title (`incomplete-item`, feed)
/// ```
package struct ReviewComment: Sendable {
  package enum State: Int, Sendable { case failed, added, removed, changed, same }

  /// A change of a page, in Markdown, and the changed nodes below it.
  package struct Change: Sendable {
    var text: String
    /// The lines about nodes, each below the last one with a smaller depth.
    var nodes: [(depth: Int, text: String)] = []
    /// The number of changed nodes that `nodes` leaves out.
    var rest = 0
  }

  /// A feed, or another pair of pages.
  package struct Feed: Sendable {
    /// The name; empty if the headline names the only feed.
    package var name: String
    package var state: State
    /// The number of changed sections.
    package var sections = 0
    /// The page sizes, such as "414 x 480 -> 414 x 502 (+22)"; empty if nothing is compared.
    package var size = ""
    package var changes: [Change] = []
    package var findings: [FindingReport.Entry] = []
    /// The address of the page that shows the feed; `nil` without one.
    package var link: String?
    /// The address of a picture of the change; `nil` without one.
    package var picture: String?

    package init(name: String, state: State = .same, findings: [FindingReport.Entry] = []) {
      (self.name, self.state, self.findings) = (name, state, findings)
    }

    var isQuiet: Bool { state == .same && findings.isEmpty }
  }

  /// Markdown that a host of comments does not show. A comment with it is replaced by the next one.
  package static let marker = "<!-- sectionengine report -->"

  /// The first line, in Markdown.
  var headline: String
  var feeds: [Feed]
  /// A remark on the lines that are left out, such as the command that lists them.
  var hint: String?

  package init(_ headline: String, _ feeds: [Feed], hint: String? = nil) {
    (self.headline, self.feeds, self.hint) = (headline, feeds, hint)
  }

  /// Returns the first line of a report, such as "2 sections changed, 1 new finding in `home`; 11
  /// feeds as before".
  /// - Parameters:
  ///   - isCompared: Whether the pages are compared with a base revision.
  ///   - name: Returns the name of a feed in the format of the verdict, by default Markdown.
  package static func verdict(
    on feeds: [Feed], isCompared: Bool, name: (String) -> String = Markdown.code
  ) -> String {
    let news = feeds.filter { !$0.isQuiet }
    let all = counted(feeds.count, "feed")
    guard !news.isEmpty else {
      return isCompared ? "nothing changed in \(all)" : "no findings in \(all)"
    }
    func count(_ state: State) -> Int { news.count { $0.state == state } }
    let changed = news.filter { $0.state == .changed }
    let counts = [
      (changed.reduce(0) { $0 + $1.sections }, "section", " changed"),
      (changed.count { $0.sections == 0 }, "page", " changed"),
      (count(.added), "feed", " added"), (count(.removed), "feed", " removed"),
      (count(.failed), "feed", " could not be drawn"),
      (
        // The findings of a feed that could not be drawn are the reasons.
        news.reduce(0) { $0 + ($1.state == .failed ? 0 : $1.findings.count) },
        isCompared ? "new finding" : "finding", ""
      ),
    ].filter { $0.0 > 0 }
    let words = counts.map { counted($0.0, $0.1) + $0.2 }.joined(separator: ", ")
    let joint = counts.allSatisfy { $0.1 == "feed" } ? ":" : " in"
    let names =
      news.count > 3
      ? "\(news.count) feeds" : listed(news.map { name($0.name) }, atMost: 3)
    let rest = feeds.count - news.count
    let others = counted(rest, "feed") + (isCompared ? " as before" : " without findings")
    return "\(words)\(joint) \(names)" + (rest == 0 ? "" : "; \(others)")
  }

  // MARK: Lines

  private struct Line {
    var text: String
    /// The index of the feed in the shown feeds.
    var feed: Int
    var isFinding = false
  }

  /// Returns the comment. It never has more than `characters` UTF-16 units.
  /// - Parameter most: The maximum number of lines after the first one. If there are more, each feed
  ///   gets one line for its changes, and its findings share the other lines.
  package func markdown(
    lines most: Int = 12, characters: Int = 4_000, marker: String? = nil
  ) -> String {
    let shown = feeds.filter { !$0.isQuiet }.enumerated().sorted {
      ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
    }.map(\.element)
    var text = headline + (marker.map { " \($0)" } ?? "") + "\n"
    var lines = shown.enumerated().flatMap { full($1, at: $0) }
    guard !lines.isEmpty else { return text }
    text += "\n"
    // The line about the others needs room, too.
    var room = characters - text.utf16.count - 200 - (hint?.utf16.count ?? 0)
    let isLong = lines.reduce(0) { $0 + $1.text.utf16.count + 1 } > room
    if lines.count > most || (isLong && most < .max) { lines = brief(shown, most: most) }
    let kept = lines.prefix(most).prefix { line in
      room -= line.text.utf16.count + 1
      return room >= 0
    }
    text += kept.map { $0.text + "\n" }.joined()
    if let rest = rest(of: lines, after: kept.count, shown) { text += rest + "\n" }
    return text
  }

  /// Returns all lines of a feed.
  private func full(_ feed: Feed, at index: Int) -> [Line] {
    let isWhole = feed.state.rawValue < State.changed.rawValue
    let hasTitle = feeds.count > 1 || feed.link != nil || isWhole
    let indent = hasTitle ? "  " : ""
    let title =
      hasTitle
      ? [Line(text: "- \(feed.title)\(feed.linkText)\(feed.pictureText)", feed: index)] : []
    let changes = feed.changes.flatMap { change in
      let rest = change.rest > 0 ? [(depth: 0, text: "… \(change.rest) more")] : []
      return ["\(indent)- \(change.text)"]
        + (change.nodes + rest).map { node in
          "\(indent)  \(String(repeating: "  ", count: node.depth))- \(node.text)"
        }
    }
    return title + changes.map { Line(text: $0, feed: index) }
      + feed.sortedFindings.map { Line(text: indent + $0.bullet, feed: index, isFinding: true) }
  }

  /// Returns one line for each feed, and the gravest findings in the remaining lines. Up to four
  /// findings have a line even if that leaves out feeds.
  private func brief(_ all: [Feed], most: Int) -> [Line] {
    let findings = all.reduce(0) { $0 + $1.findings.count }
    let lines = all.count + findings > most ? most - 1 : most
    let feeds = all.prefix(lines - min(4, findings))
    var room = lines - feeds.count
    var counts = feeds.map { _ in 0 }
    var isSpent = false
    while room > 0, !isSpent {
      isSpent = true
      for (index, feed) in feeds.enumerated() where room > 0 && counts[index] < feed.findings.count
      {
        counts[index] += 1
        room -= 1
        isSpent = false
      }
    }
    return feeds.enumerated().flatMap { index, feed in
      [Line(text: "- \(feed.title)\(feed.summary)\(feed.linkText)", feed: index)]
        + feed.sortedFindings.prefix(counts[index]).map {
          Line(text: "  " + $0.bullet, feed: index, isFinding: true)
        }
    }
  }

  /// Returns the line about the feeds, findings and changes that are not among the first `count`
  /// lines; `nil` if none is left out.
  private func rest(of lines: [Line], after count: Int, _ feeds: [Feed]) -> String? {
    let kept = lines.prefix(count)
    let last = kept.last?.feed ?? -1
    let findings = feeds.reduce(0) { $0 + $1.findings.count } - kept.count(where: \.isFinding)
    let changes = lines.dropFirst(count).count { $0.feed <= last && !$0.isFinding }
    let parts = [
      (feeds.count - last - 1, "more feed"), (changes, "more change"), (findings, "more finding"),
    ].filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
    guard !parts.isEmpty else { return nil }
    return "- … \(parts.joined(separator: ", "))" + (hint.map { ": \($0)" } ?? "")
  }
}

extension ReviewComment.Feed {
  /// The rank among the feeds of a comment: failures, findings, changes.
  fileprivate var rank: Int { state == .failed ? 0 : findings.isEmpty ? 2 : 1 }

  fileprivate var sortedFindings: [FindingReport.Entry] {
    FindingReport.severities.flatMap { severity in findings.filter { $0.severity == severity } }
  }

  fileprivate var title: String {
    let words: [ReviewComment.State: String] = [
      .failed: "could not be drawn", .added: "is new", .removed: "was removed",
    ]
    return [name.isEmpty ? "the page" : Markdown.code(name), words[state] ?? size]
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  fileprivate var linkText: String {
    link.map { " · [\(state == .changed ? "before and after" : "page")](\($0))" } ?? ""
  }

  /// The picture of the change on a line of its own, below the title.
  fileprivate var pictureText: String {
    guard let picture else { return "" }
    let image = "![Before and after the first change](\(picture))"
    return "\n\n  " + (link.map { "[\(image)](\($0))" } ?? image) + "\n"
  }

  /// The changes in one line, each with its first node, and the number of findings.
  fileprivate var summary: String {
    var parts: [String] = []
    var room = 280
    for change in changes {
      let full = [change.text, change.nodes.first?.text].compactMap(\.self).joined(separator: " ")
      guard let text = [full, change.text].first(where: { $0.utf16.count <= room }) else { break }
      room -= text.utf16.count
      parts.append(text)
    }
    let rest = changes.count - parts.count
    if rest > 0 { parts.append("\(rest) \(parts.isEmpty ? "changes" : "more")") }
    if !findings.isEmpty { parts.append(counted(findings.count, "finding")) }
    return parts.isEmpty ? "" : ": " + parts.joined(separator: "; ")
  }
}

extension FindingReport.Entry {
  /// A list item with severity, place, message, rule and owner.
  fileprivate var bullet: String {
    let place = path.map { path in position.map { "\(path):\($0.line):\($0.column)" } ?? path }
    let at = (place ?? node).map { " \(Markdown.code($0))" } ?? ""
    return "- \(severity.rawValue)\(at): \(Markdown.message(message))"
      + " (\(Markdown.code(rule.name))\(owner.map { ", \($0)" } ?? ""))"
  }
}
