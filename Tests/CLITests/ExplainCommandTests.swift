import Foundation
import TestConditions
import Testing

@Suite struct ExplainCommandTests {
  private func explain(_ arguments: String...) throws -> Program.Result {
    try Program.run(["explain"] + arguments)
  }

  /// Returns the paths and frames of the nodes in a dump, with frames relative to the parents.
  private static func paths(_ arguments: [String]) throws -> [(path: String, frame: String)] {
    let dump = try Program.run(["dump", "--all"] + arguments)
    var open: [(indent: Int, path: String)] = []
    var result: [(String, String)] = []
    for line in dump.lines {
      let indent = line.prefix { $0 == " " }.count
      guard indent >= 2, let at = line.range(of: " @") else { continue }
      var words = line.dropFirst(indent).split(separator: " ").map(String.init)
      if words.first == "section" { words.removeFirst() }
      guard let name = words.first, !name.hasPrefix("…") else { continue }
      while let last = open.last, last.indent >= indent { open.removeLast() }
      let path = open.last.map { "\($0.path)/\(name)" } ?? name
      open.append((indent, path))
      // A quoted text may contain an @ too; the frame is the last word before the attributes.
      let quoted = line.contains("\"")
      let rest =
        quoted
        ? line[(line.range(of: "\" @") ?? at).lowerBound...].dropFirst() : line[at.lowerBound...]
      let frame = rest.split(separator: " ").prefix(2).joined(separator: " ")
      result.append((path, frame))
    }
    return result
  }

  @Test("a check rule is explained by its name and by its code")
  func rule() throws {
    let named = try explain("overlap")
    #expect(named.status == 0 && named.text.hasPrefix("# SE2101"))
    #expect(try explain("SE2101").text == named.text)
  }

  @Test("a card of a carousel is explained in a few lines")
  func card() throws {
    let result = try explain("HOMEPAGE_BLOCK_PLAYLIST_RCMD/carousel/card[1]")
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(
      result.text == """
        HOMEPAGE_BLOCK_PLAYLIST_RCMD/carousel/card[1]  @140,5 120x160 in its parent, @140,325 in the feed
          width         120 = own width 120
          height        160 = own height 160
          x             140 = carousel: carousel padding-start 10 + card[0] width 120 + carousel column-gap 10
          y               5 = carousel: carousel padding-top 5
          card[0] width 120 = own width 120
          in the feed  y 325 = section y 280 + carousel y 40 + y 5
          card[1] width 120: setting `card.width` (netease-home.json:189:16)
          card[0] width 120: setting `card.width` (netease-home.json:189:16)
          given by card-rail@1.0.0: card[1] height 160, carousel padding-start 10, carousel column-gap 10
          drawn by card-rail@1.0.0 from samples/netease-home/blocks.json:74:7 $.data.blocks[1]
          shows samples/netease-home/blocks.json:127:43 \
        $.data.blocks[1].creatives[1].resources[0].uiElement.mainTitle.title

        """)
  }

  @Test("a truncated text states the visible part, the lines it needs, and its limit")
  func truncated() throws {
    let result = try explain("HOMEPAGE_BLOCK_PLAYLIST_RCMD/carousel/card[2]/text")
    let line =
      "truncated: 17 of 33 characters are visible; it needs 4 lines of 110 pt and may have 2, "
      + "by `card.title.maximumLines` (netease-home.json)"
    #expect(result.text.contains("\n  \(line)\n"), "\(result.text)")
  }

  @Test("a scaled setting and the height hint of a block are named")
  func sources() throws {
    let code = "HOMEPAGE_BLOCK_PLAYLIST_RCMD"
    let narrow = try explain(code, "--width", "390")
    #expect(
      narrow.text.contains(
        "`height` (netease-home.json:244:17), 240 × page width 390 / design width 414\n"),
      "\(narrow.text)")
  }

  @Test("a block that `--unknown skip` leaves out is explained by that")
  func skipped() throws {
    let scratch = try Scratch()
    let file = try scratch.write(
      #"{"items": [{"type": "a", "title": "A"}, {"type": "zzz", "title": "B"}]}"#, to: "feed.json")
    let result = try Program.run(["explain", "--unknown", "skip", "zzz", file])
    #expect(
      result.status == 2
        && result.errors.contains("`--unknown skip` or the client leaves such blocks out"))
  }

  @Test("the rule that keeps a block or a text off the page is named")
  func dropped() throws {
    let scratch = try Scratch()
    try scratch.write(
      """
      {"name": "pier", "version": 1, "identity": "code", "join": "partial", "sources": {
        "feed": {"primary": true, "items": "$.blocks", "element": {"code": "type"}},
        "menu": {"items": "$.data", "whenEmpty": "hide", "block": {"code": "MENU"}},
        "more": {"items": "$.data", "block": {"code": "MORE"}, "insert": {"after": "A", "unless": ["B"]}},
        "one": {"items": "$.data", "block": {"code": "PAIR", "combine": {"part": "one"}}},
        "two": {"items": "$.data", "block": {"code": "PAIR", "combine": {"part": "two", "required": true}}}},
       "sections": {"A": {"generic": {}}, "B": {"generic": {}}}}
      """, to: "pier.json")
    try scratch.write(
      """
      {"blocks": [{"type": "A", "title": "First tide"}, {"type": "B", "title": "Boats"},
        {"type": "A", "title": "Second tide"}, {"title": "No code"}, {"type": "C", "items": []}]}
      """, to: "feed.json")
    try scratch.write(#"{"data": []}"#, to: "empty.json")
    try scratch.write(#"{"data": [{"title": "X"}]}"#, to: "x.json")
    for (subject, reason) in [
      ("MENU", "nothing at `$.data`, and `\"whenEmpty\": \"hide\"` hides the block"),
      ("MORE", "unless the feed has `B`, which it has"),
      ("PAIR", "SE1027: source `two` is not given (the block requires its part `two`)"),
      ("$.blocks[0]", "SE1015: block `A` is repeated: replaces the earlier one in its place"),
      ("First tide", "SE1015: block `A` is repeated"),
      ("No code", "SE1014: block has no `type`"),
    ] {
      let result = try Program.run(
        [
          "explain", subject, "feed.json", "--layout", "pier.json", "--source", "menu=empty.json",
          "--source", "more=x.json", "--source", "one=x.json",
        ], folder: scratch.url)
      #expect(result.status == 2 && result.errors.contains(reason), "\(subject): \(result.errors)")
    }
    let unread = try explain("$.data.blocks[1].blockCode", "--layout", "netease-home")
    #expect(
      unread.errors.contains("section `HOMEPAGE_BLOCK_PLAYLIST_RCMD`, whose provider"),
      "\(unread.errors)")
    let declined = try Program.run(
      ["explain", "C", "feed.json", "--layout", "pier.json"], folder: scratch.url)
    #expect(declined.text.contains("declined: found no title and no list"), "\(declined.text)")
  }

  @Test("a box shows the value that contains those of its descendants, or of its neighbours")
  func values() throws {
    func place(_ path: String) throws -> String {
      let lines = try explain("HOMEPAGE_BLOCK_PLAYLIST_RCMD/\(path)").lines
      let line = lines.last { !$0.isEmpty } ?? ""
      return line.trimmingPrefix { $0 == " " }.description
    }
    #expect(try place("carousel").hasPrefix("shows "))
    #expect(try place("carousel").hasSuffix(" $.data.blocks[1].creatives"))
    let image = try place("carousel/card[1]/image")
    #expect(image.hasPrefix("its neighbours show "))
    #expect(image.hasSuffix("creatives[1].resources[0].uiElement.mainTitle.title"))
  }

  @Test("the position of a section is the sum of the heights above it")
  func section() throws {
    let lines = try explain("HOMEPAGE_BLOCK_PLAYLIST_RCMD").lines
    #expect(lines.first == "HOMEPAGE_BLOCK_PLAYLIST_RCMD  @0,280 414x240")
    #expect(
      lines.contains { $0.hasSuffix("280 = HOMEPAGE_BANNER height 180 + MENUS height 100") })
    #expect(lines.contains { $0.hasSuffix("414 = page width 414") })
    #expect(lines.count <= 13)
  }

  @Test(
    "the frames in explanations equal those in the dump",
    arguments: [
      ["--layout", "netease-home"],
      ["--layout", "netease-home", "--width", "390", "--scale", "3", "--direction", "rtl"],
      ["--layout", "wanandroid-search", "--width", "320", "--scale", "1"],
      ["--layout", "mall-home", "--text-size", "ax1"], ["--layout", "audio-charts"],
    ])
  func frames(_ arguments: [String]) throws {
    let paths = try Self.paths(arguments)
    try #require(paths.count > 10)
    // Starting programs is slow, so about a dozen nodes across the page are checked.
    for (path, frame) in paths.enumerated().filter({ $0.offset % (paths.count / 12 + 1) == 3 })
      .map(\.element)
    {
      let result = try Program.run(["explain", path] + arguments)
      #expect(result.status == 0, "\(path): \(result.errors)")
      #expect(result.lines.first?.hasPrefix("\(path)  \(frame)") == true, "\(path) \(frame)")
      #expect(!result.text.contains("decided by"), "\(result.text)")
      #expect(result.lines.count <= 22, "\(result.text)")
    }
  }

  @Test("the chain leads to the page width")
  func chain() throws {
    let path = "HOMEPAGE_BLOCK_PLAYLIST_RCMD/header/target"
    let short = try explain(path)
    let chain = try explain(path, "--chain")
    #expect(chain.lines.count >= short.lines.count && !chain.text.contains("--chain"))
    #expect(chain.text.contains("page width 414"))
  }

  @Test("bars and states of the layout can be explained")
  func bars() throws {
    let field = try explain("top/search-field", "--layout", "netease-home")
    #expect(field.lines.first == "top/search-field  @16,6 382x32 in its parent, @16,6 in the feed")
    let nothing = try explain("NO_SUCH", "--layout", "netease-home", "--state", "loading")
    #expect(nothing.status == 2)
  }

  @Test("an unknown path reports the children where it ends")
  func unknown() throws {
    let child = try explain("HOMEPAGE_BLOCK_PLAYLIST_RCMD/carousell")
    #expect(child.status == 2 && child.output.isEmpty)
    #expect(child.errors.contains("SE4040"))
    #expect(child.errors.contains("did you mean `HOMEPAGE_BLOCK_PLAYLIST_RCMD/carousel`?"))
    #expect(child.errors.contains("below `HOMEPAGE_BLOCK_PLAYLIST_RCMD`: cell, header, carousel"))
    let section = try explain("HOMEPAGE_BANER")
    #expect(section.errors.contains("did you mean `HOMEPAGE_BANNER`?"))
    #expect(section.errors.contains("below the page: HOMEPAGE_BANNER, MENUS"))
    #expect(try explain("").status == 2)
  }

  @Test(
    "JSON matches its schema, and its formulas evaluate to its values", .needsJSONSchema)
  func json() throws {
    let scratch = try Scratch()
    try Program.run(["schema", "explain"]).output.write(to: scratch.file("schema.json"))
    var files: [String] = []
    for (index, path) in [
      "HOMEPAGE_BLOCK_PLAYLIST_RCMD/carousel/card[1]", "HOMEPAGE_BANNER", "top/search-field",
      "HOMEPAGE_BLOCK_PLAYLIST_RCMD/header/target/button",
    ].enumerated() {
      let file = scratch.file("\(index).json")
      let result = try explain(path, "--format", "json", "--chain", "--layout", "netease-home")
      #expect(result.status == 0)
      try result.output.write(to: file)
      files.append(file.path)
    }
    let judged = try Program.judge(
      """
      import json, math, sys
      import jsonschema
      schema = json.load(open(sys.argv[1]))
      jsonschema.Draft202012Validator.check_schema(schema)
      def value(formula, numbers):
          (key, inner), = formula.items()
          if key == "constant": return inner
          if key == "input": return inner["value"]
          if key == "number":
              if "index" in inner: assert numbers[inner["index"]]["value"] == inner["value"]
              return inner["value"]
          terms = [value(term, numbers) for term in inner]
          if key == "sum": return sum(terms)
          if key == "product": return math.prod(terms)
          if key == "least": return min(terms)
          if key == "greatest": return max(terms)
          if key == "negative": return -terms[0]
          if key == "quotient": return terms[0] / terms[1]
          if key == "percent": return terms[0] * terms[1] / 100
          return math.floor(terms[0] * terms[1] + 0.5) / terms[1]
      for name in sys.argv[2:]:
          page = json.load(open(name))
          jsonschema.Draft202012Validator(schema).validate(page)
          assert page["isComplete"], name
          for number in page["numbers"]:
              given = value(number["formula"], page["numbers"])
              assert abs(given - number["value"]) < 0.05, (name, number)
      """, arguments: [scratch.file("schema.json").path] + files)
    #expect(judged.status == 0, "\(judged.errors)")
  }
}
