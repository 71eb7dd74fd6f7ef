import Foundation
import TestConditions
import Testing

/// The list of plugins and the cache of their claims, which are read without running plugins.
@Suite struct PluginListTests {
  /// Plugins in every state, and a home folder with the records of trust and quarantine.
  private struct Home {
    let scratch: Scratch
    let plugins: String
    let environment: [String: String]

    init() throws {
      scratch = try Scratch()
      environment = ["HOME": scratch.file("home").path]
      plugins = scratch.file("plugins").path
      try scratch.plugin(CPlugin.source(id: "a"), named: "plugins/a")
      try scratch.plugin(CPlugin.source(id: "a"), named: "plugins/b")
      try scratch.plugin(
        CPlugin.source(id: "crash", open: "*(volatile int *)8 = 1; return SE_OK;")
          .replacingOccurrences(of: "{\"TEST\", 4}", with: "{\"CRASH\", 5}"),
        named: "plugins/crash")
      try scratch.plugin(CPlugin.source(id: "mine"), named: "plugins/mine")
      try scratch.plugin(CPlugin.source(id: "newer", abi: "(7u << 16)"), named: "plugins/newer")
      try scratch.write("text", to: "plugins/text.so")
      // The cache omits files that changed a moment ago, so the test waits until they are older.
      usleep(150_000)
    }

    func run(_ arguments: [String], _ more: [String: String] = [:]) throws -> Program.Result {
      try Program.run(
        arguments + ["--plugins", plugins], environment: environment.merging(more) { $1 })
    }

    var claims: URL { scratch.file("home/.cache/sectionengine/plugins/claims") }
  }

  private static let feed = """
    {"code": 200, "data": {"blocks": [
      {"blockCode": "TEST", "title": "One"}, {"blockCode": "CRASH"}, {"blockCode": "OTHER"}
    ]}}
    """

  @Test("with a code only the plugins that draw it are listed, else those that draw every block")
  func oneCode() throws {
    let home = try Home()
    for (code, own, other) in [
      ("TEST", "a@1.0.0", "crash@"), ("CRASH", "crash@1.0.0", "a@1.0.0"),
      ("HOMEPAGE_BANNER", "banner@", "a@1.0.0"), ("没有", "generic@", "banner@"),
    ] {
      let text = try home.run(["plugin", "list", code]).text
      #expect(text.contains(own) && !text.contains(other), "\(code): \(text)")
      let json = try home.run(["plugin", "list", code, "--format", "json"]).output
      let root = try JSONSerialization.jsonObject(with: json) as? [String: Any]
      let ids = (root?["plugins"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
      #expect(!ids.isEmpty && Set(ids).count < 5, "\(ids)")
    }
    #expect(try home.run(["plugin", "list", "CRASH"]).text.contains("shadowed") == false)
  }

  @Test("a trusted file that no folder with plugins has is reported, and a copy of it is not")
  func unusedTrust() throws {
    let home = try Home()
    try scratchCopy(of: "plugins/mine.so", to: "other/copy.so", in: home)
    try home.scratch.plugin(CPlugin.source(id: "far"), named: "other/far")
    let far = home.scratch.file("other/far.so").path
    for command in [["render"], ["check"], ["plugin", "list"]] {
      let result = try home.run(command + ["--trust", far])
      #expect(result.errors.contains("no folder with plugins has the trusted `"), "\(command)")
      #expect(result.errors.contains("--plugins \(home.scratch.file("other").path)`"))
    }
    for file in ["plugins/mine.so", "other/copy.so"] {
      let result = try home.run(["render", "--trust", home.scratch.file(file).path])
      #expect(!result.errors.contains("no folder with plugins"), "\(file): \(result.errors)")
    }
  }

  private func scratchCopy(of file: String, to copy: String, in home: Home) throws {
    let target = home.scratch.file(copy)
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: home.scratch.file(file), to: target)
  }

  @Test("every feed gives the same bytes without a cache, with a new one and with an existing one")
  func sameBytes() throws {
    let home = try Home()
    let feed = try home.scratch.write(Self.feed, to: "feed.json")
    // The run that fills the cache prints more diagnostics than later runs.
    _ = try home.run(["render", feed])
    try FileManager.default.removeItem(at: home.claims)
    let layouts = Program.repository.appendingPathComponent("Layouts")
    let names = try FileManager.default.contentsOfDirectory(atPath: layouts.path)
      .filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") }.sorted()
    var arguments = [["render", feed, "--format", "json"], ["dump", feed], ["plugin", "list"]]
    arguments += names.map { ["dump", "--layout", String($0.dropLast(5))] }
    for arguments in arguments {
      let without = try home.run(arguments, ["XDG_CACHE_HOME": "/dev/null"])
      try? FileManager.default.removeItem(at: home.claims)
      let cold = try home.run(arguments)
      #expect(FileManager.default.fileExists(atPath: home.claims.path))
      let warm = try home.run(arguments)
      for result in [cold, warm] {
        #expect(result.status == without.status && result.output == without.output, "\(arguments)")
      }
      #expect(warm.errors == cold.errors, "\(arguments)")
      guard arguments.first != "plugin" else { continue }
      #expect(warm.errors == without.errors, "\(arguments)")
    }
  }

  @Test(
    "the list reports the state of every file and matches the printed schema",
    .needsJSONSchema)
  func list() throws {
    let home = try Home()
    let feed = try home.scratch.write(Self.feed, to: "feed.json")
    _ = try home.run(["render", feed])
    _ = try Program.run(
      ["plugin", "trust", home.plugins + "/mine.so"], environment: home.environment)
    let result = try home.run(["plugin", "list", "--format", "json"])
    let document = try #require(
      JSONSerialization.jsonObject(with: result.output) as? [String: Any])
    let all = try #require(document["plugins"] as? [[String: Any]])
    let own = all.filter { $0["origin"] as? String == "option" }
    #expect(
      own.compactMap { $0["state"] as? String }
        == ["worker", "shadowed", "quarantined", "trusted", "refused", "refused"])
    #expect(own[2]["reason"] as? String == "is quarantined: it died of SIGSEGV")
    #expect(
      (own[2]["help"] as? String)?
        .hasSuffix("`sectionengine plugin untrust \(home.plugins)/crash.so`") == true)
    #expect((own[3]["shadowed"] as? [[String: Any]])?.first?["by"] as? String == "a@1.0.0")
    #expect(own[5]["claims"] == nil && own[5]["help"] != nil)
    #expect(
      all.contains { $0["id"] as? String == "generic" && $0["state"] as? String == "program" })
    let text = try home.run(["plugin", "list"])
    #expect(text.text.contains("/mine.so  trusted\n    draws TEST\n"))
    #expect(text.text.contains("quarantined  option  \(home.plugins)/crash.so is quarantined"))
    #expect(text.text.contains("shadowed  option  \(home.plugins)/b.so has the id `a`"))

    try result.output.write(to: home.scratch.file("list.json"))
    try Program.run(["schema", "plugin-list"]).output.write(to: home.scratch.file("schema.json"))
    let judge = try Program.judge(
      """
      import json, sys, jsonschema
      schema, document = (json.load(open(name)) for name in sys.argv[1:])
      jsonschema.Draft202012Validator.check_schema(schema)
      jsonschema.validate(document, schema)
      document["plugins"][0]["surprise"] = 1
      try:
        jsonschema.validate(document, schema)
        sys.exit("the schema is open")
      except jsonschema.ValidationError:
        pass
      """,
      arguments: [
        home.scratch.file("schema.json").path, home.scratch.file("list.json").path,
      ])
    #expect(judge.status == 0, "\(judge.errors)")
  }

  @Test("without a home folder nothing is cached, and an unwritable cache is a note of the list")
  func nowhere() throws {
    let home = try Home()
    let expected = try home.run(["plugin", "list"])
    #expect(expected.errors.isEmpty)
    let homeless = try home.run(["plugin", "list"], ["HOME": ""])
    #expect(homeless.output == expected.output && homeless.errors.isEmpty)
    let relative = try home.run(["plugin", "list"], ["XDG_CACHE_HOME": "cache"])
    #expect(relative.output == expected.output)
    let blocked = try home.run(["plugin", "list"], ["XDG_CACHE_HOME": "/dev/null"])
    #expect(blocked.status == 0 && blocked.output == expected.output)
    #expect(blocked.errors.contains("note[SE4026]: cannot write"))
    let feed = try home.scratch.write(#"{"code":200,"data":{"blocks":[]}}"#, to: "empty.json")
    let page = try home.run(["dump", feed], ["XDG_CACHE_HOME": "/dev/null"])
    #expect(!page.errors.contains("SE4026"))
  }

  @Test("the content of the cache file does not change the list")
  func damagedFile() throws {
    let home = try Home()
    let expected = try home.run(["plugin", "list"])
    let good = try Data(contentsOf: home.claims)
    var flipped = good
    flipped[good.count / 2] ^= 1
    for bytes in [Data(), good.prefix(good.count - 1), flipped, Data("garbage\n".utf8)] {
      try bytes.write(to: home.claims)
      let result = try home.run(["plugin", "list"])
      #expect(result.output == expected.output && result.errors.isEmpty)
      #expect(try Data(contentsOf: home.claims) == good)
    }
    // A symbolic link at the cache's path is not followed and does no harm either.
    try FileManager.default.removeItem(at: home.claims)
    try FileManager.default.createSymbolicLink(
      atPath: home.claims.path, withDestinationPath: home.scratch.file("elsewhere").path)
    #expect(try home.run(["plugin", "list"]).output == expected.output)
    #expect(!FileManager.default.fileExists(atPath: home.scratch.file("elsewhere").path))
  }

  @Test("eight programs started at once print the same list and leave one valid cache")
  func concurrency() async throws {
    let home = try Home()
    let (plugins, environment) = (home.plugins, home.environment)
    let outputs = try await withThrowingTaskGroup(of: Data.self) { group in
      for _ in 0..<8 {
        group.addTask {
          try Program.run(["plugin", "list", "--plugins", plugins], environment: environment).output
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(outputs).count == 1)
    let folder = home.claims.deletingLastPathComponent()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["claims"])
    let kept = try Data(contentsOf: home.claims)
    #expect(try home.run(["plugin", "list"]).output == outputs.first)
    #expect(try Data(contentsOf: home.claims) == kept)
  }
}
