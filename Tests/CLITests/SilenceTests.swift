import Foundation
import Testing

/// Warnings about input that is not used, and cases that need no such warning.
@Suite struct SilenceTests {
  private static let feed =
    #"{"items": [{"type": "a", "title": "One"}, {"type": "b", "title": "Two"}]}"#

  /// Runs a shell command line, with the program as `$0`.
  private func shell(_ command: String, in scratch: Scratch) throws -> Program.Result {
    try Program.run(
      URL(fileURLWithPath: "/bin/sh"), ["-c", command, Program.url.path], folder: scratch.url)
  }

  @Test(
    "unread standard input is a warning if the sample is drawn, and is not waited for")
  func input() throws {
    let scratch = try Scratch()
    try scratch.write(Self.feed, to: "feed.json")
    let warning = "warning[SE4027]: standard input is not read: add '-' to draw it"
    for command in ["render", "dump", "check --config /dev/null/x"] {
      for input in ["echo {} | $0 \(command)", "$0 \(command) < feed.json"] {
        let result = try shell(input, in: scratch)
        #expect(command.hasPrefix("check") || result.errors.contains(warning), "\(result.errors)")
      }
    }
    #expect(try shell("$0 check < feed.json", in: scratch).errors.contains(warning))
    // The writer of the pipe never writes anything.
    let silent = try shell(
      "mkfifo p; sleep 60 > p & timeout 30 $0 render < p; echo $?; kill $!", in: scratch)
    #expect(silent.text.hasSuffix("0\n") && silent.errors.contains(warning), "\(silent.errors)")
    for command in [
      "$0 render < /dev/null", "$0 render <&-", "echo x | $0 render --sample",
      "echo x | $0 render feed.json", "$0 render - < feed.json",
      "$0 render --state loading < feed.json",
      "echo x | $0 render --layout mall-home --sample",
    ] {
      let result = try shell(command, in: scratch)
      #expect(
        result.status == 0 && !result.errors.contains("SE4027"), "\(command) \(result.errors)")
    }
    let plain = try shell("$0 render --format json < /dev/null", in: scratch)
    #expect(try shell("$0 render --format json < feed.json", in: scratch).output == plain.output)
    #expect(try Program.run(["render", "--sample", "x.json"]).status == 64)
    #expect(try Program.run(["render", "--sample", "--source", "menus=x.json"]).status == 64)
  }

  @Test("a missing source is a warning if the join needs it, or if the layout is named")
  func joins() throws {
    let scratch = try Scratch()
    try scratch.write(Self.feed, to: "feed.json")
    func run(_ join: String, _ arguments: String...) throws -> String {
      try scratch.write(
        """
        {"name": "mine", "version": 1, "title": "Mine", "join": "\(join)",
         "sources": {"f": {"primary": true, "items": "$.items", "element": {"code": "type"}},
          "g": {"items": "$.items", "block": {"code": "one", "combine": {"part": "g"}}},
          "h": {"items": "$.items", "block": {"code": "one", "combine": {"part": "h"}}}}}
        """, to: "mine.json")
      let result = try Program.run(
        ["render", "feed.json", "--layout", "mine.json"] + arguments, folder: scratch.url)
      #expect(result.status == 0, "\(result.errors)")
      return result.errors
    }
    #expect(try run("partial").contains("warning[SE1027]: 2 sources of `mine` are not given"))
    let parts = try run("partial", "--source", "g=feed.json")
    #expect(parts.contains("warning[SE1027]: source `h` is not given"))
    #expect(!parts.contains("source `g`") && !parts.contains("sources of"), "\(parts)")
    #expect(
      !(try run("partial", "--source", "g=feed.json", "--source", "h=feed.json")).contains("SE1027")
    )
    let all = try run("all", "--source", "g=feed.json")
    #expect(all.contains("source `h` is not given") && !all.contains("source `g`"))
    let none = try run("all")
    #expect(none.contains("source `h` is not given") && none.contains("source `g` is not given"))
  }

  @Test("every command that joins sources reports a missing one")
  func joinsOfCommands() throws {
    let scratch = try Scratch()
    try scratch.write(#"{"b": [{"blockCode": "A", "title": "One"}]}"#, to: "feed.json")
    try scratch.write(
      """
      {"name": "j", "version": 1, "identity": "occurrence", "join": "all",
       "sources": {"a": {"primary": true, "items": "$.b", "element": {"code": "blockCode"}},
         "c": {"items": "$.b", "element": {"code": "blockCode"}}}}
      """, to: "join.json")
    func settings(_ sources: String) throws {
      try scratch.write(
        """
        {"matrix": {"devices": ["iphone-se"]},
         "feeds": [{"name": "s", "feed": "feed.json", "layout": "join.json"\(sources)}]}
        """, to: "snapshots.json")
    }
    let warning = "warning[SE1027]: source `c` is not given"
    func count(_ errors: String) -> Int { errors.components(separatedBy: warning).count - 1 }
    try settings("")
    for command in [
      "diff feed.json feed.json --layout join.json", "explain A feed.json --layout join.json",
      "snapshot record .", "snapshot verify .", "render feed.json --layout join.json",
    ] {
      let result = try shell("$0 \(command)", in: scratch)
      #expect(result.status == 0 && count(result.errors) == 1, "\(command) \(result.errors)")
    }
    try settings(#", "sources": {"c": "feed.json"}"#)
    for command in [
      "snapshot accept .", "snapshot verify .",
      "explain A feed.json --source c=feed.json --layout join.json",
    ] {
      let result = try shell("$0 \(command)", in: scratch)
      #expect(result.status == 0 && count(result.errors) == 0, "\(command) \(result.errors)")
    }

    let batch = "$0 batch --layout join.json --select codes,counts"
    let some = try shell("\(batch) feed.json", in: scratch)
    #expect(some.status == 0 && some.text.contains("SE1027"), "\(some.text)\(some.errors)")
    let broken = try shell("echo '{}' | \(batch)", in: scratch)
    #expect(broken.status == 1 && broken.text.contains("SE1027"), "\(broken.text)")
    let lines = try shell(
      #"f=$(cat feed.json); echo "{\"a\": $f, \"c\": $f}" | \#(batch) --by-source"#, in: scratch)
    #expect(lines.status == 0 && !lines.text.contains("SE1027"), "\(lines.text)\(lines.errors)")
  }

  @Test("a plugin from outside that takes a bundled code is a note if the page has the code")
  func taken() throws {
    let scratch = try Scratch()
    let example = Program.repository.appendingPathComponent("Plugins/Examples/c/ticker.c")
    let source = try String(contentsOf: example, encoding: .utf8)
    try scratch.plugin(
      source.replacingOccurrences(of: "\"TICKER\"", with: "\"HOMEPAGE_BANNER\""),
      named: "plugins/ticker")
    let note = "note[SE3006]: block code `HOMEPAGE_BANNER`"
    let result = try Program.run(["render", "--plugins", "plugins"], folder: scratch.url)
    #expect(result.status == 0 && result.errors.contains(note), "\(result.errors)")
    let other = try Program.run(
      ["render", "--layout", "wanandroid-search", "--plugins", "plugins"], folder: scratch.url)
    #expect(!other.errors.contains("SE3006"))
    #expect(!(try Program.run(["render"])).errors.contains("SE3006"))
  }

  @Test("a row with content fails the check of a plugin if its height rounds to 0")
  func flatRow() throws {
    let scratch = try Scratch()
    let example = Program.repository.appendingPathComponent("Plugins/Examples/c/ticker.c")
    let source = try String(contentsOf: example, encoding: .utf8)
    for (value, status) in [("0", 1), ("0.004", 1), ("0.01", 0), ("44", 0)] as [(String, Int32)] {
      let height = """
        static se_status flat(void *section, const se_host *host, uint32_t row, se_length *out) {
          *out = SE_PT(\(value));
          return SE_OK;
        }
        static se_status ticker_build(void *section
        """
      let changed = source.replacingOccurrences(
        of: "static se_status ticker_build(void *section", with: height)
      try scratch.plugin(
        changed.replacingOccurrences(
          of: ".build = ticker_build", with: ".row_height = flat, .build = ticker_build"),
        named: "ticker")
      let result = try Program.run(
        ["plugin", "check", "ticker.so", "--only", "samples"], folder: scratch.url)
      #expect(result.status == status, "\(result.text)\(result.errors)")
      #expect(result.text.contains("has content and is 0 pt high") == (status == 1))
    }
  }

  @Test(
    "settings that the layout of a section does not use are reported, of a plugin and of a layout")
  func unusedSettings() throws {
    let scratch = try Scratch()
    let example = Program.repository.appendingPathComponent("Plugins/Examples/c/ticker.c")
    let source = try String(contentsOf: example, encoding: .utf8)
    try scratch.write(#"[{"t": "TICKER", "items": [{"text": "Words"}]}]"#, to: "feed.json")
    func layout(_ settings: String) -> String {
      """
      {"name": "a", "version": 1, "sources": {"f": {"items": "$", "element": {"code": "t"}}},
       "sections": {"TICKER": {"layout": {\(settings)}}}}
      """
    }
    for (statement, settings, expected) in [
      ("", "", []), ("out->columns = 3;", "", ["the provider sets `columns`, without effect"]),
      ("", #""columns": 3, "peek": 4"#, ["`layout.columns` and 1 more: no effect on this section"]),
      ("", #""currentGroup": 1"#, ["`layout.currentGroup`: no effect on this section"]),
      ("out->columns = 3;", #""kind": "grid""#, []),
      ("out->layout = SE_LAYOUT_GRID; out->columns = 3;", #""kind": "list""#, []),
      (
        "out->layout = SE_LAYOUT_WATERFALL; out->item_alignment = SE_ALIGN_CENTER;", "",
        ["the provider sets `itemAlignment`, without effect"]
      ),
      ("out->layout = SE_LAYOUT_PAGER; out->item_alignment = SE_ALIGN_CENTER;", "", []),
    ] as [(String, String, [String])] {
      let changed = source.replacingOccurrences(
        of: "out->title = ((ticker *)section)->title;",
        with: "out->title = ((ticker *)section)->title; \(statement)")
      try scratch.plugin(changed, named: "ticker")
      try scratch.write(layout(settings), to: "layout.json")
      let drawn = try Program.run(
        ["render", "feed.json", "--layout", "layout.json", "--plugins", "."], folder: scratch.url)
      #expect(drawn.status == 0)
      for message in expected { #expect(drawn.errors.contains(message), "\(drawn.errors)") }
      #expect(drawn.errors.contains("SE2004") == !expected.isEmpty, "\(drawn.errors)")
      let check = try Program.run(
        ["plugin", "check", "ticker.so", "--only", "samples"], folder: scratch.url)
      // Without the feed layout, a list with columns is at fault even if the layout makes it a grid.
      let isOwn =
        expected.contains { $0.contains("the provider") } || statement == "out->columns = 3;"
      #expect(check.text.contains("does not use") == isOwn, "\(check.text)")
    }
  }

  @Test("usage errors escape control characters in arguments")
  func controls() throws {
    let hostile = "\u{1B}[31mx\u{7}\n= help: run this\r\u{202E}\u{85}"
    for arguments in [
      ["render", "--format", hostile], ["render", "--\(hostile)"], ["render", "a", hostile],
      [hostile], ["plugin", hostile], ["render", "--width", hostile],
      ["render", "--source", hostile],
      ["render", "-\u{1B}"], ["render", "--width=\(hostile)"], ["explain", hostile],
      ["render", hostile],
      ["render", "--layout", hostile], ["render", "--device", hostile], ["batch", "--id", hostile],
      ["session", "--script", hostile], ["layouts", "check", hostile],
      ["snapshot", "verify", hostile],
      ["completions", hostile], ["schema", hostile], ["diff", hostile, "x"],
      ["plugin", "check", hostile],
      ["plugin", "new", hostile], ["session", "--arrivals", hostile],
      ["check", "--baseline", hostile],
    ] {
      let result = try Program.run(arguments)
      let scalars = (result.errors + result.text).unicodeScalars
      let odd = scalars.filter {
        $0 != "\n"
          && ($0.properties.generalCategory == .control || (0x202A...0x202E).contains($0.value))
      }
      #expect(odd.isEmpty, "\(arguments): \(result.errors.debugDescription)")
      #expect(!result.errors.contains("\n= help: run this"), "\(arguments)")
      #expect(result.status != 0)
    }
  }

  /// Control characters, separators, and characters that reorder or hide text.
  private static let hostile =
    "\u{1}\u{7}\u{8}\t\u{B}\r\u{1B}[31m\u{7F}\u{85}\u{9B}2J\u{61C}\u{200E}\u{200F}\u{202A}\u{202E}"
    + "\u{2066}\u{2069}\u{2028}\u{2029}\u{FEFF}x\u{E0041}"

  /// Returns the hostile characters in a text, without repetitions.
  /// - Parameter isMachine: Whether the text is a dump or JSON, in which U+FEFF and tag characters
  ///   stay unchanged.
  private static func raw(_ text: String, isMachine: Bool = false) -> Set<Unicode.Scalar> {
    Set(hostile.unicodeScalars).intersection(text.unicodeScalars).filter {
      if isMachine, $0 == "\u{FEFF}" || $0 == "\u{E0041}" { return false }
      return !(0x20..<0x7F).contains($0.value)
    }
  }

  /// Writes feeds, a feed layout and snapshots whose texts and file names are hostile.
  private static func hostileFolder() throws -> Scratch {
    let scratch = try Scratch()
    func write(_ text: String, _ name: String) throws {
      let path = "\(scratch.url.path)/\(name)"
      try #require(FileManager.default.createFile(atPath: path, contents: Data(text.utf8)))
    }
    let text = String(decoding: try JSONEncoder().encode(hostile), as: UTF8.self)
    func feed(_ code: String) -> String {
      """
      {"items": [{"type": \(code), "id": \(text), "title": \(text), \(text): \(text),
        "list": [{"title": \(text), "id": \(text)}]}, {"type": "b", "title": \(text)},
        {"type": "b", "title": "Two"}]}
      """
    }
    try write(feed(text), "f\(hostile).json")
    try write(Self.feed, "old.json")
    try write("\(feed(text).replacing("\n", with: ""))\n{\(hostile)\n", "lines")
    try write(
      """
      {"name": "mine", "version": 1, "title": \(text),
       "sources": {"f": {"primary": true, "items": "$.items", "element": {"code": "type"}}}}
      """, "l\(hostile).json")
    try scratch.write(
      #"{"matrix": {"devices": ["iphone-se"]}, "feeds": [{"name": "news", "feed": "../new.json"}]}"#,
      to: "Snapshots/snapshots.json")
    try write(feed(text), "new.json")
    try FileManager.default.createDirectory(
      atPath: "\(scratch.url.path)/p\(hostile)", withIntermediateDirectories: true)
    try write("text", "p\(hostile)/p\(hostile).so")
    return scratch
  }

  @Test("no output contains control characters or hidden text of a feed or of a file's name")
  func hostileTexts() throws {
    let scratch = try Self.hostileFolder()
    let (feed, layout) = ("f\(Self.hostile).json", "l\(Self.hostile).json")
    var commands: [(arguments: [String], isMachine: Bool)] = []
    func addEach(_ formats: [String], _ arguments: String...) {
      for format in formats {
        let isMachine = ["json", "json-lines", "dump", "sarif"].contains(format)
        commands.append((arguments + ["--format", format], isMachine))
      }
    }
    func add(_ arguments: String..., isMachine: Bool = false) {
      commands.append((arguments, isMachine))
    }
    addEach(
      ["text", "json", "json-lines", "dump", "svg", "html"],
      "render", feed, "--all", "--accessibility")
    add("dump", feed, isMachine: true)
    for format in ["text", "json", "markdown", "html"] {
      addEach([format], "diff", "old.json", feed)
      addEach([format], "diff", feed, "old.json")
    }
    addEach(["full", "json", "sarif"], "check", feed)
    add("check", feed, "--write-baseline", "known\(Self.hostile)")
    for path in ["b", "b#2", Self.hostile, "none"] {
      addEach(["text", "json"], "explain", path, feed, "--chain")
    }
    addEach(["text", "json"], "session", "--source", "f=\(feed)", "--layout", layout)
    add("session", "--source", "f=\(feed)", "--layout", layout, "--draw")
    addEach(["json", "dump"], "batch", "lines", feed)
    add("batch", "lines", "--format", "check", isMachine: true)
    add("snapshot", "record", "--allow-outside")
    add("layouts", "new", "--from", feed, isMachine: true)
    add("layouts", "new", "--from", feed, "-o", "n\(Self.hostile).json")
    add("layouts", "check", layout)
    add("layouts", "check", feed)
    addEach(["text", "json"], "plugin", "list", "--plugins", "p\(Self.hostile)")
    func check(_ arguments: [String], isMachine: Bool) throws {
      let result = try Program.run(arguments, folder: scratch.url)
      #expect(Self.raw(result.text, isMachine: isMachine).isEmpty, "\(arguments)")
      #expect(Self.raw(result.errors).isEmpty, "\(arguments): \(result.errors.debugDescription)")
      #expect((0...2).contains(result.status), "\(arguments): \(result.errors)")
      #expect(!result.text.isEmpty || !result.errors.isEmpty, "\(arguments)")
    }
    for (arguments, isMachine) in commands { try check(arguments, isMachine: isMachine) }
    try scratch.write(Self.feed, to: "new.json")
    for format in ["text", "json", "markdown"] {
      try check(
        ["snapshot", "verify", "--allow-outside", "--format", format], isMachine: format == "json")
    }
  }

  @Test("a dump preserves hidden text and bidirectional controls in a form that is read back")
  func bidirectional() throws {
    let scratch = try Scratch()
    let text = "ab\u{202E}cd\u{2066}ef\u{2069}\u{202C}\u{200F}\u{FEFF}g\u{E0041}"
    try scratch.write(
      #"{"items": [{"type": "a\#(text)", "title": "One \#(text)"}, {"type": "b", "title": "\#(text)"}]}"#,
      to: "feed.json")
    let dump = try Program.run(["dump", "feed.json"], folder: scratch.url)
    #expect(
      dump.text.contains("ab\\u202ecd\\u2066ef\\u2069\\u202c\\u200f\u{FEFF}g\u{E0041}"))
    try scratch.write(dump.text, to: "old.dump")
    let same = try Program.run(["diff", "old.dump", "feed.json"], folder: scratch.url)
    #expect(same.status == 0, "\(same.text)\(same.errors)")
  }
}
