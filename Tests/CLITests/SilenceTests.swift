import Foundation
import Testing

/// Warnings about input that goes unused, and the cases without one.
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

  @Test("a missing source that a join needs is a warning, other sources may be absent")
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
    #expect(!(try run("partial")).contains("SE1027"))
    let parts = try run("partial", "--source", "g=feed.json")
    #expect(parts.contains("warning[SE1027]: source `h` is not given"))
    #expect(!parts.contains("source `g`"))
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

  @Test("a row of height 0 with content fails the check of a plugin")
  func flatRow() throws {
    let scratch = try Scratch()
    let example = Program.repository.appendingPathComponent("Plugins/Examples/c/ticker.c")
    let source = try String(contentsOf: example, encoding: .utf8)
    for (value, status) in [("0", 1), ("44", 0)] as [(String, Int32)] {
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

  @Test("no output contains bidirectional controls of a feed")
  func bidirectional() throws {
    let scratch = try Scratch()
    let text = "ab\u{202E}cd\u{2066}ef\u{2069}\u{202C}\u{200F}"
    try scratch.write(
      #"{"items": [{"type": "a\#(text)", "title": "One \#(text)"}, {"type": "b", "title": "\#(text)"}]}"#,
      to: "feed.json")
    try scratch.write(Self.feed, to: "old.json")
    var commands = ["text", "json", "json-lines", "dump", "svg", "html"].map {
      ["render", "feed.json", "--all", "--accessibility", "--format", $0]
    }
    for format in ["text", "json", "markdown", "html"] {
      commands.append(["diff", "old.json", "feed.json", "--format", format])
    }
    for format in ["text", "json", "sarif", "markdown"] {
      commands.append(["check", "feed.json", "--format", format])
    }
    commands += [["explain", "a", "feed.json"], ["layouts", "new", "--from", "feed.json"]]
    for command in commands {
      let result = try Program.run(command, folder: scratch.url)
      let raw = (result.text + result.errors).unicodeScalars.filter {
        (0x202A...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value)
      }
      #expect(raw.isEmpty, "\(command)")
    }
    // A dump preserves the text in escaped form.
    let dump = try Program.run(["dump", "feed.json"], folder: scratch.url)
    #expect(dump.text.contains(#"ab\u202ecd\u2066ef\u2069\u202c\u200f"#))
    try scratch.write(dump.text, to: "old.dump")
    let same = try Program.run(["diff", "old.dump", "feed.json"], folder: scratch.url)
    #expect(same.status == 0, "\(same.text)\(same.errors)")
  }
}
