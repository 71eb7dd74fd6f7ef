import Foundation
import TestConditions
import Testing

/// Sections of libraries that do not use this package, drawn through their manifests.
@Suite struct ManifestPluginTests {
  private static let example = Program.repository.appendingPathComponent(
    "Plugins/Examples/manifest")

  /// The example with its library built, in a folder that exists as long as this value.
  private struct Built {
    let scratch = try? Scratch()
    let folder: URL
    var feed: String { folder.appendingPathComponent("feed.json").path }

    init() throws {
      folder = try #require(scratch).file("plugins")
      try FileManager.default.copyItem(at: ManifestPluginTests.example, to: folder)
      let source = try String(
        contentsOf: folder.appendingPathComponent("gallery.c"), encoding: .utf8)
      #expect(!source.contains("section_plugin.h"))
      let built = try Program.run(
        URL(fileURLWithPath: "/usr/bin/env"),
        ["cc", "-shared", "-fPIC", "-Wall", "-Werror", "gallery.c", "-o", "libgallery.so"],
        folder: folder)
      try #require(built.status == 0, "\(built.errors)")
    }

    func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Program.Result {
      try withExtendedLifetime(scratch) {
        try Program.run(arguments + ["--plugins", folder.path], environment: environment)
      }
    }

    /// Changes the manifest that calls libm.
    func edit(_ change: (String) -> String) throws {
      let path = folder.appendingPathComponent("rings.section.json")
      try Data(change(String(contentsOf: path, encoding: .utf8)).utf8).write(to: path)
    }
  }

  @Test("sections have the heights that a C library and the system's libm compute")
  func heights() throws {
    let built = try Built()
    let page = try built.run(["dump", built.feed])
    #expect(page.status == 0 && page.errors.isEmpty, "\(page.errors)")
    let sections = DumpSection.sections(of: page.text)
    // GALLERY has a margin of 8 points on both sides.
    #expect(sections[0].x == 8 && sections[0].width == 398 && sections[1].width == 414)
    #expect(sections.map(\.code) == ["GALLERY", "RINGS"])
    #expect(sections.map { $0.value(of: "via") } == ["gallery@1.0.0", "rings@1.0.0"])
    // A row of GALLERY is 414 / 3 + 8 points high, plus one or two lines of 16 points.
    #expect(sections[0].value(of: "rows") == "1x162+1x178")
    // The rows of RINGS are hypot(30, 40) and hypot(9, 40) high.
    #expect(sections[1].value(of: "rows") == "1x50+1x41")
    for words in [
      "image @", "badge=new", "灯塔周日开放", "A. Rey", "action=https://example.org/ferry.jpg",
      "title=\"Harbour in pictures\"",
    ] {
      #expect(page.text.contains(words), "\(words)")
    }
    // A row of GALLERY is 600 / 3 + 8 points high, plus one line of 16 points.
    let wide = try built.run(["dump", built.feed, "--width", "600"])
    #expect(DumpSection.sections(of: wide.text)[0].value(of: "rows") == "2x224")
  }

  @Test(
    "every format draws manifest plugins, in both directions",
    arguments: ["text", "json", "json-lines", "dump"])
  func formats(_ format: String) throws {
    let built = try Built()
    for direction in ["ltr", "rtl"] {
      let page = try built.run(
        ["render", built.feed, "--format", format, "--direction", direction])
      #expect(page.status == 0 && page.errors.isEmpty, "\(page.errors)")
      #expect(page.text.contains("Signet") && page.text.contains("Harbour in pictures"))
    }
  }

  @Test("plugin list shows manifest plugins, and errors of a manifest with their location")
  func list() throws {
    let built = try Built()
    let list = try built.run(["plugin", "list"])
    #expect(list.text.contains("gallery.section.json  in the worker\n    draws GALLERY\n"))
    #expect(list.text.contains("rings.section.json  in the worker\n    draws RINGS\n"))
    #expect(!list.text.contains("refused"))

    try built.edit { $0.replacingOccurrences(of: "\"hypot\"", with: "\"hypotenuse\"") }
    let page = try built.run(["dump", built.feed])
    #expect(page.status == 0)
    #expect(
      page.errors.contains("warning[SE3018]: the library has no function `hypotenuse`"),
      "\(page.errors)")
    #expect(page.errors.contains("rings.section.json:9:15"))
    #expect(page.errors.contains("$.rowHeight.symbol"))
    let listed = try built.run(["plugin", "list"])
    #expect(
      listed.text.contains(
        "rings.section.json cannot be used: the library has no function `hypotenuse` "
          + "(line 9, column 15)"))
    try built.edit { _ in "{\n  \"id\": \"rings\",,\n}" }
    let broken = try built.run(["dump", built.feed])
    #expect(broken.status == 0 && broken.errors.contains("rings.section.json:2:17"))
  }

  @Test(
    "a crashing manifest plugin is quarantined, and trust does not load it into the program"
  )
  func crash() throws {
    let built = try Built()
    try built.edit { text in
      text.replacingOccurrences(of: "\"libm.so.6\"", with: "\"libc.so.6\"")
        .replacingOccurrences(of: "\"hypot\"", with: "\"strlen\"")
        .replacingOccurrences(of: "\"f64\" },", with: "\"u64\" },")
    }
    let path = built.folder.appendingPathComponent("rings.section.json").path
    let home = ["HOME": built.folder.appendingPathComponent("home").path]
    let allowed = try Program.run(["plugin", "trust", path], environment: home)
    #expect(allowed.status == 0 && allowed.text.contains("runs in the worker all the same"))
    let page = try built.run(["dump", built.feed, "--trust", path], environment: home)
    #expect(page.status == 0)
    let sections = DumpSection.sections(of: page.text)
    #expect(sections[0].line.contains("via=gallery@"))
    #expect(sections[1].line.contains("via=placeholder@"))
    #expect(page.errors.contains("error[SE3011]: plugin `rings` died of SIGSEGV"))
    let next = try built.run(["dump", built.feed], environment: home)
    #expect(next.output == page.output && next.errors.contains("SE3012"))
    let forgotten = try Program.run(["plugin", "untrust", path], environment: home)
    #expect(
      forgotten.text.contains("is not quarantined any more")
        && forgotten.text.contains("is not trusted any more"))
  }

  @Test("the schema is printed, and the examples match it", .needsJSONSchema)
  func schema() throws {
    let schema = try Program.run(["schema", "plugin-manifest"])
    #expect(schema.status == 0)
    let scratch = try Scratch()
    let path = try scratch.write(schema.text, to: "schema.json")
    let judged = try Program.judge(
      """
      import json, sys, jsonschema
      schema = json.load(open(sys.argv[1]))
      jsonschema.Draft202012Validator.check_schema(schema)
      for name in sys.argv[2:]:
          jsonschema.Draft202012Validator(schema).validate(json.load(open(name)))
      """,
      arguments: [path]
        + ["gallery", "rings"].map {
          Self.example.appendingPathComponent($0 + ".section.json").path
        })
    #expect(judged.status == 0, "\(judged.errors)")
  }
}
