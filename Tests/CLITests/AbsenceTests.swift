import Foundation
import TestConditions
import TestTools
import Testing

/// Files and folders that the command line, the project or a layout names, and that are missing,
/// empty, unreadable or unusable. Each command that takes such a name reports it.
@Suite struct AbsenceTests {
  /// A command of the table.
  struct Command: CustomTestStringConvertible, Sendable {
    let line: String
    /// Whether the command compares or records pages, so that it ends with 2 and writes nothing.
    var isStrict = false
    var testDescription: String { line }

    static func strict(_ line: String) -> Command { Command(line: line, isStrict: true) }

    init(line: String, isStrict: Bool = false) {
      (self.line, self.isStrict) = (line, isStrict)
    }

    init(_ line: String) { self.init(line: line) }

    var words: [String] { line.split(separator: " ").map(String.init) }
  }

  /// Every command that draws pages with plugins, or lists them.
  static let drawing: [Command] = [
    .init("render feed.json"), .init("dump feed.json"), .init("explain A feed.json"),
    .init("check feed.json"), .init("check feed.json --unused"), .init("batch feed.json"),
    .init("session feed.json"), .init("images list feed.json"), .init("plugin list"),
    .init("plugin claims --feed feed.json"),
    .strict("plugin claims --feed feed.json --format client -o kept/client.json"),
    .strict("diff feed.json feed.json -o kept/diff.txt"), .strict("diff feed.json --base HEAD"),
    .strict("diff a.dump a.json -o kept/diff.txt"), .strict("diff dumps dumps -o kept/diff.txt"),
    .strict("report feed.json -o kept/report"),
    .strict("report feed.json --base HEAD -o kept/report"),
    .strict("check feed.json --base HEAD"),
    .strict("check feed.json --write-baseline kept/known.json"),
    .strict("check feed.json --write-expect kept/expected.txt"),
    .strict("snapshot record kept/snapshots"), .strict("snapshot accept kept/snapshots"),
    .strict("snapshot verify kept/snapshots"),
  ]

  /// The ways in which a plugin folder can be absent, with the code that reports it.
  static let folders = [
    ("missing", "SE3010"), ("empty", "SE3010"), ("file", "SE3010"), ("unusable", "SE3001"),
    ("dangling.json", "SE3010"), ("loop.json", "SE3010"),
  ]

  /// A git repository with a feed, and with files that strict commands write.
  private func folder() throws -> ProjectTests.Folder {
    let folder = try ProjectTests.Folder(project: nil)
    let scratch = folder.scratch
    try scratch.write(
      #"{"items": [{"type": "A", "title": "One"}, {"type": "B", "title": "Two"}]}"#,
      to: "feed.json")
    for name in ["empty", "dumps", "kept/snapshots"] {
      try FileManager.default.createDirectory(
        at: scratch.file(name), withIntermediateDirectories: true)
    }
    try scratch.write("", to: "file")
    try scratch.write("no library", to: "unusable/x.so")
    try folder.scratch.write(
      """
      {"matrix": {"devices": ["iphone-14"], "appearances": ["light"]},
       "feeds": [{"name": "home", "feed": "../../feed.json"}]}
      """, to: "kept/snapshots/snapshots.json")
    for name in ["none", "loop"] {
      let link = scratch.file(name == "none" ? "dangling.json" : "loop.json").path
      try FileManager.default.createSymbolicLink(
        atPath: link, withDestinationPath: "\(name).json")
    }
    for line in [
      "dump feed.json -o a.dump", "render feed.json --format json -o a.json",
      "dump feed.json -o dumps/a.dump",
      "diff feed.json feed.json -o kept/diff.txt", "report feed.json -o kept/report",
      "plugin claims --feed feed.json --format client -o kept/client.json",
      "check feed.json --write-baseline kept/known.json",
      "snapshot record kept/snapshots --allow-outside",
    ] {
      let result = try folder.run(line.split(separator: " ").map(String.init))
      // A report with findings ends with 1.
      #expect(result.status < 2, "\(line): \(result.errors)")
    }
    try folder.commit()
    return folder
  }

  /// Returns the contents of the files that strict commands write.
  private func kept(_ folder: ProjectTests.Folder) throws -> [String: Data] {
    let root = folder.scratch.file("kept")
    let names = try FileManager.default.subpathsOfDirectory(atPath: root.path)
    return names.reduce(into: [:]) { files, name in
      files[name] = (try? Data(contentsOf: root.appendingPathComponent(name))) ?? Data()
    }
  }

  /// Runs a command and checks the verdict: the code is told and, if strict, nothing is written.
  private func check(
    _ command: Command, _ options: [String], in folder: ProjectTests.Folder, tells codes: [String],
    _ comment: String
  ) throws {
    let before = try kept(folder)
    let snapshots = command.line.hasPrefix("snapshot") ? ["--allow-outside"] : []
    let result = try folder.run(command.words + options + snapshots)
    let text = result.errors + result.text
    // `plugin list` lists refused plugins itself, without a code.
    let isListed = command.line == "plugin list" && result.text.contains("refused  option")
    let isTold = isListed || codes.contains { text.contains("[\($0)]") }
    #expect(isTold, "\(command.line) \(comment): \(result.status) \(text)")
    if command.isStrict {
      #expect(result.status == 2, "\(command.line) \(comment): \(result.status) \(text)")
      #expect(try kept(folder) == before, "\(command.line) \(comment)")
    }
  }

  @Test(
    "each command tells a plugin folder that cannot be used, and none records without it",
    arguments: folders)
  func pluginFolders(_ name: String, _ code: String) throws {
    let folder = try folder()
    for command in Self.drawing {
      try check(command, ["--plugins", name], in: folder, tells: [code], name)
    }
    // A new snapshot is not recorded either.
    try FileManager.default.removeItem(at: folder.scratch.file("kept/snapshots/home"))
    try check(
      .strict("snapshot record kept/snapshots"), ["--plugins", name], in: folder, tells: [code],
      name)
    // `check` without a comparison reports it, too, and is not green.
    let checked = try folder.run(["check", "feed.json", "--plugins", name, "--rule", "overlap"])
    #expect(checked.status == 1, "\(checked.text)\(checked.errors)")
  }

  @Test("a plugin folder of the project is told with its place in the file", arguments: folders)
  func projectFolders(_ name: String, _ code: String) throws {
    let folder = try folder()
    try folder.scratch.write(
      """
      {"plugins": ["\(name)"], "feeds": {"home": {"feed": "feed.json"}},
       "snapshots": {"folder": "kept/recorded"}}
      """, to: "sectionengine.json")
    for command in Self.drawing
    where command.isStrict && !command.line.hasPrefix("snapshot") || command.line == "plugin list" {
      try check(command, [], in: folder, tells: [code], name)
    }
    for verb in ["record", "accept", "verify"] {
      try check(.strict("snapshot \(verb)"), [], in: folder, tells: [code], name)
    }
    let errors = try folder.run("render").errors
    #expect(code != "SE3010" || errors.contains("sectionengine.json:1:14"), "\(errors)")
    // A client of the present plugins is not drafted either, and no feed is added.
    try folder.scratch.write(#"{"items": [{"type": "A", "title": "One"}]}"#, to: "kept/other.json")
    let project = try Data(contentsOf: folder.scratch.file("sectionengine.json"))
    try check(.strict("init --add kept/other.json"), [], in: folder, tells: [code], name)
    #expect(try Data(contentsOf: folder.scratch.file("sectionengine.json")) == project)
    #expect(!FileManager.default.fileExists(atPath: folder.scratch.file("clients").path))
  }

  @Test("a plugin folder of snapshots.json is told with its place in the file", arguments: folders)
  func snapshotFolders(_ name: String, _ code: String) throws {
    let folder = try folder()
    try folder.scratch.write(
      """
      {"matrix": {"devices": ["iphone-14"], "appearances": ["light"]},
       "feeds": [{"name": "home", "feed": "../../feed.json", "plugins": ["../../\(name)"]}]}
      """, to: "kept/snapshots/snapshots.json")
    for verb in ["record", "accept", "verify"] {
      try check(.strict("snapshot \(verb) kept/snapshots"), [], in: folder, tells: [code], name)
    }
    let errors = try folder.run("snapshot", "verify", "--allow-outside", "kept/snapshots").errors
    #expect(code != "SE3010" || errors.contains("snapshots.json:2:"), "\(errors)")
  }

  @Test("default plugin folders may be missing or empty")
  func defaultFolders() throws {
    let folder = try folder()
    let home = folder.scratch.file("home")
    try FileManager.default.createDirectory(
      at: home.appendingPathComponent(".local/share/sectionengine/plugins"),
      withIntermediateDirectories: true)
    for command in Self.drawing {
      let snapshots = command.line.hasPrefix("snapshot") ? ["--allow-outside"] : []
      let result = try Program.run(
        command.words + snapshots,
        environment: ["HOME": home.path, "XDG_DATA_HOME": ""], folder: folder.scratch.url)
      #expect(
        !result.errors.contains("SE3010") && result.status < 2, "\(command): \(result.errors)")
      try? FileManager.default.removeItem(at: folder.scratch.file("kept/expected.txt"))
    }
  }

  // MARK: Files

  /// Every option that names a file or a folder, with the commands that take it.
  static let options: [(option: String, commands: [Command])] = [
    ("--layout", pages), ("--font", pages), ("--metrics", pages), ("--source other=", pages),
    ("", pages),
    ("--trust", pages + [.init("plugin list"), .init("plugin claims --feed feed.json")]),
    ("--client", [.strict("render"), .strict("check"), .strict("explain A")]),
    ("--config", [.strict("check"), .strict("check --base HEAD")]),
    ("--baseline", [.strict("check"), .strict("check --base HEAD")]),
    ("--expect", [.strict("check"), .strict("check --base HEAD")]),
    ("--app", [.strict("diff"), .strict("check")]),
    (
      "--images",
      [
        .strict("render --format svg"), .strict("render --format html -o kept/page.html"),
        .strict("diff feed.json --format html -o kept/diff.txt"),
        .strict("report -o kept/report"), .strict("serve"),
      ]
    ),
  ]

  /// The commands that take a feed and the options for drawing it.
  private static let pages: [Command] = [
    .init("render"), .init("dump"), .init("check"), .init("explain A"), .init("images list"),
    .init("session"), .strict("diff feed.json -o kept/diff.txt"),
    .strict("report -o kept/report"), .strict("check --write-baseline kept/known.json"),
    .strict("check --write-expect kept/expected.txt"),
  ]

  /// The ways in which a file can be absent.
  private static let files = [
    "none.json", "folder.json", "blank.json", "dangling.json", "loop.json",
  ]

  @Test("each command tells a file that cannot be used", arguments: options.map(\.option))
  func files(_ option: String) throws {
    let folder = try folder()
    let scratch = folder.scratch
    try FileManager.default.createDirectory(
      at: scratch.file("folder.json"), withIntermediateDirectories: true)
    try scratch.write("", to: "blank.json")
    try scratch.write(
      """
      {"name": "mine", "version": 1, "title": "Mine", "sources": {
        "f": {"primary": true, "items": "$.items", "element": {"code": "type"}},
        "other": {"items": "$.items", "element": {"code": "type"}}}}
      """, to: "mine.json")
    let commands = Self.options.first { $0.option == option }?.commands ?? []
    #expect(!commands.isEmpty)
    for command in commands {
      for file in Self.files {
        let name = option == "--client" ? "./\(file)" : file
        // `session` takes no metrics of its own page, and a source by itself.
        var words = command.words
        if option.hasPrefix("--source") {
          words += ["feed.json", "--layout", "mine.json", "--source", "other=\(name)"]
        } else if option.isEmpty {
          words += [name]
        } else {
          words += ["feed.json", option, name]
        }
        if words[0] == "plugin" {
          words = command.words + [option, name]
        }
        let line = words.joined(separator: " ")
        let before = try kept(folder)
        let result = try folder.run(words)
        #expect(
          (result.errors + result.text).contains(/(error|warning)\[SE[0-9]+\]/),
          "\(line): \(result.status) \(result.errors)\(result.text)")
        #expect(result.status != 64, "\(line): \(result.errors)")
        if command.isStrict {
          #expect(result.status == 2, "\(line): \(result.status) \(result.errors)\(result.text)")
          #expect(try kept(folder) == before, "\(line)")
        }
      }
    }
  }

  // MARK: All commands

  /// The options whose values are names of files or folders that a command reads.
  static let reading: Set<String> = [
    "add", "app", "baseline", "client", "config", "expect", "font", "images", "layout",
    "metrics", "plugins", "script", "source", "trust",
  ]
  /// The options whose values are names of files or folders that a command writes.
  static let writing: Set<String> = ["output", "record", "write-baseline", "write-expect"]
  /// The options whose values are words or numbers, or names inside of a file or the project.
  static let plain: Set<String> = [
    "allow-host", "ambiguous", "appearance", "appearances", "arrivals", "as", "at", "base", "bidi",
    "charset", "code", "color", "columns", "count", "debugger", "depth", "device", "devices",
    "direction", "first-line-indent", "format", "frame", "frames", "header", "height", "host", "id",
    "items", "jobs", "lang", "letter-spacing", "limit", "line-height", "listen", "locale", "match",
    "max-age", "max-lines", "max-plugin-failures", "minimum-scale", "name", "only", "owner",
    "page-time", "parameter", "port", "reproduce", "revision", "root", "rule", "sanitizer", "scale",
    "scroll-y", "seconds", "section", "section-time", "seed", "select", "set", "site", "size",
    "standard", "state", "stress", "style", "text-size", "text-sizes", "threads", "timeout",
    "tolerance", "unknown", "url", "weight", "width",
  ]
  /// The commands in which an option names a file that is read. In others it has another meaning.
  static let exceptions: [String: Set<String>] = [
    "feed": ["plugin claims", "plugin check", "plugin bench", "plugin debug"],
    "from": ["plugin new", "layouts new"],
  ]

  /// A line of each command that reads files, without an option that is tried.
  static let lines: [String: String] = [
    "render": "render feed.json", "dump": "dump feed.json", "diff": "diff feed.json feed.json",
    "check": "check feed.json", "report": "report feed.json -o kept/report",
    "session": "session feed.json", "batch": "batch feed.json",
    "snapshot init": "snapshot init feed.json -o kept/new",
    "snapshot record": "snapshot record kept/snapshots --allow-outside",
    "snapshot verify": "snapshot verify kept/snapshots --allow-outside",
    "snapshot accept": "snapshot accept kept/snapshots --allow-outside",
    "init": "init --add feed.json", "explain": "explain A feed.json",
    "plugin list": "plugin list", "plugin claims": "plugin claims --feed feed.json",
    "plugin new": "plugin new made -o kept/made",
    "images list": "images list feed.json",
    "images fetch": "images fetch feed.json --host example.com -o kept/images",
    "measure": "measure text", "layouts new": "layouts new",
  ]

  /// The commands that cannot be tried in this way: `serve` does not end, the others need a plugin,
  /// and `prune` draws no page.
  static let untried: Set<String> = [
    "serve", "plugin check", "plugin bench", "plugin debug", "snapshot prune",
  ]

  @Test("the options of all commands are known here, and each that reads a file tells its absence")
  func everyOption() throws {
    let folder = try folder()
    try FileManager.default.createDirectory(
      at: folder.scratch.file("folder.json"), withIntermediateDirectories: true)
    try folder.scratch.write("", to: "blank.json")
    var count = 0
    for command in try HelpTests.commands() {
      let path = command.path.joined(separator: " ")
      for option in command.options where option.value != nil {
        let name = option.name
        let reads = Self.exceptions[name]?.contains(path) ?? Self.reading.contains(name)
        #expect(
          reads || Self.exceptions[name] != nil || Self.writing.contains(name)
            || Self.plain.contains(name),
          "list --\(name) of \(path): does its value name a file that is read?")
        guard reads, !Self.untried.contains(path) else { continue }
        let line = try #require(Self.lines[path], "\(path) has no line")
        count += 1
        let file = Self.files[count % Self.files.count]
        let value = name == "source" ? "other=\(file)" : name == "client" ? "./\(file)" : file
        var words = line.split(separator: " ").map(String.init)
        if ["add", "feed"].contains(name), words.contains("--\(name)") { words.removeLast(2) }
        if path == "diff", name == "app" { words.removeLast() }
        if path == "diff", name == "client" { words[2] = "--client=./none.json" }
        if name == "images", path == "render" { words += ["--format", "svg"] }
        if name == "config", path == "batch" { words += ["--format", "check"] }
        if path == "plugin new", name != "from" { words += ["--from", "feed.json"] }
        if name == "images", path == "diff" { words += ["--format", "html"] }
        words += ["--\(name)", value]
        let result = try folder.run(words)
        #expect(
          (result.errors + result.text).contains(/(error|warning)\[SE[0-9]+\]/),
          "\(words): \(result.status) \(result.errors)\(result.text)")
      }
    }
    #expect(count > 80)
  }

  /// Every argument that names a file or folder.
  static let arguments = [
    "plugin check NAME", "plugin bench NAME", "plugin debug NAME",
    "plugin trust NAME", "layouts check NAME", "layouts new --from NAME", "batch NAME",
    "session NAME", "render NAME", "dump NAME", "check NAME", "check feed.json NAME",
    "diff NAME feed.json", "diff feed.json NAME", "diff a.dump NAME", "report NAME -o kept/report",
    "explain A NAME", "images list NAME", "images fetch NAME --host example.com -o kept/images",
    "snapshot record NAME", "snapshot verify NAME", "snapshot accept NAME", "snapshot prune NAME",
    "snapshot init NAME -o kept/new", "init --add NAME",
  ]

  @Test("each command tells an argument that is absent", arguments: arguments)
  func everyArgument(_ line: String) throws {
    let folder = try folder()
    for file in ["none.json", "dangling.json", "loop.json"] {
      let words = line.split(separator: " ").map { $0 == "NAME" ? file : String($0) }
      let before = try kept(folder)
      let result = try folder.run(words)
      #expect(
        (result.errors + result.text).contains(/(error|warning)\[SE[0-9]+\]/),
        "\(words): \(result.status) \(result.errors)\(result.text)")
      #expect(result.status > 0, "\(words): \(result.errors)\(result.text)")
      #expect(try kept(folder) == before, "\(words)")
    }
  }

  @Test("dumps are not drawn, but what is named for drawing must exist")
  func dumps() throws {
    let folder = try folder()
    for words in [["a.dump", "a.json"], ["dumps", "dumps"]] {
      for option in ["--layout", "--font", "--metrics", "--source"] {
        for file in ["none.json", "dangling.json", "empty"] {
          let value = option == "--source" ? "other=\(file)" : file
          let result = try folder.run(["diff"] + words + [option, value])
          #expect(
            result.status == 2 && result.errors.contains(/error\[SE[0-9]+\]/),
            "\(words) \(option) \(value): \(result.status) \(result.errors)")
        }
      }
      #expect(try folder.run(["diff"] + words + ["--layout", "netease-home"]).status == 0)
    }
  }
}
