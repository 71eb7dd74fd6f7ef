import Foundation
import Support
import Testing

@testable import LayoutReview

@Suite("Comments on pull requests") struct ReviewCommentTests {
  private static func finding(
    _ index: Int, _ severity: Diagnostic.Severity = .warning, message: String? = nil,
    file: String = "feeds/home.json"
  ) -> FindingReport.Entry {
    FindingReport.Entry(
      severity: severity, rule: TestReports.rules[0], message: message ?? "fault \(index)",
      file: file, position: (index + 1, 3), tests: [], fingerprint: "\(index)", owner: "feed")
  }

  /// Returns a feed with this number of changed sections, each with one changed text, and findings.
  private static func feed(
    _ name: String, changes: Int = 0, findings: Int = 0, text: String = "Tea", link: String? = nil
  ) -> ReviewComment.Feed {
    var feed = ReviewComment.Feed(name: name, state: changes > 0 ? .changed : .same)
    feed.sections = changes
    feed.size = changes > 0 ? "414 x 480" : ""
    feed.changes = (0..<changes).map { index in
      ReviewComment.Change(
        text: "~ \(Markdown.code("RAIL_\(index)"))",
        nodes: [(0, "card[0]: \"Bread\" -> \"\(Markdown.plain(text))\"")])
    }
    feed.findings = (0..<findings).map { finding($0, message: text) }
    feed.link = link
    return feed
  }

  private static func comment(_ feeds: [ReviewComment.Feed], hint: String? = nil) -> String {
    ReviewComment(
      ReviewComment.verdict(on: feeds, isCompared: true), feeds, hint: hint
    ).markdown(marker: ReviewComment.marker)
  }

  @Test("the first line is the verdict, and the only one if nothing changed")
  func verdict() {
    let quiet = (1...11).map { Self.feed("feed\($0)") }
    #expect(Self.comment(quiet) == "nothing changed in 11 feeds \(ReviewComment.marker)\n")
    let text = Self.comment(quiet + [Self.feed("home", changes: 2, findings: 1)])
    #expect(
      text.hasPrefix(
        "2 sections changed, 1 new finding in `home`; 11 feeds as before \(ReviewComment.marker)\n\n"
      ))
    func verdict(_ feeds: [ReviewComment.Feed], isCompared: Bool = true) -> String {
      ReviewComment.verdict(on: feeds, isCompared: isCompared)
    }
    #expect(verdict(quiet, isCompared: false) == "no findings in 11 feeds")
    #expect(
      verdict([Self.feed("a", findings: 2), Self.feed("b")], isCompared: false)
        == "2 findings in `a`; 1 feed without findings")
    let lost = ReviewComment.Feed(name: "lost", state: .failed, findings: [Self.finding(0)])
    #expect(
      verdict([lost, Self.feed("b")]) == "1 feed could not be drawn: `lost`; 1 feed as before")
    let all: [ReviewComment.State] = [.failed, .added, .removed, .changed]
    #expect(
      verdict(all.map { .init(name: "a\($0)", state: $0) })
        == "1 page changed, 1 feed added, 1 feed removed, 1 feed could not be drawn in 4 feeds")
  }

  @Test("one changed feed has each cause, each finding with its line, and a link")
  func oneFeed() {
    let feed = Self.feed(
      "home", changes: 2, findings: 1, link: "https://example.com/home/page.diff.html")
    #expect(
      Self.comment([feed, Self.feed("news")]).split(separator: "\n").dropFirst() == [
        "- `home` 414 x 480 · [before and after](https://example.com/home/page.diff.html)",
        "  - ~ `RAIL_0`", "    - card[0]: \"Bread\" -> \"Tea\"",
        "  - ~ `RAIL_1`", "    - card[0]: \"Bread\" -> \"Tea\"",
        "  - warning `feeds/home.json:1:3`: Tea (`a-rule`, feed)",
      ])
  }

  @Test("forty changed feeds have one line each, as many as fit, and the rest is counted")
  func manyFeeds() throws {
    let feeds = (1...40).map { Self.feed("feed\($0)", changes: 3) }
    let lines = Self.comment(feeds).split(separator: "\n")
    #expect(lines[0].hasPrefix("120 sections changed in 40 feeds <!--"))
    #expect(lines.count == 13 && lines[12] == "- … 29 more feeds")
    #expect(
      lines[1]
        == "- `feed1` 414 x 480: ~ `RAIL_0` card[0]: \"Bread\" -> \"Tea\"; "
        + "~ `RAIL_1` card[0]: \"Bread\" -> \"Tea\"; ~ `RAIL_2` card[0]: \"Bread\" -> \"Tea\"")
    // A feed with a finding comes before the others.
    let found = Self.comment(feeds + [Self.feed("late", findings: 1)]).split(separator: "\n")
    #expect(found[1].hasPrefix("- `late`: 1 finding") && found[2].hasPrefix("  - warning `feeds"))
    #expect(found.count == 13 && found[12] == "- … 31 more feeds")
  }

  @Test("findings share the lines, the gravest first, and the rest is counted")
  func manyFindings() throws {
    var home = Self.feed("home", findings: 298)
    home.findings += [Self.finding(298, .error), Self.finding(299, .error)]
    let lines = Self.comment([home, Self.feed("news", changes: 1, findings: 3)])
      .split(separator: "\n")
    #expect(lines[0].hasPrefix("1 section changed, 303 new findings in `home`, `news` "))
    #expect(lines.count == 13)
    #expect(lines[1] == "- `home`: 300 findings" && lines[2].hasPrefix("  - error `feeds/home"))
    #expect(lines[3].hasPrefix("  - error") && lines[4].hasPrefix("  - warning"))
    #expect(lines.contains { $0.hasPrefix("- `news` 414 x 480: ~ `RAIL_0`") })
    #expect(lines[12] == "- … 294 more findings")
  }

  @Test(
    "no comment has more than 12 lines after the first or 4000 characters, whatever it is about",
    arguments: TestReports.texts + [
      String(repeating: "👨‍👩‍👧‍👦", count: 400), String(repeating: "`|", count: 2_000),
      String(repeating: "@team ", count: 300), "<script>alert(1)</script>", "- x\n# y\n> z",
    ])
  func limits(_ text: String) throws {
    for (feeds, changes, findings) in [
      (1, 1, 0), (1, 12, 0), (1, 0, 300), (2, 1, 5), (12, 1, 0), (13, 2, 1), (40, 30, 300),
    ] {
      let all = (0..<feeds).map { index in
        var feed = Self.feed(
          "\(text)\(index)", changes: changes, findings: findings, text: text,
          link: "https://example.com/\(String(repeating: "x", count: 260))/\(index)")
        feed.findings.append(Self.finding(0, message: text, file: "\(text).json"))
        return feed
      }
      let comment = Self.comment(all, hint: "[all](https://example.com/index.html)")
      let lines = comment.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(comment.utf16.count <= 4_000, "\(comment.utf16.count)")
      #expect(lines.count <= 15, "\(lines.count)")
      #expect(comment.hasSuffix("\n") && lines[0].hasSuffix(ReviewComment.marker))
      // Every line after the second is a list item of the comment, not one of a text.
      for line in lines.dropFirst(2) where !line.isEmpty {
        #expect(line.drop { $0 == " " }.hasPrefix("- "), "\(line)")
      }
      let outside = comment.split(separator: "`", omittingEmptySubsequences: false)
        .enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
      #expect(comment.count { $0 == "`" } % 2 == 0)
      for part in outside {
        let own = part.replacingOccurrences(of: ReviewComment.marker, with: "")
        #expect(!own.contains("@team") && !own.contains("|") && !own.contains("<"), "\(own)")
      }
      // Each feed and each finding is on a line or counted.
      let shown = lines.count { $0.hasPrefix("- ") && !$0.hasPrefix("- … ") }
      let more = comment.firstMatch(of: /(\d+) more feed/).flatMap { Int($0.1) } ?? 0
      #expect(shown + more == feeds, "\(comment)")
    }
  }

  @Test("diff and check write the blocks of the comment")
  func sameBlocks() throws {
    let old = PageDiffTests.rails(3)
    var new = old
    new.sections[1] = TestDump.rail("S1", height: 262)
    new.stack()
    let diff = PageDiffTests.diff(old, new)
    let block = ReviewComment.Feed(name: "home", diff: diff)
    #expect(block.state == .changed && block.sections == 1 && !block.changes.isEmpty)
    let report = TestReports.report(3)
    let comment = Self.comment([block]) + "\n" + String(decoding: report.markdown, as: UTF8.self)
    for change in block.changes {
      #expect(DiffMarkdown.text(of: diff).contains("- \(change.text)"))
    }
    #expect(comment.contains("- error") && comment.contains("- warning"))
  }
}
