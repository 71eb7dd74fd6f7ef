import Foundation
import TestConditions
import TestTools
import Testing

/// Items and members of a feed that its page lacks, as `render`, `check`, `batch` and `diff` report
/// them.
@Suite("Items that the page lacks") struct LeftOutItemsTests {
  /// - Parameter item: The members of `generic.item`.
  static func layout(
    title: String = #""title""#, items: String = "items", item: String = #""title": "name""#,
    source: String = #""items": "$.c", "element": {"code": "type"}"#
  ) -> String {
    """
    {"name": "shop", "version": 1, "identity": "occurrence",
     "sources": {"feed": {\(source)}},
     "sections": {"A": {"generic": {"title": \(title), "items": "\(items)", "item": {\(item)}}}}}
    """
  }

  static func feed(_ items: String..., more: String = "") -> String {
    "{\"c\": [{\"type\": \"A\", \"title\": \"Shelf\",\n\"items\": [\n\(items.joined(separator: ",\n"))]\(more)}]}"
  }

  private func run(
    _ words: [String], _ feed: String, layout: String = layout()
  ) throws -> Program.Result {
    let scratch = try Scratch()
    try scratch.write(feed, to: "feed.json")
    try scratch.write(layout, to: "layout.json")
    let inputs = ["feed.json", "--layout", "layout.json"]
    return try Program.run([words[0]] + inputs + words.dropFirst(), folder: scratch.url)
  }

  // MARK: Items

  static let lunch = #"{"id": 1, "name": "Lunch box"}"#
  static let bottle = #"{"id": 3, "name": "Bottle"}"#

  /// A feed, the message, and the line of the finding.
  static let losses: [(String, String, Int)] = [
    (
      feed(lunch, #"{"id": 2, "nme": "Bag"}"#, bottle),
      "2 of 3 items are drawn: items[1] has no `name`", 4
    ),
    (
      feed(lunch, #"{"id": 2, "name": null}"#, bottle),
      "2 of 3 items are drawn: items[1] has no `name`", 4
    ),
    (
      feed(lunch, #"{"id": 2, "name": ""}"#, bottle),
      "2 of 3 items are drawn: items[1] has no `name`", 4
    ),
    (
      feed(lunch, #"{"id": 2, "name": ["Bag"]}"#, bottle),
      "2 of 3 items are drawn: items[1] has no `name`", 4
    ),
    (
      feed(lunch, bottle, #"{"id": 2, "nme": "Bag"}"#),
      "2 of 3 items are drawn: items[2] has no `name`", 5
    ),
    (feed(#"{"nme": "包"}"#, lunch), "1 of 2 items is drawn: items[0] has no `name`", 3),
    (feed(lunch, "null", bottle), "2 of 3 items are drawn: items[1] is null", 4),
    (feed(lunch, "{}", bottle), "2 of 3 items are drawn: items[1] is an empty object", 4),
    (feed(lunch, "7", bottle), "2 of 3 items are drawn: items[1] is the number 7", 4),
    (
      feed(#"{"nme": "😀"}"#, #"{"nme": "b"}"#),
      "0 of 2 items are drawn: items[0], items[1] have no `name`", 3
    ),
    (
      feed(
        lunch, #"{"id": 2, "x": "a"}"#, #"{"id": 4, "x": "b"}"#, #"{"id": 5, "x": "c"}"#, bottle),
      "2 of 5 items are drawn", 4
    ),
  ]

  @Test("an item without the value of the others is a warning and a finding", arguments: losses)
  func lost(_ feed: String, _ message: String, _ line: Int) throws {
    let page = try run(["render"], feed)
    #expect(
      page.status == 0 && page.errors.contains("warning[SE1028]: \(message)\n"), "\(page.errors)")
    #expect(page.errors.contains("feed.json:\(line):"), "\(page.errors)")
    #expect(page.errors.ranges(of: "SE1028").count == 1 && !page.errors.contains("SE1029"))
    #expect(try run(["render", "--strict"], feed).status == 1)
    for format in ["full", "json", "sarif"] {
      let check = try run(["check", "--format", format], feed)
      #expect(check.status == 1 && check.text.contains("SE1028"), "\(check.text)")
    }
  }

  @Test("three items are named in a note, and a second list in another")
  func many() throws {
    let items = (0..<9).map { $0 % 2 == 0 ? #"{"name": "N\#($0)"}"# : #"{"nm": "N\#($0)"}"# }
    let lost = try run(["render"], Self.feed(items.joined(separator: ",")))
    #expect(lost.errors.contains("5 of 9 items are drawn"), "\(lost.errors)")
    #expect(
      lost.errors.contains("left out: items[1], items[3], items[5], items[7]"), "\(lost.errors)")
  }

  static let intended: [String] = [
    feed(lunch, bottle),
    feed(lunch, #"{"type": "divider"}"#, bottle),
    feed(
      #"{"type": "card", "name": "a"}"#, #"{"type": "ad", "banner": 1}"#,
      #"{"type": "card", "name": "b"}"#),
    feed(lunch, #"{"id": 2, "visible": false}"#, bottle),
    feed(lunch, #"{"id": 2, "hidden": true}"#, bottle),
    feed(lunch, #"{"id": 2, "is_hidden": 0, "name": "x"}"#, bottle),
    feed(#"{"card": {"name": "a"}}"#, #"{"gap": {"height": 3}}"#, #"{"card": {"name": "b"}}"#),
    feed(
      #"{"id": 1, "image": "https://x.example/a.png"}"#,
      #"{"id": 2, "image": "https://x.example/b.png"}"#),
    feed(),
    #"{"c": []}"#,
  ]

  @Test("items that differ on purpose, and whole lists, are not reported", arguments: intended)
  func quiet(_ feed: String) throws {
    for layout in [Self.layout(), Self.layout(item: #""title": "name", "image": "image""#)] {
      let page = try run(["render"], feed, layout: layout)
      #expect(!page.errors.contains("SE1028"), "\(feed) \(page.errors)")
    }
  }

  @Test("an item with a picture only is drawn, and its missing title is a note")
  func pictures() throws {
    let feed = Self.feed(Self.lunch, #"{"id": 2, "img": "https://x.example/b.png"}"#, Self.bottle)
    let layout = Self.layout(item: #""title": "name", "image": "img""#)
    let page = try run(["render"], feed, layout: layout)
    #expect(!page.errors.contains("SE1028"), "\(page.errors)")
    #expect(page.errors.contains("note[SE1029]: 1 of 3 items has no `name`\n"), "\(page.errors)")
  }

  // MARK: Members

  static let some = feed(
    #"{"name": "a", "sub": "x"}"#, #"{"name": "b"}"#, #"{"name": "c", "sub": null}"#,
    #"{"type": "divider"}"#, #"{"name": "d", "hidden": true}"#)

  @Test("a member that only some items have is a note, and a warning if it is required")
  func members() throws {
    let members = [
      (#""sub""#, "note"), (#"{"path": "sub"}"#, "note"),
      (#"{"path": "sub", "required": true}"#, "warning"),
    ]
    for (path, severity) in members {
      let layout = Self.layout(item: #""title": "name", "detail": \#(path)"#)
      let page = try run(["render"], Self.some, layout: layout)
      #expect(
        page.errors.contains("\(severity)[SE1029]: 2 of 5 items have no `sub`\n"), "\(page.errors)")
      #expect(page.errors.contains("feed.json:4:1"), "\(page.errors)")
      #expect(page.text.contains("x"))
      let check = try run(["check", "--rule", "SE1029"], Self.some, layout: layout)
      #expect(
        check.status == (severity == "note" ? 0 : 1) && check.text.contains("SE1029"),
        "\(check.text)")
    }
  }

  @Test("a key that is renamed in all items is a warning, also if a usual name is found instead")
  func renamed() throws {
    let items = #"{"title": "a", "sub": "Fresh bread"}"#
    let layout = Self.layout(item: #""title": "name", "detail": "subtitle""#)
    let page = try run(["render"], Self.feed(items, items), layout: layout)
    for path in ["name", "subtitle"] {
      #expect(
        page.errors.contains("warning[SE4010]: `\(path)` is in none of 2 items of the feed\n"),
        "\(page.errors)")
    }
    let check = try run(["check"], Self.feed(items, items), layout: layout)
    #expect(check.status == 1 && check.text.contains("SE4010"))
    // Without another text, nothing is lost.
    let bare = try run(["check"], Self.feed(#"{"name": "a", "n": 1}"#), layout: layout)
    #expect(bare.text.contains("note[SE4010]"), "\(bare.text)")
  }

  @Test("`layouts check` reads required paths and reports wrong ones")
  func required() throws {
    let wrong = Self.layout(item: #""title": {"path": "name", "required": 1, "requird": true}"#)
    let scratch = try Scratch()
    let check = try Program.run(["layouts", "check", scratch.write(wrong, to: "layout.json")])
    #expect(check.errors.contains("`required` is the number 1"), "\(check.errors)")
    #expect(check.errors.contains("did you mean `required`?"), "\(check.errors)")
  }

  // MARK: Severities

  @Test("the project file sets the severity of every diagnostic, and unknown names are errors")
  func severities() throws {
    let feed = Self.feed(#"{"name": "a", "sub": "Yes"}"#, #"{"name": "b"}"#)
    let layout = Self.layout(item: #""title": "name", "detail": "sub", "image": "img""#)
    func check(_ members: String, _ words: String...) throws -> Program.Result {
      let scratch = try Scratch()
      try scratch.write(feed, to: "feed.json")
      try scratch.write(feed.replacing("\n", with: " "), to: "line.json")
      try scratch.write(layout, to: "layout.json")
      try scratch.write(#"{"rules": {"SE1029": "error"}}"#, to: "check.json")
      try scratch.write(
        #"{"feeds": {"a": {"feed": "feed.json", "layout": "./layout.json"}}\#(members)}"#,
        to: "sectionengine.json")
      return try Program.run(words.isEmpty ? ["check", "a"] : words, folder: scratch.url)
    }
    let quiet =
      #""clipped-text": "off", "large-text": "off", "touch-target": "off", "missing-action": "off", "truncated-text": "off""#
    let rows: [(String, String?, Int32)] = [
      (#", "check": {"rules": {\#(quiet)}}"#, "note[SE1029]", 0),
      (#", "check": {"rules": {\#(quiet), "SE1029": "off"}}"#, nil, 0),
      (#", "check": {"rules": {\#(quiet), "SE1029": "warning"}}"#, "warning[SE1029]", 1),
      (#", "check": {"config": "check.json", "rules": {\#(quiet)}}"#, "error[SE1029]", 1),
      (
        #", "check": {"config": "check.json", "rules": {\#(quiet), "SE1029": "note"}}"#,
        "note[SE1029]", 0
      ),
      (#", "check": {"rules": {\#(quiet), "SE4010": "error"}}"#, "error[SE4010]", 1),
    ]
    for (members, text, status) in rows {
      let result = try check(members)
      #expect(result.status == status, "\(members) \(result.text) \(result.errors)")
      #expect(
        text.map(result.text.contains) ?? !result.text.contains("SE1029"),
        "\(members) \(result.text)")
    }
    let batch = try check(
      #", "check": {"rules": {"SE1029": "error"}}"#, "batch", "line.json", "--layout",
      "./layout.json",
      "--format", "check")
    #expect(
      batch.text.contains(#""code":"SE1029""#) || batch.text.contains(#""code": "SE1029""#),
      "\(batch.text) \(batch.errors)")
    for (rules, hint) in [
      (#""SE4O10": "error""#, "did you mean `SE4010`?"),
      (#""contrst": "off""#, "did you mean `contrast`?"),
      (#""SE4010": "eror""#, "did you mean `error`?"),
    ] {
      let refused = try check(#", "check": {"rules": {\#(rules)}}"#)
      #expect(refused.status == 2 && refused.errors.contains("SE5013"), "\(refused.errors)")
      #expect(refused.errors.contains(hint), "\(refused.errors)")
    }
  }

  // MARK: Lists of the source

  @Test("elements that a path with [*] does not match, and unknown references, are reported")
  func sources() throws {
    let tabs = Self.layout(source: #""items": "$.tabs[*].cards", "element": {"code": "type"}"#)
    let card = #"{"type": "A", "title": "T", "items": [\#(Self.lunch)]}"#
    let page = try run(
      ["render"],
      #"{"tabs": [{"cards": [\#(card)]}, {"crds": [\#(card)]}, {"cards": [\#(card)]}]}"#,
      layout: tabs)
    #expect(page.errors.contains("warning[SE1028]: an item is not drawn\n"), "\(page.errors)")
    #expect(
      page.errors.contains("$.tabs[1]") && page.errors.contains("it has no `cards`"),
      "\(page.errors)")

    let references = Self.layout(
      source: #""items": "$.sections", "references": "$.pool", "element": {"code": "type"}"#)
    let pool =
      #"{"sections": ["a", "b", "c"], "pool": {"a": \#(card), "b": \#(card), "x": \#(card)}}"#
    let lost = try run(["render"], pool, layout: references)
    #expect(
      lost.errors.contains("SE1028") && lost.errors.contains(#"the string "c""#), "\(lost.errors)")

    let members = Self.layout(source: #""items": "$.data", "members": {}"#)
    let number = try run(["render"], #"{"data": {"A": 7, "B": \#(card)}}"#, layout: members)
    #expect(
      number.errors.contains("SE1028") && number.errors.contains("the number 7"), "\(number.errors)"
    )
    let empty = try run(
      ["render"], #"{"data": {"A": null, "n": 3, "B": \#(card)}}"#, layout: members)
    #expect(!empty.errors.contains("SE1028"), "\(empty.errors)")
  }

  // MARK: Other commands

  @Test("diff names the texts of removed items and sections")
  func differences() throws {
    let scratch = try Scratch()
    let layout = Self.layout(item: #""title": "name", "detail": "sub""#)
    try scratch.write(layout, to: "layout.json")
    let bag = #"{"name": "Bag", "sub": "of linen"}"#
    try scratch.write(Self.feed(Self.lunch, Self.bottle, bag), to: "old.json")
    try scratch.write(
      Self.feed(Self.lunch, Self.bottle, bag.replacing("name", with: "nme")), to: "new.json")
    try scratch.write(#"{"c": []}"#, to: "none.json")
    func diff(_ new: String) throws -> Program.Result {
      try Program.run(["diff", "old.json", new, "--layout", "layout.json"], folder: scratch.url)
    }
    let item = try diff("new.json")
    #expect(
      item.text.contains(#"card[2] "Bag""#) && item.text.contains(#""of linen""#), "\(item.text)")
    #expect(item.errors.contains("SE1028"), "\(item.errors)")
    let section = try diff("none.json")
    for text in ["Shelf", "Lunch box", "Bottle", "Bag", "of linen"] {
      #expect(section.text.contains("\"\(text)\""), "\(section.text)")
    }
  }

  /// A feed of 18 items, of which those with these indices have no `sub`.
  static func lacking(_ indices: Int...) -> String {
    feed((0..<18).map { #"{"name": "N\#($0)"\#(indices.contains($0) ? "" : #", "sub": "x""#)}"# })
  }

  static func feed(_ items: [String]) -> String { feed(items.joined(separator: ",\n")) }

  @Test("a member that more items lack than a baseline file knows is a finding")
  func growth() throws {
    let scratch = try Scratch()
    try scratch.write(
      Self.layout(item: #""title": "name", "detail": "sub""#), to: "layout.json")
    func check(_ feed: String, _ words: String...) throws -> Program.Result {
      try scratch.write(feed, to: "feed.json")
      return try Program.run(
        ["check", "feed.json", "--layout", "layout.json"] + words, folder: scratch.url)
    }
    func known() throws -> String {
      try String(contentsOf: scratch.file("known.json"), encoding: .utf8)
    }
    for count in [1, 2] {
      let first = count == 1 ? Self.lacking(3) : Self.lacking(3, 7)
      #expect(try check(first, "--write-baseline", "known.json").status == 0)
      #expect(try known().contains("\"number\":\(count)"))
      // The same number, also of other items.
      for same in [first, count == 1 ? Self.lacking(0) : Self.lacking(0, 17)] {
        let result = try check(same, "--baseline", "known.json", "--rule", "SE1029")
        #expect(
          result.status == 0 && result.text.contains("known") && result.errors.isEmpty,
          "\(result.text)\(result.errors)")
      }
      let grown = try check(
        count == 1 ? Self.lacking(3, 7) : Self.lacking(3, 7, 9), "--baseline", "known.json")
      #expect(
        grown.status == 1
          && grown.text.contains("warning[SE1029]: \(count + 1) of 18 items have no `sub`")
          && grown.errors.isEmpty, "\(grown.text)\(grown.errors)")
    }
    // Fewer: the baseline names what is gone, and an update lowers the number.
    let fewer = try check(Self.lacking(7), "--baseline", "known.json", "--rule", "SE1029")
    #expect(fewer.status == 0 && fewer.errors.contains("1 of 2"), "\(fewer.text)\(fewer.errors)")
    #expect(try check(Self.lacking(7), "--baseline", "known.json", "--update-baseline").status == 0)
    #expect(try known().contains("\"number\":1"))
    #expect(try check(Self.lacking(3, 7), "--baseline", "known.json").status == 1)
    // The baseline of a day without such items knows the number 0.
    #expect(try check(Self.lacking(), "--write-baseline", "none.json").status == 0)
    #expect(try check(Self.lacking(4), "--baseline", "none.json", "--rule", "SE1029").status == 1)
    // Version 1 has no numbers, so it decides nothing about this note.
    try scratch.write(#"{"known": [], "schemaVersion": 1}"#, to: "old.json")
    let old = try check(Self.lacking(4), "--baseline", "old.json", "--rule", "SE1029")
    #expect(old.status == 0 && old.text.contains("note[SE1029]"), "\(old.text)")
  }

  @Test("a lost item is a difference of every input and format, and of snapshots and reports")
  func lostEverywhere() throws {
    let folder = try ProjectTests.Folder(project: nil)
    let scratch = folder.scratch
    let card = #"{"type": "A", "title": "T", "items": [\#(Self.lunch)]}"#
    let copied = card.replacing("\"T\"", with: "\"T\", \"id\": 2")
    // An item of the source that the page lacks, an item of a section, and a replaced block.
    let losses: [(code: String, layout: String, old: String, new: String)] = [
      (
        "SE1028", Self.layout(source: #""items": "$.tabs[*].cards", "element": {"code": "type"}"#),
        #"{"tabs": [{"cards": [\#(card)]}, {"cards": []}]}"#,
        #"{"tabs": [{"cards": [\#(card)]}, {"crds": [\#(card)]}]}"#
      ),
      (
        "SE1028", Self.layout(), Self.feed(Self.lunch, Self.bottle),
        Self.feed(Self.lunch, #"{"id": 2, "nme": "Bag"}"#, Self.bottle)
      ),
      (
        "SE1015", Self.layout().replacing("occurrence", with: "code"),
        #"{"c": [\#(card)]}"#, #"{"c": [\#(copied), \#(card)]}"#
      ),
    ]
    for (code, layout, old, new) in losses {
      try scratch.write(layout, to: "layout.json")
      try scratch.write(
        """
        {"feeds": {"a": {"feed": "a.json", "layout": "./layout.json"}},
         "devices": ["iphone-14"], "snapshots": {"folder": "snapshots"}}
        """, to: "sectionengine.json")
      try scratch.write(old, to: "a.json")
      try? FileManager.default.removeItem(at: scratch.file("snapshots"))
      #expect(try folder.run("snapshot", "record").status == 0)
      try folder.commit()
      for (name, feed) in [("old", old), ("new", new)] {
        try scratch.write(feed, to: "\(name).json")
        for (format, ending) in [("dump", "dump"), ("json", "page.json"), ("json-lines", "jsonl")] {
          let words = ["\(name).json", "--layout", "layout.json", "--format", format]
          let made = try folder.run(["render"] + words + ["--all", "-o", "\(name).\(ending)"])
          #expect(made.status == 0, "\(made.errors)")
        }
      }
      try scratch.write(new, to: "a.json")
      for sides in [
        ["old.json", "new.json", "--layout", "layout.json"], ["old.dump", "new.dump"],
        ["old.page.json", "new.page.json"], ["old.jsonl", "new.jsonl"],
        ["old.dump", "new.page.json"], ["--base", "HEAD"],
        ["a", "--base", "HEAD"],
      ] {
        for format in ["text", "json", "markdown", "github", "html"] {
          if format == "html", sides[0] == "--base" { continue }
          let result = try folder.run(["diff"] + sides + ["--format", format])
          #expect(result.status == 1, "\(code) \(sides) \(format): \(result.text)\(result.errors)")
          #expect(result.text.contains(code), "\(code) \(sides) \(format): \(result.text)")
        }
      }
      for other in ["new.page.json", "new.jsonl"] {
        #expect(try folder.run("diff", "new.dump", other).status == 0)
      }
      for format in ["text", "markdown", "html", "junit", "github"] {
        let verified = try folder.run("snapshot", "verify", "--format", format)
        #expect(verified.status == 1, "\(code) \(format): \(verified.text)\(verified.errors)")
        #expect(verified.text.contains(code), "\(code) \(format): \(verified.text)")
      }
      let report = try folder.run("report", "--base", "HEAD", "-o", "out")
      #expect(report.text.contains("1 changed"), "\(code): \(report.text)\(report.errors)")
      for file in ["out/index.html", "out/a/iphone-14.diff.html"] {
        let page = try String(contentsOf: scratch.file(file), encoding: .utf8)
        #expect(page.contains(code), "\(code) \(file)")
      }
    }
  }

  @Test("a draft reports the texts that its page lacks, as the inference does")
  func drafts() throws {
    let scratch = try Scratch()
    // The inference reads the first 64 items.
    let items = (0..<80).map { #"{"name": "Item \#($0)"}"# }.joined(separator: ", ")
    let feed =
      #"{"c": [{"type": "A", "title": "T", "items": [\#(items), {"name": "Last", "late": "A late text"}]}]}"#
    try scratch.write(feed, to: "feed.json")
    _ = try Program.run(
      ["layouts", "new", "--from", "feed.json", "-o", "draft.json"], folder: scratch.url)
    func note(_ words: String...) throws -> String? {
      try Program.run(["render", "feed.json"] + words, folder: scratch.url).errors
        .split(separator: "\n").first { $0.contains("of the document") }.map(String.init)
    }
    let inferred = try #require(try note())
    #expect(try note("--layout", "draft.json") == inferred)
  }

  // MARK: Random feeds

  /// Removes, renames or empties one member in some items of random lists: exactly these items are
  /// named. Nothing is said of a list without such an item.
  @Test("random items without one member are named exactly")
  func random() throws {
    var random = SplitMix64(seed: 1)
    let words = ["Lunch", "包子", "😀 fun", "مرحبا", "Bread & tea", "a\\\"b", "Bottle"]
    var lines: [String] = []
    var expected: [Set<Int>] = []
    for number in 0..<300 {
      let count = Int.random(in: 2...12, using: &random)
      let lost =
        number % 4 == 0
        ? [] : Set((0..<count).filter { _ in Int.random(in: 0..<3, using: &random) == 0 })
      let items = (0..<count).map { index in
        let text = "\(words.randomElement(using: &random) ?? "") \(index)"
        let name = ["nme", "x_name", "NAME"].randomElement(using: &random) ?? ""
        let bare = ["", #", "name": null"#, #", "name": """#, #", "\#(name)": "\#(text)""#]
        let own =
          lost.contains(index) ? bare.randomElement(using: &random) ?? "" : #", "name": "\#(text)""#
        let more = Bool.random(using: &random) ? #", "tag": \#(index)"# : ""
        return #"{"id": \#(index)\#(own)\#(more)}"#
      }
      lines.append(
        #"{"c": [{"type": "A", "title": "T", "items": [\#(items.joined(separator: ", "))]}]}"#)
      expected.append(lost)
    }
    let scratch = try Scratch()
    try scratch.write(Self.layout(), to: "layout.json")
    try scratch.write(lines.joined(separator: "\n"), to: "feeds.jsonl")
    let result = try Program.run(
      ["batch", "feeds.jsonl", "--layout", "layout.json", "--format", "check"], folder: scratch.url)
    let results = result.text.split(separator: "\n")
    try #require(results.count == lines.count)
    for (index, line) in results.enumerated() {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let findings = (object?["findings"] as? [[String: Any]] ?? []).filter {
        $0["code"] as? String == "SE1028"
      }
      #expect(findings.count == (expected[index].isEmpty ? 0 : 1), "\(lines[index])")
      let texts = findings.flatMap { finding in
        ["message", "label"].compactMap { finding[$0] as? String }
          + (finding["notes"] as? [String] ?? [])
      }.joined(separator: " ")
      let named = Set(texts.matches(of: /items\[(\d+)\]/).compactMap { Int($0.output.1) })
      #expect(named == expected[index], "\(lines[index]) \(texts)")
    }
  }

  // MARK: Plugins and captures

  @Test("a search word without a name is reported for its own plugin, too")
  func plugins() throws {
    let folder = Program.repository.appending(path: "Layouts/samples/wanandroid-search")
    let sample = try String(contentsOf: folder.appending(path: "hotkeys.json"), encoding: .utf8)
    let first = try #require(sample.range(of: "\"name\""))
    let scratch = try Scratch()
    try scratch.write(sample.replacingCharacters(in: first, with: "\"nme\""), to: "keys.json")
    try scratch.write(sample, to: "whole.json")
    let words = ["render", "--layout", "wanandroid-search", "--source"]
    let page = try Program.run(words + ["hotkeys=keys.json"], folder: scratch.url)
    #expect(
      page.errors.contains("SE1028") && page.errors.contains("has no `name`"), "\(page.errors)")
    #expect(
      try !Program.run(words + ["hotkeys=whole.json"], folder: scratch.url).errors.contains(
        "SE1028"))
  }

  @Test("the captures lack no items", .needs(captures: "netease"), arguments: CaptureTests.homes)
  func captures(_ name: String) throws {
    let path = Program.captures.appendingPathComponent(name).path
    let page = try Program.run(["render", path])
    for code in ["SE1028", "SE1029", "SE4010"] {
      #expect(!page.errors.contains(code), "\(page.errors)")
    }
  }
}
