import Foundation
import TestConditions
import Testing

/// Drafts plugins from feeds, builds them and draws their fixtures.
@Suite("plugin new --from") struct PluginDraftTests {
  /// Keys that are keywords, keys that clash and keys that are not identifiers; values of mixed,
  /// unknown and unusual kinds.
  static let odd = #"""
    [
      {"blockCode": "ODD", "self": 1, "class": "c", "init": true, "Type": 2.5, "a-b": 1, "a_b": 2, "aB": 3,
       "2x": "two", "标题": "灯塔", "": 0, "String": {"String": "s"}, "Text": {"a": 1}, "none": null,
       "big": 18446744073709551615, "mixed": "1", "extra": {"k": 1}, "empty": [], "byId": {"1": {"n": 1}, "22": {"n": 2}},
       "heading": {"title": "A \"title\"\n\u202e"},
       "cards": [
         {"name": "One", "price": 1, "cover-url": "https://example.org/1.png", "link": "music://song/1"},
         null,
         {"name": 2, "price": 1.5, "children": [{"children": [{"children": []}]}]},
         {"price": null, "cover-url": null}
       ]},
      {"blockCode": "ODD", "self": 2, "mixed": 7, "extra": [], "cards": null},
      {"blockCode": "OTHER", "words": ["灯塔", "harbour"]}
    ]
    """#

  /// Drafts a plugin, builds it and draws its fixture. Returns the dump.
  private func drafted(
    _ arguments: [String], named name: String, isChecked: Bool = true, in scratch: Scratch
  ) throws -> String {
    let made = try Program.run(["plugin", "new"] + arguments + ["-o", name], folder: scratch.url)
    try #require(made.status == 0, "\(made.errors)")
    #expect(made.errors.contains("note[SE4024]"))
    let steps = PluginNewTests.steps(made)
    // The third step checks the plugin. With a sanitizer this step is left out, because a section
    // takes longer than its time limit.
    for step in steps.prefix(isChecked && !Program.hasSanitizer ? 3 : 2) {
      let done = try PluginNewTests.shell(step, in: scratch)
      try #require(done.status == 0, "\(step): \(done.text)\(done.errors)")
      #expect(!"\(done.text)\(done.errors)".contains("warning:"), "\(done.text)\(done.errors)")
      #expect(!done.errors.contains("SE3002"))
    }
    let compared = try PluginNewTests.shell("make -C \(name) test", in: scratch)
    #expect(compared.status == 0, "\(compared.text)\(compared.errors)")
    return try String(contentsOf: scratch.file("\(name)/expected.dump"), encoding: .utf8)
  }

  @Test(
    "an unusual feed gives models that build, and sections that show its values",
    arguments: PluginNewTests.tools)
  func odd(_ language: String) throws {
    let scratch = try Scratch()
    try scratch.write(Self.odd, to: "my.json")
    let dump = try drafted(
      ["--from", "my.json", "ODD", "--lang", language], named: "odd", in: scratch)
    #expect(dump.contains("via=odd@0.1.0") && dump.contains(#"text "One""#), "\(dump)")
    #expect(dump.contains("action=music://song/1") && dump.contains("image"), "\(dump)")
    let words = try drafted(
      ["my-words", "--from", "my.json", "OTHER", "--lang", language], named: "w", in: scratch)
    #expect(words.contains("via=my-words@0.1.0") && words.contains("灯塔"), "\(words)")
  }

  private static let goods = #"""
    [{"blockCode": "GOODS", "title": "Deals", "items": [
      {"songId": 12, "name": "灯塔", "price": "¥99", "original_price": "¥129",
       "cover": "https://example.org/1.png", "link": "music://song/1"},
      {"songId": 13, "name": "B \"q\"", "price": "¥9", "original_price": "",
       "cover": "https://example.org/2.png", "link": "https://example.org/1"}]}]
    """#

  private func drawGoods(_ language: String) throws {
    let scratch = try Scratch()
    try scratch.write(Self.goods, to: "my.json")
    let dump = try drafted(
      ["--from", "my.json", "GOODS", "--lang", language], named: "goods", in: scratch)
    #expect(dump.contains(" item=song:12") && dump.contains(" item=song:13"), "\(dump)")
    #expect(dump.contains("picture=https://example.org/1.png"), "\(dump)")
    #expect(dump.contains("¥129") && dump.contains(" strike\""), "\(dump)")
    #expect(dump.contains("¥99") && dump.contains("¥9\""), "\(dump)")
  }

  @Test(
    "old prices are struck, pictures have addresses, and items identifiers",
    arguments: PluginNewTests.tools)
  func content(_ language: String) throws { try drawGoods(language) }

  @Test("a draft in Rust draws the same content", .needs(tool: "rustc"))
  func rust() throws { try drawGoods("rust") }

  @Test(
    "members that may be absent, null or of mixed kinds are optional, and keys keep their spelling"
  )
  func models() throws {
    let scratch = try Scratch()
    try scratch.write(Self.odd, to: "my.json")
    let made = try Program.run(
      ["plugin", "new", "--from", "my.json", "ODD"], folder: scratch.url)
    #expect(made.status == 0, "\(made.errors)")
    let model = try String(
      contentsOf: scratch.file("odd/Sources/OddSection/Model.swift"), encoding: .utf8)
    for line in [
      "var blockCode: String\n", "var selfValue: Int64\n", "var `class`: String?\n",
      "var type: Double?\n", "var aB: Int64?\n", "var aB2: Int64?\n", "var value2x: String?\n",
      "var mixed: LooseText\n", "var extra: Extra?\n", "var cards: [Card?]?\n",
      "var byId: [String: ById]?\n", "var big: UInt64?\n", "var price: Double?\n",
      "var name: LooseText?\n", "struct StringValue: Decodable", #"case selfValue = "self""#,
      #"case aB = "a-b""#, #"case field = "标题""#, #"case coverUrl = "cover-url""#,
    ] { #expect(model.contains(line), "\(line) in \(model)") }
    for unknown in ["none", "empty"] { #expect(made.errors.contains("`\(unknown)`")) }
  }

  @Test("errors for an unknown code and for a feed of several codes list the feed's codes")
  func refusals() throws {
    let scratch = try Scratch()
    try scratch.write(Self.odd, to: "my.json")
    func new(_ arguments: String...) throws -> Program.Result {
      try Program.run(["plugin", "new", "--from"] + arguments, folder: scratch.url)
    }
    let mistyped = try new("my.json", "OTHR")
    #expect(mistyped.status == 2 && mistyped.errors.contains("did you mean `OTHER`?"))
    let several = try new("my.json")
    #expect(several.status == 2 && several.errors.contains("its codes: ODD, OTHER"))
    #expect(try new("none.json", "ODD").status == 2)
    #expect(try new("my.json", "ODD", "OTHER", "MORE").status == 64)
    try scratch.write(#"[{"blockCode": "横幅", "title": "T"}]"#, to: "cjk.json")
    let unnamed = try new("cjk.json")
    #expect(unnamed.status == 64 && unnamed.errors.contains("gives no name"), "\(unnamed.errors)")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).sorted()
        == ["cjk.json", "my.json"])
  }

  @Test("payloads that are arrays or come from several sources are drafted like any other")
  func sources() throws {
    let scratch = try Scratch()
    let folder = Program.repository.appendingPathComponent("Layouts/samples/mall-home")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    var feed = ["--layout", "mall-home", "--from", folder.appendingPathComponent("sort.json").path]
    for file in files where file != "sort.json" {
      feed += ["--source", "\(file.dropLast(5))=\(folder.appendingPathComponent(file).path)"]
    }
    for (code, language) in [("middleNav", "manifest"), ("wallet", "c")] {
      let dump = try drafted([code, "--lang", language] + feed, named: code, in: scratch)
      #expect(dump.contains("  section \(code) @") && !dump.contains("placeholder"), "\(dump)")
    }
  }

  @Test(
    "every code of captured feeds is drafted, built and drawn", .needs(captures: "netease"),
    arguments: ["c", "manifest"])
  func captures(_ language: String) throws {
    let scratch = try Scratch()
    let folder = Program.captures.deletingLastPathComponent()
    var count = 0
    for file in [
      "netease/2021-05-18-home-11-blocks.json", "netease/2020-09-21-home-8-blocks.json",
      "wanandroid/home-article-0.json",
    ] {
      let feed = ["--from", folder.appendingPathComponent(file).path]
      for code in try codes(of: feed, in: scratch) {
        let dump = try drafted(
          feed + [code, "--lang", language], named: "\(count)", isChecked: false, in: scratch)
        #expect(dump.contains("  section \(code) @") && !dump.contains("placeholder"), "\(dump)")
        count += 1
      }
    }
    #expect(count == 20)
  }

  /// Returns the codes of a feed, read from the error that lists them if the command names no code.
  private func codes(of feed: [String], in scratch: Scratch) throws -> [String] {
    let asked = try Program.run(["plugin", "new"] + feed + ["-o", "only"], folder: scratch.url)
    guard asked.status == 2 else { return ["ARTICLES"] }
    let line = try #require(
      asked.errors.split(separator: "\n").first { $0.contains("its codes: ") })
    let codes = try #require(line.components(separatedBy: "its codes: ").last)
    return codes.components(separatedBy: ", ")
  }
}
