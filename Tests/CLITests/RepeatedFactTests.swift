import Foundation
import Testing

/// A fact of a feed is one finding, although several rules see it.
@Suite("One finding for one fact") struct RepeatedFactTests {
  /// Returns the feed of a shop: a list of six items, a single item, and a last block.
  private static func feed(
    _ change: (inout String) -> Void = { _ in }, last: String? = nil
  ) -> String {
    let items = (1...6).map {
      #"{"name": "Lamp \#($0)", "detail": "Lamp of oak \#($0)", "pic": "https://example.com/\#($0).png", "link": "shop://\#($0)"}"#
    }
    let rows = items.joined(separator: ",\n")
    var text =
      #"{"rows": [{"type": "grid", "title": "Lamps", "items": [\#(rows)]}, {"type": "lead", "title": "Sale", "summary": "Two days only", "link": "shop://sale"}"#
    change(&text)
    return text + (last.map { ",\n\($0)" } ?? "") + "]}"
  }

  /// Returns the findings of a day in a project of the plain feed.
  private static func findings(
    of day: String, settings: String = "{}"
  ) throws -> [[String: Any]] {
    let scratch = try Scratch()
    try scratch.write(feed(), to: "feed.json")
    let made = try Program.run(["init"], folder: scratch.url)
    try #require(made.status == 0, "\(made.errors)")
    try scratch.write(settings, to: "rules.json")
    #expect(try Program.run(["check"], folder: scratch.url).status == 0)
    try scratch.write(day, to: "feed.json")
    let result = try Program.run(
      ["check", "--format", "json", "--config", "rules.json"], folder: scratch.url)
    return try CheckCommandTests.findings(result).filter { $0["isForeign"] == nil }
  }

  private static func rules(_ findings: [[String: Any]]) -> [String] {
    findings.compactMap { $0["rule"] as? String }
  }

  @Test(
    "a block that the client does not know is its finding only",
    arguments: [
      #"{"type": "quiz", "title": "A quiz"}"#, #"{"type": "quiz", "title": "A quiz", "items": []}"#,
      #"{"type": "quiz", "question": 4}"#,
    ])
  func unknownBlock(_ block: String) throws {
    let found = try Self.findings(of: Self.feed(last: block))
    #expect(
      Self.rules(found).filter { $0 != "empty-section" && $0 != "emptied-list" } == ["client"])
  }

  @Test("without a client, a block that the generic section refuses is an unknown block")
  func refusedBlock() throws {
    let scratch = try Scratch()
    try scratch.write(Self.feed(), to: "feed.json")
    let made = try Program.run(
      ["layouts", "new", "--from", "feed.json", "-o", "draft.json"], folder: scratch.url)
    #expect(made.status == 0)
    try scratch.write(Self.feed(last: #"{"type": "quiz", "question": 4}"#), to: "feed.json")
    let result = try Program.run(
      ["check", "feed.json", "--layout", "draft.json", "--format", "json"], folder: scratch.url)
    #expect(Self.rules(try CheckCommandTests.findings(result)) == ["unknown-block"])
  }

  @Test("a missing field of a client is one finding, with the help for the layout's path")
  func missingField() throws {
    let renamed = Self.feed { $0 = $0.replacingOccurrences(of: "summary", with: "sumary") }
    let found = try Self.findings(of: renamed)
    #expect(Self.rules(found) == ["client"], "\(found)")
    let help = (found.first?["help"] as? [String] ?? []).joined()
    #expect(help.contains("did you mean `sumary`?"), "\(help)")
    let set = try Self.findings(of: renamed, settings: #"{"rules": {"SE4010": "error"}}"#)
    #expect(Self.rules(set).sorted() == ["SE4010", "client"], "\(set)")
  }

  @Test("an emptied action, and an emptied picture, is one finding at its item")
  func emptied() throws {
    let action = try Self.findings(
      of: Self.feed { $0 = $0.replacingOccurrences(of: "shop://3", with: "") })
    #expect(Self.rules(action) == ["missing-action"], "\(action)")
    let path = (action.first?["location"] as? [String: Any])?["path"] as? String
    #expect(path == "$.rows[0].items[2].name")
    let picture = try Self.findings(
      of: Self.feed { $0 = $0.replacingOccurrences(of: "https://example.com/3.png", with: "") })
    #expect(Self.rules(picture) == ["empty-picture"], "\(picture)")
  }

  @Test("a finding replaces none that is more severe, and none about more items")
  func strongerFindings() throws {
    let unknown = Self.feed(last: #"{"type": "quiz", "title": "A quiz"}"#)
    let quiet = try Self.findings(of: unknown, settings: #"{"rules": {"client": "note"}}"#)
    #expect(Self.rules(quiet).sorted() == ["client", "unknown-block"], "\(quiet)")
    // One picture is empty, and another item has none.
    let fewer = try Self.findings(
      of: Self.feed {
        $0 = $0.replacingOccurrences(of: "https://example.com/3.png", with: "")
          .replacingOccurrences(of: #""pic": "https://example.com/4.png", "#, with: "")
      })
    #expect(Self.rules(fewer).sorted() == ["SE1029", "empty-picture"], "\(fewer)")
  }

  @Test("an action with another name than the layout's is the feed's, or else the path's")
  func renamedAction() throws {
    func findings(_ cards: String...) throws -> [[String: Any]] {
      let scratch = try Scratch()
      try scratch.write(#"{"cards": [\#(cards.joined(separator: ", "))]}"#, to: "feed.json")
      try scratch.write(
        """
        {"name": "cards", "version": 1, "identity": "occurrence",
         "sources": {"f": {"items": "$.cards", "element": {"code": "type"}}},
         "sections": {"A": {"generic": {"item": {"title": "title", "action": "link"}}}}}
        """, to: "layout.json")
      let result = try Program.run(
        ["check", "feed.json", "--layout", "layout.json", "--format", "json"], folder: scratch.url)
      return try CheckCommandTests.findings(result)
    }
    let good = #"{"type": "A", "title": "One", "link": "https://example.com/1"}"#
    let renamed = #"{"type": "A", "title": "Two", "lnk": "https://example.com/2"}"#
    let one = try findings(good, renamed).filter { $0["severity"] as? String == "warning" }
    #expect(Self.rules(one) == ["missing-action"] && one.first?["owner"] as? String == "feed")
    #expect(
      (one.first?["help"] as? [String])?.first?.contains("the layout reads it: `link`") == true)
    let all = try findings(renamed)
    #expect(Self.rules(all) == ["SE4010"] && all.first?["owner"] as? String == "layout", "\(all)")
  }

  @Test("items with other pictures are not the same item")
  func pictures() throws {
    func findings(_ picture: String) throws -> [String] {
      let scratch = try Scratch()
      try scratch.write(
        """
        {"rows": [{"type": "a", "items": [
          {"pic": "https://example.com/1.png", "link": "app://show"},
          {"pic": "https://example.com/\(picture).png", "link": "app://show"}]}]}
        """, to: "feed.json")
      let result = try Program.run(
        ["check", "feed.json", "--rule", "duplicate-id", "--format", "json"], folder: scratch.url)
      return Self.rules(try CheckCommandTests.findings(result))
    }
    #expect(try findings("2").isEmpty)
    #expect(try findings("1") == ["duplicate-id"])
  }

  @Test("a colour of the layout is one finding for the page, whatever sections use it")
  func color() throws {
    let scratch = try Scratch()
    try scratch.write(Self.feed(), to: "feed.json")
    try scratch.write(
      """
      {"name": "shop", "version": 1, "identity": "occurrence",
       "sources": {"f": {"items": "$.rows", "element": {"code": "type"}}},
       "appearance": {"light": {"page": "#ffffff", "text": "#cccccc", "secondary": "#222222"},
         "dark": {"page": "#000000", "text": "#eeeeee", "secondary": "#dddddd"}},
       "sections": {"grid": {"generic": {"title": "title"}}, "lead": {"generic": {"title": "title"}}}}
      """, to: "layout.json")
    let result = try Program.run(
      ["check", "feed.json", "--layout", "layout.json", "--rule", "contrast", "--format", "json"],
      folder: scratch.url)
    let found = try CheckCommandTests.findings(result)
    #expect(found.count == 1 && found.first?["owner"] as? String == "layout", "\(found)")
    #expect(
      (found.first?["notes"] as? [String])?.contains { $0.hasSuffix(" more like it") } == true)
    let known = ["check", "feed.json", "--layout", "layout.json", "--rule", "contrast"]
    let written = try Program.run(known + ["--write-baseline", "known.json"], folder: scratch.url)
    #expect(written.status == 0, "\(written.errors)")
    // Another section is the first one with the colour.
    let swapped = Self.feed { $0 = $0.replacingOccurrences(of: #""title": "Lamps","#, with: "") }
    try scratch.write(swapped, to: "feed.json")
    let checked = try Program.run(known + ["--baseline", "known.json"], folder: scratch.url)
    #expect(checked.text == "no findings in 2 sections; 1 known\n", "\(checked.text)")
  }

  @Test("members that the same items lack are one entry of the report")
  func otherShape() throws {
    let scratch = try Scratch()
    try scratch.write(
      """
      {"rows": [
        {"type": "rail", "items": [{"title": "A", "pic": "a.png"}, {"title": "B", "pic": "b.png"}]},
        {"type": "rail", "items": [
          {"title": "C", "detail": "In May", "note": "By boat", "pic": "c.png"}]}]}
      """, to: "feed.json")
    try scratch.write(
      """
      {"name": "rails", "version": 1, "identity": "occurrence",
       "sources": {"f": {"items": "$.rows", "element": {"code": "type"}}},
       "sections": {"rail": {"generic": {"items": "items",
         "item": {"title": "title", "detail": "detail", "image": "pic", "texts": ["note"]}}}}}
      """, to: "layout.json")
    let result = try Program.run(
      ["check", "feed.json", "--layout", "layout.json"], folder: scratch.url)
    #expect(result.lines.count { $0.hasPrefix("note[SE1029]") } == 1, "\(result.text)")
    #expect(result.text.contains("1 more like it: `note`"), "\(result.text)")
    #expect(result.text.contains("2 notes in 2 sections"), "\(result.text)")
  }
}
