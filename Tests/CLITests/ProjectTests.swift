import Foundation
import TestConditions
import TestTools
import Testing

/// The project file, each test in its own folder.
@Suite struct ProjectTests {
  /// A git repository with a project of two feeds, one of them with two sources.
  final class Folder {
    let scratch: Scratch
    static let news = #"{"items": [{"type": "a", "title": "One"}, {"type": "b", "title": "Two"}]}"#
    static let project = """
      {"devices": ["iphone-se", "ipad-11"],
       "feeds": {"新闻": {"feed": "feeds/news.json"},
         "home": {"feed": "feeds/home", "devices": ["iphone-14"]}},
       "check": {"config": "check.json"},
       "snapshots": {"folder": "Recorded"}}
      """

    init(project: String? = Folder.project) throws {
      scratch = try Scratch()
      try scratch.write(Self.news, to: "feeds/news.json")
      let samples = Program.repository.appendingPathComponent("Layouts/samples/netease-home")
      for name in ["blocks", "menus"] {
        let text = try String(
          contentsOf: samples.appendingPathComponent("\(name).json"), encoding: .utf8)
        try scratch.write(text, to: "feeds/home/\(name).json")
      }
      try scratch.write("{}", to: "check.json")
      try scratch.write("", to: "sub/deep/empty")
      if let project { try scratch.write(project, to: "sectionengine.json") }
    }

    func run(_ arguments: [String], in folder: String = "") throws -> Program.Result {
      try Program.run(
        arguments, folder: folder.isEmpty ? scratch.url : scratch.file(folder))
    }

    func run(_ arguments: String...) throws -> Program.Result { try run(arguments) }

    func commit() throws {
      for command in [
        ["init", "-q"], ["add", "-A"],
        ["-c", "user.name=x", "-c", "user.email=x@y", "commit", "-qm", "first"],
      ] {
        let git = Process()
        git.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        git.arguments = ["git", "-C", scratch.url.path] + command
        try git.run()
        git.waitUntilExit()
        #expect(git.terminationStatus == 0)
      }
    }
  }

  // MARK: Choosing

  @Test(
    "each command gives the same bytes in the project's folder and in a folder below",
    arguments: [
      "render 新闻", "render home", "dump home", "dump 新闻", "render home --format html",
      "check 新闻", "check home --format sarif", "explain MENUS home", "session home",
      "diff home 新闻", "plugin list", "snapshot verify", "render", "check missing",
      "render home --state loading",
    ])
  func samePages(_ line: String) throws {
    let folder = try Folder()
    #expect(try folder.run("snapshot", "record").status == 0)
    let words = line.split(separator: " ").map(String.init)
    let here = try folder.run(words)
    let below = try folder.run(words, in: "sub/deep")
    #expect(here.status == below.status && here.text == below.text, "\(here.text)\(below.text)")
    #expect(here.errors == below.errors)
    #expect(!here.text.isEmpty || here.status != 0)
  }

  @Test("a feed has its layout, its devices and all of its sources")
  func settings() throws {
    let folder = try Folder()
    let home = try folder.run("dump", "home").text
    #expect(home.contains("netease-home 390x") && home.contains("MENUS"))
    #expect(try folder.run("dump", "新闻").text.contains("375x"))
    // Options take precedence over the project.
    #expect(try folder.run("dump", "home", "--width", "300").text.contains("300x"))
    let page = try folder.run("render", "新闻", "--format", "html").text
    #expect(page.contains("iphone-se") && page.contains("ipad-11"))
  }

  @Test("several feeds and none named end with 64 and the list")
  func several() throws {
    let folder = try Folder()
    for command in ["render", "dump", "session"] {
      let result = try folder.run(command)
      #expect(result.status == 64 && result.text.isEmpty, "\(command)")
      #expect(result.errors.contains("its feeds: 新闻, home"), "\(result.errors)")
    }
    // `--sample` and `--no-project` make the choice of a feed unnecessary.
    #expect(try folder.run("render", "--sample").status == 0)
    #expect(try folder.run("render", "--no-project").status == 0)
  }

  @Test("the only feed is the default")
  func only() throws {
    let folder = try Folder(project: #"{"feeds": {"news": {"feed": "feeds/news.json"}}}"#)
    let named = try folder.run("render", "news")
    #expect(named.status == 0 && named.text.contains("One"))
    #expect(try folder.run(["render"], in: "sub").text == named.text)
    #expect(try folder.run("render", "feeds/news.json").text == named.text)
    #expect(try folder.run("render", "--no-project").text != named.text)
    let piped = try Program.run(
      ["render"], input: Data(#"{"items": []}"#.utf8), folder: folder.scratch.url)
    #expect(piped.text == named.text && piped.errors.contains("SE4027"))
  }

  @Test("an unknown name gets the names of feeds, and a file with a slash is not a name")
  func unknown() throws {
    let folder = try Folder()
    let result = try folder.run("render", "hom")
    #expect(result.status == 2 && result.errors.contains("SE5014"))
    #expect(result.errors.contains("did you mean `home`?"))
    try folder.scratch.write(Folder.news, to: "home")
    #expect(try folder.run("dump", "./home").text.contains("One"))
    #expect(try folder.run("dump", "home").text.contains("MENUS"))
  }

  @Test("files outside the project are not read, unless the user allows it")
  func outside() throws {
    let folder = try Folder(project: #"{"feeds": {"x": {"feed": "../secret.json"}}}"#)
    let secret = folder.scratch.url.deletingLastPathComponent()
      .appendingPathComponent("secret.json")
    try Folder.news.write(to: secret, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: secret) }
    let refused = try folder.run("render")
    #expect(refused.status == 2 && refused.errors.contains("SE4028"))
    #expect(try folder.run("render", "--allow-outside").text.contains("One"))
    for (name, target) in [("link.json", secret.path), ("gone.json", "/nowhere.json")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.scratch.file(name).path, withDestinationPath: target)
    }
    try folder.scratch.write(
      #"{"feeds": {"x": {"feed": "link.json"}}}"#, to: "sectionengine.json")
    #expect(try folder.run("render").errors.contains("SE4028"))
  }

  // MARK: The file

  private static let violations = [
    (#"{"feeds": {}}"#, "1:11"), (#"{"feeds": {"x": {}}}"#, "1:17"),
    (#"{"feeds": {"a/b": {"layout": "x"}}}"#, "1:19"),
    (#"{"feeds": {"a.json": {"layout": "x"}}}"#, "1:22"),
    (#"{"feeds": {"x": {"feed": "-"}}}"#, "1:26"),
    (#"{"feeds": {"x": {"feed": "git:HEAD:a.json"}}}"#, "1:26"),
    (#"{"feeds": {"x": {"feed": "a.json", "layout": "https://x/y"}}}"#, "1:46"),
    (#"{"feeds": {"x": {"layout": "a", "devices": []}}}"#, "1:44"),
    (#"{"feeds": {"x": {"layout": "a"}}, "states": ["completed"]}"#, "1:46"),
    (#"{"feeds": {"x": {"layout": "a"}}, "check": {"conf": "a"}}"#, "1:53"),
    (#"{"feeds": {"x": {"layout": "a"}}, "snapshots": {"folder": 1}}"#, "1:59"),
    (#"{"feeds": {"x": {"layout": "a", "name": 1}}}"#, "1:41"), ("[]", "1:1"), ("", "1:1"),
    (#"{"feeds": {"x": {"feed": "a\u0007.json"}}}"#, "1:26"),
  ]

  @Test("each violation of the format is reported at its place", arguments: violations)
  func invalid(_ text: String, _ place: String) throws {
    let folder = try Folder(project: text)
    let result = try folder.run("render")
    #expect(result.status == 2 && result.errors.contains("--> sectionengine.json:\(place)"))
    let doctor = try folder.run("doctor")
    #expect(doctor.status == 1 && doctor.text.contains("invalid"), "\(doctor.errors)")
    #expect(try folder.run("render", "--no-project").status == 0)
  }

  @Test("the schema refuses what the reader refuses, and accepts a project", .needsJSONSchema)
  func schema() throws {
    let folder = try Folder()
    var files: [String] = []
    for (index, (text, _)) in Self.violations.enumerated() where text.hasPrefix("{") {
      try folder.scratch.write(text, to: "\(index).json")
      if !text.contains("u0007") { files.append(folder.scratch.file("\(index).json").path) }
    }
    let good = folder.scratch.file("sectionengine.json").path
    #expect(try Self.refused(files + [good], by: "project", folder) == files)
  }

  /// Returns the files that violate a schema of the program, and the files that the schema still
  /// accepts with an unknown member added.
  static func refused(
    _ files: [String], by schema: String, _ folder: Folder
  ) throws -> [String] {
    let path = folder.scratch.file("\(schema).schema.json")
    try Program.run(["schema", schema]).output.write(to: path)
    let judged = try Program.judge(
      """
      import json, sys, jsonschema
      schema = json.load(open(sys.argv[1]))
      jsonschema.Draft202012Validator.check_schema(schema)
      validator = jsonschema.Draft202012Validator(schema)
      for name in sys.argv[2:]:
          document = json.load(open(name))
          if not validator.is_valid(document): print(name)
          document["unexpected"] = 1
          if validator.is_valid(document): print(name, "accepts anything")
      """, arguments: [path.path] + files)
    #expect(judged.errors.isEmpty, "\(judged.errors)")
    return judged.text.split(separator: "\n").map(String.init)
  }

  @Test("a feed with the name of another one in other letters is refused")
  func repeated() throws {
    let folder = try Folder(
      project: #"{"feeds": {"Home": {"layout": "a"}, "home": {"layout": "b"}}}"#)
    #expect(try folder.run("render").errors.contains("repeated"))
  }

  // MARK: Folders with replies

  @Test("a folder is a feed: the replies of its sources, also at a revision")
  func folders() throws {
    let folder = try Folder(project: nil)
    let direct = try folder.run(
      "dump", "feeds/home/blocks.json", "--source", "menus=feeds/home/menus.json")
    #expect(try folder.run("dump", "feeds/home").text == direct.text)
    #expect(try folder.run("dump", "feeds/home/").text == direct.text)
    try folder.commit()
    try folder.scratch.write("{}", to: "feeds/home/menus.json")
    #expect(try folder.run("dump", "git:HEAD:feeds/home").text == direct.text)
    let changes = try folder.run("diff", "git:HEAD:feeds/home", "feeds/home")
    #expect(changes.status == 1 && changes.text.contains("MENUS"))
  }

  @Test("a folder that is not a feed is refused with the reason")
  func otherFolders() throws {
    let folder = try Folder(project: nil)
    func errors(_ arguments: String...) throws -> String {
      let result = try folder.run(arguments)
      #expect(result.status != 0 && result.text.isEmpty)
      return result.errors
    }
    #expect(try errors("render", "sub").contains("directory without JSON files"))
    #expect(try errors("render", "feeds").contains("no bundled layout has the source news"))
    #expect(
      try errors("render", "feeds/home", "--source", "menus=feeds/news.json")
        .contains("is given twice"))
    try folder.scratch.write("{}", to: "feeds/home/menus-0.json")
    #expect(try errors("render", "feeds/home").contains("are the same reply"))
    try folder.scratch.write("{}", to: "feeds/home/other.json")
    #expect(
      try errors("render", "feeds/home", "--layout", "netease-home").contains("`other.json`"))
  }

  @Test("a session reads the pages and refreshes of a folder, as --record writes them")
  func sessions() throws {
    let folder = try Folder(project: nil)
    let script = ["--script", "refresh; loadMore; refresh"]
    let first = try folder.run(["session", "--record", "replies"] + script)
    #expect(first.status == 0)
    let again = try folder.run(["session", "replies"] + script)
    #expect(again.text == first.text, "\(again.errors)")
  }

  // MARK: Revisions

  @Test("diff compares each feed with the revision that git names")
  func revisions() throws {
    let folder = try Folder()
    try folder.commit()
    let same = try folder.run("diff")
    #expect(same.status == 0 && same.text == "no differences\n", "\(same.text)\(same.errors)")
    try folder.scratch.write(
      Folder.news.replacing("One", with: "A longer title"), to: "feeds/news.json")
    for path in ["", "sub/deep"] {
      let changed = try folder.run(["diff"], in: path)
      #expect(changed.status == 1 && changed.text.contains("= 新闻 (iphone-se)"))
      #expect(changed.text.hasSuffix("3 pages: 2 different, 1 same\n"), "\(changed.text)")
    }
    let one = try folder.run("diff", "新闻", "--device", "iphone-se", "--format", "html")
    #expect(one.status == 1 && one.text.contains("A longer title"))
    let file = try folder.run("diff", "check.json", "--base", "HEAD")
    #expect(file.status == 2)
    #expect(try folder.run("diff", "--base", "nothing").errors.contains("SE5006"))
    #expect(try folder.run("diff", "新闻", "home", "--base", "HEAD").status == 64)
  }

  @Test("check reports only what the feed did not have at the base revision")
  func checkBase() throws {
    let folder = try Folder()
    try folder.commit()
    let same = try folder.run("check", "新闻", "--base", "HEAD")
    #expect(same.status == 0 && same.text.hasPrefix("no findings"), "\(same.text)\(same.errors)")
    try folder.scratch.write(
      Folder.news.replacing("]}", with: #", {"type": "new-code", "title": "Three"}]}"#),
      to: "feeds/news.json")
    let all = try folder.run("check", "新闻", "--format", "json")
    let new = try folder.run("check", "新闻", "--base", "HEAD", "--format", "json")
    let found = try CheckCommandTests.findings(new)
    #expect(found.map { $0["blockCode"] as? String } == ["new-code"])
    #expect(try found.count < CheckCommandTests.findings(all).count)
    let file = try folder.run("check", "feeds/news.json", "--no-project", "--base", "HEAD")
    #expect(file.status == 1 && file.text.contains("new-code"))
    #expect(try folder.run("check", "新闻", "--base", "nothing").errors.contains("SE5006"))
    #expect(try folder.run("check", "-", "--base", "HEAD").status == 64)
  }

  @Test("another version of a feed of the project is drawn with its layout and sources")
  func versions() throws {
    let folder = try Folder(
      project: """
        {"feeds": {"home": {"feed": "feeds/home/blocks.json", "layout": "netease-home",
          "devices": ["iphone-se"], "sources": {"menus": "feeds/home/menus.json"}}}}
        """)
    try folder.commit()
    let home = folder.scratch.file("feeds/home/blocks.json")
    try folder.scratch.write(try String(contentsOf: home, encoding: .utf8), to: "copy.json")
    for (old, new) in [
      ("git:HEAD:feeds/home/blocks.json", "home"), ("copy.json", "feeds/home/blocks.json"),
      ("home", "copy.json"),
    ] {
      let result = try folder.run("diff", old, new)
      #expect(result.status == 0 && result.text == "no differences\n", "\(result.text)")
      #expect(result.errors.contains("is drawn with the sources of the feed `home`"))
    }
  }

  @Test("feeds that are new, removed, broken or without a revision are reported")
  func otherRevisions() throws {
    let folder = try Folder()
    try folder.commit()
    try folder.scratch.write(Folder.news, to: "feeds/新.json")
    try folder.scratch.write(
      """
      {"feeds": {"home": {"feed": "feeds/home"}, "new": {"feed": "feeds/新.json"},
        "live": {"feed": "https://localhost:1/x"}, "bad": {"feed": "feeds/none.json"}}}
      """, to: "sectionengine.json")
    let result = try folder.run("diff")
    #expect(result.status == 2)
    #expect(result.text.contains("+ new\n") && result.text.contains("- 新闻"))
    #expect(result.text.contains("! bad\n"), "\(result.text)")
    #expect(result.errors.contains("feed `live` is not compared"))
    try folder.scratch.write("{", to: "sectionengine.json")
    try folder.commit()
    try folder.scratch.write(Folder.project, to: "sectionengine.json")
    let repaired = try folder.run("diff")
    #expect(repaired.status == 0 && repaired.errors.contains("git:HEAD:./sectionengine.json"))
  }

  @Test("reports for CI name files from the root of the repository")
  func repositoryPaths() throws {
    let folder = try Folder()
    #expect(try folder.run("snapshot", "record").status == 0)
    try folder.commit()
    try folder.scratch.write(
      #"{"feeds": {"家": {"feed": "家.json"}}, "snapshots": {"folder": "Kept"}}"#,
      to: "app/sectionengine.json")
    try folder.scratch.write(Folder.news, to: "app/家.json")
    #expect(try folder.run(["snapshot", "record"], in: "app").status == 0)
    try folder.scratch.write(Folder.news.replacing("One", with: "A longer title"), to: "app/家.json")
    for (line, name) in [
      ("check --format github", "file=app/家.json,"),
      ("check 家.json --format github", "file=app/家.json,"),
      ("diff ../feeds/news.json 家 --format github", "file=app/家.json,"),
      ("snapshot verify --format github", "file=app/Kept/家/"),
      ("snapshot verify --format gitlab", #""path": "app/Kept/家/"#),
      ("check ../feeds/news.json --no-project --format github", "file=feeds/news.json,"),
      ("check --no-project 家.json --format sarif", #""uri": "app/%E5%AE%B6.json""#),
    ] {
      let words = line.split(separator: " ").map(String.init)
      let result = try folder.run(words, in: "app")
      #expect(result.text.contains(name), "\(line): \(result.text.prefix(300))\(result.errors)")
    }
    try folder.scratch.write(Folder.news.replacing("Two", with: "2"), to: "feeds/news.json")
    for place in ["", "sub/deep"] {
      let verified = try folder.run(["snapshot", "verify", "--format", "github"], in: place)
      #expect(verified.text.contains("file=Recorded/新闻/"), "\(verified.text)")
    }
  }

  @Test("the earlier page is drawn with the plugins of now, and links of git are followed")
  func revisionFiles() throws {
    let examples = Program.repository.appendingPathComponent("Plugins/Examples/manifest")
    let folder = try Folder(
      project: #"{"plugins": ["P"], "feeds": {"t": {"feed": "link/feed.json"}}}"#)
    for (name, place) in [("rings.section.json", "P"), ("feed.json", "real")] {
      let text = try String(
        contentsOf: examples.appendingPathComponent(name), encoding: .utf8)
      try folder.scratch.write(text, to: "\(place)/\(name)")
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.scratch.file("link").path, withDestinationPath: "real")
    try folder.commit()
    for path in ["", "sub"] {
      let result = try folder.run(["diff"], in: path)
      #expect(result.text == "no differences\n", "\(result.text)\(result.errors)")
    }
    #expect(try folder.run("dump", "t").text.contains("via=rings"))
  }

  @Test("an error of the earlier page names its revision, and ends diff with 2")
  func brokenRevision() throws {
    let folder = try Folder()
    try folder.scratch.write(#"{"items":"#, to: "feeds/news.json")
    try folder.commit()
    try folder.scratch.write(Folder.news, to: "feeds/news.json")
    let result = try folder.run("diff", "新闻", "--device", "iphone-se")
    #expect(result.status == 2 && result.errors.contains("git:HEAD:./feeds/news.json:1:"))
    let github = try folder.run("diff", "新闻", "--format", "github")
    #expect(github.text.contains("was failed: the document ends before"))
  }

  @Test("a missing revision is reported with what to do")
  func missingRevision() throws {
    let folder = try Folder()
    try folder.commit()
    for command in ["diff", "report"] {
      let errors = try folder.run(command, "--base", "origin/main").errors
      #expect(errors.contains("git has no revision `origin/main`"))
      #expect(errors.contains("`git branch --all`") && !errors.contains("git:REVISION"))
    }
  }

  // MARK: Snapshots

  @Test("snapshots are those of the project's feeds on their devices")
  func snapshots() throws {
    let folder = try Folder()
    #expect(try folder.run("snapshot", "record").status == 0)
    let files = FileManager.default.subpaths(atPath: folder.scratch.file("Recorded").path) ?? []
    #expect(files.contains("home/iphone-14.dump") && files.contains("新闻/iphone-se.dump"))
    let verified = try folder.run("snapshot", "verify")
    #expect(verified.text == "3 cells of 2 feeds as recorded, in 3 files\n")
    try folder.scratch.write(Folder.news.replacing("One", with: "1"), to: "feeds/news.json")
    let changed = try folder.run(["snapshot", "verify"], in: "sub")
    #expect(changed.status == 1 && changed.text.contains("`sectionengine snapshot accept`"))
    #expect(try folder.run("snapshot", "accept").status == 0)
    #expect(try folder.run("snapshot", "verify").status == 0)
  }

  // MARK: Devices

  @Test("check examines the devices of a feed, and says which of them a finding is on")
  func devices() throws {
    let long = String(repeating: "wide ", count: 12)
    let folder = try Folder()
    try folder.scratch.write(
      CheckCommandTests.playlists([long, "短"]), to: "feeds/news.json")
    func check(_ options: String...) throws -> Program.Result {
      try folder.run(["check", "新闻", "--layout", "netease-home"] + options)
    }
    let result = try check()
    #expect(result.text.contains(" on iphone-se, ipad-11: "), "\(result.text)")
    #expect(result.text == (try check("--devices", "iphone-se,ipad-11").text))
    let narrow = try check("--device", "iphone-se", "--format", "json")
    let wide = try check("--devices", "ipad-11", "--format", "json")
    let both = try check("--format", "json")
    func places(_ result: Program.Result) throws -> [String] {
      try CheckCommandTests.findings(result).map {
        "\($0["fingerprint"] ?? "") \($0["node"] ?? "")"
      }
    }
    #expect(Set(try places(both)) == Set(try places(narrow)).union(try places(wide)))
    #expect(Set(try places(narrow)) != Set(try places(wide)))
    for finding in try CheckCommandTests.findings(both) {
      let place = "\(finding["fingerprint"] ?? "") \(finding["node"] ?? "")"
      let notes = finding["notes"] as? [String] ?? []
      for (device, here, there) in [("iphone-se", narrow, wide), ("ipad-11", wide, narrow)] {
        let isOnlyHere = try places(here).contains(place) && !places(there).contains(place)
        #expect(notes.contains("on \(device)") == isOnlyHere)
      }
    }
    let recorded = try check("--write-baseline", "known.json")
    #expect(recorded.status == 0)
    let known = try check("--baseline", "known.json")
    #expect(known.status == 0 && known.errors.isEmpty, "\(known.text)\(known.errors)")
    #expect(try check("--devices", "iphone-0").status == 2)
    #expect(try check("--devices", "ipad-11", "--width", "9").status == 64)
  }

  // MARK: init

  @Test("init writes the feeds of a folder, and adds others without touching the rest")
  func initialize() throws {
    let folder = try Folder(project: nil)
    let written = try folder.run("init")
    #expect(written.status == 0 && written.errors.isEmpty, "\(written.errors)")
    let file = try String(contentsOf: folder.scratch.file("sectionengine.json"), encoding: .utf8)
    #expect(
      file.hasPrefix(
        """
        {
          "feeds": {
            "home": { "feed": "feeds/home", "layout": "netease-home", \
        "clients": ["clients/home.client.json"] },
            "news": { "feed": "feeds/news.json", "layout": "news-layout.json", \
        "clients": ["clients/news.client.json"]
        """), "\(file)")
    #expect(try folder.run("render", "home").text.contains("每日精选"))
    #expect(try folder.run("render", "news").text.contains("One"))
    #expect(try folder.run("init").status == 2)
    try folder.scratch.write(Folder.news, to: "feeds/more.json")
    let added = try folder.run(["init", "--add", "../feeds/more.json"], in: "sub")
    #expect(
      added.status == 0 && added.text.contains(": more (feeds/more.json)\n"), "\(added.errors)")
    #expect(added.text.contains("\nlayouts: drafted more-layout.json\n"))
    #expect(added.text.contains("\nfor CI: ../clients/more.client.json\n"))
    let after = try String(contentsOf: folder.scratch.file("sectionengine.json"), encoding: .utf8)
    #expect(after.hasPrefix(String(file.dropLast(7))))
    #expect(try folder.run("render", "more").text.contains("One"))
    #expect(try folder.run("init", "--add", "no.json").status == 2)
    #expect(try folder.run("init", "--add", "/etc/hostname").status == 2)
  }

  @Test("init adds no folder whose files have another shape than the sources they are named like")
  func otherShapes() throws {
    let folder = try Folder(project: nil)
    for name in ["blocks", "menus"] {
      try folder.scratch.write(Folder.news, to: "feeds/shop/\(name).json")
    }
    let result = try folder.run("init")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text.contains("home (feeds/home)") && !result.text.contains("(feeds/shop)"))
    #expect(result.text.contains("blocks (feeds/shop/blocks.json)"))
    #expect(result.text.contains("blocks-layout.json"))
  }

  @Test("a source of the project with a second document is refused with what to remove")
  func secondDocuments() throws {
    let folder = try Folder(
      project: """
        {"feeds": {
          "file": {"feed": "feeds/home/blocks.json", "layout": "netease-home",
            "sources": {"blocks": "feeds/news.json"}},
          "folder": {"feed": "feeds/home", "sources": {"menus": "feeds/news.json"}}}}
        """)
    for (feed, source) in [("file", "blocks"), ("folder", "menus")] {
      let result = try folder.run("render", feed)
      #expect(result.status == 2 && result.text.isEmpty)
      #expect(
        result.errors.contains(
          "remove `sources.\(source)` of feed `\(feed)` in sectionengine.json"),
        "\(result.errors)")
    }
  }

  @Test("init writes names that every command accepts")
  func oddNames() throws {
    let songs = try String(
      contentsOf: Program.repository.appendingPathComponent(
        "Layouts/samples/audio-chart/songs-0.json"), encoding: .utf8)
    let folder = try Folder(project: nil)
    let long = String(repeating: "首页推荐", count: 12)
    for name in ["\(long).json", "git:x/a.json", "a\u{1B}b.json", "index.html.json"] {
      try folder.scratch.write(songs, to: name)
    }
    try folder.scratch.write(songs, to: "-")
    #expect(try folder.run("init").status == 0)
    #expect(try folder.run("init", "--add", "./-").status == 0)
    #expect(try folder.run("init", "--add", "a\u{1B}b.json").errors.contains("cannot name"))
    for feed in [String(long.prefix(30)), "a", "feed", "home", "index.html"] {
      let result = try folder.run("render", feed)
      #expect(result.status == 0, "\(feed): \(result.errors)")
    }
  }

  @Test("the folder of clients is that of the project, and an empty name is refused")
  func clientFolder() throws {
    let folder = try Folder()
    try folder.scratch.write(
      #"{"client": "old", "unknown": "skip", "blocks": []}"#, to: "clients/old.client.json")
    for path in ["", "sub/deep"] {
      let result = try folder.run(["check", "新闻", "--client", "all"], in: path)
      #expect(result.text.contains("`old` does not know"), "\(result.text)\(result.errors)")
    }
    for name in ["", ","] {
      #expect(try folder.run("check", "新闻", "--client", name).status == 64)
    }
  }

  @Test("a suggested command quotes the text of the project")
  func quoting() throws {
    let folder = try Folder(project: #"{"feeds": {"a": {"feed": "x; touch `y` #.json"}}}"#)
    #expect(try folder.run("render").errors.contains("cannot read `x; touch `y` #.json`"))
    try folder.scratch.write(Folder.news, to: "a; touch `y`/x.json")
    try folder.scratch.write(
      #"{"feeds": {"a": {"feed": "a; touch `y`/z.json"}}}"#, to: "sectionengine.json")
    #expect(try folder.run("render").errors.contains("`ls 'a; touch `y`'`"))
  }

  @Test("init without a feed says what to do, and writes nothing")
  func nothing() throws {
    let scratch = try Scratch()
    let result = try Program.run(["init"], folder: scratch.url)
    #expect(result.status == 2 && result.errors.contains("init --add FEED"))
    #expect(!FileManager.default.fileExists(atPath: scratch.file("sectionengine.json").path))
  }
}
