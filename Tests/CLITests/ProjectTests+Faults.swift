import Foundation
import TestTools
import Testing

/// Mistakes in a project file, and the diagnostics that the program prints for them.
extension ProjectTests {
  private static let bakery = """
    {"shelves": [{"shelf": "bread", "loaves": [{"name": "Rye", "go": "bakery://rye"}]},
      {"shelf": "蛋糕", "loaves": [{"name": "Pie 🥧", "go": "bakery://pie"}]}]}
    """

  // MARK: init

  @Test("init drafts a layout for each file with blocks that no bundled layout fits")
  func strangers() throws {
    let folder = try Folder(project: nil)
    try folder.scratch.write(Self.bakery, to: "feeds/my bakery.json")
    let others = [
      "package.json": #"{"name": "x", "scripts": {"a": "b"}, "files": ["a", "b"]}"#,
      "tsconfig.json": #"{"references": [{"path": "./a"}, {"path": "./b"}]}"#,
      "broken.json": "[", "empty.json": "", "text.json": "no JSON",
      "report.json": #"{"schemaVersion": 1, "feeds": [{"type": "a"}, {"type": "b"}]}"#,
      "clients/old.client.json":
        #"{"client": "old", "unknown": "skip", "blocks": [{"blockCode": "A"}, {"default": true}]}"#,
    ]
    for (name, text) in others { try folder.scratch.write(text, to: name) }
    let layouts = Program.repository.appendingPathComponent("Layouts")
    for name in try FileManager.default.contentsOfDirectory(atPath: layouts.path)
    where name.hasSuffix(".json") {
      let text = try String(contentsOf: layouts.appendingPathComponent(name), encoding: .utf8)
      try folder.scratch.write(text, to: "layouts/\(name)")
    }
    let result = try folder.run("init")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(result.text.contains("wrote sectionengine.json with 3 feeds: "), "\(result.text)")
    #expect(result.text.contains("my-bakery (feeds/my bakery.json)"))
    #expect(result.text.contains("my-bakery-layout.json") && result.lines.count == 6)
    let checked = try folder.run("layouts", "check", "my-bakery-layout.json")
    #expect(checked.status == 0, "\(checked.errors)")
    #expect(try folder.run("render", "my-bakery").text.contains("Rye"))
    #expect(try folder.run("dump", "my-bakery").text.contains("bakery://pie"))
  }

  @Test("of many files that no layout fits, the first are added and the others are one note")
  func manyStrangers() throws {
    let scratch = try Scratch()
    for number in 10..<25 { try scratch.write(Self.bakery, to: "b\(number).json") }
    let result = try Program.run(["init"], folder: scratch.url)
    #expect(result.text.contains("with 12 feeds: b10 (b10.json), "), "\(result.text)")
    #expect(result.errors.contains("left out `b22.json`, `b23.json`, `b24.json`"))
    #expect(result.errors.contains("`sectionengine init --add b22.json`"))
  }

  @Test(
    "a project file without feeds says which command writes them, and that command does",
    arguments: [
      ("", ["init"]), (" \n\t", ["init", "--add", "feeds/news.json"]),
      (#"{"feeds": {}}"#, ["init", "--add", "feeds/news.json"]),
      (#"{"devices": ["iphone-se"], "feeds": { } }"#, ["init", "--add", "feeds/news.json"]),
    ])
  func withoutFeeds(_ text: String, _ command: [String]) throws {
    let folder = try Folder(project: text)
    let refused = try folder.run("render")
    let help = text.contains("{") ? "`sectionengine init --add FEED`" : "`sectionengine init`"
    #expect(refused.status == 2 && refused.errors.contains(help), "\(refused.errors)")
    let written = try folder.run(command)
    #expect(written.status == 0, "\(written.errors)")
    let drawn = try folder.run("render", "news")
    #expect(drawn.status == 0, "\(drawn.errors)")
  }

  // MARK: Repeated keys

  @Test(
    "a repeated key is an error with its place in every file that is configured",
    arguments: [
      ("sectionengine.json", #"{"feeds": {"x": {"feed": "a.json", "feed": "b.json"}}}"#, "1:36"),
      (
        "sectionengine.json",
        #"{"devices": ["ipad-11"], "devices": [], "feeds": {"x": {"layout": "a"}}}"#, "1:26"
      ),
      (
        "sectionengine.json", #"{"feeds": {"x": {"layout": "a"}, "x": {"layout": "a"}}}"#, "1:34"
      ),
      (
        "clients/c.client.json",
        #"{"client": "c", "unknown": "skip", "blocks": [], "blocks": []}"#, "1:50"
      ),
      ("check.json", #"{"rules": {}, "rules": {}}"#, "1:15"),
      ("known.json", #"{"findings": [], "findings": []}"#, "1:18"),
      ("layout.json", #"{"name": "a", "version": 1, "name": "b", "sources": {}}"#, "1:29"),
      ("metrics.json", #"{"name": "a", "name": "b"}"#, "1:15"),
      ("fonts.json", #"{"name": "a", "name": "b"}"#, "1:15"),
      ("s/snapshots.json", #"{"feeds": [], "feeds": []}"#, "1:15"),
    ])
  func repeatedKeys(_ file: String, _ text: String, _ place: String) throws {
    let folder = try Folder(project: nil)
    try folder.scratch.write(text, to: file)
    let command =
      switch file {
      case "sectionengine.json": ["render"]
      case "check.json": ["check", "feeds/news.json", "--config", file]
      case "known.json": ["check", "feeds/news.json", "--baseline", file]
      case "layout.json": ["render", "feeds/news.json", "--layout", file]
      case "metrics.json": ["render", "feeds/news.json", "--metrics", file]
      case "fonts.json": ["render", "feeds/news.json", "--font", file]
      case "s/snapshots.json": ["snapshot", "verify", "s"]
      default: ["check", "feeds/news.json", "--client", "c"]
      }
    let result = try folder.run(command)
    #expect(result.status == 2 && result.text.isEmpty, "\(result.text)\(result.errors)")
    #expect(result.errors.contains("error[SE1007]: key `"), "\(result.errors)")
    #expect(result.errors.contains("\(file):\(place)"), "\(result.errors)")
    if file == "layout.json" {
      let checked = try folder.run("layouts", "check", file)
      #expect(checked.status == 1 && (checked.text + checked.errors).contains("error[SE1007]"))
    }
  }

  @Test("a repeated key of a feed is still a warning")
  func repeatedKeyOfFeed() throws {
    let folder = try Folder(project: nil)
    try folder.scratch.write(
      #"{"items": [{"type": "a", "title": "1", "title": "2"}]}"#, to: "feed.json")
    let result = try folder.run("render", "feed.json")
    #expect(result.status == 0 && result.errors.contains("warning[SE1007]"), "\(result.errors)")
  }

  // MARK: Places

  @Test("a source that is unknown or missing is reported where the project names it")
  func places() throws {
    let folder = try Folder(
      project: """
        {"feeds": {
          "gone": {"feed": "feeds/gone.json"},
          "odd": {"feed": "feeds/news.json", "sources": {"menu": "feeds/news.json"}},
          "half": {"feed": "feeds/home/blocks.json", "layout": "netease-home",
            "sources": {"menus": "feeds/gone.json"}}}}
        """)
    for (feed, code, place) in [
      ("gone", "SE1016", "sectionengine.json:2:20  $.feeds.gone.feed"),
      ("odd", "SE4005", "sectionengine.json:3:58  $.feeds.odd.sources.menu"),
    ] {
      for command in ["render", "session", "dump", "check", "explain"] {
        let result = try folder.run(
          command == "explain" ? ["explain", "X", feed] : [command, feed], in: "sub")
        #expect(result.status == 2 && result.errors.contains(code), "\(command): \(result.errors)")
        #expect(result.errors.contains(place), "\(command): \(result.errors)")
      }
    }
    // A page is drawn even if its second source is missing.
    let half = try folder.run("render", "half")
    #expect(half.status == 0, "\(half.errors)")
    #expect(half.errors.contains("sectionengine.json:5:26  $.feeds.half.sources.menus"))
    // An option replaces the file that the project refers to.
    let replaced = try folder.run("render", "half", "--source", "menus=feeds/gone.json")
    #expect(!replaced.errors.contains("sectionengine.json"), "\(replaced.errors)")
  }

  @Test("a file of one client with the name of another is reported")
  func clientNames() throws {
    let folder = try Folder(project: nil)
    let client = #"{"client": "y", "unknown": "skip", "blocks": []}"#
    for name in ["x", "y"] { try folder.scratch.write(client, to: "clients/\(name).client.json") }
    let result = try folder.run("check", "feeds/news.json", "--client", "x")
    #expect(result.status == 1 && result.text.contains("`y` does not know"))
    #expect(result.errors.contains("the file `x.client.json` has the client `y`"))
    #expect(result.errors.contains("clients/x.client.json:1:12"), "\(result.errors)")
    for client in ["y", "clients/y.client.json"] {
      let same = try folder.run("check", "feeds/news.json", "--client", client)
      #expect(!same.errors.contains("has the client"), "\(same.errors)")
    }
  }

  @Test(
    "a file in a folder that does not exist is refused with the command that makes the folder",
    arguments: [
      "render feeds/news.json -o", "dump feeds/news.json -o", "check feeds/news.json -o",
      "diff feeds/news.json feeds/home -o", "layouts new --from feeds/news.json -o",
      "plugin claims -o", "plugin new ticker -o", "snapshot init feeds/news.json -o",
      "report feeds/news.json -o", "session --record", "session -o",
      "check feeds/news.json --write-baseline",
    ])
  func missingFolders(_ line: String) throws {
    let folder = try Folder(project: nil)
    let words = line.split(separator: " ").map(String.init)
    let ending = words[0] == "dump" ? "dump" : "json"
    let result = try folder.run(words + ["no such/更多/file.\(ending)"])
    #expect(result.status == 2 && result.errors.contains("SE5001"), "\(result.errors)")
    #expect(result.errors.contains("there is no folder `no such/更多`"), "\(result.errors)")
    #expect(result.errors.contains("`mkdir -p 'no such/更多'`"), "\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.scratch.file("no such").path))
  }

  @Test("a renamed field is a warning of diff and check, although its value is found")
  func renamedFields() throws {
    let folder = try Folder(project: nil)
    let old = #"{"items": [{"type": "a", "headline": "One", "list": [{"caption": "x"}]}]}"#
    try folder.scratch.write(old, to: "old.json")
    try folder.scratch.write(
      old.replacing("headline", with: "title").replacing("caption", with: "name"), to: "new.json")
    try folder.scratch.write(
      """
      {"name": "mine", "version": 1, "identity": "occurrence",
       "sources": {"feed": {"items": "$.items", "element": {"code": "type"}}},
       "sections": {"a": {"generic": {"title": "headline", "items": "list",
         "item": {"title": "caption"}}}}}
      """, to: "mine.json")
    let diff = try folder.run("diff", "old.json", "new.json", "--layout", "mine.json")
    #expect(diff.status == 0 && diff.text == "no differences\n", "\(diff.text)")
    for (path, place) in [("headline", "3:42"), ("caption", "4:22")] {
      #expect(diff.errors.contains("warning[SE4010]: `\(path)` is in none of 1 "), "\(diff.errors)")
      #expect(diff.errors.contains("mine.json:\(place)"), "\(diff.errors)")
    }
    #expect(diff.errors.contains("of the feed\n") && diff.errors.contains("usual names are tried"))
    #expect(
      try folder.run("check", "new.json", "--layout", "mine.json").text.contains("`headline`"))
    for line in [["check", "old.json"], ["diff", "old.json", "old.json"]] {
      let same = try folder.run(line + ["--layout", "mine.json"])
      #expect(!same.errors.contains("SE4010"), "\(same.errors)")
    }
  }

  // MARK: Drafts

  @Test("a folder is not a reply to draft a layout from, and names of replies are those of sources")
  func drafts() throws {
    let folder = try Folder(project: nil)
    try folder.scratch.write(Self.bakery, to: "shop/blocks.json")
    let refused = try folder.run("layouts", "new", "--from", "shop/")
    #expect(refused.status == 2 && refused.errors.contains("`--from shop/blocks.json`"))
    let drafted = try folder.run("layouts", "new", "--from", "shop/blocks.json", "-o", "l.json")
    #expect(drafted.status == 0, "\(drafted.errors)")
    let drawn = try folder.run("render", "shop", "--layout", "l.json")
    #expect(drawn.status == 2 && drawn.errors.contains("rename the file to `feed.json`"))
    #expect(drawn.errors.contains("the source in the layout to `blocks`"), "\(drawn.errors)")
    try FileManager.default.moveItem(
      at: folder.scratch.file("shop/blocks.json"), to: folder.scratch.file("shop/feed.json"))
    #expect(try folder.run("render", "shop", "--layout", "l.json").text.contains("Rye"))
  }
}
