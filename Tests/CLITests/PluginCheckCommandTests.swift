import Foundation
import TestConditions
import Testing

@Suite struct PluginCheckCommandTests {
  private static let plugins = [
    "ArticlesSection", "BannerSection", "CalendarSection", "CardRailSection", "ChartsSection",
    "GenericSection", "MallSection", "MenusSection", "PodcastsSection", "SongColumnsSection",
    "VideosSection",
  ]
  /// The tests of `plugin check`, except those that take long with plugins that are not optimized.
  private static let quick = [
    "file", "entry", "compiler", "load", "contract", "table", "claims", "load-calls", "load-twice",
    "samples", "calls", "deterministic", "processes", "order", "missing", "null", "empty",
    "scalars", "texts", "numbers", "settings", "show-type", "widths", "scales", "text-sizes",
    "dark", "rtl", "locales", "random",
  ]

  private static func library(_ plugin: String) -> String {
    if let prefix = Program.prefix {
      return prefix.appendingPathComponent("lib/sectionengine/plugins/\(plugin).so").path
    }
    return Program.products.appendingPathComponent("lib\(plugin).so").path
  }

  @Test("every bundled plugin passes", arguments: plugins)
  func bundled(_ plugin: String) throws {
    let layouts = ["ArticlesSection", "MallSection", "ChartsSection"]
    let feed = Program.repository.appendingPathComponent("Plugins/\(plugin)/Fixtures/usual.json")
    let layout =
      layouts.contains(plugin)
      ? Program.repository.appendingPathComponent("Tests/Goldens/\(plugin)/layout.json").path
      : "netease-home"
    let result = try Program.run(
      ["plugin", "check", Self.library(plugin), "--count", "60"]
        + ["--feed", feed.path, "--layout", layout] + Self.quick.flatMap { ["--only", $0] })
    #expect(result.status == 0, "\(result.text)\(result.errors)")
    // If a fixture has only one block, the test `order` is skipped.
    let ends = ["29 tests: 29 passed\n", "29 tests: 28 passed, 1 skipped\n"]
    #expect(ends.contains { result.text.hasSuffix($0) }, "\(result.text)")
  }

  /// Returns a copy of an example's folder with its library built in it.
  private static func example(_ folder: String, _ command: String) throws -> Scratch {
    let scratch = try Scratch()
    let own = scratch.file(folder)
    try FileManager.default.copyItem(
      at: Program.repository.appendingPathComponent("Plugins/Examples/\(folder)"), to: own)
    let built = try Program.run(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", "cc -shared -fPIC -I \(Program.include.path) \(command)"], folder: own)
    try #require(built.status == 0, "\(built.errors)")
    return scratch
  }

  @Test(
    "every example passes every test",
    arguments: [
      ("c", "ticker.c -o ticker.so", ["ticker.so"]),
      ("renderer", "frames.c -o frames.so -lm", ["frames.so"]),
      (
        "manifest", "gallery.c -o libgallery.so",
        ["gallery.section.json", "rings.section.json"]
      ),
    ])
  func examples(_ folder: String, _ command: String, _ files: [String]) throws {
    let scratch = try Self.example(folder, command)
    let paths = files.map { scratch.file("\(folder)/\($0)").path }
    let result = try withExtendedLifetime(scratch) {
      try Program.run(["plugin", "check", "--count", "60"] + paths)
    }
    #expect(result.status == 0, "\(result.text)\(result.errors)")
  }

  @Test(
    "a plugin in the build folder of a package is checked with the package's fixture and layout")
  func packageRoot() throws {
    let scratch = try Self.example("c", "ticker.c -o ../libTicker.so")
    let build = scratch.file("package/.build/release")
    try FileManager.default.createDirectory(at: build, withIntermediateDirectories: true)
    try FileManager.default.moveItem(
      at: scratch.file("libTicker.so"), to: build.appendingPathComponent("libTicker.so"))
    let file = build.appendingPathComponent("libTicker.so").path
    // No bundled layout can read this feed.
    try scratch.write(
      #"{"odd": {"rows": [{"t": "TICKER", "items": [{"text": "灯塔"}]}, {"t": "X"}]}}"#,
      to: "package/fixture.json")
    let blind = try Program.run(["plugin", "check", file, "--only", "samples"])
    #expect(blind.text.contains("payloads are made up"), "\(blind.text)\(blind.errors)")
    try scratch.write(
      """
      {"name": "own", "version": 1, "identity": "occurrence",
       "sources": {"feed": {"items": "$.odd.rows", "element": {"code": "t"}}}}
      """, to: "package/layout.json")
    let result = try Program.run(["plugin", "check", file, "--only", "samples"])
    #expect(
      result.text.contains("payloads are 1 block of fixture.json"),
      "\(result.text)\(result.errors)")
  }

  @Test("without a feed, payloads are generated that have the members a manifest reads")
  func manifestWithoutFeed() throws {
    let scratch = try Self.example("manifest", "gallery.c -o libgallery.so")
    try FileManager.default.removeItem(at: scratch.file("manifest/feed.json"))
    for name in ["gallery", "rings"] {
      let result = try Program.run([
        "plugin", "check", scratch.file("manifest/\(name).section.json").path, "--only", "samples",
        "--only", "wrong-types",
      ])
      #expect(result.status == 0, "\(result.text)\(result.errors)")
      #expect(result.text.contains("payloads are made up"))
      #expect(result.text.hasSuffix("2 tests: 2 passed\n"), "\(result.text)")
    }
  }

  @Test("the output of the commands matches the printed schemas", .needsJSONSchema)
  func schema() throws {
    for (command, only) in [("check", ["--only", "null", "--only", "samples"]), ("bench", [])] {
      let scratch = try Scratch()
      let schema = try Program.run(["schema", "plugin-\(command)"])
      try schema.output.write(to: scratch.file("schema.json"))
      let result = try Program.run(
        ["plugin", command, Self.library("MenusSection"), "--format", "json"] + only)
      #expect(result.status == 0, "\(result.errors)")
      try result.output.write(to: scratch.file("report.json"))
      let judged = try Program.judge(
        """
        import json, sys
        import jsonschema
        schema = json.load(open(sys.argv[1]))
        jsonschema.Draft202012Validator.check_schema(schema)
        report = json.load(open(sys.argv[2]))
        jsonschema.Draft202012Validator(schema).validate(report)
        report["plugins"][0]["surplus"] = 1
        assert not jsonschema.Draft202012Validator(schema).is_valid(report)
        """,
        arguments: [scratch.file("schema.json").path, scratch.file("report.json").path])
      #expect(judged.status == 0, "\(judged.errors)")
    }
  }

  @Test("invalid arguments end with their exit status and an explanation")
  func statuses() throws {
    let plugin = Self.library("MenusSection")
    for (arguments, status, word) in [
      ([], 64, "name a plugin file"), (["/nonexistent.so"], 2, "SE4020"),
      ([plugin, "--only", "nul"], 64, "`nul`: did you mean `null`? `--list` shows them"),
      ([plugin, "--only", "bogus"], 64, "`bogus`: `--list` shows them"),
      (["/usr"], 2, "is a folder, not a file"),
      ([plugin, "--reproduce", "x"], 64, "SE4022"),
      ([plugin, "--reproduce", "4000-1"], 64, "SE4022"), ([plugin, "--layout", "x"], 64, "--feed"),
      ([plugin, "--feed", "/nonexistent.json"], 2, "cannot read"),
      ([plugin, "--seconds", "0"], 64, "--seconds"),
    ] as [([String], Int32, String)] {
      let result = try Program.run(["plugin", "check"] + arguments)
      #expect(result.status == status, "\(arguments) \(result.errors)")
      #expect(result.errors.contains(word), "\(result.errors)")
      #expect(result.output.isEmpty)
    }
  }

  @Test("a seed reproduces the bytes of a run, and a token its payload")
  func determinism() throws {
    let arguments = [
      "plugin", "check", Self.library("BannerSection"), "--only", "random", "--count", "40",
      "--seed", "7", "--format", "json",
    ]
    let first = try Program.run(arguments)
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.output == (try Program.run(arguments)).output)
    let made = try Program.run([
      "plugin", "check", Self.library("BannerSection"), "--reproduce", "0-2a",
    ])
    #expect(made.status == 0 && made.errors.contains("drawn at width"))
    #expect(
      (try? JSONSerialization.jsonObject(with: made.output, options: .fragmentsAllowed)) != nil)
  }

  @Test("the list of tests has one line per test, with its id")
  func list() throws {
    let result = try Program.run(["plugin", "check", "--list"])
    #expect(result.status == 0 && result.lines.count == 46)
    #expect(result.lines.contains { $0.hasPrefix("memory ") })
  }
}
