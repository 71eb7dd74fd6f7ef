import Foundation
import Testing

/// Feeds under the drafts of their layouts, as `layouts new` writes them.
@Suite("Feeds under their drafts") struct DraftedFeedTests {
  struct Document: Sendable, CustomStringConvertible {
    var name: String
    var text: String
    var description: String { name }
  }

  /// Twelve feeds of different shapes: news, mall, music, services in Chinese, Arabic and Hebrew,
  /// emoji, nested objects, a tree of components, short lists, articles, articles whose pictures and
  /// pages have one key, and restaurants whose links are in an object of their own.
  static let feeds: [Document] = {
    let folder = Program.repository.appendingPathComponent("Tests/Shapes/drafts")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().map { name in
      let url = folder.appendingPathComponent(name)
      return Document(name: name, text: (try? String(contentsOf: url, encoding: .utf8)) ?? "")
    }
  }()

  static let all = feeds + ShapeTests.shapes.map { Document(name: $0.name, text: $0.document) }

  @Test("the page under a draft is the page that the inference draws", arguments: all)
  func page(_ feed: Document) throws {
    let scratch = try Scratch()
    try Self.draft(feed, in: scratch)
    let pages = try [[], ["--layout", "draft.json"]].map { layout in
      let page = try Program.run(["dump", "feed.json"] + layout, folder: scratch.url)
      #expect(page.status == 0, "\(page.errors)")
      return Self.withoutNames(page.text)
    }
    #expect(pages[0].count > 2)
    #expect(pages[1] == pages[0], "\(pages[1].joined(separator: "\n"))")
  }

  @Test(
    "check finds nothing in a feed under its draft but members that items lack", arguments: feeds)
  func check(_ feed: Document) throws {
    #expect(Self.feeds.count == 12)
    let scratch = try Scratch()
    try Self.draft(feed, in: scratch)
    let checked = try Program.run(
      ["check", "feed.json", "--layout", "draft.json"], folder: scratch.url)
    #expect(checked.status == 0, "\(checked.text)")
    let findings = checked.lines.filter { $0.contains("[SE") }
    #expect(findings.allSatisfy { $0.hasPrefix("note[SE1029]") }, "\(checked.text)")
  }

  static let bundled: [String] = {
    let folder = Program.repository.appendingPathComponent("Layouts")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".json") && !$0.contains("schema") }.sorted()
      .map { String($0.dropLast(5)) }
  }()

  @Test("check has notes about texts at most in the bundled samples, in any folder")
  func samples() throws {
    #expect(Self.bundled.count == 6)
    for layout in Self.bundled {
      for folder in [Program.repository, nil] {
        let checked = try Program.run(
          ["check", "--sample", "--layout", layout, "--limit", "0"], folder: folder)
        #expect(checked.status == 0 && checked.errors.isEmpty, "\(layout): \(checked.errors)")
        let findings = checked.lines.filter { $0.contains("[SE") }
        #expect(
          findings.allSatisfy { $0.hasPrefix("note[SE2103]") }, "\(layout): \(checked.text)")
      }
    }
  }

  @Test("a layout without the path of an action is accused, not the feed")
  func action() throws {
    let scratch = try Scratch()
    try scratch.write(
      """
      {"cards": [{"type": "A", "title": "Sale", "action": {"type": "open", "screen": "Products"}},
        {"type": "B", "title": "News", "link": "https://example.com/news"},
        {"type": "C", "title": "Nothing to tap"}]}
      """, to: "feed.json")
    let section = #"{ "generic": { "item": { "title": "title" } } }"#
    try scratch.write(
      """
      {"name": "cards", "version": 1, "identity": "occurrence",
       "sources": {"f": {"items": "$.cards", "element": {"code": "type"}}},
       "sections": {"A": \(section), "B": \(section), "C": \(section)}}
      """, to: "layout.json")
    let checked = try Program.run(
      ["check", "feed.json", "--layout", "layout.json"], folder: scratch.url)
    #expect(checked.status == 1)
    for (code, path) in [("A", "action.screen"), ("B", "link")] {
      #expect(checked.text.contains("card[0] does nothing, although its item has `\(path)`"))
      #expect(
        checked.text.contains(
          "write `\"action\": \"\(path)\"` into `sections.\(code).generic.item` of the layout"))
    }
    #expect(checked.text.contains("2 warnings in 3 sections: missing-action 2"), "\(checked.text)")
    try Self.draft(Document(name: "cards", text: ""), in: scratch)
    let drafted = try Program.run(
      ["check", "feed.json", "--layout", "draft.json"], folder: scratch.url)
    #expect(drafted.status == 0, "\(drafted.text)")
  }

  @Test(
    "a list that is empty on a day is a finding about the feed, and the page has no placeholder")
  func emptyList() throws {
    let scratch = try Scratch()
    let groups =
      #"{"groups": [{"group": "a", "rows": [{"title": "Language", "to": "app://l"}]},"#
      + #"{"group": "b", "rows": []}]}"#
    try Self.draft(Document(name: "settings", text: groups), in: scratch)
    let dump = try Program.run(
      ["dump", "feed.json", "--layout", "draft.json"], folder: scratch.url)
    #expect(!dump.text.contains("placeholder"), "\(dump.text)")
    let checked = try Program.run(
      ["check", "feed.json", "--layout", "draft.json"], folder: scratch.url)
    #expect(checked.text.contains("warning[SE2112]: section shows nothing"), "\(checked.text)")
    #expect(checked.text.contains("1 warning in 2 sections: empty-section 1; feed 1"))
  }

  @Test("in a tree, an address in a picture's object is no action, and the picture of no page")
  func picturesInTrees() throws {
    let dump = try Self.draftedDump(of: "pages.json")
    let (pictures, actions) = (
      dump.lines.filter { $0.contains(" image @") }, dump.lines.filter { $0.contains(" action=") }
    )
    #expect(pictures.count == 6 && actions.count == 6, "\(dump.text)")
    #expect(actions.allSatisfy { $0.contains("action=https://example.com/a") }, "\(actions)")
  }

  @Test("in a tree, a link in an object without content opens what is around it")
  func linksInTrees() throws {
    let dump = try Self.draftedDump(of: "restaurants.json")
    for number in 1...2 {
      #expect(dump.text.contains(" action=https://example.com/r/\(number) "), "\(dump.text)")
    }
  }

  /// Returns the dump of a feed of `feeds` under its draft.
  private static func draftedDump(of name: String) throws -> Program.Result {
    let scratch = try Scratch()
    try draft(try #require(feeds.first { $0.name == name }), in: scratch)
    return try Program.run(["dump", "feed.json", "--layout", "draft.json"], folder: scratch.url)
  }

  /// Writes the feed, unless it has no text, and its draft.
  private static func draft(_ feed: Document, in scratch: Scratch) throws {
    if !feed.text.isEmpty { try scratch.write(feed.text, to: "feed.json") }
    let made = try Program.run(
      ["layouts", "new", "--from", "feed.json", "-o", "draft.json"], folder: scratch.url)
    #expect(made.status == 0, "\(made.errors)")
  }

  /// Returns the lines of a dump without the names of feed and layout, and without the notes that an
  /// inferred section is drawn for an unknown code.
  private static func withoutNames(_ dump: String) -> [String] {
    dump.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      String(line).replacing(/^feed \S+/, with: "feed").replacing(/\ layout=\S+/, with: "")
        .replacing(/\ fallback="[^"]*"/, with: "").replacing(/\ SE3002\b/, with: "")
    }
  }
}
