import Foundation
import Testing

@Suite struct InferenceTests {
  static let feeds: [(name: String, text: String, codes: [String], titles: [String])] = [
    (
      "an array at the top",
      """
      [{"type": "hero", "title": "Tide tables", "image": "https://example.com/a.png"},
       {"type": "shelf", "header": {"title": "雾中的灯塔"}, "items": [
         {"name": "Red boat", "price": 12}, {"name": "Blue boat", "price": 9.5}]},
       {"type": "note", "text": "Closed on Mondays"}]
      """,
      ["hero", "shelf", "note"],
      ["Tide tables", "雾中的灯塔", "Red boat", "Blue boat", "Closed on Mondays"]
    ),
    (
      "nested items of numeric types",
      """
      {"status": 0, "page": {"modules": [
        {"view_type": 3, "title": "Morning", "items": [{"title": "Bread"}, {"title": "Tea"}]},
        {"view_type": 7, "title": "Evening", "items": [{"title": "Soup"}]},
        {"view_type": 3, "title": "Night", "items": []}]}}
      """,
      ["3", "7", "3"], ["Morning", "Bread", "Tea", "Evening", "Soup", "Night"]
    ),
    (
      "a union by single key",
      """
      {"feed": [{"banner": {"title": "Welcome", "pic": "https://example.com/b.png"}},
                {"list": {"heading": "Latest", "entries": [{"headline": "Fog lifts"}]}},
                {"footer": {"text": "To be continued"}}]}
      """,
      ["banner", "list", "footer"], ["Welcome", "Latest", "Fog lifts", "To be continued"]
    ),
    (
      "names that only this feed uses",
      """
      {"modules": [
        {"type": 5, "module_title": "Boats", "rows": [{"question": "Which one?"}]},
        {"type": 6, "entry": {"stripTitle": "Fog", "quote": "It lifts at noon."}}]}
      """,
      ["5", "6"], ["Boats", "Which one?", "Fog"]
    ),
    (
      "a key that only a draft looks for",
      """
      {"sections": [{"template": "hero", "title": "Tide tables"},
                    {"template": "grid", "title": "Boats", "items": [{"title": "Red boat"}]}]}
      """,
      ["hero", "grid"], ["Tide tables", "Boats", "Red boat"]
    ),
    (
      "a list of lists, told apart by their names",
      """
      {"shelves": [{"name": "new", "books": [{"title": "Fog"}]},
                   {"name": "top", "books": [{"title": "Tide"}]}]}
      """,
      ["shelves", "shelves"], ["Fog", "Tide"]
    ),
  ]

  @Test(
    "a feed of unknown shape has one section per block, with the blocks' titles", arguments: feeds)
  func unknownShape(_ name: String, _ text: String, _ codes: [String], _ titles: [String]) throws {
    let scratch = try Scratch()
    let feed = try scratch.write(text, to: "feed.json")
    let dump = try Program.run(["dump", feed, "--all"])
    #expect(dump.status == 0)
    #expect(
      DumpSection.sections(of: dump.text).map { $0.code.trimmingCharacters(in: ["\""]) } == codes)
    for title in titles { #expect(dump.text.contains("\"\(title)\""), "\(name): \(title)") }
    #expect(dump.errors.contains("warning[SE3002]"))
    #expect(dump.errors.contains("note[SE1017]") && dump.errors.contains("layouts new --from"))
    #expect(dump.errors.contains("of the document are on this page"))
    let picture = try Program.run(["render", feed])
    #expect(picture.status == 0)
    for title in titles.prefix(2) { #expect(picture.text.contains(title)) }
  }

  @Test("a document without blocks ends with 2 and names its largest array")
  func nothing() throws {
    let scratch = try Scratch()
    let feed = try scratch.write(#"{"users": [{"id": 1}, {"id": 2}], "n": 3}"#, to: "feed.json")
    let result = try Program.run(["render", feed])
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errors.contains("error[SE1018]") && result.errors.contains("$.users"))
  }
}
