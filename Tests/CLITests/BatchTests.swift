import Foundation
import Testing

/// `batch`, which lays out many feeds in one run.
@Suite struct BatchTests {
  /// Returns a feed whose layout is inferred, and whose page height depends on the number.
  private static func feed(_ number: Int) -> String {
    let items = (0...(number % 4)).map { #"{"title": "Item \#($0)", "text": "雨天 \#(number)"}"# }
    return #"{"id": "feed-\#(number)", "items": ["#
      + #"{"type": "head", "title": "Feed \#(number)"}, "#
      + #"{"type": "list", "title": "More", "items": [\#(items.joined(separator: ", "))]}]}"#
  }

  private static func log(_ numbers: ClosedRange<Int>) -> String {
    numbers.map { feed($0) + "\n" }.joined()
  }

  private static func objects(_ result: Program.Result) throws -> [[String: Any]] {
    try result.text.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  private func batch(_ text: String, _ options: String...) throws -> Program.Result {
    try Program.run(["batch"] + options, input: Data(text.utf8))
  }

  @Test("a result is the output of render for the feed, of revision 3, on one line")
  func results() throws {
    let scratch = try Scratch()
    let result = try batch(Self.log(1...3))
    #expect(result.status == 0 && result.errors.isEmpty)
    let lines = try Self.objects(result)
    #expect(lines.count == 3)
    for number in 1...3 {
      try scratch.write(Self.feed(number), to: "feed")
      let page = try Program.run(
        ["render", "feed", "--format", "json", "--revision", "3"], folder: scratch.url)
      let object = try #require(
        try JSONSerialization.jsonObject(with: page.output) as? NSDictionary)
      #expect(lines[number - 1] as NSDictionary == object)
      let dump = try Program.run(["dump", "feed"], folder: scratch.url).text
      let dumps = try Self.objects(try batch(Self.feed(number), "--format", "dump"))
      #expect(dumps.map { $0["dump"] as? String } == [dump])
    }
  }

  @Test("every number of threads writes the same bytes, in the order of the feeds")
  func threads() throws {
    // The input is longer than one chunk of a thread, and every fiftieth feed is broken.
    let text = (1...700).map { $0 % 50 == 0 ? "{\"id\": \($0)" : Self.feed($0) }
      .joined(separator: "\n")
    let one = try batch(text, "--threads", "1", "--select", "height,sections,line", "--id", "id")
    #expect(one.status == 1)
    let numbers = try Self.objects(one).map { $0["line"] as? Int }
    #expect(numbers == (1...700).map { $0 })
    for threads in ["2", "7"] {
      let other = try batch(
        text, "--threads", threads, "--select", "height,sections,line", "--id", "id")
      #expect(other.output == one.output && other.errors == one.errors)
      #expect(
        try batch(text, "--threads", threads).output == batch(text, "--threads", "1").output)
    }
  }

  @Test("a malformed line yields an error result and does not affect other lines")
  func broken() throws {
    let bad: [(String, String)] = [
      ("", "SE1001"), ("   \r", "SE1001"), (#"{"a": "#, "SE1003"), (#"{"a": 1,}"#, "SE1002"),
      ("null", "SE1018"), ("{\"a\": \"\0\"}", "SE1002"), (#"{"a": 1} {"b": 2}"#, "SE1002"),
      (String(repeating: "[", count: 600), "SE1008"),
      (#"{"code": 301, "message": "请登录"}"#, "SE1010"),
    ]
    var text = Data()
    for (line, _) in bad { text += Data("\(Self.feed(1))\n\(line)\n".utf8) }
    text += Data([0xFF, 0x0A]) + Data([0xEF, 0xBB, 0xBF]) + Data(Self.feed(2).utf8)
    let result = try Program.run(["batch", "--select", "line,sections", "--id", "id"], input: text)
    #expect(result.status == 1)
    let objects = try Self.objects(result)
    try #require(objects.count == 2 * bad.count + 2)
    for (index, (line, code)) in bad.enumerated() {
      #expect(objects[2 * index]["sections"] as? Int == 2)
      let error = objects[2 * index + 1]["error"] as? [String: Any]
      #expect(error?["code"] as? String == code, "\(line)")
      #expect(error?["message"] is String && error?["location"] is [String: Any])
      #expect(objects[2 * index + 1]["line"] as? Int == 2 * index + 2)
    }
    let invalid = objects[objects.count - 2]["error"] as? [String: Any]
    #expect(invalid?["code"] as? String == "SE1005")
    #expect(objects.last?["id"] as? String == "feed-2")
    #expect(result.errors.contains("error[SE4060]: 10 of 20 feeds could not be laid out"))
    #expect(result.errors.contains("the first is number 2: the document is empty"))
  }

  @Test("an id is a string or an integer of any length")
  func ids() throws {
    for id in ["7", "-7", "18446744073709551615", "123456789012345678901234567890", #""雨""#] {
      let result = try batch(
        #"{"id": \#(id), "items": [{"type": "a"}]}"#, "--select", "line", "--id", "id")
      #expect(result.text == #"{"id":\#(id),"line":1}"# + "\n")
    }
    for id in ["null", "[7]", "true"] {
      let result = try batch(
        #"{"id": \#(id), "items": [{"type": "a"}]}"#, "--select", "line", "--id", "id")
      #expect(result.text == "{\"line\":1}\n")
    }
  }

  @Test("options can be read from pipes as well as from files, with any number of threads")
  func optionsFromPipes() throws {
    let scratch = try Scratch()
    let path = try scratch.write(Self.log(1...600), to: "log.jsonl")
    let layout = Program.repository.appendingPathComponent("Layouts/netease-home.json").path
    let result = try Program.run(
      URL(fileURLWithPath: "/bin/bash"),
      [
        "-c", #""$0" batch "$1" --threads 3 --profile --select line --layout <(cat "$2")"#,
        Program.url.path, path, layout,
      ])
    #expect(result.errors.contains("600 feeds on 3 threads"), "\(result.errors)")
  }

  @Test("problems of a plugin are reported before the first result")
  func brokenPlugin() throws {
    let scratch = try Scratch()
    try scratch.write("no library", to: "plugins/broken.so")
    let result = try Program.run(
      URL(fileURLWithPath: "/bin/sh"),
      [
        "-c",
        #"printf '%s\n' '{"items": [{"type": "a"}]}' | "$0" batch --plugins "$1" --select line 2>&1"#,
        Program.url.path, scratch.file("plugins").path,
      ])
    #expect(
      result.text.contains("SE3001") && result.lines.filter { !$0.isEmpty }.last == "{\"line\":1}")
    #expect(result.text.components(separatedBy: "SE3001").count == 2)
  }

  @Test("the last line feed, carriage returns and empty input")
  func ends() throws {
    let feed = Self.feed(1)
    let expected = try batch(feed + "\n").output
    #expect(!expected.isEmpty)
    #expect(try batch(feed).output == expected)
    #expect(try batch(feed + "\r\n").output == expected)
    let none = try batch("")
    #expect(none.status == 0 && none.output.isEmpty && none.errors.isEmpty)
  }

  @Test("a run resumed at any line writes the same bytes as a single run")
  func resuming() throws {
    let text = Self.log(1...40)
    let whole = try batch(text, "--select", "height,line")
    let lines = whole.text.split(separator: "\n", omittingEmptySubsequences: true)
    for done in [0, 1, 7, 39, 40] {
      let rest = try batch(text, "--select", "height,line", "--from", "\(done + 1)")
      #expect(rest.status == 0)
      #expect(rest.text == lines.dropFirst(done).map { $0 + "\n" }.joined())
    }
    let beyond = try batch(text, "--from", "42")
    #expect(beyond.status == 2 && beyond.output.isEmpty)
    #expect(beyond.errors.contains("error[SE4062]") && beyond.errors.contains("40 feeds"))
  }

  @Test("SIGINT ends the run after a complete line and prints how to resume")
  func stopping() throws {
    let scratch = try Scratch()
    let process = Process()
    process.executableURL = Program.url
    process.arguments = ["batch", "--select", "line"]
    process.environment = ["HOME": scratch.url.path, "PATH": "/usr/bin:/bin"]
    let (input, output, errors) = (Pipe(), Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data((Self.log(1...2) + "{").utf8))
    var text = ""
    while text.filter({ $0 == "\n" }).count < 2 {
      let data = output.fileHandleForReading.availableData
      try #require(!data.isEmpty)
      text += String(decoding: data, as: UTF8.self)
    }
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGINT)
    #expect(text == "{\"line\":1}\n{\"line\":2}\n")
    #expect(output.fileHandleForReading.readDataToEndOfFile().isEmpty)
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(said.contains("stopped after feed 2") && said.contains("--from 3"))
  }

  @Test("files, folders and standard input form one input, sorted by name within a folder")
  func inputs() throws {
    let scratch = try Scratch()
    try scratch.write(Self.log(1...2), to: "a.jsonl")
    for (number, name) in [(3, "d/a.json"), (4, "d/b/c.json"), (5, "d/b.json")] {
      try scratch.write(Self.feed(number), to: name)
    }
    try scratch.write("no feed", to: "d/readme.txt")
    try scratch.write("{", to: "d/z.json")
    let result = try Program.run(
      ["batch", "a.jsonl", "d", "-", "--select", "line", "--id", "id"],
      input: Data(Self.feed(9).utf8), folder: scratch.url)
    #expect(result.status == 1)
    let objects = try Self.objects(result)
    // Names are in byte order: "b.json" comes before "b/c.json".
    #expect(
      objects.map { $0["id"] as? String }
        == ["feed-1", "feed-2", "feed-3", "feed-5", "feed-4", nil, "feed-9"])
    #expect(
      objects.map { $0["file"] as? String }
        == [nil, nil, "a.json", "b.json", "b/c.json", "z.json", nil])
    #expect(objects.map { $0["line"] as? Int } == (1...7).map { $0 })

    let missing = try Program.run(["batch", "a.jsonl", "missing"], folder: scratch.url)
    #expect(missing.status == 2 && missing.output.isEmpty)
    #expect(missing.errors.contains("SE1016") && missing.errors.contains("No such file"))
    // The messages suggest a remedy.
    for (command, words) in [
      ("batch <&-", "cannot read standard input"), ("batch a.jsonl >&-", "it is closed"),
      ("batch d/broken", "give a folder of documents"),
    ] {
      try scratch.write("{\n  \"items\": []\n}\n", to: "d/broken")
      let result = try Program.run(
        URL(fileURLWithPath: "/bin/sh"), ["-c", "\"$0\" \(command)", Program.url.path],
        folder: scratch.url)
      #expect(result.status != 0 && result.errors.contains(words), "\(result.errors)")
    }
  }

  @Test("a line may be an object of sources by name")
  func sources() throws {
    let samples = Program.repository.appendingPathComponent("Layouts/samples")
    let layout = try String(
      contentsOf: Program.repository.appendingPathComponent("Layouts/netease-home.json"),
      encoding: .utf8)
    let names = try #require(
      try JSONSerialization.jsonObject(with: Data(layout.utf8)) as? [String: Any])
    var documents: [String: Any] = ["id": 7]
    for (name, source) in names["sources"] as? [String: [String: Any]] ?? [:] {
      guard let sample = source["sample"] as? String ?? (source["sample"] as? [String])?.first
      else { continue }
      documents[name] = try JSONSerialization.jsonObject(
        with: Data(contentsOf: samples.deletingLastPathComponent().appendingPathComponent(sample)))
    }
    #expect(documents.count > 2)
    let line = try JSONSerialization.data(withJSONObject: documents)
    let result = try Program.run(
      [
        "batch", "--by-source", "--layout", "netease-home", "--select", "blockCodes,height",
        "--id", "id",
      ], input: line + Data("\n5\n{\"blcks\": {}}\n".utf8))
    let objects = try Self.objects(result)
    try #require(objects.count == 3)
    let page = try Program.run(["render", "--format", "json"])
    let root = try #require(
      try JSONSerialization.jsonObject(with: page.output) as? [String: Any])
    let codes = (root["sections"] as? [[String: Any]])?.map { $0["blockCode"] as? String }
    #expect(objects[0]["blockCodes"] as? [String] == codes?.compactMap { $0 })
    #expect(objects[0]["id"] as? Int == 7)
    // An id path that leads to a source, or into one, leaves that source unchanged. A top-level
    // member that contains only the id is not treated as a source.
    for (path, id) in [("blocks.code", 200), ("blocks", nil), ("about.number", 9)] {
      documents["about"] = path.hasPrefix("about") ? ["number": 9] : nil
      documents["id"] = nil
      let other = try Program.run(
        [
          "batch", "--by-source", "--layout", "netease-home", "--select", "blockCodes", "--id",
          path,
        ], input: try JSONSerialization.data(withJSONObject: documents))
      let object = try #require(try Self.objects(other).first)
      #expect(object["blockCodes"] as? NSArray == objects[0]["blockCodes"] as? NSArray)
      #expect(object["id"] as? Int == id)
    }
    #expect((objects[1]["error"] as? [String: Any])?["code"] as? String == "SE1004")
    let unknown = objects[2]["error"] as? [String: Any]
    #expect(unknown?["code"] as? String == "SE4005")
    #expect((unknown?["help"] as? String)?.contains("did you mean `blocks`?") == true)
  }

  @Test("a closed pipe ends the run without a message")
  func closedPipe() throws {
    let scratch = try Scratch()
    let path = try scratch.write(Self.log(1...3000), to: "log.jsonl")
    let result = try Program.run(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", "\"$0\" batch \"$1\" --select line | head -n 1", Program.url.path, path])
    #expect(result.text == "{\"line\":1}\n" && result.errors.isEmpty)
  }

  /// Builds a plugin for CRASH blocks that crashes where the block has the member "bad".
  private static func writeCrashingPlugin(in scratch: Scratch) throws {
    try scratch.plugin(
      CPlugin.source(
        id: "crash", code: "CRASH",
        open: """
          se_value bad = host->member(host, block->value, SE_STR("bad"));
          if (host->kind(host, bad) != SE_MISSING) *(volatile int *)8 = 1;
          return SE_OK;
          """), named: "plugins/crash")
  }

  @Test("a crashing plugin loses only its own sections of a line, with any number of threads")
  func crash() throws {
    let scratch = try Scratch()
    try Self.writeCrashingPlugin(in: scratch)
    let lines = (1...12).map { number in
      let bad = number % 3 == 0 ? #", "bad": 1"# : ""
      return #"{"code": 200, "data": {"blocks": [{"blockCode": "CRASH", "title": "x"\#(bad)},"#
        + #" {"blockCode": "OTHER", "title": "Line \#(number)"}]}}"#
    }
    let options = [
      "batch", "--plugins", scratch.file("plugins").path, "--select",
      "blockCodes,codes,placeholders",
    ]
    let home = ["HOME": scratch.file("home").path]
    func run(_ lines: [String], _ more: [String]) throws -> Program.Result {
      try Program.run(
        options + more, environment: home, input: Data(lines.joined(separator: "\n").utf8))
    }
    let one = try run(lines, ["--threads", "1"])
    #expect(one.status == 0, "\(one.errors)")
    let objects = try Self.objects(one)
    #expect(objects.map { $0["placeholders"] as? Int } == (1...12).map { $0 % 3 == 0 ? 1 : 0 })
    #expect(objects.allSatisfy { $0["blockCodes"] as? [String] == ["CRASH", "OTHER"] })
    #expect(try run(lines, ["--threads", "3"]).output == one.output)
    // Each of these lines gives the same result in a run of its own.
    for number in [2, 3, 4] {
      let alone = try run([lines[number - 1]], [])
      #expect(alone.text == one.lines[number - 1] + "\n")
    }
    let quarantine = scratch.file("home/.local/state/sectionengine/quarantine").path
    #expect(!FileManager.default.fileExists(atPath: quarantine))
    let page = try Program.run(
      ["batch", "--plugins", scratch.file("plugins").path], environment: home,
      input: Data(lines[2].utf8))
    #expect(page.text.contains("it is called again for the next feed"))
    #expect(!page.text.contains("quarantine"))
  }

  @Test("the run ends after the third feed in a row in which a plugin fails")
  func breaker() throws {
    let scratch = try Scratch()
    try Self.writeCrashingPlugin(in: scratch)
    // In a "b" feed the plugin fails, in a "g" feed it draws, and an "o" feed has no block for it.
    let kinds = Array("bbgbbobgggboobgggbgob" + String(repeating: "b", count: 40))
    let lines = kinds.map { kind in
      let bad = kind == "b" ? #", "bad": 1"# : ""
      let block = kind == "o" ? "" : #"{"blockCode": "CRASH"\#(bad)}, "#
      return #"{"code": 200, "data": {"blocks": [\#(block){"blockCode": "OTHER", "title": "x"}]}}"#
    }
    // Finds the first "b" that is the third since the last "g"; "o" feeds are skipped.
    var last = 0
    var row = 0
    for (index, kind) in kinds.enumerated() where last == 0 {
      if kind == "b" { row += 1 }
      if kind == "g" { row = 0 }
      if row == 3 { last = index + 1 }
    }
    let plugins = scratch.file("plugins").path
    let options = ["batch", "--plugins", plugins, "--select", "line,placeholders"]
    func run(_ more: [String]) throws -> Program.Result {
      try Program.run(
        options + more, environment: ["HOME": scratch.file("home").path],
        input: Data(lines.joined(separator: "\n").utf8))
    }
    let all = try run(["--max-plugin-failures", "0"])
    #expect(all.status == 0 && all.lines.count == kinds.count + 1, "\(all.errors)")
    for threads in ["1", "3"] {
      let ended = try run(["--threads", threads])
      #expect(ended.status == 2 && ended.lines == all.lines[..<last] + [""], "\(ended.text)")
      let message = "plugin `crash@1.0.0` broke in 3 feeds in a row that need it\n"
      #expect(ended.errors.contains(message), "\(ended.errors)")
      #expect(ended.errors.contains("`--from \(last + 1)`"), "\(ended.errors)")
    }
    let first = try run(["--max-plugin-failures", "1"])
    #expect(first.errors.contains("plugin `crash@1.0.0` broke in 1 feed\n"), "\(first.errors)")
    let rest = try run(["--from", "\(last + 1)", "--max-plugin-failures", "0"])
    #expect(rest.lines == Array(all.lines[last...]))
  }

  /// Returns a playlist block for `netease-home`.
  private static func playlist(_ titles: [String], canClose: Bool = false) -> String {
    let creatives = titles.map {
      #"{"resources": [{"uiElement": {"mainTitle": {"title": "\#($0)"}}, "resourceId": "\#($0)"}]}"#
    }
    return
      #"{"blockCode": "HOMEPAGE_BLOCK_PLAYLIST_RCMD", "canClose": \#(canClose), "creatives": ["#
      + creatives.joined(separator: ", ") + "]}"
  }

  @Test("a block that occurs in many feeds is drawn in each as in a feed of its own")
  func repeatedBlocks() throws {
    let blocks = [
      Self.playlist(["雨天"]), Self.playlist(["雨天"], canClose: true),
      Self.playlist(["Harbour", "a title of more than one line, which is cut off somewhere"]),
      Self.playlist(["\\u96e8", "🎧"]), #"{"blockCode": "UNKNOWN", "title": "x"}"#,
      #"{"blockCode": "HOMEPAGE_MUSIC_MLOG", "creatives": []}"#, #"{"title": "no code"}"#,
      #"{"blockCode": "HOMEPAGE_MUSIC_CALENDAR", "creatives": [{"resources": []}]}"#,
    ]
    var numbers = SeededNumbers(state: 7)
    let feeds = (0..<60).map { _ in
      // A repeated code replaces the earlier block, so the neighbours of a block vary too.
      let chosen =
        [blocks[0]]
        + (0..<Int.random(in: 0...4, using: &numbers)).map { _ in
          blocks.randomElement(using: &numbers) ?? ""
        }
      return #"{"code": 200, "data": {"blocks": [\#(chosen.joined(separator: ", "))]}}"#
    }
    for options in [
      [], ["--format", "dump"], ["--layout", "netease-home", "--device", "iphone-15"],
      ["--direction", "rtl", "--select", "heights,codes,nodes"],
    ] {
      let all = try Program.run(
        ["batch", "--threads", "1"] + options,
        input: Data(feeds.joined(separator: "\n").utf8))
      let lines = all.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      try #require(lines.count == feeds.count)
      // Every block of the last ten feeds has occurred in an earlier feed of the same run.
      for index in [0, 1] + (50..<60) {
        let alone = try Program.run(
          ["batch", "--threads", "1"] + options, input: Data(feeds[index].utf8))
        #expect(alone.text == lines[index] + "\n", "feed \(index)")
      }
    }
  }

  @Test("findings are those of check, also for a feed that repeats")
  func findings() throws {
    let scratch = try Scratch()
    let feed =
      #"{"code": 200, "data": {"blocks": ["#
      + Self.playlist(["a title of more than one line, which is cut off somewhere", "雨天"]) + "]}}"
    try scratch.write(feed, to: "feed")
    let config = try scratch.write(#"{"rules": {"truncated-text": "error"}}"#, to: "check.json")
    for options in [[], ["--appearance", "dark", "--config", config]] {
      let check = try Program.run(
        ["check", "feed", "--format", "json"] + options, folder: scratch.url)
      let report = try #require(
        try JSONSerialization.jsonObject(with: check.output) as? [String: Any])
      let expected = try #require(report["findings"] as? NSArray)
      #expect(expected.count > 0)
      let three = Data("\(feed)\n\(feed)\n\(feed)".utf8)
      let result = try Program.run(
        ["batch", "--format", "check", "--threads", "1"] + options, input: three)
      #expect(result.status == 0)
      let objects = try Self.objects(result)
      #expect(objects.count == 3 && objects.allSatisfy { $0["findings"] as? NSArray == expected })
    }
    let missing = try Program.run(
      ["batch", "--format", "check", "--config", "none.json"], folder: scratch.url)
    #expect(missing.status == 2 && missing.errors.contains("cannot read the configuration"))
  }

  @Test("the profile names every stage and does not change the results")
  func profile() throws {
    let text = Self.log(1...3)
    let result = try batch(text, "--profile", "--threads", "1")
    #expect(result.output == (try batch(text).output))
    for stage in ["parsing JSON", "plugins", "layout", "writing results"] {
      #expect(result.errors.contains("  \(stage) "), "\(result.errors)")
    }
    #expect(result.errors.hasPrefix("3 feeds on 1 thread, "))
  }

  @Test(
    "mistyped or conflicting options are usage errors",
    arguments: [
      (["--select", "heigth"], "Did you mean 'height'?"), (["--select", "height,"], "not a field"),
      (["--format", "dmp"], "dump"), (["--threads", "0"], "1 to 1024"),
      (["--from", "0"], "from 1"),
      (["--select", "height", "--format", "dump"], "replaces --format"),
      (["--id", "id"], "no place for it"), (["--select", "line", "--id", "a["], "takes a path"),
      (["--by-source"], "--layout"), (["--config", "x.json"], "--format check"),
      (["-", "-"], "more than once"),
    ])
  func usage(_ options: [String], _ words: String) throws {
    let result = try Program.run(["batch"] + options)
    #expect(result.status == 64 && result.output.isEmpty)
    #expect(result.errors.contains(words), "\(result.errors)")
  }

  @Test("options that name unknown things fail before any output is written")
  func options() throws {
    for options in [["--layout", "netease-hom"], ["--device", "iphone-41"], ["--metrics", "x"]] {
      let result = try Program.run(["batch"] + options, input: Data(Self.feed(1).utf8))
      #expect(result.status == 2 && result.output.isEmpty && result.errors.contains("help:"))
    }
    #expect(try Program.run(["batch", "--help"]).text.contains("blockCodes"))
  }
}

/// A xorshift64 generator, whose numbers are the same in every run.
private struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
