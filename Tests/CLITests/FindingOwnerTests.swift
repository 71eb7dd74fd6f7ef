import Foundation
import TestConditions
import Testing

/// The owners of findings: which of them make a check fail, and how they are reported.
@Suite struct FindingOwnerTests {
  /// A plugin that draws a button too small for a finger.
  private static let small = CPlugin.source(
    functions: """
      static se_status row_count(void *section, const se_host *host, uint32_t *out) {
        (void)section; (void)host;
        *out = 1;
        return SE_OK;
      }
      static se_status build(void *section, const se_host *host, se_part part, uint32_t row) {
        (void)section; (void)row;
        if (part != SE_PART_ROW) return SE_OK;
        se_node line = {.kind = SE_NODE_BOX, .name = SE_STR("line")};
        line.style.height = SE_PT(80);
        host->begin_node(host, &line);
        se_node button = {.kind = SE_NODE_BUTTON, .text = SE_STR("Go"), .role = SE_ROLE_BUTTON,
                          .font_size = 12};
        button.action = (se_action){SE_STR("web"), SE_STR("https://example.com/a")};
        button.style.width = SE_PT(40);
        button.style.height = SE_PT(20);
        host->begin_node(host, &button);
        host->end_node(host);
        host->end_node(host);
        return SE_OK;
      }
      """,
    members: ".row_count = row_count, .build = build,")

  private static let feed = """
    {"code": 200, "data": {"blocks": [{"blockCode": "TEST", "title": "A block"}]}}
    """

  /// A project in a git repository, and a plugin in its folder and outside.
  private static func project(_ feed: String = feed) throws -> Scratch {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(
      at: scratch.file("work/.git"), withIntermediateDirectories: true)
    try scratch.plugin(small, named: "outside/test")
    try scratch.plugin(small, named: "work/plugins/test")
    try scratch.write(feed, to: "work/feed.json")
    try scratch.write(
      #"{"feeds": {"home": {"feed": "feed.json", "layout": "netease-home"}}}"#,
      to: "work/sectionengine.json")
    return scratch
  }

  private static func check(
    _ scratch: Scratch, _ options: String..., plugins: String = "../outside"
  ) throws -> Program.Result {
    try Program.run(
      ["check", "--rule", "touch-target", "--plugins", plugins] + options,
      folder: scratch.file("work"))
  }

  @Test("findings of a plugin outside of the repository are one line, and the check passes")
  func foreign() throws {
    let scratch = try Self.project()
    let result = try Self.check(scratch)
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.text == """
        test: 1 of its own, `check --owner section`
        no findings in 1 section; 1 of other plugins

        """)
    let owned = try Self.check(scratch, "--owner", "section")
    #expect(owned.status == 1 && owned.text.contains("warning[SE2107]"), "\(owned.text)")
    #expect(owned.text.hasSuffix("1 warning in 1 section: touch-target 1; section 1\n"))
    #expect(try Self.check(scratch, "--owner", "feed").text == "no findings in 1 section\n")
    let json = try Self.check(scratch, "--format", "json")
    let finding = try #require(CheckCommandTests.findings(json).first)
    #expect(finding["owner"] as? String == "section" && finding["isForeign"] as? Bool == true)
    #expect(finding["severity"] as? String == "note" && json.status == 0)
    for format in ["markdown", "github", "gitlab", "junit", "sarif"] {
      let report = try Self.check(scratch, "--format", format)
      #expect(report.status == 0 && !report.text.contains("small touch target"), "\(format)")
    }
  }

  @Test("findings of a plugin in the repository fail the check, and every format names the owner")
  func own() throws {
    let scratch = try Self.project()
    for format in ["full", "markdown", "github", "gitlab", "junit", "sarif"] {
      let result = try Self.check(scratch, "--format", format, plugins: "plugins")
      #expect(result.status == 1, "\(format) \(result.errors)")
      #expect(result.text.contains("small touch target"), "\(format)")
      #expect(result.text.contains("section"), "\(format)")
    }
    let sarif = try Self.check(scratch, "--format", "sarif", plugins: "plugins")
    #expect(sarif.text.contains(#""owner": "section""#))
    #expect(sarif.text.contains(#""sectionengine/v2": ""#))
    let github = try Self.check(scratch, "--format", "github", plugins: "plugins")
    #expect(github.text.contains("owner: section"))
  }

  @Test("a configured severity, and a check outside of a project, make the findings count")
  func counted() throws {
    let scratch = try Self.project()
    try scratch.write(#"{"rules": {"touch-target": "error"}}"#, to: "work/check.json")
    let configured = try Self.check(scratch, "--config", "check.json")
    #expect(configured.status == 1 && configured.text.contains("error[SE2107]"))
    let alone = try Self.check(scratch, "feed.json", "--layout", "netease-home", "--no-project")
    #expect(alone.status == 1 && alone.text.contains("warning[SE2107]"))
  }

  @Test("a missing plugin is the set-up's, a repeated item the feed's, and both fail a project")
  func owners() throws {
    let item = #"{"title": "One", "url": "https://example.com/1"}"#
    let scratch = try Self.project(
      """
      {"code": 200, "data": {"blocks": [
        {"blockCode": "UNKNOWN", "title": "A block", "items": [\(item), \(item)]}]}}
      """)
    let result = try Program.run(["check", "--format", "json"], folder: scratch.file("work"))
    #expect(result.status == 1)
    let owners = Dictionary(
      try CheckCommandTests.findings(result).map { ($0["rule"] as? String, $0["owner"] as? String) }
    ) { first, _ in first }
    #expect(owners["unknown-block"] == "setup", "\(owners)")
    #expect(owners["duplicate-id"] == "feed", "\(owners)")
  }

  @Test("a page with one fault in each of many sections gets a short report")
  func short() throws {
    let scratch = try Self.project(
      """
      {"code": 200, "data": {"blocks": [
      \((0..<12).map { #"{"blockCode": "TEST", "title": "Block \#($0)"}"# }.joined(separator: ",\n"))
      ]}}
      """)
    // Under the identity of the bundled layout, each block replaces the earlier one.
    let bundled = Program.repository.appendingPathComponent("Layouts/netease-home.json")
    try scratch.write(
      String(contentsOf: bundled, encoding: .utf8).replacingOccurrences(
        of: #""identity": "code""#, with: #""identity": "occurrence""#),
      to: "work/netease-home.json")
    func check(_ options: String...) throws -> Program.Result {
      try Program.run(
        ["check", "--plugins", "plugins", "feed.json", "--layout", "./netease-home.json"] + options,
        folder: scratch.file("work"))
    }
    let short = try check()
    #expect(short.status == 1 && short.lines.count < 20, "\(short.text)")
    #expect(short.text.contains("; 11 more\n"), "\(short.text)")
    #expect(try check("--limit", "0").lines.count > 60)
  }

  @Test("a source that is not given is the set-up's, and a refused block or value the feed's")
  func causes() throws {
    let scratch = try Scratch()
    func owners(_ feed: String, _ options: String...) throws -> [String: String] {
      try scratch.write(feed, to: "feed.json")
      let result = try Program.run(
        ["check", "feed.json", "--layout", "netease-home", "--format", "json"] + options,
        folder: scratch.url)
      let found = try CheckCommandTests.findings(result).compactMap { finding in
        (finding["rule"] as? String).map { ($0, finding["owner"] as? String ?? "") }
      }
      return Dictionary(found) { first, _ in first }
    }
    let block = #"{"blockCode": "HOMEPAGE_BANNER", "extInfo": {"banners": 7}}"#
    let refused = try owners(#"{"code": 200, "data": {"blocks": [\#(block)]}}"#)
    #expect(refused["SE1027"] == "setup", "\(refused)")
    #expect(refused["SE3003"] ?? refused["SE3008"] == "feed", "\(refused)")
  }

  @Test("a block that its showType draws is not unknown")
  func drawnByShowType() throws {
    let scratch = try Scratch()
    let bundled = Program.repository.appendingPathComponent(
      "Layouts/samples/netease-home/blocks.json")
    let text = try String(contentsOf: bundled, encoding: .utf8)
    let code = #""HOMEPAGE_BLOCK_STYLE_RCMD""#
    try #require(text.contains(code))
    try scratch.write(
      text.replacingOccurrences(of: code, with: #""HOMEPAGE_BLOCK_PORTRAIT_RCMD""#),
      to: "feed.json")
    let result = try Program.run(
      ["check", "feed.json", "--layout", "netease-home", "--rule", "unknown-block"],
      folder: scratch.url)
    #expect(result.text.hasPrefix("no findings"), "\(result.text)")
  }
}
