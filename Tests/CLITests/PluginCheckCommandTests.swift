import Foundation
import Testing

@Suite struct PluginCheckCommandTests {
  private static let plugins = [
    "ArticlesSection", "BannerSection", "CalendarSection", "CardRailSection", "ChartsSection",
    "GenericSection", "MallSection", "MenusSection", "PodcastsSection", "SongColumnsSection",
    "VideosSection",
  ]
  /// All but those that take long of plugins that are not optimized.
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
    return Program.repository.appendingPathComponent(".build/debug/lib\(plugin).so").path
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
    // One block has no order.
    let ends = ["29 tests: 29 passed\n", "29 tests: 28 passed, 1 skipped\n"]
    #expect(ends.contains { result.text.hasSuffix($0) }, "\(result.text)")
  }

  @Test("the schemas describe what the commands write")
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
        arguments: [scratch.file("schema.json").path, scratch.file("report.json").path],
        needs: ["jsonschema"])
      if let judged { #expect(judged.status == 0, "\(judged.errors)") }
    }
  }

  @Test("what cannot be run ends with its status, and says why")
  func statuses() throws {
    let plugin = Self.library("MenusSection")
    for (arguments, status, word) in [
      ([], 64, "name a plugin file"), (["/nonexistent.so"], 2, "SE4020"),
      ([plugin, "--only", "nul"], 64, "did you mean `null`"),
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

  @Test("the same seed gives the same bytes, and a token its payload")
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

  @Test("the list of tests has an id and a line for each")
  func list() throws {
    let result = try Program.run(["plugin", "check", "--list"])
    #expect(result.status == 0 && result.lines.count == 37)
    #expect(result.lines.contains { $0.hasPrefix("memory ") })
  }
}
