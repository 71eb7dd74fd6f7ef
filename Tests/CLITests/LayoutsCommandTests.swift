import Foundation
import Testing

@Suite("layouts check and layouts new") struct LayoutsCommandTests {
  static let smallest = """
    {"name": "a", "version": 1, "sources": {"f": {"items": "$.x", "element": {"code": "type"}}}}
    """

  @Test("a layout without findings is ok")
  func ok() throws {
    let scratch = try Scratch()
    let file = try scratch.write(Self.smallest, to: "a.json")
    let result = try Program.run(["layouts", "check", file])
    #expect(result.status == 0 && result.text == "\(file): ok\n" && result.errors.isEmpty)
    let input = try Program.run(["layouts", "check", "-"], input: Data(Self.smallest.utf8))
    #expect(input.status == 0 && input.text == "-: ok\n")
  }

  @Test("bundled layouts are ok, and so are their samples")
  func bundled() throws {
    let folder = Program.repository.appendingPathComponent("Layouts")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") }.sorted()
    #expect(names.contains("netease-home.json"))
    for name in names {
      let result = try Program.run(["layouts", "check", name], folder: folder)
      #expect(result.status == 0 && result.text == "\(name): ok\n", "\(result.errors)")
    }
  }

  @Test("all violations are reported with line and column, and the next file is still checked")
  func violations() throws {
    let scratch = try Scratch()
    let bad = try scratch.write(
      """
      {"name": "b", "version": 0,
       "sources": {"f": {"items": "$.x", "element": {"code": "type"}, "after": ["f"]}},
       "joyn": "all"}
      """, to: "bad.json")
    let good = try scratch.write(Self.smallest, to: "good.json")
    let result = try Program.run(["layouts", "check", bad, good])
    #expect(result.status == 1 && result.text == "\(good): ok\n")
    for place in [
      "bad.json:1:26  $.version", "bad.json:2:75  $.sources.f.after[0]", "bad.json:3:10  $.joyn",
    ] {
      #expect(result.errors.contains(place), "\(place): \(result.errors)")
    }
    #expect(result.errors.contains("did you mean `join`?"))
  }

  @Test("invalid JSON is a finding, an unreadable file is an error")
  func unreadable() throws {
    let scratch = try Scratch()
    let broken = try scratch.write("{\"name\": ", to: "broken.json")
    let result = try Program.run(["layouts", "check", broken])
    #expect(result.status == 1 && result.output.isEmpty && result.errors.contains("error[SE1003]"))
    let missing = try Program.run(["layouts", "check", broken, "no-such.json"])
    #expect(missing.status == 2 && missing.errors.contains("cannot read `no-such.json`"))
    #expect(try Program.run(["layouts", "check"]).status == 64)
    #expect(try Program.run(["layouts", "check", "-", "-"]).status == 64)
  }

  @Test("an unknown code and a sample that cannot be drawn are findings")
  func review() throws {
    let scratch = try Scratch()
    try scratch.write(#"{"x": [{"type": "SHELF"}]}"#, to: "feeds/shelf.json")
    try scratch.write(#"{"y": []}"#, to: "feeds/other.json")
    func layout(_ sample: String, _ code: String) -> String {
      """
      {"name": "a", "version": 1,
       "sources": {"f": {"sample": "feeds/\(sample)", "items": "$.x", "element": {"code": "type"}}},
       "spacing": {"between": [{"above": "\(code)", "below": "*", "gap": 4}]}}
      """
    }
    func check(_ sample: String, _ code: String) throws -> Program.Result {
      try Program.run(
        ["layouts", "check", try scratch.write(layout(sample, code), to: "a.json")])
    }
    #expect(try check("shelf.json", "SHELF").status == 0)
    let mistyped = try check("shelf.json", "SHLEF")
    #expect(mistyped.status == 1 && mistyped.errors.contains("warning[SE4010]"))
    #expect(mistyped.errors.contains("did you mean `SHELF`?"))
    let other = try check("other.json", "SHELF")
    #expect(other.status == 1 && other.errors.contains("error[SE1011]"))
    let missing = try check("none.json", "SHELF")
    #expect(missing.status == 1 && missing.errors.contains("error[SE1016]"))
  }

  /// Feeds without a layout, each with the codes and titles that its page shows.
  static let feeds: [(name: String, text: String, codes: [String], titles: [String])] = [
    (
      "cards",
      """
      {"errorCode": 0, "errorMsg": "", "data": {"curPage": 1, "pageCount": 9, "cards": [
        {"view_type": 12, "hd": {"txt": "Morning market"}, "rows": [
          {"tp": 4, "cap": "Red apples", "img": "https://example.com/a.jpg"}]},
        {"view_type": 7, "hd": {"txt": "Tools"}, "rows": [{"tp": 9, "cap": "Hand saw"}]},
        {"view_type": 12, "hd": {"txt": "Evening market"}, "rows": [{"tp": 4, "cap": "Plum cake"}]}]}}
      """,
      ["`12` × 2", "`7` × 1"],
      ["Morning market", "Red apples", "Tools", "Hand saw", "Evening market", "Plum cake"]
    ),
    (
      "stream",
      """
      {"status": "ok", "next": "c1", "stream": [
        {"hero": {"heading": "Fog over the pier", "cover": "https://example.com/h.png"}},
        {"shelf": {"label": "Boats", "members": [{"nm": "Red boat"}, {"nm": "Blue boat"}]}},
        {"hero": {"heading": "Tide tables"}}, {"links": [{"label": "Ferries", "href": "/f"}]}]}
      """,
      ["`hero` × 2", "`shelf` × 1", "`links` × 1"],
      ["Fog over the pier", "Boats", "Red boat", "Blue boat", "Tide tables", "Ferries"]
    ),
  ]

  @Test("a drafted layout is ok and draws its feed with all titles", arguments: feeds)
  func drafted(_ name: String, _ text: String, _ codes: [String], _ titles: [String]) throws {
    let scratch = try Scratch()
    try scratch.write(text, to: "\(name).json")
    let made = try Program.run(
      ["layouts", "new", "--from", "\(name).json", "-o", "draft.json"], folder: scratch.url)
    #expect(made.status == 0 && made.output.isEmpty)
    for code in codes { #expect(made.errors.contains(code), "\(made.errors)") }
    #expect(made.errors.contains("layouts check draft.json"))

    let checked = try Program.run(["layouts", "check", "draft.json"], folder: scratch.url)
    #expect(checked.status == 0 && checked.text == "draft.json: ok\n", "\(checked.errors)")
    // The feed is also the sample of its layout, so `render` without a feed draws the same page.
    for feed in [["\(name).json"], []] {
      let page = try Program.run(
        ["render"] + feed + ["--layout", "draft.json"], folder: scratch.url)
      #expect(page.status == 0, "\(page.errors)")
      for title in titles { #expect(page.text.contains(title), "\(title): \(page.text)") }
    }
    let output = try Program.run(
      ["layouts", "new", "--from", "\(name).json", "--name", "mine"], folder: scratch.url)
    let written = try String(contentsOf: scratch.file("draft.json"), encoding: .utf8)
    #expect(output.text == written.replacing("\"\(name)\"", with: "\"mine\""))
  }

  @Test("if the blocks cannot be distinguished, the error suggests options that work")
  func nothing() throws {
    let scratch = try Scratch()
    try scratch.write(#"{"users": [{"id": 1, "rank": 3}, {"id": 2, "rank": 4}]}"#, to: "u.json")
    let from = ["layouts", "new", "--from", "u.json"]
    let nothing = try Program.run(from, folder: scratch.url)
    #expect(nothing.status == 2 && nothing.output.isEmpty)
    #expect(nothing.errors.contains("error[SE1018]") && nothing.errors.contains("$.users"))
    let advice = ["--items", "$.users", "--code", "id"]
    #expect(nothing.errors.contains("--items '$.users' --code id"))
    let made = try Program.run(from + advice, folder: scratch.url)
    #expect(made.status == 0 && made.text.contains(#""element": { "code": "id" }"#))
    #expect(try Program.run(from + ["--items", "users"], folder: scratch.url).status == 64)
    #expect(try Program.run(from + ["--name", "a b"], folder: scratch.url).status == 64)
    #expect(try Program.run(["layouts", "new"]).status == 64)
    #expect(try Program.run(["layouts", "new", "--from", "no-such.json"]).status == 2)
  }

  @Test("layouts can be drafted from standard input and from a feed in another folder")
  func places() throws {
    let scratch = try Scratch()
    let feed = try scratch.write(Self.feeds[1].text, to: "in/s.json")
    let input = try Program.run(
      ["layouts", "new", "--from", "-"], input: Data(Self.feeds[1].text.utf8))
    #expect(input.status == 0 && input.text.contains(#""name": "my-feed""#))
    #expect(!input.text.contains("sample"))
    let out = scratch.file("l.json").path
    #expect(try Program.run(["layouts", "new", "--from", feed, "-o", out]).status == 0)
    let page = try Program.run(["render", "--layout", out])
    #expect(page.status == 0 && page.text.contains("Fog over the pier"), "\(page.errors)")
  }

  @Test("a draft replaces a file only on request, and never its own feed")
  func overwriting() throws {
    let scratch = try Scratch()
    try scratch.write(Self.feeds[1].text, to: "s.json")
    try scratch.write(Self.smallest, to: "l.json")
    func draft(_ output: String, _ more: String...) throws -> Program.Result {
      try Program.run(
        ["layouts", "new", "--from", "s.json", "-o", output] + more, folder: scratch.url)
    }
    func text(_ name: String) throws -> String {
      try String(contentsOf: scratch.file(name), encoding: .utf8)
    }
    for refused in [try draft("s.json"), try draft("./s.json", "--force")] {
      #expect(refused.status == 2 && refused.errors.contains("is the feed itself"))
    }
    let exists = try draft("l.json")
    #expect(exists.status == 2 && exists.errors.contains("`--force`"), "\(exists.errors)")
    #expect(try text("s.json") == Self.feeds[1].text && text("l.json") == Self.smallest)
    #expect(try draft("l.json", "--force").status == 0)
    #expect(try text("l.json").contains("$.stream"))
  }

  @Test("a path that no sample has is a warning, and a code without samples is only a note")
  func samples() throws {
    let scratch = try Scratch()
    try scratch.write(#"{"x": [{"type": 5, "cap": "Boats"}]}"#, to: "feed.json")
    func check(_ path: String, _ code: String) throws -> Program.Result {
      let text = """
        {"name": "a", "version": 1,
         "sources": {"f": {"sample": "feed.json", "items": "$.x", "element": {"code": "type"}}},
         "sections": {"\(code)": {"generic": {"item": {"title": "\(path)"}}}}}
        """
      return try Program.run(["layouts", "check", try scratch.write(text, to: "a.json")])
    }
    #expect(try check("cap", "5").errors.isEmpty)
    let wrong = try check("cab", "5")
    #expect(wrong.status == 1 && wrong.errors.contains("$.sections['5'].generic.item.title"))
    #expect(wrong.errors.contains("did you mean `cap`?"))
    let unseen = try check("cap", "77")
    #expect(unseen.status == 0 && unseen.text.hasSuffix(": ok\n"))
    #expect(unseen.errors.contains("note[SE4010]"))
  }
}
