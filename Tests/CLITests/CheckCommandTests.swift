import Foundation
import TestConditions
import Testing

/// `check` as a user runs it. The tests of FeedLayoutReview cover the findings of each rule.
@Suite struct CheckCommandTests {
  /// Returns a feed of cards. Its layout is inferred, and the generic section draws it.
  static func feed(_ titles: [String], extra: String = "") -> String {
    let items = titles.enumerated().map { index, title in
      #"        { "title": "\#(title)", "url": "https://example.com/\#(index)" }"#
    }
    return """
      {
        "blocks": [
          {\(extra)
            "type": "NEWS",
            "title": "News",
            "items": [
      \(items.joined(separator: ",\n"))
            ]
          }
        ]
      }

      """
  }

  /// Returns a feed of one rail of playlists, for the layout `netease-home`. The rail cuts titles
  /// that need more than two lines.
  static func playlists(_ titles: [String]) -> String {
    let creatives = titles.enumerated().map { index, title in
      let target = #""action": "orpheus://playlist/\#(index)", "actionType": "orpheus""#
      return """
                {
                  "creativeType": "list", "creativeId": "\(index)", \(target),
                  "resources": [
                    {
                      "resourceType": "list", "resourceId": "\(title.count)", \(target),
                      "uiElement": {
                        "mainTitle": { "title": "\(title)" },
                        "image": { "imageUrl": "https://example.com/image/\(index).jpg" }
                      }
                    }
                  ]
                }
        """
    }
    return """
      {
        "code": 200,
        "data": {
          "blocks": [
            {
              "blockCode": "HOMEPAGE_BLOCK_PLAYLIST_RCMD",
              "showType": "HOMEPAGE_SLIDE_PLAYLIST",
              "uiElement": { "subTitle": { "title": "News" } },
              "creatives": [
      \(creatives.joined(separator: ",\n"))
              ]
            }
          ]
        }
      }

      """
  }

  /// Draws one fault of six kinds: a target that is small, leads nowhere and has no room for its text
  /// at the largest text size, a faint text, dots without words, and a text that is cut.
  private static let faults = CPlugin.source(
    functions: """
      static void add(const se_host *host, se_node node) {
        host->begin_node(host, &node);
        host->end_node(host);
      }
      static se_status build(void *section, const se_host *host, se_part part, uint32_t row) {
        (void)section; (void)row;
        if (part != SE_PART_ROW) return SE_OK;
        se_node small = {.kind = SE_NODE_BUTTON, .name = SE_STR("small"), .text = SE_STR("Go"),
          .font_size = 12, .action = {SE_STR("web"), SE_STR("https://")}};
        small.style.width = SE_PT(40);
        small.style.height = SE_PT(20);
        add(host, small);
        add(host, (se_node){.kind = SE_NODE_TEXT, .name = SE_STR("faint"), .text = SE_STR("Pale"),
          .font_size = 12, .color = SE_STR("faint")});
        add(host, (se_node){.kind = SE_NODE_PAGE_CONTROL, .name = SE_STR("dots"), .count = 3});
        add(host, (se_node){.kind = SE_NODE_TEXT, .name = SE_STR("long"), .max_lines = 1,
          .font_size = 12, .text = SE_STR("A text that is too long for a line of one hundred points")});
        return SE_OK;
      }
      """, members: ".build = build,")

  /// The options that check the section of ``faults``, which is 100 points wide and faint in light
  /// mode only.
  private static func faulty(in scratch: Scratch) throws -> [String] {
    try scratch.plugin(faults, named: "plugins/test")
    try scratch.write(#"{"items": [{"type": "TEST"}]}"#, to: "feed.json")
    try scratch.write(
      """
      {"name": "faulty", "version": 1, "environment": {"locale": "zh-CN", "width": 100},
       "appearance": {"light": {"page": "#ffffff", "text": "#000000", "faint": "#c0c0c0"},
                      "dark": {"page": "#000000", "text": "#ffffff"}},
       "sources": {"feed": {"items": "$.items", "element": {"code": "type"}}}}
      """, to: "faulty.json")
    return ["check", "feed.json", "--layout", "./faulty.json", "--plugins", "plugins"]
  }

  @Test("a page with more causes than fit is a list of one line each, unless `--limit 0` is given")
  func short() throws {
    let scratch = try Scratch()
    let check = try Self.faulty(in: scratch)
    let result = try Program.run(check + ["--limit", "0"], folder: scratch.url)
    #expect(result.status == 1 && result.errors.isEmpty, "\(result.errors)")
    let list = try Program.run(check, folder: scratch.url)
    #expect(list.status == 1 && list.lines.count <= 20 && list.text.contains("`--limit 0`"))
    let kinds =
      "contrast 1, engine-words 1, large-text 1, malformed-action 1, touch-target 1, truncated-text 1"
    #expect(
      list.text.hasPrefix("5 warnings, 1 note in 1 section: ") && list.text.contains(kinds),
      "\(list.text)")
    let last = try #require(result.lines.last { !$0.isEmpty })
    #expect(list.text.hasPrefix(last), "\(last)")
  }

  @Test(
    "the findings of the bundled home feed show the truncated text and the setting that limits it")
  func full() throws {
    let result = try Program.run(["check", "--limit", "0"])
    #expect(result.status == 0 && result.errors.isEmpty)
    let text = result.text
    #expect(
      text.contains(
        """
        127 | …     "mainTitle": { "title": "Paper Lanterns: slow mornings with tea" },
            |                                                                ^^^^^^ does not fit: 110 pt × 2 lines
            |
            = note: at `HOMEPAGE_BLOCK_PLAYLIST_RCMD/carousel/card[1]/text`, drawn by `card-rail@1.0.0`
            = note: 1 more like it: `card[2]/text`
            = help: shorten it, or raise `card.title.maximumLines` (netease-home.json)
        """), "\(text.prefix(4000))")
    #expect(!text.contains("no provider is registered") && !text.contains("SE3002"))
    #expect(try Program.run(["check", "--limit", "0"]).output == result.output)
  }

  /// Each count was reviewed finding by finding. If a count changes, review its findings again.
  @Test(
    "the findings of the bundled feeds",
    arguments: [
      ("netease-home", "truncated-text 6"), ("mall-home", "truncated-text 1"),
      ("wanandroid-home", ""), ("wanandroid-search", ""), ("audio-chart", ""), ("audio-charts", ""),
    ])
  func bundled(_ layout: String, _ expected: String) throws {
    let result = try Program.run(["check", "--layout", layout, "--format", "json"])
    let findings = try Self.findings(result)
    let counts = Dictionary(
      findings.compactMap { $0["rule"] as? String }.map { ($0, 1) }, uniquingKeysWith: +)
    let text = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      .joined(separator: ", ")
    #expect(text == expected)
  }

  static func findings(_ result: Program.Result) throws -> [[String: Any]] {
    let root = try JSONSerialization.jsonObject(with: result.output) as? [String: Any]
    return try #require(root?["findings"] as? [[String: Any]])
  }

  @Test(
    "JSON and configurations match their schemas, which allow no other members", .needsJSONSchema)
  func schemas() throws {
    let scratch = try Scratch()
    for name in ["check", "check-config"] {
      try Program.run(["schema", name]).output.write(to: scratch.file("\(name).schema.json"))
    }
    let result = try Program.run(
      Self.faulty(in: scratch) + ["--format", "json"], folder: scratch.url)
    #expect(result.status == 1)
    try result.output.write(to: scratch.file("check.json"))
    let judge = try Program.judge(
      """
      import json, sys, jsonschema
      folder = sys.argv[1]
      load = lambda name: json.load(open(folder + "/" + name))
      report, schema, config = load("check.json"), load("check.schema.json"), load("check-config.schema.json")
      for one in (schema, config): jsonschema.Draft202012Validator.check_schema(one)
      jsonschema.validate(report, schema)
      text = open(folder + "/check.json").read()
      assert text == json.dumps(report, indent=2, ensure_ascii=False, sort_keys=True) + "\\n"
      def refused(document, schema):
          try: jsonschema.validate(document, schema)
          except jsonschema.ValidationError: return True
      report["findings"][0]["surprise"] = 1
      assert refused(report, schema)
      good = [{}, {"rules": {"overlap": "off", "SE1004": "note"}},
              {"rules": {"touch-target": {"severity": "error", "size": 48}}},
              {"ignore": [{"rule": "overlap", "node": "A/**", "reason": "meant"}]}]
      bad = [{"rules": {"overlaps": "off"}}, {"rules": {"overlap": "loud"}},
             {"rules": {"touch-target": {"size": 0}}}, {"rules": {"touch-target": {"sise": 1}}},
             {"ignore": [{"rule": "overlap"}]}, {"ignore": [{"reason": "x"}]}, {"rule": {}}]
      for one in good: jsonschema.validate(one, config)
      for one in bad: assert refused(one, config), one
      """,
      arguments: [scratch.url.path])
    #expect(judge.status == 0, "\(judge.errors)")
  }

  @Test(
    "SARIF follows the standard: relative names, rule indices, nodes and fingerprints",
    .needsJSONSchema)
  func sarif() throws {
    let scratch = try Scratch()
    try scratch.write(
      Self.feed(["a b", "c"], extra: #" "blockCode": 5,"#), to: "feeds/my feed.json")
    for feed in [[], ["./feeds/my feed.json"], [scratch.file("feeds/my feed.json").path]] {
      let result = try Program.run(["check"] + feed + ["--format", "sarif"], folder: scratch.url)
      #expect(result.status < 2, "\(result.errors)")
      try result.output.write(to: scratch.file("found.sarif"))
      let judge = try Program.judge(
        """
        import json, sys, re, jsonschema
        schema, log = (json.load(open(name)) for name in sys.argv[1:])
        jsonschema.Draft202012Validator.check_schema(schema)
        jsonschema.validate(log, schema)
        run = log["runs"][0]
        rules = run["tool"]["driver"]["rules"]
        assert len({rule["id"] for rule in rules}) == len(rules)
        for result in run["results"]:
            assert rules[result["ruleIndex"]]["id"] == result["ruleId"], result
            assert re.fullmatch("[0-9a-f]{16}", result["partialFingerprints"]["sectionengine/v2"])
            assert result["locations"] and all(result["locations"])
            for location in result["locations"]:
                uri = location.get("physicalLocation", {}).get("artifactLocation", {}).get("uri", "x")
                assert not uri.startswith("/") and ":" not in uri and " " not in uri, uri
                assert uri in ("x", "feeds/my%20feed.json", "my%20feed.json") or uri.startswith("samples/")
        """,
        arguments: [
          Program.repository.appendingPathComponent("Tests/Schemas/sarif-2.1.0.json").path,
          scratch.file("found.sarif").path,
        ])
      #expect(judge.status == 0, "\(judge.errors)")
    }
  }

  @Test("the list names every rule with its severity, limits and one sentence")
  func list() throws {
    let result = try Program.run(["check", "--rules"])
    let other = try Program.run(["check", "--rules", "--format", "json"])
    #expect(other.status == 64 && other.errors.contains("leave --format out"))
    #expect(result.status == 0 && result.errors.isEmpty && result.lines.last == "")
    #expect(result.text.contains("touch-target      SE2107  warning  "))
    #expect(result.text.contains("(size 44)\n"))
    let page = try String(
      contentsOf: Program.repository.appendingPathComponent(
        "Sources/Engine/Documentation.docc/Checking.md"), encoding: .utf8)
    // The list, the schema of configurations and the table of the page have the same rules.
    let listed = result.lines.dropLast().map { line in
      let words = line.split(separator: " ")
      return "| `\(words[0])` | \(words[1]) | "
    }
    let rows = page.split(separator: "\n").compactMap {
      $0.firstMatch(of: #/^\| `[a-z-]+` \| SE\d{4} \| /#).map { String($0.output) }
    }
    #expect(Set(rows).symmetricDifference(listed).isEmpty && rows.count == listed.count)
    let schema = try JSONSerialization.jsonObject(
      with: Program.run(["schema", "check-config"]).output)
    let properties = try #require((schema as? [String: Any])?["properties"] as? [String: Any])
    let rules = (properties["rules"] as? [String: Any])?["properties"] as? [String: Any]
    let names = result.lines.dropLast().map { String($0.prefix { $0 != " " }) }
    #expect(names.count > 20 && names.sorted() == rules?.keys.sorted())
  }

  @Test("a feed without findings ends with 0, and notes do not fail")
  func clean() throws {
    let scratch = try Scratch()
    let off = ["truncated-text", "unknown-block"].map { "\"\($0)\": \"off\"" }.joined(
      separator: ", ")
    func check(_ config: String, _ options: String...) throws -> Program.Result {
      try scratch.write("{\"rules\": {\(off)\(config)}}", to: "check.json")
      return try Program.run(
        ["check", "--config", "check.json"] + options, folder: scratch.url)
    }
    // If the rule `unknown-block` is off, the warning SE3002 replaces its findings.
    let unknown = try check("", "--unknown", "placeholder")
    #expect(unknown.status == 1 && unknown.text.contains("warning[SE3002]"))
    let note = try check(#", "SE3002": "note""#, "--unknown", "placeholder")
    #expect(note.status == 0 && note.text.hasSuffix("1 note in 13 sections: SE3002 1; setup 1\n"))
    for clean in [
      try check(#", "SE3002": "off""#, "--unknown", "placeholder"), try check(""),
    ] {
      #expect(clean.status == 0 && clean.text == "no findings in 13 sections\n")
    }
  }

  @Test("severities, thresholds and ignored findings come from the configuration")
  func configuration() throws {
    let scratch = try Scratch()
    try scratch.write(
      """
      {
        "rules": { "touch-target": { "severity": "error", "size": 20 }, "large-text": "off" },
        "ignore": [
          { "rule": "contrast", "block": "TEST", "reason": "the brand's grey" },
          { "node": "TE*/**/long", "reason": "titles are cut" },
          { "rule": "overlap", "reason": "matches nothing" }
        ]
      }
      """, to: "check.json")
    let result = try Program.run(
      Self.faulty(in: scratch) + ["--config", "check.json", "--format", "json"],
      folder: scratch.url)
    let findings = try Self.findings(result)
    let rules = Set(findings.compactMap { $0["rule"] as? String })
    #expect(rules == ["engine-words", "malformed-action"], "\(rules)")
    #expect(result.text.contains("\"ignored\": 2,"))
    #expect(result.errors.contains("note[SE4031]: an entry to ignore matches nothing"))
    #expect(result.errors.contains("check.json:6:5"))
    #expect(result.errors.contains("matches nothing"))
  }

  @Test("members that the providers do not read are listed by block code")
  func unused() throws {
    let scratch = try Scratch()
    let file = try scratch.write(
      """
      {"items": [{"type": "card", "title": "One", "trace": {"a": 1, "b": "x"}},
        {"type": "card", "title": "Two", "trace": {"a": 2}, "extra": [{"c": true}]}]}
      """, to: "feed.json")
    let result = try Program.run(["check", file, "--unused"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text.hasPrefix("card, ") && result.text.contains(" members not read\n"))
    #expect(result.text.contains("$.trace (2 members)") || result.text.contains("$.trace.a"))
    #expect(!result.text.contains("$.title") && !result.text.contains("$.type"))
    #expect(try Program.run(["check", file, "--unused", "--format", "json"]).status == 64)
  }

  @Test(
    "an invalid configuration is rejected",
    arguments: [
      (#"{"rules": {"touch-traget": "off"}}"#, "did you mean `touch-target`?"),
      (#"{"rules": {"SE2170": "off"}}"#, "did you mean `SE21"),
      (#"{"rules": {"overlap": "loud"}}"#, "expected `error`, `warning`, `note`, `off`"),
      (#"{"rules": {"touch-target": {"size": -1}}}"#, "a number from 1 to 1000"),
      (#"{"rules": {"touch-target": {"sizes": 1}}}"#, "did you mean `size`?"),
      (#"{"ignore": [{"rule": "overlap"}]}"#, "`reason` is missing"),
      (#"{"ignore": [{"reason": "why"}]}"#, "selects nothing"),
      (#"{"ignored": []}"#, "did you mean `ignore`?"), ("[1]", "expected an object"),
      ("{", "SE1003"), ("", "SE1001"),
    ])
  func wrongConfiguration(_ text: String, _ says: String) throws {
    let scratch = try Scratch()
    try scratch.write(text, to: "check.json")
    let result = try Program.run(["check", "--config", "check.json"], folder: scratch.url)
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errors.contains(says), "\(result.errors)")
    #expect(result.errors.contains("check.json:1:"), "\(result.errors)")
  }

  @Test("missing files, contradictory options and unknown formats are errors")
  func usage() throws {
    for option in ["--config", "--baseline"] {
      let result = try Program.run(["check", option, "nowhere.json"])
      #expect(result.status == 2 && result.output.isEmpty)
      #expect(result.errors.contains("cannot read the ") && result.errors.contains("nowhere.json"))
    }
    for arguments in [["--format", "xml"], ["--baseline", "a", "--write-baseline", "b"]] {
      let result = try Program.run(["check"] + arguments)
      #expect(result.status == 64 && result.output.isEmpty)
    }
    #expect(try Program.run(["check", "nowhere.json"]).status == 2)
  }

  @Test("a baseline hides known findings on any line and reports stale entries")
  func baseline() throws {
    let scratch = try Scratch()
    let long = String(repeating: "word ", count: 40)
    try scratch.write(Self.playlists([long, long + "twice"]), to: "feed.json")
    // A truncated text is a note. Here it is a warning, so that it determines the exit status. The
    // menus of the layout are not part of the test.
    try scratch.write(
      #"{"rules": {"truncated-text": "warning", "large-text": "off", "SE1027": "off"}}"#,
      to: "check.json")
    let layout = ["--layout", "netease-home", "--config", "check.json"]
    let written = try Program.run(
      ["check", "feed.json", "--write-baseline", "known.json"] + layout, folder: scratch.url)
    #expect(written.status == 0 && written.output.isEmpty)
    #expect(written.errors.contains("wrote `known.json` with 2 known faults"))
    let bytes = try Data(contentsOf: scratch.file("known.json"))
    let again = try Program.run(
      ["check", "feed.json", "--write-baseline", "again.json"] + layout, folder: scratch.url)
    #expect(again.status == 0)
    #expect(try Data(contentsOf: scratch.file("again.json")) == bytes)
    // `--write-baseline` replaces an existing baseline, but no file of another kind.
    let over = try Program.run(
      ["check", "feed.json", "--write-baseline", "again.json"], folder: scratch.url)
    #expect(over.status == 0)
    let feed = try Data(contentsOf: scratch.file("feed.json"))
    let slip = try Program.run(
      ["check", "feed.json", "--write-baseline", "feed.json"], folder: scratch.url)
    #expect(slip.status == 2 && slip.output.isEmpty)
    #expect(slip.errors.contains("`feed.json` exists and is not a baseline"))
    #expect(try Data(contentsOf: scratch.file("feed.json")) == feed)
    let entries = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .filter { $0.contains("fingerprint") }
    #expect(entries.count == 2)
    #expect(entries == entries.sorted { Self.order($0) < Self.order($1) })
    #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("\"schemaVersion\": 2\n}\n"))

    func check(_ feed: String) throws -> Program.Result {
      try scratch.write(feed, to: "feed.json")
      return try Program.run(
        ["check", "feed.json", "--baseline", "known.json"] + layout, folder: scratch.url)
    }
    // Lines above the finding and another card before it change nothing: the baseline has all
    // findings.
    let moved = try check("\n\n\n" + Self.playlists(["short", long, long + "twice"]))
    #expect(moved.status == 0, "\(moved.text)")
    #expect(moved.text == "no findings in 1 section; 2 known\n")
    let other = try check(Self.playlists([long + "and more", long + "twice"]))
    #expect(other.status == 1 && other.text.contains("warning[SE2103]: text is truncated"))
    #expect(
      other.text.hasSuffix("1 warning in 1 section: truncated-text 1; feed 1; 1 known\n"),
      "\(other.text)")
    let fixed = try check(Self.playlists(["short"]))
    #expect(fixed.status == 0)
    #expect(fixed.errors.contains("note[SE4033]: 2 known findings are not found any more"))
    #expect(fixed.errors.contains("known.json:"))

    for wrong in [
      "{}", "[]", #"{"known": [{"rule": "overlap"}], "schemaVersion": 1}"#,
      #"{"known": [{"rule": "overlap"}], "schemaVersion": 2}"#, "x",
    ] {
      try scratch.write(wrong, to: "known.json")
      let result = try check(Self.playlists(["short"]))
      #expect(result.status == 2 && result.output.isEmpty && !result.errors.isEmpty)
    }
  }

  private static func order(_ line: some StringProtocol) -> String {
    let parts = line.components(separatedBy: "\"")
    return "\(parts[17]) \(parts[11]) \(parts[7]) \(parts[3])"
  }

  @Test("only the appearance that is named is checked")
  func appearance() throws {
    let scratch = try Scratch()
    let check = try Self.faulty(in: scratch) + ["--format", "json"]
    func contrasts(_ arguments: [String]) throws -> [String] {
      try Self.findings(Program.run(check + arguments, folder: scratch.url))
        .filter { $0["rule"] as? String == "contrast" }.compactMap { $0["message"] as? String }
    }
    let light = try contrasts([])
    #expect(light.count == 1 && light.allSatisfy { $0.hasSuffix(" in light") }, "\(light)")
    #expect(try contrasts(["--appearance", "dark"]).isEmpty)
  }

  @Test("--devices all checks every device that `devices` lists")
  func allDevices() throws {
    let scratch = try Scratch()
    try scratch.write(
      Self.feed(["A title that is much too long for a card of 120 points"]), to: "a.json")
    func check(_ devices: String) throws -> Program.Result {
      try Program.run(["check", "a.json", "--devices", devices], folder: scratch.url)
    }
    let listed = try Program.run(["devices"]).lines.compactMap { $0.split(separator: " ").first }
    let all = try check("all")
    #expect(all.status == 1 && listed.count > 10)
    #expect(all.text == (try check(listed.joined(separator: ",")).text))
    #expect(all.text != (try check("iphone-se").text))
  }

  @Test(
    "a report for a CI system has the reason why a feed cannot be drawn",
    arguments: ["github", "gitlab", "junit", "sarif", "markdown"])
  func undrawable(format: String) throws {
    let scratch = try Scratch()
    try scratch.write("{\"items\": [", to: "a.json")
    let result = try Program.run(
      ["check", "a.json", "--format", format, "-o", "out"], folder: scratch.url)
    #expect(result.status == 2 && result.errors.contains("SE1003"), "\(result.errors)")
    let report = try String(contentsOf: scratch.file("out"), encoding: .utf8)
    #expect(report.contains("a.json") && report.contains("SE1003"), "\(report)")
  }

  @Test("output to a file replaces standard output and has no colour unless requested")
  func file() throws {
    let scratch = try Scratch()
    // The feed has an action that is no address: a warning, which fails the check.
    let feed = try scratch.write(
      #"""
      {"blocks": [{"type": "NEWS", "title": "News", "items": [
        {"id": 1, "title": "One", "url": "https://example.com/ 1"},
        {"id": 2, "title": "Two", "url": "https://example.com/2"}]}]}
      """#, to: "feed.json")
    let result = try Program.run(["check", feed, "-o", "found.txt"], folder: scratch.url)
    #expect(result.status == 1 && result.output.isEmpty, "\(result.errors)")
    let printed = try Program.run(["check", feed], folder: scratch.url)
    #expect(try Data(contentsOf: scratch.file("found.txt")) == printed.output)
    #expect(printed.text.contains("warning[SE2115]") && !printed.text.contains("\u{1B}"))
    let colored = try Program.run(["check", feed, "--color", "always", "--limit", "0"])
    #expect(colored.text.contains("\u{1B}[1;33mwarning[SE2115]"))
    let bundled = try Program.run(["check", "--color", "always", "--limit", "0"])
    #expect(bundled.text.contains("\u{1B}[1;36mnote[SE2103]"))
  }
}
