import Foundation
import Testing

/// Plugins whose sections are expensive to lay out: chains of boxes that size each other, and
/// megabytes of text.
@Suite struct LayoutBudgetCommandTests {
  /// Returns the source of a plugin. It draws one chain of 250 boxes for a block `CHAIN`, and 30
  /// texts of 60 000 bytes for a block `TEXTS`.
  private static func source(_ id: String, _ body: String) -> String {
    CPlugin.source(
      id: id, code: id.uppercased(),
      functions: """
        static se_length percent(double value) {
          return (se_length){.value = value, .unit = SE_PERCENT};
        }
        static se_status row_count(void *section, const se_host *host, uint32_t *out) {
          (void)section; (void)host; *out = 1; return SE_OK;
        }
        static se_status build(void *section, const se_host *host, se_part part, uint32_t row) {
          (void)section; (void)row;
          if (part != SE_PART_ROW) return SE_OK;
          \(body)
          return SE_OK;
        }
        """, members: ".row_count = row_count, .build = build")
  }

  private static let chain = source(
    "chain",
    """
    for (int i = 0; i < 250; i++) {
      se_node box = {.kind = SE_NODE_BOX};
      box.style.flex_direction = i % 4;
      box.style.flex_wrap = i * 2 % 3;
      box.style.flex_grow = i % 3 / 2.0;
      box.style.flex_shrink = (i + 1) % 3 / 2.0;
      box.style.min_width = percent(5 + i * 7 % 40);
      box.style.max_width = percent(60 + i * 11 % 40);
      box.style.min_height = percent(5 + i * 5 % 30);
      box.style.max_height = percent(70 + i * 3 % 60);
      box.style.align_items = 1 + i % 5;
      host->begin_node(host, &box);
    }
    se_node text = {.kind = SE_NODE_TEXT, .text = SE_STR("a text that is longer than its box")};
    host->begin_node(host, &text);
    for (int i = 0; i < 251; i++) host->end_node(host);
    """)

  private static let texts = source(
    "texts",
    """
    static char words[60000];
    for (int i = 0; i < 60000; i++) words[i] = i % 7 == 6 ? ' ' : 'x';
    se_node box = {.kind = SE_NODE_BOX};
    host->begin_node(host, &box);
    for (int i = 0; i < 30; i++) {
      se_node text = {.kind = SE_NODE_TEXT, .text = {words, sizeof words}};
      host->begin_node(host, &text);
      host->end_node(host);
    }
    host->end_node(host);
    """)

  /// The source of a plugin whose sections have 20 texts of 60 000 bytes, each in a box that is 1
  /// point wide: 600 000 lines. With 4 texts of 10 000 bytes, they have 20 000 lines.
  private static func narrow(_ id: String, texts: Int, bytes: Int) -> String {
    source(
      id,
      """
      static char words[\(bytes)];
      for (int i = 0; i < \(bytes); i++) words[i] = i % 2 ? ' ' : 'a';
      se_node box = {.kind = SE_NODE_BOX};
      host->begin_node(host, &box);
      for (int i = 0; i < \(texts); i++) {
        se_node text = {.kind = SE_NODE_TEXT, .text = {words, sizeof words}};
        text.style.width = SE_PT(1);
        host->begin_node(host, &text);
        host->end_node(host);
      }
      host->end_node(host);
      """)
  }

  @Test(
    "a section with too many lines of text is lost in every format, and names its plugin",
    arguments: ["svg", "html", "text", "dump", "json"])
  func narrowTexts(_ format: String) throws {
    let scratch = try Scratch()
    try scratch.plugin(Self.narrow("thin", texts: 20, bytes: 60_000), named: "plugins/thin")
    try scratch.plugin(Self.narrow("slim", texts: 4, bytes: 10_000), named: "plugins/slim")
    func result(_ codes: [String]) throws -> Program.Result {
      // No layout fits the list, so blocks with equal codes are sections of their own.
      let blocks = codes.map { #"{"blockCode": "\#($0)", "title": "a"}"# }.joined(separator: ",")
      let feed = try scratch.write("[\(blocks)]", to: "feed.json")
      return try Program.run([
        "render", feed, "--format", format, "--plugins", scratch.file("plugins").path,
      ])
    }
    let lost = try result(["THIN"])
    #expect(lost.errors.contains("error[SE2003]: the section has more than 2"), "\(lost.errors)")
    #expect(lost.errors.contains("drawn by `thin@1.0.0`") && lost.output.count < 100_000)
    guard format == "dump" else { return }
    // Each of these sections may be drawn, but not all of them.
    let one = try result(["SLIM"])
    #expect(!one.errors.contains("SE2003"), "\(one.errors)")
    let many = try result(Array(repeating: "SLIM", count: 7))
    let said = many.errors.components(separatedBy: "earlier sections used up the 100000 lines")
    #expect(said.count == 3, "\(many.errors)")
  }

  private static func drop(_ codes: [String]) throws -> (scratch: Scratch, arguments: [String]) {
    let scratch = try Scratch()
    try scratch.plugin(chain, named: "plugins/chain")
    try scratch.plugin(texts, named: "plugins/texts")
    for id in ["first", "last"] {
      try scratch.plugin(CPlugin.source(id: id, code: id.uppercased()), named: "plugins/\(id)")
    }
    let blocks = codes.map { #"{"blockCode": "\#($0)"}"# }.joined(separator: ",")
    let feed = try scratch.write(
      #"{"code": 200, "data": {"blocks": [\#(blocks)]}}"#, to: "feed.json")
    return (scratch, [feed, "--plugins", scratch.file("plugins").path])
  }

  @Test("a chain of 250 boxes is drawn")
  func chain() throws {
    let (scratch, arguments) = try Self.drop(["FIRST", "CHAIN", "LAST"])
    defer { withExtendedLifetime(scratch) {} }
    let result = try Program.run(["dump"] + arguments)
    #expect(result.status == 0 && !result.errors.contains("SE2003"), "\(result.errors)")
    #expect(!result.text.contains("via=placeholder@"))
  }

  @Test(
    "a section that exceeds its layout budget is lost with a diagnostic, and the others are drawn")
  func lost() throws {
    let (scratch, arguments) = try Self.drop(["FIRST", "TEXTS", "LAST"])
    for command in ["dump", "check"] {
      let result = try Program.run([command] + arguments)
      let said = result.errors + (command == "check" ? result.text : "")
      #expect(said.contains("SE2003") && said.contains("texts@1.0.0"), "\(said)")
      #expect(said.contains("TEXTS"), "\(said)")
      if command == "dump" {
        let sections = DumpSection.sections(of: result.text)
        #expect(
          sections.map { $0.value(of: "via")?.prefix { $0 != "@" } }
            == ["first", "placeholder", "last"])
      }
    }
    #expect(try Program.run(["render", "--strict"] + arguments).status == 1)
    let checked = try Program.run(
      [
        "plugin", "check", scratch.file("plugins/texts.so").path, "--feed", arguments[0], "--only",
        "samples",
      ])
    #expect(checked.status != 0 && checked.text.contains("visits to lay out"), "\(checked.text)")
  }

  @Test("a signal ends the program while it draws", arguments: ["dump", "serve", "batch"])
  func signals(_ command: String) throws {
    let (scratch, arguments) = try Self.drop(Array(repeating: "TEXTS", count: 100))
    for signal in [SIGINT, SIGTERM, SIGHUP] {
      let process = Process()
      process.executableURL = Program.url
      process.arguments =
        [command] + (command == "serve" ? ["--port", "0"] : []) + arguments
      process.environment = ["PATH": "/usr/bin:/bin", "HOME": scratch.url.path]
      process.currentDirectoryURL = scratch.url
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      usleep(400_000)
      let start = ContinuousClock.now
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      // The limit is more than twice the documented time, because the machine may be busy.
      #expect(start.duration(to: .now) < .milliseconds(600), "\(command) \(signal)")
    }
  }
}
