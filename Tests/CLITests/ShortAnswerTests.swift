import Foundation
import TestConditions
import TestTools
import Testing

/// Answers in few lines: `diff --stat`, `dump --digest`, `version` and `layouts show`.
@Suite("Short answers") struct ShortAnswerTests {
  private static func feed(_ titles: [String]) -> String {
    let blocks = titles.enumerated().map { index, title in
      #"{"blockCode": "B\#(index)", "title": "\#(title)", "items": [{"title": "x\#(index)"}]}"#
    }
    return #"{"blocks": [\#(blocks.joined(separator: ", "))]}"#
  }

  @Test("a comparison in one line has the verdict, the counts and the height, and the exit status")
  func stat() throws {
    let scratch = try Scratch()
    try scratch.write(Self.feed(["One", "Two 你好", "مرحبا 🎉"]), to: "a.json")
    try scratch.write(Self.feed(["One", "Other", "مرحبا 🎉"]), to: "b.json")
    try scratch.write(Self.feed(["One", "Two 你好", "مرحبا 🎉", "Four"]), to: "c.json")
    func run(_ arguments: String...) throws -> Program.Result {
      try Program.run(["diff", "--stat"] + arguments, folder: scratch.url)
    }
    let same = try run("a.json", "a.json")
    #expect(same.text == "same\n" && same.status == 0)
    let text = try run("a.json", "b.json")
    #expect(text.text == "changed: 1 of 3 sections\n" && text.status == 1)
    let added = try run("a.json", "c.json")
    #expect(
      added.lines[0].hasPrefix("changed: 1 of 4 sections, +") && added.lines[0].hasSuffix(" pt"))
    let removed = try run("c.json", "a.json")
    #expect(removed.lines[0].hasPrefix("changed: 1 of 4 sections, -"))
    #expect(try run("a.json", "c.json", "--exit-zero").status == 0)
    #expect(try Program.run(["dump", "a.json", "-o", "a.dump"], folder: scratch.url).status == 0)
    #expect(try run("a.dump", "a.json").text == "same\n")
    #expect(try run("a.dump", "b.json").text == "changed: 1 of 3 sections\n")
    let wide = try run("a.dump", "a.json", "--width", "500")
    #expect(wide.lines[0].hasPrefix("changed: ") && wide.lines[0].contains("the environment"))
    #expect(try run("a.json", "b.json", "--format", "json").status == 64)
    #expect(try run("a.json", "b.json", "-o", "out.html").status == 64)
    #expect(try run("a.json", "b.json", "-o", "out.txt").status == 1)
    #expect(try run("a.json", "none.json").status == 2)
    withExtendedLifetime(scratch) {}
  }

  @Test("folders of dumps have a line for each page that changed")
  func folders() throws {
    let scratch = try Scratch()
    try scratch.write(Self.feed(["One"]), to: "a.json")
    try scratch.write(Self.feed(["Two"]), to: "b.json")
    for (feed, file) in [
      ("a", "old/x"), ("a", "new/x"), ("a", "old/y"), ("b", "new/y"), ("a", "new/z"),
    ] {
      let folder = scratch.url.appendingPathComponent(file).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let result = try Program.run(
        ["dump", "\(feed).json", "-o", "\(file).dump"], folder: scratch.url)
      #expect(result.status == 0)
    }
    let result = try Program.run(["diff", "--stat", "old", "new"], folder: scratch.url)
    #expect(
      result.lines == [
        "y.dump changed: 1 of 1 section", "z.dump added",
        "3 files: 1 different, 1 added, 1 same", "",
      ])
    #expect(
      try Program.run(["diff", "--stat", "old", "old"], folder: scratch.url).text == "same\n")
    withExtendedLifetime(scratch) {}
  }

  /// The attributes of each line of a digest, by section.
  private static func sections(_ result: Program.Result) -> [String: (
    place: String, digest: String
  )] {
    var sections: [String: (place: String, digest: String)] = [:]
    for line in result.lines where line.hasPrefix("section ") {
      let words = line.split(separator: " ").map(String.init)
      let digest = words.first { $0.hasPrefix("digest=") } ?? ""
      sections[words[1]] = (words[2], digest)
    }
    return sections
  }

  @Test("a digest changes with its section alone, and not with the section's place")
  func digests() throws {
    let scratch = try Scratch()
    let texts = [
      ["One", "Two 你好", "مرحبا 🎉"], ["One and a longer title", "Two 你好", "مرحبا 🎉"],
    ]
    for (name, titles) in zip(["a.json", "b.json"], texts) {
      try scratch.write(Self.feed(titles), to: name)
    }
    try scratch.write(#"{"blocks": []}"#, to: "empty.json")
    func digest(_ arguments: String...) throws -> Program.Result {
      try Program.run(["dump", "--digest"] + arguments, folder: scratch.url)
    }
    let first = try digest("a.json")
    #expect(first.status == 0 && first.lines.count == 6)
    #expect(first.lines[0] == "# page-digest v1 · unit pt")
    #expect(first.lines[1].hasPrefix("feed ") && first.lines[1].hasSuffix(" sections=3"))
    #expect(first.lines[3].contains("Two 你好") && first.lines[4].contains("مرحبا 🎉"))
    #expect(try digest("a.json").text == first.text)
    let (old, new) = (Self.sections(first), Self.sections(try digest("b.json")))
    #expect(old["B0"]?.digest != new["B0"]?.digest)
    for name in ["B1", "B2"] { #expect(old[name]?.digest == new[name]?.digest) }
    let wide = Self.sections(try digest("a.json", "--width", "300"))
    #expect(wide["B1"]?.digest != old["B1"]?.digest)
    // A section below a hidden one has another place, and the same digest.
    let part = Self.sections(try digest("a.json", "--section", "B2"))
    #expect(Set(part.keys) == ["B2"] && part["B2"]?.digest == old["B2"]?.digest)
    #expect(try digest("a.json", "--actions").status == 64)
    #expect(try digest("a.json", "--depth", "1").status == 64)
    withExtendedLifetime(scratch) {}
  }

  @Test(
    "a digest leaves out the position also where the code looks like one",
    arguments: ["@AT", "SP @X"])
  func strangeCode(code: String) throws {
    let scratch = try Scratch()
    let block = #"{"blockCode": "\#(code)", "title": "Title", "items": [{"title": "x"}]}"#
    let other = #"{"blockCode": "ABOVE", "title": "Other", "items": [{"title": "y"}]}"#
    try scratch.write(#"{"blocks": [\#(block)]}"#, to: "a.json")
    try scratch.write(#"{"blocks": [\#(other), \#(block)]}"#, to: "b.json")
    let digests = try ["a.json", "b.json"].map { file in
      let result = try Program.run(["dump", "--digest", file], folder: scratch.url)
      let line = try #require(result.lines.last { $0.hasPrefix("section ") })
      return line.split(separator: " ").first { $0.hasPrefix("digest=") }
    }
    #expect(digests[0] != nil && digests[0] == digests[1])
    withExtendedLifetime(scratch) {}
  }

  @Test("every bundled feed has a line for each of its sections")
  func bundled() throws {
    for layout in ["netease-home", "mall-home", "wanandroid-home", "audio-charts"] {
      let result = try Program.run(["dump", "--digest", "--layout", layout])
      let dump = try Program.run(["dump", "--layout", layout])
      #expect(
        result.lines.count { $0.hasPrefix("section ") }
          == dump.lines.count { $0.hasPrefix("  section ") }, "\(layout)")
    }
  }

  @Test("the version has three names")
  func version() throws {
    let version = try Program.run(["--version"])
    #expect(version.status == 0 && version.lines.count == 2)
    for word in ["-V", "version"] { #expect(try Program.run([word]).text == version.text) }
    #expect(try Program.run(["version", "more"]).status == 64)
  }

  @Test("a bundled layout is printed as it is installed, and is a valid layout")
  func showsLayouts() throws {
    let scratch = try Scratch()
    let names = try Program.run(["layouts", "list"]).lines.filter { !$0.hasPrefix(" ") }
      .compactMap { $0.split(separator: "@").first.map(String.init) }
    #expect(names.count > 4)
    for name in names {
      let result = try Program.run(["layouts", "show", name])
      #expect(result.status == 0)
      #expect(try Program.run(["layouts", "show", "\(name)@1"]).text == result.text)
      try scratch.write(result.text, to: "\(name).json")
    }
    let check = try Program.run(
      ["layouts", "check"] + names.map { "\($0).json" }, folder: scratch.url)
    #expect(check.status != 2)
    let wrong = try Program.run(["layouts", "show", "netease-hom"])
    #expect(wrong.status == 2 && wrong.errors.contains("netease-home"))
    for name in ["../x", "netease-home@2", "@1", ""] {
      #expect(try Program.run(["layouts", "show", name]).status == 2)
    }
    withExtendedLifetime(scratch) {}
  }

  private static let screens = Program.repository
    .appendingPathComponent("Tests/LayoutReviewTests/ViewHierarchy/Fixtures")

  @Test("two screens of an app have the verdict in one line, also where only a view is new")
  func apps() throws {
    func run(_ old: String, _ new: String) throws -> Program.Result {
      let files = [old, new].map { "uiautomator-screen-\($0).xml" }
      return try Program.run(["diff", "--stat", "--scale", "2"] + files, folder: Self.screens)
    }
    let same = try run("1", "1")
    #expect(same.text == "same\n" && same.status == 0)
    let other = try run("1", "2")
    #expect(other.status == 1 && other.lines.count == 2)
    #expect(other.lines[0].hasPrefix("changed: ") && other.lines[0].contains("not in the old one"))
  }

  @Test("bars are counted beside the sections")
  func bars() throws {
    let scratch = try Scratch()
    let pages = [(name: "without", bars: false), (name: "with", bars: true)]
    for page in pages {
      let chrome = page.bars ? ["--chrome"] : []
      let result = try Program.run(
        ["dump", "--layout", "netease-home", "-o", "\(page.name).dump"] + chrome,
        folder: scratch.url)
      #expect(result.status == 0)
    }
    let result = try Program.run(
      ["diff", "--stat", "without.dump", "with.dump"], folder: scratch.url)
    #expect(result.status == 1)
    #expect(result.lines[0].hasPrefix("changed: 0 of 13 sections, "), "\(result.text)")
    #expect(result.lines[0].contains(" bar"), "\(result.text)")
    withExtendedLifetime(scratch) {}
  }
}
