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
    #expect(path == "$.rows[0].items[2].link")
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

  @Test(
    "a block without the object or list that is read is one finding of the feed",
    arguments: [
      (#""payload": null"#, "it is null"), (#""other": 1"#, "it is not here"),
      (#""payload": 4"#, "it is the number 4"), (#""payload": []"#, ""),
    ])
  func lostObject(_ member: String, _ label: String) throws {
    let whole =
      #"{"type": "guides", "payload": {"head": "Guides", "parts": [{"name": "Ghent", "link": "app://g/1"}, {"name": "The Alps", "link": "app://g/2"}]}}"#
    let first = #"{"type": "lead", "title": "Sale", "link": "shop://sale"}"#
    let scratch = try Scratch()
    try scratch.write(#"{"rows": [\#(first), \#(whole)]}"#, to: "feed.json")
    let made = try Program.run(["init"], folder: scratch.url)
    try #require(made.status == 0, "\(made.errors)")
    try scratch.write(
      #"{"rows": [\#(first), {"type": "guides", \#(member)}]}"#, to: "feed.json")
    func found(_ options: String...) throws -> [[String: Any]] {
      try CheckCommandTests.findings(
        try Program.run(["check", "--format", "json"] + options, folder: scratch.url))
    }
    let project = try found()
    #expect(Self.rules(project) == ["client"], "\(project)")
    if !label.isEmpty { #expect(project.first?["label"] as? String == label) }
    // Without a client, the refusal is the finding, and the feed's.
    let alone = try found("feed.json", "--layout", "feed-layout.json", "--no-project")
    #expect(Self.rules(alone) == ["SE3003"], "\(alone)")
    #expect(alone.first?["owner"] as? String == "feed")
  }

  @Test("a source that is refused is one error, without the fields and the place that it lacks")
  func refusedSource() throws {
    let scratch = try Scratch()
    try scratch.write(
      """
      {"name": "two", "version": 1,
       "sources": {
         "a": {"primary": true, "items": "$.data", "whenEmpty": "hide",
           "envelope": {"success": {"path": "$.code", "equals": 0}},
           "block": {"code": "pair", "combine": {"part": "a"}}},
         "b": {"items": "$.data", "whenEmpty": "hide",
           "envelope": {"success": {"path": "$.code", "equals": 0}},
           "block": {"code": "pair", "combine": {"part": "2b"}}}},
       "sections": {"pair": {"generic": {"title": "a.title", "texts": ["2b.title", "2b.note"]}}}}
      """, to: "two.json")
    try scratch.write(
      """
      {"client": "now", "unknown": "skip", "blocks": [{"blockCode": "pair",
        "fields": ["$.a.title", "$['2b'].title", "$['2b'].note"]}]}
      """, to: "now.client.json")
    try scratch.write(#"{"code": 0, "data": {"title": "Boats"}}"#, to: "a.json")
    let check = [
      "check", "--layout", "two.json", "--source", "a=a.json", "--source", "b=b.json", "--client",
      "now.client.json", "--format", "json",
    ]
    for reply in [#"{"code": 7}"#, #"{"code": 0, "data": 4}"#, #"{"code": "#] {
      try scratch.write(reply, to: "b.json")
      let found = try CheckCommandTests.findings(try Program.run(check, folder: scratch.url))
        .filter { $0["severity"] as? String != "note" && $0["owner"] as? String == "feed" }
      #expect(found.count == 1 && found.first?["severity"] as? String == "error", "\(found)")
    }
    try scratch.write(#"{"code": 0, "data": {"title": "Tides"}}"#, to: "b.json")
    let field = try CheckCommandTests.findings(try Program.run(check, folder: scratch.url))
    #expect(Self.rules(field) == ["client"], "\(field)")
  }

  @Test(
    "a renamed key of the codes is one fact with the number and the new key, also as JSON",
    arguments: [
      ("kind", "did you mean `kind`?"), ("moduleType", "did you mean `moduleType`?"), ("", nil),
    ])
  func renamedCode(_ key: String, _ help: String?) throws {
    let scratch = try Scratch()
    try scratch.write(Self.feed(), to: "feed.json")
    try #require(try Program.run(["init"], folder: scratch.url).status == 0)
    func renamed(_ code: String) -> String {
      key.isEmpty ? "" : #""\#(key)": "\#(code)", "#
    }
    try scratch.write(
      Self.feed {
        $0 = $0.replacingOccurrences(of: #""type": "grid", "#, with: renamed("grid"))
          .replacingOccurrences(of: #""type": "lead", "#, with: renamed("lead"))
      }, to: "feed.json")
    let text = try Program.run(["check"], folder: scratch.url)
    #expect(text.status == 2 && text.errors.contains("2 blocks have no `type`"), "\(text.errors)")
    #expect(text.errors.components(separatedBy: "SE1014").count == 2, "\(text.errors)")
    #expect(text.errors.contains("did you mean") == (help != nil))
    if let help { #expect(text.errors.contains(help), "\(text.errors)") }
    let json = try Program.run(["check", "--format", "json"], folder: scratch.url)
    let root = try JSONSerialization.jsonObject(with: json.output) as? [String: Any]
    let feed = (root?["feeds"] as? [[String: Any]])?.first
    let failure = feed?["failure"] as? [String]
    #expect(json.status == 2 && failure?.first == "2 blocks have no `type`", "\(json.text)")
    #expect(feed?["name"] as? String == "home" || feed?["name"] is String)
  }

  @Test("a finding about a tap or a name is at the value that it is about")
  func places() throws {
    func place(_ change: (inout String) -> Void, _ rule: String) throws -> [String: Any] {
      let found = try Self.findings(of: Self.feed(change))
        .filter { $0["severity"] as? String == "warning" }
      #expect(found.count == 1 && found.first?["rule"] as? String == rule, "\(found)")
      return try #require(found.first?["location"] as? [String: Any])
    }
    let tap = try place(
      { $0 = $0.replacingOccurrences(of: "shop://3", with: "shop://3 b") }, "malformed-action")
    #expect(tap["path"] as? String == "$.rows[0].items[2].link")
    let name = try place(
      {
        $0 = $0.replacingOccurrences(of: #""Lamp 3""#, with: #""""#)
          .replacingOccurrences(of: #""detail": "Lamp of oak 3", "#, with: "")
      }, "unnamed-control")
    #expect((name["path"] as? String)?.hasPrefix("$.rows[0].items[2]") == true, "\(name)")
  }

  @Test("a member that only some items have on the first day is no finding when all lack it")
  func optionalMember() throws {
    let scratch = try Scratch()
    let old = #", "was": "€9""#
    func feed(_ was: String) -> String {
      #"""
      {"rows": [{"type": "rail", "title": "New", "items": [
        {"name": "Lamp", "link": "app://1", "price": "€7"\#(was)},
        {"name": "Desk", "link": "app://2", "price": "€8"}]}, {"type": "lead", "title": "Sale"}]}
      """#
    }
    try scratch.write(feed(old), to: "feed.json")
    try #require(try Program.run(["init"], folder: scratch.url).status == 0)
    try scratch.write(feed(""), to: "feed.json")
    let later = try Program.run(["check", "--format", "json"], folder: scratch.url)
    #expect(later.status == 0, "\(later.text)")
    try scratch.write(feed("").replacingOccurrences(of: "price", with: "cost"), to: "feed.json")
    #expect(try Program.run(["check"], folder: scratch.url).status == 1)
  }

  @Test("items without a name in one of two sections are the feed's")
  func namelessSection() throws {
    let scratch = try Scratch()
    func feed(_ key: String) -> String {
      func rail(_ title: String, _ key: String) -> String {
        #"{"type": "rail", "title": "\#(title)", "items": [{"\#(key)": "Lamp", "pic": "https://example.com/1.png", "link": "app://1"}, {"\#(key)": "Desk", "pic": "https://example.com/2.png", "link": "app://2"}]}"#
      }
      return "{\"rows\": [\(rail("New", "name")),\n\(rail("Sale", key))]}"
    }
    try scratch.write(feed("name"), to: "feed.json")
    try #require(try Program.run(["init"], folder: scratch.url).status == 0)
    try scratch.write(feed("title2"), to: "feed.json")
    let result = try Program.run(["check", "--format", "json"], folder: scratch.url)
    let found = try CheckCommandTests.findings(result).filter { $0["isForeign"] == nil }
    #expect(result.status == 1, "\(found)")
    #expect(found.allSatisfy { $0["owner"] as? String == "feed" }, "\(found)")
    let paths = found.compactMap { ($0["location"] as? [String: Any])?["path"] as? String }
    #expect(paths.allSatisfy { $0.hasPrefix("$.rows[1].items[") }, "\(paths)")
  }

  @Test("an item that is not drawn, and a value of another type, is one finding beside a plugin")
  func factsOfPlugins() throws {
    let scratch = try Scratch()
    /// Copies samples of a layout. The first one is changed.
    func write(_ layout: String, _ files: [String], _ old: String, _ new: String) throws {
      let samples = Program.repository.appendingPathComponent("Layouts/samples/\(layout)")
      for file in files {
        let text = try String(
          contentsOf: samples.appendingPathComponent("\(file).json"), encoding: .utf8)
        let place = try #require(text.range(of: file == files[0] ? old : "{"))
        let changed = file == files[0] ? text.replacingCharacters(in: place, with: new) : text
        try scratch.write(
          changed, to: "\(layout)/\(file == "list-0" ? "list" : file).json")
      }
    }
    func found(_ layout: String) throws -> [[String: Any]] {
      let result = try Program.run(
        ["check", layout, "--layout", layout, "--format", "json"], folder: scratch.url)
      return try CheckCommandTests.findings(result).filter {
        $0["severity"] as? String != "note"
      }
    }
    // The provider warns, and the feed is joined by an identity.
    try write(
      "wanandroid-home", ["list-0", "banner", "top"], #""datas": ["#, #""datas": [null, "#)
    #expect(Self.rules(try found("wanandroid-home")) == ["SE1028"])
    try write(
      "netease-home", ["blocks", "menus"],
      #"{ "title": "Paper Lanterns: slow mornings with tea" }"#,
      #"{ "title": 5 }"#)
    #expect(Self.rules(try found("netease-home")) == ["incomplete-item"])
  }
}
