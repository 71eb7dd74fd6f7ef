import Foundation
import Testing

@Suite struct DroppedPluginTests {
  private static let examples = Program.repository.appendingPathComponent("Plugins/Examples")

  private static func ticker() throws -> Scratch {
    let scratch = try Scratch()
    let source = try String(
      contentsOf: examples.appendingPathComponent("c/ticker.c"), encoding: .utf8)
    try scratch.plugin(source, named: "plugins/ticker")
    let feed = try String(
      contentsOf: examples.appendingPathComponent("c/ticker.json"), encoding: .utf8)
    try scratch.write(feed, to: "feed.json")
    return scratch
  }

  private static func checkTicker(
    _ feed: String, arguments: [String], environment: [String: String]
  )
    throws
  {
    for format in ["text", "json", "json-lines", "dump"] {
      let result = try Program.run(
        ["render", feed, "--format", format] + arguments, environment: environment)
      #expect(result.status == 0)
      #expect(result.text.contains("The ferry sails again from Monday"), "\(format)")
    }
    let dump = try Program.run(["dump", feed] + arguments, environment: environment)
    let section = try #require(DumpSection.sections(of: dump.text).first)
    #expect(section.code == "TICKER" && section.line.contains("via=ticker-"))
    // There is one row per item; the long text wraps, so its row is higher.
    let rows = section.value(of: "rows") ?? ""
    #expect(rows.contains("+") && rows.hasPrefix("1x"), "\(rows)")
  }

  @Test("a plugin of one C file draws its blocks from the folder given by --plugins")
  func option() throws {
    let scratch = try Self.ticker()
    try Self.checkTicker(
      scratch.file("feed.json").path, arguments: ["--plugins", scratch.file("plugins").path],
      environment: [:])
  }

  @Test("plugins are found in SECTIONENGINE_PLUGIN_PATH and in the user's folder")
  func folders() throws {
    let scratch = try Self.ticker()
    let feed = scratch.file("feed.json").path
    try Self.checkTicker(
      feed, arguments: [],
      environment: ["SECTIONENGINE_PLUGIN_PATH": scratch.file("plugins").path])
    let user = scratch.file("home/sectionengine/plugins")
    try FileManager.default.createDirectory(at: user, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: scratch.file("plugins/ticker.so"), to: user.appendingPathComponent("ticker.so"))
    try Self.checkTicker(
      feed, arguments: [], environment: ["XDG_DATA_HOME": scratch.file("home").path])
  }

  @Test(
    "a Swift plugin built against the installed kit draws its blocks",
    .needsInstallation)
  func swiftExample() throws {
    let scratch = try Scratch()
    let package = scratch.file("swift")
    try FileManager.default.copyItem(at: Self.examples.appendingPathComponent("swift"), to: package)
    let built = try Program.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["swift", "build", "-c", "release", "--scratch-path", scratch.file("build").path],
      environment: ["SECTIONENGINE_PREFIX": Program.prefix?.path ?? ""], folder: package)
    try #require(built.status == 0, "\(built.text)\(built.errors)")
    let lines = try String(
      contentsOf: package.appendingPathComponent("Sources/Ticker/Ticker.swift"), encoding: .utf8)
    #expect(lines.split(separator: "\n", omittingEmptySubsequences: false).count <= 41)
    try Self.checkTicker(
      package.appendingPathComponent("ticker.json").path,
      arguments: ["--plugins", scratch.file("build/release").path], environment: [:])
  }

  @Test(
    "the installed runtime contains every Swift library that one of its libraries needs",
    .needsInstallation)
  func runtime() throws {
    let prefix = try #require(Program.prefix)
    let folder = prefix.appendingPathComponent("lib/sectionengine/runtime")
    let libraries = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(libraries.contains("libswiftCore.so"))
    for library in libraries {
      let listed = try Program.run(
        URL(fileURLWithPath: "/usr/bin/env"),
        ["readelf", "-d", folder.appendingPathComponent(library).path])
      for line in listed.lines where line.contains("(NEEDED)") {
        let name = String(line.split(separator: "[").last?.dropLast() ?? "")
        guard ["libswift", "libdispatch", "libBlocks"].contains(where: name.hasPrefix) else {
          continue
        }
        #expect(libraries.contains(name), "\(library) needs \(name)")
      }
    }
  }

  @Test("changing one title changes only that row")
  func oneRow() throws {
    let scratch = try Self.ticker()
    let arguments = ["--plugins", scratch.file("plugins").path]
    let before = try Program.run(["dump", scratch.file("feed.json").path] + arguments)
    let text = try String(contentsOf: scratch.file("feed.json"), encoding: .utf8)
    try scratch.write(
      text.replacingOccurrences(of: "sails again from Monday", with: "sails again from Sunday"),
      to: "feed.json")
    let after = try Program.run(["dump", scratch.file("feed.json").path] + arguments)
    let changed = zip(before.lines, after.lines).filter { $0 != $1 }
    #expect(before.lines.count == after.lines.count)
    // Only the text node changes: the rows keep their heights.
    #expect(changed.count == 1 && changed[0].1.contains("from Sunday"), "\(changed)")
  }

  // MARK: Files that are not plugins

  @Test("files that cannot be loaded are listed with the reason, and the feed still renders")
  func refusedFiles() throws {
    let scratch = try Scratch()
    try scratch.plugin(CPlugin.source(), named: "plugins/good")
    try scratch.plugin(CPlugin.source(id: "newer", abi: "(7u << 16)"), named: "plugins/newer")
    try scratch.plugin("int nothing(void) { return 0; }", named: "plugins/noentry")
    let good = try Data(contentsOf: scratch.file("plugins/good.so"))
    try good.prefix(good.count / 2).write(to: scratch.file("plugins/half.so"))
    var foreign = good
    foreign[18] = 0xB7  // e_machine: AArch64
    foreign[19] = 0
    try foreign.write(to: scratch.file("plugins/arm.so"))
    try scratch.write("just some text\n", to: "plugins/text.so")
    try Data().write(to: scratch.file("plugins/empty.so"))
    try FileManager.default.createSymbolicLink(
      atPath: scratch.file("plugins/link.so").path, withDestinationPath: "/nonexistent.so")
    let secret = scratch.file("plugins/secret.so")
    try good.write(to: secret)
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: secret.path)

    let arguments = ["--plugins", scratch.file("plugins").path]
    let list = try Program.run(["plugin", "list"] + arguments)
    #expect(list.status == 0)
    var expected = [
      "half.so is incomplete": "copy or build it again",
      "arm.so is built for": "build the plugin for this machine",
      "noentry.so exports no function `section_plugin_entry`": "export it",
      "newer.so has another contract: expected 1.0, got 7.0": "rebuild it",
      "text.so is a text file": "build the plugin", "empty.so is empty": "copy or build it again",
      "link.so is a link to a file that does not exist": "remove the link",
    ]
    if getuid() != 0 { expected["secret.so cannot be read"] = "check its permissions" }
    for (reason, help) in expected {
      let index = list.lines.firstIndex { $0.hasPrefix("refused") && $0.contains(reason) }
      let line = try #require(index, "\(reason) is not in:\n\(list.text)")
      #expect(list.lines[line + 1].contains(help))
    }
    let feed = try scratch.write(CPlugin.feed, to: "feed.json")
    let page = try Program.run(["dump", feed] + arguments)
    #expect(page.status == 0)
    #expect(DumpSection.sections(of: page.text).map(\.code) == ["TEST", "OTHER"])
    #expect(page.text.contains("section TEST @0,0 414x0 rows=1x0 via=test@1.0.0"), "\(page.text)")
    #expect(page.errors.contains("warning[SE3001]"))
  }

  // MARK: Providers that misbehave

  struct Misbehaviour: CustomTestStringConvertible {
    var testDescription: String
    var functions = ""
    var members = ""
    var open = "return SE_OK;"
    /// Whether the next step of the fallback ladder draws the block; otherwise the section is lost.
    var isHandedOn = false
    /// Words that standard error has to contain.
    var words: [String]
  }

  static let misbehaviours = [
    Misbehaviour(
      testDescription: "NaN",
      functions: """
        static se_status height(void *s, const se_host *h, uint32_t row, se_length *out) {
          (void)s; (void)h; (void)row; *out = (se_length){.value = NAN, .unit = SE_POINTS};
          return SE_OK; }
        """, members: ".row_height = height,", words: ["SE3005", "nan"]),
    Misbehaviour(
      testDescription: "a negative height",
      functions: """
        static se_status height(void *s, const se_host *h, uint32_t row, se_length *out) {
          (void)s; (void)h; (void)row; *out = SE_PT(-44); return SE_OK; }
        """, members: ".row_height = height,", words: ["SE3005", "-44"]),
    Misbehaviour(
      testDescription: "four billion rows",
      functions: """
        static se_status rows(void *s, const se_host *h, uint32_t *out) {
          (void)s; (void)h; *out = 4000000000u; return SE_OK; }
        """, members: ".row_count = rows,", words: ["SE3007", "4000000000"]),
    Misbehaviour(
      testDescription: "invalid UTF-8",
      functions: """
        static se_status build(void *s, const se_host *h, se_part part, uint32_t row) {
          (void)s; (void)part; (void)row;
          se_node node = {.kind = SE_NODE_TEXT, .text = {"\\xff\\xfe", 2}};
          h->begin_node(h, &node); h->end_node(h); return SE_OK; }
        """, members: ".build = build,", words: ["SE3005", "UTF-8"]),
    Misbehaviour(
      testDescription: "a million nodes",
      functions: """
        static se_status build(void *s, const se_host *h, se_part part, uint32_t row) {
          (void)s; (void)part; (void)row;
          se_node node = {.kind = SE_NODE_BOX};
          for (int i = 0; i < 1000000; i++) { h->begin_node(h, &node); h->end_node(h); }
          return SE_OK; }
        """, members: ".build = build,", words: ["SE3007", "nodes"]),
    Misbehaviour(
      testDescription: "declines",
      open: """
        host->fail(host, block->value, SE_STR("title"), SE_STR("not my shape"));
        return SE_DECLINED;
        """, isHandedOn: true, words: ["SE3003", "not my shape", "$.data.blocks[0].title"]),
    Misbehaviour(
      testDescription: "fails with a message",
      open: """
        host->fail(host, block->value, SE_STR("title"), SE_STR("the title is too short"));
        return SE_FAILED;
        """, isHandedOn: true, words: ["SE3004", "the title is too short"]),
  ]

  @Test(
    "a section of a misbehaving provider is lost or drawn by the next provider",
    arguments: misbehaviours)
  func misbehaving(_ fault: Misbehaviour) throws {
    let scratch = try Scratch()
    try scratch.plugin(
      CPlugin.source(functions: fault.functions, members: fault.members, open: fault.open),
      named: "plugins/test")
    let feed = try scratch.write(CPlugin.feed, to: "feed.json")
    let arguments =
      [feed, "--plugins", scratch.file("plugins").path]
      + (Program.hasSanitizer ? ["--section-time", "60"] : [])
    let page = try Program.run(["dump"] + arguments)
    #expect(page.status == 0)
    let sections = DumpSection.sections(of: page.text)
    #expect(sections.map(\.code) == ["TEST", "OTHER"])
    let artist = fault.isHandedOn ? "via=generic@" : "via=placeholder@"
    #expect(sections[0].line.contains(artist) && sections[0].line.contains("fallback=\""))
    for word in fault.words + ["test"] {
      #expect(page.errors.lowercased().contains(word.lowercased()), "\(word): \(page.errors)")
    }
    let strict = try Program.run(["dump", "--strict"] + arguments)
    #expect(strict.status == (fault.isHandedOn ? 0 : 1))

    // Without a title or an item, the generic provider declines too, and a placeholder replaces the
    // section.
    try scratch.write(
      CPlugin.feed.replacingOccurrences(of: #", "title": "A block of the test""#, with: ""),
      to: "feed.json")
    let lost = try Program.run(["dump", "--strict"] + arguments)
    #expect(lost.status == 1)
    #expect(DumpSection.sections(of: lost.text)[0].line.contains("via=placeholder@"))
    #expect(DumpSection.sections(of: lost.text)[0].height == 120)
  }
}
