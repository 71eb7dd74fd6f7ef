import Foundation
import TestTools
import Testing

/// Snapshots with the boxes that the program of commit 998ae40f recorded, which had the layout rules 1.
/// The texts of cards begin where they do now.
@Suite("Pages of earlier layout rules") struct LayoutRulesTests {
  private static let feed = """
    {"rows": [
      {"type": "rail", "title": "Tonight", "items": [
        {"id": 1, "title": "A thread about tea", "url": "app://a"},
        {"id": 2, "title": "今日满 99 元包邮", "url": "app://b"},
        {"id": 3, "title": "שלום עולם", "url": "app://c"}]},
      {"type": "note", "title": "Bread ☕️"}]}
    """

  private static let layout = """
    {
      "name": "evening", "version": 1,
      "sources": {
        "feed": { "primary": true, "items": "$.rows", "element": { "code": "type" } }
      },
      "identity": "occurrence",
      "environment": { "scale": 2 },
      "sections": {
        "rail": {
          "generic": {
            "title": "title", "items": "items", "item": { "title": "title", "action": "url" }
          }
        },
        "note": { "generic": { "item": { "title": "title" } } }
      }
    }
    """

  private static let recorded = [
    "iphone-14.dump": #"""
    # layout-dump v1 · unit pt · scale 3 · section frames in feed, node frames in parent
    feed evening 390x452.33 appearance=light locale=en direction=ltr text-size=large metrics=default-2 layout=evening@1 sections=2
      section rail @0,0 390x226 rows=1x186 via=generic@1.0.0 title=Tonight
        header @0,0 390x40
          header @0,0 390x40 role=header
            text "Tonight" @10,10 64x20 font=17/700 lines=1/1 color=text
        row @0,40 390x186
          carousel @0,0 390x186 axis=x items=3 content=379 gap=10 inset=10
            card[0] "A thread about tea" @10,5 113x156 action=app://a action-type=app
              text "A thread about tea" @5,5 103x28 font=12/400 lines=2 color=text
            card[1] "今日满 99 元包邮" @133,5 113x156 action=app://b action-type=app
              text "今日满 99 元包邮" @5,5 103x14 font=12/400 lines=1 color=text
            card[2] "שלום עולם" @256,5 113x156 action=app://c action-type=app
              text "שלום עולם" @5,5 103x14 font=12/400 lines=1 color=text
      section note @0,226 390x226.33 rows=1x226 via=generic@1.0.0
        carousel @0,0 390x226 axis=x items=1 content=133 gap=10 inset=10
          card[0] "Bread ☕️" @10,5 113x196 role=button
            text "Bread ☕️" @5,5 103x14 font=12/400 lines=1 color=text

    """#,
    "iphone-se.dump": #"""
    # layout-dump v1 · unit pt · scale 2 · section frames in feed, node frames in parent
    feed evening 375x435 appearance=light locale=en direction=ltr text-size=large metrics=default-2 layout=evening@1 sections=2
      section rail @0,0 375x217.5 rows=1x177.5 via=generic@1.0.0 title=Tonight
        header @0,0 375x40
          header @0,0 375x40 role=header
            text "Tonight" @10,10 64x20 font=17/700 lines=1/1 color=text
        row @0,40 375x177.5
          carousel @0,0 375x177.5 axis=x items=3 content=366 gap=10 inset=10
            card[0] "A thread about tea" @10,5 108.5x147.5 action=app://a action-type=app
              text "A thread about tea" @5,5 98.5x28 font=12/400 lines=2 color=text
            card[1] "今日满 99 元包邮" @128.5,5 109x147.5 action=app://b action-type=app
              text "今日满 99 元包邮" @5,5 99x14 font=12/400 lines=1 color=text
            card[2] "שלום עולם" @247.5,5 108.5x147.5 action=app://c action-type=app
              text "שלום עולם" @5,5 98.5x14 font=12/400 lines=1 color=text
      section note @0,217.5 375x217.5 rows=1x217.5 via=generic@1.0.0
        carousel @0,0 375x217.5 axis=x items=1 content=128.5 gap=10 inset=10
          card[0] "Bread ☕️" @10,5 108.5x187.5 role=button
            text "Bread ☕️" @5,5 98.5x14 font=12/400 lines=1 color=text

    """#,
  ]

  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.write(Self.feed, to: "feed.json")
    try scratch.write(Self.layout, to: "evening.json")
    try scratch.write(
      """
      {"matrix": {"devices": ["iphone-14", "iphone-se"]},
       "feeds": [{"name": "home", "feed": "feed.json", "layout": "evening.json"}]}
      """, to: "snapshots.json")
    for (name, dump) in Self.recorded { try scratch.write(dump, to: "home/\(name)") }
  }

  private func run(_ arguments: String...) throws -> Program.Result { try run(arguments) }

  private func run(_ arguments: [String]) throws -> Program.Result {
    try Program.run(arguments, folder: scratch.url)
  }

  @Test("snapshots of the old rules are told once, and renewed by accept --rules")
  func renewing() throws {
    let verified = try run("snapshot", "verify", ".")
    #expect(verified.status == 0, "\(verified.text)")
    #expect(
      verified.lines.filter { !$0.isEmpty } == [
        "2 cells of 1 feed as recorded, in 2 files",
        "2 files recorded with the old rules, equal within a pixel; renew: "
          + "`sectionengine snapshot accept --rules .`",
      ])
    for format in ["json", "markdown", "junit", "sarif", "github"] {
      #expect(try run("snapshot", "verify", ".", "--format", format).status == 0, "\(format)")
    }
    let accepted = try run("snapshot", "accept", "--rules", ".")
    #expect(accepted.status == 0, "\(accepted.text)")
    #expect(
      accepted.lines.filter { !$0.isEmpty } == [
        "renewed home/iphone-14.dump", "renewed home/iphone-se.dump",
      ])
    let again = try run("snapshot", "verify", ".")
    #expect(again.lines.filter { !$0.isEmpty } == ["2 cells of 1 feed as recorded, in 2 files"])
    #expect(try run("snapshot", "accept", "--rules", ".").text == "nothing to be renewed\n")
  }

  @Test("a difference of more than a pixel is a change, whatever the rules")
  func changes() throws {
    let dump = try #require(Self.recorded["iphone-14.dump"])
    try scratch.write(
      dump.replacing("@10,5 113x156", with: "@10,5 113x151"), to: "home/iphone-14.dump")
    let verified = try run("snapshot", "verify", ".")
    #expect(verified.status == 1, "\(verified.text)")
    #expect(verified.text.contains("changed home/iphone-14.dump"))
    #expect(verified.text.contains("113x151 -> 113x156 (+5 high)"), "\(verified.text)")
    #expect(verified.text.contains("1 file recorded with the old rules"))
    // Only the snapshot that is otherwise equal is renewed.
    let accepted = try run("snapshot", "accept", "--rules", ".")
    #expect(accepted.status == 1 && accepted.text.contains("renewed home/iphone-se.dump"))
    #expect(!accepted.text.contains("renewed home/iphone-14.dump"), "\(accepted.text)")
  }

  @Test("diff compares a page of the old rules within a pixel, and says so")
  func comparing() throws {
    try scratch.write(try #require(Self.recorded["iphone-14.dump"]), to: "old.dump")
    let page = ["feed.json", "--layout", "evening.json", "--device", "iphone-14"]
    let equal = try run(["diff", "old.dump"] + page)
    #expect(equal.status == 0, "\(equal.text)")
    #expect(equal.text == "no differences\n")
    #expect(equal.errors.ranges(of: "note[SE5021]").count == 1, "\(equal.errors)")
    let json = try run(["render"] + page + ["--format", "json"])
    try scratch.write(json.text, to: "new.json")
    #expect(json.text.contains(#""rules": 2"#))
    #expect(try run("diff", "old.dump", "new.json").text == "no differences\n")
    try scratch.write(
      dump(with: "113x156", instead: "113x160"), to: "other.dump")
    #expect(try run("diff", "other.dump", "new.json").status == 1)
  }

  private func dump(with old: String, instead new: String) throws -> String {
    try #require(Self.recorded["iphone-14.dump"]).replacing(old, with: new)
  }
}
