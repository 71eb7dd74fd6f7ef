import Foundation
import TestConditions
import Testing

/// `snapshot`, each test in its own folder.
@Suite struct SnapshotCommandTests {
  /// A folder with the settings of two feeds and their snapshots: 4 cells in 2 files for each feed.
  private final class Folder {
    let scratch: Scratch
    static let news = #"{"items": [{"type": "a", "title": "One"}, {"type": "b", "title": "Two"}]}"#
    static let settings = """
      {"matrix": {"devices": ["iphone-se", "iphone-14"], "appearances": ["light", "dark"]},
       "feeds": [{"name": "首页 feed", "feed": "feeds/news.json"},
         {"name": "search", "layout": "wanandroid-search"}]}
      """

    init(settings: String = Folder.settings, recorded: Bool = true) throws {
      scratch = try Scratch()
      try scratch.write(Folder.news, to: "Snapshots/feeds/news.json")
      try scratch.write(settings, to: "Snapshots/snapshots.json")
      if recorded {
        let result = try run("record")
        #expect(result.status == 0, "\(result.text)\(result.errors)")
      }
    }

    func run(_ arguments: String...) throws -> Program.Result {
      try Program.run(["snapshot"] + arguments, folder: scratch.url)
    }

    var files: [String] {
      let all = FileManager.default.subpaths(atPath: scratch.file("Snapshots").path) ?? []
      return all.filter { $0.hasSuffix(".dump") || $0.contains(".dump.") }.sorted()
    }

    func text(_ file: String) throws -> String {
      try String(contentsOf: scratch.file("Snapshots/\(file)"), encoding: .utf8)
    }
  }

  private static let recorded = [
    "search/iphone-14.light+dark.dump", "search/iphone-se.light+dark.dump",
    "首页 feed/iphone-14.light+dark.dump", "首页 feed/iphone-se.light+dark.dump",
  ]

  @Test("recorded snapshots verify, and a snapshot is the dump of its first cell")
  func record() throws {
    let folder = try Folder()
    #expect(folder.files == Self.recorded)
    let verified = try folder.run("verify")
    #expect(verified.status == 0 && verified.errors.isEmpty)
    #expect(verified.text == "8 cells of 2 feeds as recorded, in 4 files\n")
    let dump = try Program.run([
      "dump", "--layout", "wanandroid-search", "--device", "iphone-14", "--all",
    ])
    #expect(try folder.text("search/iphone-14.light+dark.dump") == dump.text)
    let again = try folder.run("record")
    #expect(again.status == 0 && again.text == "nothing to be recorded\n")
  }

  @Test("record writes a renamed snapshot again and does not remove the renamed file")
  func renamed() throws {
    let folder = try Folder()
    let name = "search/iphone-14.light+dark.dump"
    let text = try folder.text(name)
    try FileManager.default.moveItem(
      at: folder.scratch.file("Snapshots/\(name)"),
      to: folder.scratch.file("Snapshots/search/mine.dump"))
    let result = try folder.run("record")
    #expect(result.text == "recorded \(name)\n", "\(result.text)\(result.errors)")
    #expect(try folder.text(name) == text)
    #expect(try folder.text("search/mine.dump") == text)
    #expect(try folder.run("verify").text.contains("orphaned search/mine.dump"))
  }

  @Test(
    "a change is shown once and recorded only by accept, and a partial run leaves the other files")
  func change() throws {
    let folder = try Folder()
    let before = try folder.text("首页 feed/iphone-se.light+dark.dump")
    try folder.scratch.write(
      Folder.news.replacingOccurrences(of: "Two", with: "Three 三"), to: "Snapshots/feeds/news.json")
    let verified = try folder.run("verify")
    #expect(verified.status == 1 && verified.errors.isEmpty)
    #expect(verified.lines[0] == "changed 首页 feed/iphone-14.light+dark.dump")
    #expect(verified.text.contains("Three 三"))
    #expect(
      verified.text.contains("the same in 2 other cells: 首页 feed/iphone-se.light+dark.dump"))
    #expect(verified.text.contains("8 cells of 2 feeds: 4 changed\n"))
    #expect(verified.text.contains("`sectionengine snapshot accept Snapshots`"))

    let kept = try folder.run("record")
    #expect(
      kept.status == 1 && kept.text.contains("left as they are: 8 cells of 2 feeds: 4 changed"))
    #expect(try folder.text("首页 feed/iphone-se.light+dark.dump") == before)

    #expect(try folder.run("verify", "--feed", "search").status == 0)
    let part = try folder.run("accept", "--device", "iphone-14")
    #expect(part.status == 0 && part.text == "accepted 首页 feed/iphone-14.light+dark.dump\n")
    #expect(try folder.text("首页 feed/iphone-se.light+dark.dump") == before)
    #expect(try folder.run("verify", "--device", "iphone-14").status == 0)
    #expect(try folder.run("verify", "--device", "iphone-se").status == 1)
    #expect(try folder.run("accept").status == 0)
    #expect(try folder.run("verify").status == 0 && folder.files == Self.recorded)
  }

  @Test(
    "missing, orphaned, edited, truncated and unfinished files are reported separately and repaired"
  )
  func damage() throws {
    let folder = try Folder()
    let good = try folder.text("search/iphone-14.light+dark.dump")
    let place = "Snapshots/search/iphone-14.light+dark.dump"
    try folder.scratch.write(good.replacingOccurrences(of: " 390x", with: " 390.0x"), to: place)
    // The last line ends before the numbers of its frame.
    let half = good.prefix(good.count / 2)
    let cut = half.prefix(upTo: half.lastIndex(of: "@") ?? half.endIndex) + "@"
    try folder.scratch.write(String(cut), to: "Snapshots/search/iphone-se.light+dark.dump")
    try FileManager.default.removeItem(
      at: folder.scratch.file("Snapshots/首页 feed/iphone-14.light+dark.dump"))
    // A killed run leaves a file with the ending "sectionengine-part".
    try folder.scratch.write(
      "# layout-dump v1", to: "Snapshots/search/.iphone-14.dump.sectionengine-part")
    try folder.scratch.write(good, to: "Snapshots/search/iphone-15.dump")
    try folder.scratch.write(good, to: "Snapshots/gone/iphone-14.dump")
    try folder.scratch.write("mine", to: "Snapshots/notes/of mine.dump")
    let verified = try folder.run("verify")
    #expect(verified.status == 1)
    for line in [
      "edited search/iphone-14.light+dark.dump", "unreadable search/iphone-se.light+dark.dump",
      "missing 首页 feed/iphone-14.light+dark", "orphaned search/iphone-15.dump",
      "orphaned search/.iphone-14.dump.sectionengine-part", "orphaned gone/iphone-14.dump",
      "8 cells of 2 feeds: 2 missing, 2 edited, 2 unreadable; 3 files orphaned",
    ] {
      #expect(verified.lines.contains(line), "\(line)\n\(verified.text)")
    }
    #expect(!verified.text.contains("notes"))

    // A partial run reports only the cells that it covers.
    let part = try folder.run("verify", "--feed", "首页 feed", "--device", "iphone-se")
    #expect(part.status == 0 && part.text == "2 cells of 1 feed as recorded, in 1 file\n")
    #expect(try folder.run("prune", "--device", "iphone-14").output.isEmpty)

    let listed = try folder.run("prune", "--dry-run")
    #expect(listed.status == 0 && listed.lines.count { $0.hasPrefix("orphaned ") } == 3)
    #expect(try folder.run("prune").lines.count { $0.hasPrefix("removed ") } == 3)
    #expect(!FileManager.default.fileExists(atPath: folder.scratch.file("Snapshots/gone").path))
    #expect(try folder.text("notes/of mine.dump") == "mine")
    #expect(try folder.run("accept").status == 1)
    #expect(try folder.run("record").status == 0)
    #expect(try folder.run("verify").status == 0)
  }

  @Test("more settings add snapshots and rename none, and fewer settings leave orphans")
  func matrix() throws {
    let folder = try Folder()
    let before = folder.files
    try folder.scratch.write(
      Folder.settings.replacingOccurrences(
        of: #""devices""#, with: #""textSizes": ["large", "ax5"], "devices""#),
      to: "Snapshots/snapshots.json")
    #expect(try folder.run("verify").text.contains("16 cells of 2 feeds: 8 missing\n"))
    #expect(try folder.run("record").status == 0)
    #expect(Set(folder.files).isSuperset(of: before) && folder.files.count == 8)
    try folder.scratch.write(Folder.settings, to: "Snapshots/snapshots.json")
    #expect(try folder.run("verify").text.contains("4 files orphaned"))
    #expect(try folder.run("prune").status == 0 && folder.files == before)
  }

  @Test("other content has snapshots of its own, equal to the dump with the same stress")
  func stresses() throws {
    let folder = try Folder()
    let before = folder.files
    try folder.scratch.write(
      Folder.settings.replacingOccurrences(
        of: #""devices""#,
        with: #""stresses": ["none", "long", "pseudo-rtl", "empty"], "devices""#),
      to: "Snapshots/snapshots.json")
    #expect(try folder.run("record").status == 0 && folder.run("verify").status == 0)
    #expect(Set(folder.files).isSuperset(of: before))
    for stress in ["long", "pseudo-rtl", "empty"] {
      #expect(folder.files.contains("首页 feed/iphone-se.light+dark.\(stress).dump"))
      let dump = try Program.run([
        "dump", "--layout", "wanandroid-search", "--device", "iphone-14", "--all", "--stress",
        stress,
      ])
      let kept = try folder.text("search/iphone-14.light+dark.\(stress).dump")
      #expect(kept == dump.text)
    }
    for (word, help) in [("lang", "did you mean `long`?"), ("items=1001", "items=N")] {
      try folder.scratch.write(
        Folder.settings.replacingOccurrences(
          of: #""devices""#, with: #""stresses": ["\#(word)"], "devices""#),
        to: "Snapshots/snapshots.json")
      let wrong = try folder.run("verify")
      #expect(wrong.status == 2 && wrong.errors.contains(help), "\(wrong.errors)")
    }
  }

  @Test("a feed that cannot be drawn fails with its reason, and the other feeds are verified")
  func undrawable() throws {
    let folder = try Folder()
    try folder.scratch.write("{", to: "Snapshots/feeds/news.json")
    for format in ["text", "json", "markdown"] {
      let result = try folder.run("verify", "--format", format)
      #expect(result.status == 1 && result.text.contains("SE1003"), "\(result.text)")
      #expect(result.errors.contains("error[SE1003]"))
    }
    #expect(try folder.run("verify").text.contains("4 cells of 2 feeds: 1 failed"))
    #expect(try folder.run("accept").status == 1 && folder.files == Self.recorded)
    let some = try folder.run("record")
    #expect(some.text == "nothing to be recorded\n1 of 2 feeds failed\n")
    #expect(some.status == 1 && some.errors.contains("error[SE1003]"))
    for (command, verb) in [("record", "recorded"), ("accept", "accepted")] {
      let only = try folder.run(command, "--feed", "首页 feed")
      #expect(only.text == "1 feed failed, nothing \(verb)\n")
      #expect(only.status == 1 && only.errors.contains("error[SE1003]"))
    }
  }

  @Test("a section that would lose its provider is not accepted before its file is removed")
  func lostProvider() throws {
    let scratch = try Scratch()
    let example = Program.repository.appendingPathComponent("Plugins/Examples/c/ticker.c")
    try scratch.plugin(String(contentsOf: example, encoding: .utf8), named: "plugins/ticker")
    try scratch.write(
      #"{"items": [{"type": "TICKER", "items": [{"text": "One", "url": "https://example.com"}]}]}"#,
      to: "feed.json")
    try scratch.write(
      """
      {"matrix": {"devices": ["iphone-se", "iphone-14"]},
       "feeds": [{"name": "news", "feed": "feed.json", "unknown": "placeholder"}]}
      """, to: "snapshots.json")
    func run(_ arguments: String...) throws -> Program.Result {
      try Program.run(["snapshot"] + arguments, folder: scratch.url)
    }
    func snapshot() throws -> String {
      try String(contentsOf: scratch.file("news/iphone-14.dump"), encoding: .utf8)
    }
    let recorded = try run("record", ".", "--plugins", "plugins")
    try #require(recorded.status == 0, "\(recorded.text)\(recorded.errors)")
    let before = try snapshot()
    for command in ["accept", "record"] {
      let kept = try run(command, ".")
      #expect(kept.status == 1, "\(kept.text)\(kept.errors)")
      #expect(kept.lines[0].hasPrefix("nothing to be "))
      #expect(kept.lines[1] == "left as they are: 2 cells of 1 feed: 2 changed")
      #expect(kept.lines[2].contains("`TICKER` lost its provider `ticker"), "\(kept.text)")
      #expect(kept.lines[2].hasSuffix("news/iphone-14.dump, news/iphone-se.dump"), "\(kept.text)")
      #expect(kept.text.contains("--plugins") && !kept.text.contains("snapshot accept"))
      #expect(try snapshot() == before)
    }
    #expect(try run("verify", ".", "--plugins", "plugins").status == 0)

    try FileManager.default.removeItem(at: scratch.file("news"))
    let meant = try run("record", ".")
    #expect(meant.status == 0, "\(meant.text)\(meant.errors)")
    #expect(try snapshot().contains("via=placeholder@"))
    let found = try run("accept", ".", "--plugins", "plugins")
    #expect(found.status == 0, "\(found.text)\(found.errors)")
    #expect(try snapshot() == before)
  }

  @Test("unknown names get a suggestion, and wrong settings are reported with their location")
  func refused() throws {
    let folder = try Folder(recorded: false)
    for (arguments, word) in [
      (["--feed", "serch"], "did you mean `search`?"),
      (["--device", "iphone-4"], "did you mean `iphone-14`?"),
      (["--device", "ipad-11"], "is in no matrix"),
    ] {
      let result = try Program.run(
        ["snapshot", "verify"] + arguments, folder: folder.scratch.url)
      #expect(result.status == 2 && result.output.isEmpty && result.errors.contains(word))
    }
    let nowhere = try Program.run(["snapshot", "verify", "nowhere"], folder: folder.scratch.url)
    #expect(nowhere.status == 2 && nowhere.errors.contains("SE5010"))
    #expect(nowhere.errors.contains("`sectionengine snapshot init FEED.json`"))
    #expect(try folder.run("verify", "--jobs", "0").status == 64)
    for (settings, word) in [
      (#"{"feeds": [], "matrix": {"devices": ["iphone-14"]}}"#, "`feeds` is empty"),
      (#"{"feeds": [{"name": "a/b"}], "matrix": {"devices": ["iphone-14"]}}"#, "name of a folder"),
      (#"{"feeds": [{"name": "a"}], "matrix": {"devices": ["iphone-4"]}}"#, "`iphone-14`?"),
    ] {
      try folder.scratch.write(settings, to: "Snapshots/snapshots.json")
      let result = try folder.run("verify")
      #expect(result.status == 2 && result.output.isEmpty, "\(settings)")
      #expect(result.errors.contains(word) && result.errors.contains("snapshots.json:1:"))
    }
  }

  @Test("init writes settings that record accepts, and replaces no file")
  func start() throws {
    let scratch = try Scratch()
    try scratch.write(Folder.news, to: "feeds/my news.json")
    func run(_ arguments: String...) throws -> Program.Result {
      try Program.run(["snapshot"] + arguments, folder: scratch.url)
    }
    #expect(try run("init").status == 64)
    #expect(try run("init", "netease-hom").errors.contains("did you mean `netease-home`?"))
    let made = try run("init", "feeds/my news.json", "audio-chart", "-o", "Kept")
    #expect(made.status == 0)
    #expect(made.text.contains("`sectionengine snapshot record --allow-outside Kept`"))
    #expect(try run("record", "--allow-outside", "Kept").status == 0)
    #expect(
      try run("verify", "--allow-outside", "Kept").text.contains("48 cells of 2 feeds as recorded"))
    let again = try run("init", "audio-chart", "-o", "Kept")
    #expect(again.status == 2 && again.errors.contains("exists"))
  }

  @Test("the number of threads does not change the bytes of any format")
  func determinism() throws {
    let folder = try Folder()
    try folder.scratch.write(
      Folder.news.replacingOccurrences(of: "One", with: "Eins"), to: "Snapshots/feeds/news.json")
    for format in ["text", "json", "markdown"] {
      let one = try folder.run("verify", "--format", format, "--jobs", "1")
      #expect(one.status == 1)
      for jobs in ["2", "3", "16"] {
        #expect(try folder.run("verify", "--format", format, "--jobs", jobs).output == one.output)
      }
    }
  }

  @Test("the JSON of settings and report matches the schemas", .needsJSONSchema)
  func schemas() throws {
    let folder = try Folder()
    try folder.scratch.write(
      Folder.news.replacingOccurrences(of: "One", with: "Eins"), to: "Snapshots/feeds/news.json")
    try folder.scratch.write("# layout-dump v1", to: "Snapshots/gone/x.dump")
    try folder.scratch.write("x", to: "Snapshots/search/iphone-14.light+dark.dump")
    let report = try folder.run("verify", "--format", "json")
    for (schema, text) in [("snapshots", Folder.settings), ("snapshot-report", report.text)] {
      let printed = try Program.run(["schema", schema])
      let result = try Program.judge(
        """
        import json, sys, jsonschema
        schema = json.loads(sys.argv[1])
        jsonschema.Draft202012Validator.check_schema(schema)
        jsonschema.validate(json.loads(sys.argv[2]), schema)
        """, arguments: [printed.text, text])
      #expect(result.status == 0, "\(result.errors)")
    }
  }

  @Test("the HTML page draws what changed before and after, with the command that accepts it")
  func html() throws {
    let folder = try Folder()
    let same = try folder.run("verify", "--format", "html")
    #expect(same.status == 0)
    #expect(same.text.components(separatedBy: "<figure ").count == 5)
    try folder.scratch.write(
      Folder.news.replacingOccurrences(of: "Two", with: "Two & a half"),
      to: "Snapshots/feeds/news.json")
    let result = try folder.run("verify", "--format", "html", "--device", "iphone-14")
    #expect(result.status == 1)
    let page = result.text
    #expect(page.contains("<h2>首页 feed/iphone-14.light+dark.dump <small>changed</small></h2>"))
    let command = "sectionengine snapshot accept Snapshots --feed '首页 feed' --device iphone-14"
    #expect(page.contains("<code>\(command)</code>"))
    #expect(page.contains("Two &amp; a half"))
    #expect(page.contains("<rect class=\"changed\""))
    let changed = try #require(page.range(of: "<small>changed"))
    let passed = try #require(page.range(of: "As recorded"))
    #expect(changed.lowerBound < passed.lowerBound)
    // The suggested command resolves the change.
    let words = ["accept", "--feed", "首页 feed", "--device", "iphone-14"]
    #expect(try Program.run(["snapshot"] + words, folder: folder.scratch.url).status == 0)
    #expect(try folder.run("verify", "--device", "iphone-14").status == 0)
  }

  @Test("the bundled feeds match their snapshots; review a difference, then accept it")
  func bundledFeeds() throws {
    let folder = Program.repository.appendingPathComponent("Tests/Snapshots")
    // If intended changes make this test fail, run: sectionengine snapshot accept Tests/Snapshots
    let result = try Program.run(
      ["snapshot", "verify", "Tests/Snapshots"], folder: Program.repository)
    #expect(result.status == 0, "\(result.text)\(result.errors)")
    #expect(result.text == "100 cells of 5 feeds as recorded, in 50 files\n")
    let files = try #require(FileManager.default.subpaths(atPath: folder.path))
    let size = try files.reduce(0) { sum, file in
      let path = folder.appendingPathComponent(file).path
      let found = try FileManager.default.attributesOfItem(atPath: path)[.size]
      return sum + (found as? Int ?? 0)
    }
    #expect(size > 100_000 && size < 1_200_000)
  }
}
