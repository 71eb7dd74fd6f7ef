import Foundation
import TestConditions
import Testing

/// `diff` as a program: kinds of input, formats and exit statuses.
@Suite struct DiffCommandTests {
  static let feed = Program.repository
    .appendingPathComponent("Layouts/samples/netease-home/blocks.json").path

  /// Writes a dump in which a changed feed layout makes one section of the feed 22 points higher.
  static func taller(in scratch: Scratch) throws -> String {
    let file = Program.repository.appendingPathComponent("Layouts/netease-home.json")
    var layout = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    var sections = layout["sections"] as? [String: Any] ?? [:]
    var section = sections["HOMEPAGE_BLOCK_PLAYLIST_RCMD"] as? [String: Any] ?? [:]
    section["height"] = 262
    sections["HOMEPAGE_BLOCK_PLAYLIST_RCMD"] = section
    layout["sections"] = sections
    try JSONSerialization.data(withJSONObject: layout)
      .write(to: scratch.file("netease-home.json"))
    let dump = scratch.file("taller.dump").path
    let made = try Program.run([
      "dump", feed, "--layout", scratch.file("netease-home.json").path, "--all", "-o", dump,
    ])
    #expect(made.status == 0)
    return dump
  }

  @Test(
    "a copied block is told: it replaces the earlier block, or is a section of its own",
    arguments: ["code", "occurrence"])
  func copiedBlock(identity: String) throws {
    let scratch = try Scratch()
    func object(_ path: String) throws -> [String: Any] {
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }
    var layout = try object(
      Program.repository.appendingPathComponent("Layouts/netease-home.json").path)
    layout["identity"] = identity
    try JSONSerialization.data(withJSONObject: layout)
      .write(to: scratch.file("netease-home.json"))
    var feed = try object(Self.feed)
    var data = try #require(feed["data"] as? [String: Any])
    let blocks = try #require(data["blocks"] as? [[String: Any]])
    data["blocks"] = blocks + [blocks[0]]
    feed["data"] = data
    try JSONSerialization.data(withJSONObject: feed).write(to: scratch.file("copied.json"))
    let layoutFile = scratch.file("netease-home.json").path
    let sides = [Self.feed, scratch.file("copied.json").path]
    for format in ["text", "markdown", "json", "github", "html"] {
      let result = try Program.run(["diff"] + sides + ["--layout", layoutFile, "--format", format])
      #expect(result.status == 1, "\(format): \(result.text)\(result.errors)")
      let isReplaced = identity == "code"
      #expect(result.text.contains("SE1015") == isReplaced, "\(format): \(result.text)")
      #expect(result.errors.contains("SE1015") == isReplaced, "\(format): \(result.errors)")
    }
    // Two pages that lost the same block are equal, but the loss is told.
    let same = try Program.run(["diff", sides[1], sides[1], "--layout", layoutFile])
    #expect(same.status == 0)
    #expect(same.errors.contains("SE1015") == (identity == "code"))
  }

  @Test("a dump and layout JSON give the same accessibility elements")
  func accessibility() throws {
    let scratch = try Scratch()
    let files = try ["dump", "json"].map { format in
      let file = scratch.file("read.\(format)").path
      let made = try Program.run([
        "render", Self.feed, "--all", "--accessibility", "--format", format, "-o", file,
      ])
      #expect(made.status == 0)
      return file
    }
    let same = try Program.run(["diff"] + files)
    #expect(same.status == 0 && same.text == "no differences\n", "\(same.text)\(same.errors)")
    // A feed is drawn with what the file has. A file without accessibility elements differs.
    let feed = try Program.run(["diff", files[1], Self.feed])
    #expect(feed.status == 0, "\(feed.text)\(feed.errors)")
    let plain = scratch.file("plain.dump").path
    #expect(try Program.run(["dump", Self.feed, "--all", "-o", plain]).status == 0)
    let result = try Program.run(["diff", files[0], plain])
    #expect(result.status == 1 && result.text.contains("reads"), "\(result.text)\(result.errors)")
  }

  @Test(
    "a feed equals its dump with any options",
    arguments: [
      [], ["--all"], ["--text-lines"], ["--accessibility", "--chrome"], ["--unrounded"],
      ["--frames", "absolute"], ["--depth", "3"], ["--scroll-y", "100", "--chrome"],
      ["--width", "350", "--appearance", "dark", "--direction", "rtl", "--text-size", "xl"],
      ["--all", "--chrome", "--text-lines", "--accessibility", "--unrounded"],
    ])
  func dumped(_ options: [String]) throws {
    let scratch = try Scratch()
    let file = scratch.file("a.dump").path
    #expect(try Program.run(["dump", Self.feed, "-o", file] + options).status == 0)
    for sides in [[file, Self.feed], [Self.feed, file], [file, file]] {
      let result = try Program.run(["diff"] + sides)
      #expect(result.status == 0, "\(result.text)\(result.errors)")
    }
  }

  @Test("a page equals itself as feed, dump, layout JSON and JSON lines")
  func same() throws {
    let scratch = try Scratch()
    var files = [Self.feed]
    for (format, options) in [("dump", ["--all"]), ("dump", []), ("json", []), ("json-lines", [])] {
      let file = scratch.file("\(files.count).\(format)").path
      let made = try Program.run(["render", Self.feed, "--format", format, "-o", file] + options)
      #expect(made.status == 0)
      files.append(file)
    }
    for (index, old) in files.enumerated() {
      for new in files[index...] {
        let result = try Program.run(["diff", old, new])
        #expect(result.status == 0, "\(old) \(new) \(result.errors)")
        #expect(result.text == "no differences\n", "\(old) \(new)")
      }
    }
    let piped = try Program.run(
      ["diff", "-", files[1]], input: Data(contentsOf: URL(fileURLWithPath: files[1])))
    #expect(piped.status == 0)
  }

  @Test(
    "a feed is drawn with the settings of the dump it is compared with, and a note reports them")
  func environment() throws {
    let scratch = try Scratch()
    let dump = scratch.file("narrow.dump").path
    _ = try Program.run([
      "dump", Self.feed, "--device", "iphone-14", "--appearance", "dark", "--direction", "rtl",
      "--text-size",
      "s", "-o", dump,
    ])
    let taken = try Program.run(["diff", dump, Self.feed])
    #expect(taken.status == 0, "\(taken.text)")
    #expect(taken.errors.contains("note[SE5009]"))
    #expect(taken.errors.contains("390 points, scale 3, dark, rtl, text size s"))
    let stated = try Program.run(["diff", dump, Self.feed, "--appearance", "light"])
    #expect(stated.status == 1)
    #expect(stated.text.contains("environment: appearance dark -> light\n"))
  }

  @Test("one section that is 22 points higher is reported as grown, the others as pushed")
  func taller() throws {
    let scratch = try Scratch()
    let result = try Program.run(["diff", Self.feed, try Self.taller(in: scratch)])
    #expect(result.status == 1)
    #expect(result.lines.first == "netease-home  414 x 2786.5 -> 414 x 2808.5 (+22)")
    #expect(
      result.text.contains("~ HOMEPAGE_BLOCK_PLAYLIST_RCMD  414x240 -> 414x262 (+22 high)\n"))
    #expect(result.text.contains("  sections 3-12 moved +22\n"))
    #expect(result.text.hasSuffix("1 section resized, 10 pushed, 1 unchanged\n"))
  }

  @Test("git reads a file at a revision, and its failures are SE5006")
  func git() throws {
    let scratch = try Scratch()
    func git(_ arguments: [String]) throws {
      let result = try Program.run(
        URL(fileURLWithPath: "/usr/bin/env"),
        ["git", "-c", "user.name=a", "-c", "user.email=a@example.com"] + arguments,
        folder: scratch.url)
      #expect(result.status == 0, "\(result.errors)")
    }
    try FileManager.default.copyItem(atPath: Self.feed, toPath: scratch.file("home.json").path)
    try git(["init", "-q"])
    try git(["add", "."])
    try git(["commit", "-q", "-m", "first"])
    let text = try String(contentsOf: scratch.file("home.json"), encoding: .utf8)
    try scratch.write(
      text.replacingOccurrences(of: "今天听这些", with: "今天听那些"), to: "home.json")
    let result = try Program.run(["diff", "git:HEAD:home.json", "home.json"], folder: scratch.url)
    #expect(result.status == 1, "\(result.errors)")
    #expect(result.text.contains("\"今天听这些\" -> \"今天听那些\""))
    #expect(result.text.contains("1 section changed, 11 unchanged"))
    let same = try Program.run(
      ["diff", "git:HEAD:home.json", "git:HEAD:./home.json"], folder: scratch.url)
    #expect(same.status == 0, "\(same.errors)")
    let failed = try Program.run(
      ["diff", "git:HEAD:none.json", "home.json"], folder: scratch.url)
    #expect(failed.status == 2 && failed.errors.contains("error[SE5006]"), "\(failed.errors)")
    #expect(failed.text.isEmpty)
  }

  @Test("folders are compared file by file")
  func folders() throws {
    let scratch = try Scratch()
    let taller = try Self.taller(in: scratch)
    for (name, file) in [
      ("a/x/home.dump", Self.feed), ("a/gone.dump", Self.feed), ("a/same.dump", Self.feed),
    ] {
      try scratch.write("", to: name)
      _ = try Program.run(["dump", file, "--all", "-o", scratch.file(name).path])
    }
    for (name, source) in [
      ("b/x/home.dump", taller), ("b/new.dump", taller),
      ("b/same.dump", scratch.file("a/same.dump").path),
    ] {
      try scratch.write(String(contentsOfFile: source, encoding: .utf8), to: name)
    }
    try scratch.write("no dump", to: "b/readme.md")
    // A named pipe is skipped, so the program does not wait for it.
    #expect(mkfifo(scratch.file("a/pipe.dump").path, 0o600) == 0)
    let result = try Program.run(["diff", "a", "b"], folder: scratch.url)
    #expect(result.status == 1, "\(result.errors)")
    #expect(result.text.hasPrefix("- gone.dump\n+ new.dump\n= x/home.dump\n  netease-home  "))
    #expect(result.text.hasSuffix("\n4 files: 1 different, 1 added, 1 removed, 1 same\n"))
    #expect(try Program.run(["diff", "a", "a"], folder: scratch.url).status == 0)
    let mixed = try Program.run(["diff", "a", taller], folder: scratch.url)
    #expect(mixed.status == 2)
    #expect(mixed.errors.contains("error[SE5005]"))
  }

  @Test("an input that cannot be compared is an error with its location, and nothing is written")
  func errors() throws {
    let scratch = try Scratch()
    let file = try scratch.write("# layout-dump v1 · unit pt\n", to: "bad.dump")
    let result = try Program.run(["diff", file, Self.feed])
    #expect(result.status == 2 && result.text.isEmpty)
    #expect(result.errors.contains("error[SE5002]") && result.errors.contains("bad.dump:1:"))
    for arguments in [["-", "-"], [Self.feed], [Self.feed, Self.feed, "--tolerance", "-1"]] {
      #expect(try Program.run(["diff"] + arguments).status == 64)
    }
  }

  @Test("colour is used only on terminals or on request, and JSON is valid", .needsJSONSchema)
  func formats() throws {
    let scratch = try Scratch()
    let taller = try Self.taller(in: scratch)
    let plain = try Program.run(["diff", Self.feed, taller])
    let colored = try Program.run(["diff", Self.feed, taller, "--color", "always"])
    #expect(!plain.text.contains("\u{1B}"))
    #expect(colored.text.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") == plain.text)
    let app = try scratch.write(Self.app, to: "app.txt")
    try scratch.write("", to: "a/x.dump")
    try scratch.write("", to: "b/x.dump")
    _ = try Program.run(["dump", Self.feed, "--all", "-o", scratch.file("a/x.dump").path])
    try FileManager.default.removeItem(at: scratch.file("b/x.dump"))
    try FileManager.default.copyItem(atPath: taller, toPath: scratch.file("b/x.dump").path)
    let sides = [
      [Self.feed, taller], [taller, taller], [app, Self.feed],
      [scratch.file("a").path, scratch.file("b").path],
    ]
    var files: [String] = []
    for (index, side) in sides.enumerated() {
      let file = scratch.file("\(index).json").path
      _ = try Program.run(["diff"] + side + ["--format", "json", "-o", file])
      files.append(file)
      let markdown = try Program.run(["diff"] + side + ["--format", "markdown"])
      #expect(markdown.text.hasPrefix("**"))
    }
    let schema = scratch.file("schema.json")
    try Program.run(["schema", "diff"]).output.write(to: schema)
    let judged = try Program.judge(
      """
      import json, sys, jsonschema
      schema = json.load(open(sys.argv[1]))
      jsonschema.Draft202012Validator.check_schema(schema)
      validator = jsonschema.Draft202012Validator(schema)
      for name in sys.argv[2:]:
          document = json.load(open(name))
          for error in validator.iter_errors(document):
              print(name, error.json_path, error.message)
          document["unexpected"] = 1
          if validator.is_valid(document): print(name, "accepts anything")
      """, arguments: [schema.path] + files)
    #expect(judged.text == "", "\(judged.errors)")
  }

  // MARK: Apps

  /// The first sections of the feed as an app shows them; the height of the second is 22 too large.
  static let app = """
    <UIWindow: 0x7f1; frame = (0 0; 414 896); layer = <UIWindowLayer: 0x60>>
       | <UICollectionView: 0x7f2; frame = (0 88; 414 500); clipsToBounds = YES; contentOffset: {0, 0}; contentSize: {414, 2808.5}>
       |    | <App.BannerCell: 0x7f3; baseClass = UICollectionViewCell; frame = (0 0; 414 180); accessibilityIdentifier = 'HOMEPAGE_BANNER'; layer = <CALayer: 0x61>>
       |    | <App.RailCell: 0x7f4; baseClass = UICollectionViewCell; frame = (0 180; 414 262); layer = <CALayer: 0x62>>
       |    |    | <UILabel: 0x7f5; frame = (10 10; 88 20); text = '今天听这些'; layer = <_UILabelLayer: 0x63>>
       |    | <App.ColumnsCell: 0x7f6; baseClass = UICollectionViewCell; frame = (0 442; 414 290); accessibilityIdentifier = 'HOMEPAGE_BLOCK_STYLE_RCMD'; layer = <CALayer: 0x64>>

    """

  @Test("sections with one code show their titles, and folded nodes the texts that changed")
  func titles() throws {
    let scratch = try Scratch()
    func feed(_ words: [String]) -> String {
      let items = words.map { "{\"title\": \"\($0)\"}" }.joined(separator: ",")
      return """
        {"items": [{"type": "notice", "title": "Sale", "items": [\(items)]},
          {"type": "notice", "title": "News", "items": [{"title": "D"}, {"title": "\(words[0])"}]}]}
        """
    }
    let old = try scratch.write(feed(["A", "B", "C"]), to: "old.json")
    let new = try scratch.write(feed(["Aye", "B", "Cee"]), to: "new.json")
    let text = try Program.run(["diff", old, new]).text
    #expect(
      text.contains("~ notice \"Sale\"\n") && text.contains("~ notice#2 \"News\"\n"), "\(text)")
    #expect(text.contains("1 more row alike: \"C\" -> \"Cee\"\n"), "\(text)")
  }

  @Test(
    "check reports the differences of the app, on a page as wide as the app, and nothing that is equal"
  )
  func checkedApp() throws {
    let scratch = try Scratch()
    let app = try scratch.write(Self.app, to: "app.txt")
    let result = try Program.run(["check", Self.feed, "--app", app, "--rule", "app"])
    #expect(result.status == 1, "\(result.errors)")
    #expect(
      result.text.contains("page @0,180 414x240, app @0,180 414x262 (+22 high)"), "\(result.text)")
    let other = try scratch.write(
      Self.app.replacing("262", with: "240").replacing("0 442", with: "0 420"), to: "alike.txt")
    let alike = try Program.run(["check", Self.feed, "--app", other, "--rule", "app"])
    // The test's app has few of the page's texts; the others are reported as missing.
    #expect(!alike.text.contains("app @"), "\(alike.text)\(alike.errors)")
    #expect(alike.text.contains("not in the app"), "\(alike.text)\(alike.errors)")
    let none = try Program.run(["check", Self.feed, "--app", Self.feed])
    #expect(none.status == 2 && none.errors.contains("SE5005"), "\(none.errors)")
  }

  @Test("an app compared with a feed: the sections that differ, and by how much")
  func parity() throws {
    let scratch = try Scratch()
    let app = try scratch.write(Self.app, to: "app.txt")
    for sides in [[app, Self.feed], [Self.feed, app]] {
      let result = try Program.run(["diff"] + sides + ["--tolerance", "0.5"])
      #expect(result.status == 1, "\(result.errors)")
      let lines = result.text.split(separator: "\n").map(String.init)
      // The app shows one of the page's nine texts; its sections are matched by their identifiers.
      #expect(
        lines.filter { !$0.hasPrefix("- ") } == [
          "netease-home beside UICollectionView: 3 sections and 1 node compared, tolerance 0.5",
          "~ HOMEPAGE_BLOCK_PLAYLIST_RCMD  page @0,180 414x240, app @0,180 414x262 (+22 high)",
          "  HOMEPAGE_BLOCK_STYLE_RCMD  moved +22 with what is above",
          "1 section differs, 2 agree, 6 nodes missing, 9 not shown by the app; "
            + "greatest deviation 22 (height of HOMEPAGE_BLOCK_PLAYLIST_RCMD)",
          "1 of 9 texts and 3 of 3 sections matched",
        ])
      #expect(
        lines.contains("- HOMEPAGE_BLOCK_STYLE_RCMD/header  @0,420 414x40, not in the app"))
      #expect(!result.text.contains("page-control"), "\(result.text)")
      #expect(result.errors.contains("note[SE5009]"))
    }
    #expect(
      try Program.run(["diff", app, Self.feed, "--tolerance", "22"]).text.contains(
        "3 sections agree"))
    let unknown = try Program.run(["diff", app, Self.feed, "--root", "nothing"])
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("error[SE5007]"))
    #expect(try Program.run(["diff", app, Self.feed, "--root", "UICollectionView"]).status == 1)
    let other = try Program.run(["diff", Self.feed, app, "--device", "pixel-9"])
    #expect(
      other.errors.contains(
        "warning[SE5019]: the app runs on iOS, and the page is drawn for `pixel-9`"),
      "\(other.errors)")
    #expect(other.errors.contains("`--device iphone-16`"), "\(other.errors)")
    let own = try Program.run(["diff", Self.feed, app, "--device", "iphone-16"])
    #expect(!own.errors.contains("runs on"), "\(own.errors)")
    let same = try Program.run(["diff", app, app])
    #expect(same.status == 0 && same.text.contains("agree"), "\(same.text)\(same.errors)")
  }

  private static let fixtures = Program.repository
    .appendingPathComponent("Tests/LayoutReviewTests/ViewHierarchy/Fixtures")

  private static func fixture(_ name: String) -> String {
    fixtures.appendingPathComponent(name).path
  }

  @Test("screens of one scroll are compared as one, and a gap between them is named")
  func screens() throws {
    let files = (1...3).map { Self.fixture("uiautomator-screen-\($0).xml") }
    func diff(_ files: [String], _ options: [String]) throws -> Program.Result {
      try Program.run(
        ["diff"] + files.flatMap { ["--app", $0] } + [Self.fixture("home.dump")] + options)
    }
    let whole = try diff(files, ["--scale", "3"])
    #expect(whole.status == 0, "\(whole.text)\(whole.errors)")
    #expect(whole.text.contains("4 sections agree"))
    let gap = try diff(files.reversed(), ["--scale", "3"])
    #expect(gap.status == 2)
    #expect(gap.errors.contains("error[SE5004]: the screens 1 and 2 do not overlap"))
    #expect(try diff([files[0]], ["--frame", "Home"]).status == 64)
    #expect(try Program.run(["diff", "--app", files[0]]).status == 64)
  }

  @Test("a design is compared by its auto layout too, and is not drawn as a feed")
  func design() throws {
    let design = Self.fixture("design.json")
    let result = try Program.run(["diff", design, Self.fixture("home.dump")])
    #expect(result.status == 1, "\(result.errors)")
    #expect(result.text.contains("~ CHARTS/carousel  gap 12 in the design, 10 here, 2 times\n"))
    let twice = ["--frame", "Home", "--frame", "1-2"]
    let both = try Program.run(["diff", design, Self.fixture("home.dump")] + twice)
    #expect(both.text == result.text + "\n" + result.text)
    let marks = [
      "json": "\"frames\": [", "html": "Boxes of the design", "sarif": "tunes beside Home: ",
      "markdown": "**",
    ]
    for (format, mark) in marks {
      let each = try Program.run(
        ["diff", design, Self.fixture("home.dump"), "--format", format] + twice)
      #expect(each.status == 1 && each.text.contains(mark), "\(format) \(each.errors)")
    }
    for command in ["render", "dump", "check"] {
      let drawn = try Program.run([command, design])
      #expect(drawn.status == 2 && drawn.text.isEmpty, "\(command)")
      #expect(drawn.errors.contains("is a design of Figma, not a feed"))
    }
  }
}
