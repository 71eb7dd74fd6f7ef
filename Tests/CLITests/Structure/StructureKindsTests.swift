import Foundation
import Testing

/// Kinds of faults that spoil pages of documents that no layout fits, with inputs of several formats.
@Suite("Faults of pages without a layout") struct StructureKindsTests {
  struct Input: Sendable, CustomStringConvertible {
    var name: String
    var document: String
    /// Texts of the page, in its order.
    var texts: [String]
    var pictures = 0
    var description: String { name }
  }

  static let inputs: [Input] = [
    Input(
      name: "style values, dates and routes",
      document: #"""
        {"blocks": [{"type": "promo", "title": "Autumn", "starts": "2024.09.01 10:00:00",
          "changed": "Mon Sep 02 2024 08:15:00 GMT+0200 (CEST)", "path": "/autumn",
          "textStyle": {"fontFamily": "Open Sans", "margin": "10px"}, "fontName": "Open Sans"},
         {"type": "promo", "title": "Winter", "starts": "2024.12.01 10:00:00"}]}
        """#, texts: ["Autumn", "Winter"]),
    Input(
      name: "choices, and names of fields",
      document: #"""
        {"questions": [{"type": "radio", "name": "q1", "title": "Tea or coffee?",
          "choices": [{"value": "t", "text": "Tea, please"}, {"value": "c", "text": "Coffee, please"}]},
         {"type": "radio", "name": "q2", "title": "With milk?",
          "choices": [{"value": "y", "text": "Yes, please"}, {"value": "n", "text": "No, thanks"}]}]}
        """#,
      texts: [
        "Tea or coffee?", "Tea, please", "Coffee, please", "With milk?", "Yes, please",
        "No, thanks",
      ]),
    Input(
      name: "descriptions of pictures, and lists of identifiers",
      document: #"""
        {"rows": [{"kind": "shelf", "title": "Lamps", "skus": ["10023", "10044"], "items": [
          {"name": "Reed lamp", "image": {"url": "https://cdn.test/1", "altText": "A lamp of reed"}},
          {"name": "Clay lamp", "image": {"url": "https://cdn.test/2", "altText": "A lamp of clay"}}]},
         {"kind": "note", "text": "Made to order."}]}
        """#, texts: ["Lamps", "Reed lamp", "Clay lamp", "Made to order."], pictures: 2),
    Input(
      name: "a list of addresses, and a picture without an ending",
      document: #"""
        {"modules": [{"type": "gallery", "photos": ["https://cdn.test/a", "https://cdn.test/b"]},
         {"type": "picture", "src": "https://cdn.test/c"}, {"type": "text", "text": "By the sea"}]}
        """#, texts: ["By the sea"], pictures: 3),
    Input(
      name: "pictures of items in lists of their own",
      document: #"""
        {"posts": [{"id": 1, "text": "Low tide", "photos": [{"url": "https://cdn.test/a"}]},
         {"id": 2, "text": "High tide", "photos": [{"url": "https://cdn.test/b"}]}]}
        """#, texts: ["Low tide", "High tide"], pictures: 2),
    Input(
      name: "numbers: prices, ranks and rows of a table",
      document: #"""
        {"sections": [{"type": "top", "title": "Charts", "items": [
          {"rank": 1, "name": "Driftwood", "price": 0.99}, {"rank": 2, "name": "Kelp", "price": 1.5}]},
         {"type": "table", "title": "Depths", "rows": [["Bay", 12], ["Reef", 4.5]]}]}
        """#,
      texts: [
        "Charts", "Driftwood", "1", "0.99", "Kelp", "2", "1.5", "Depths", "Bay", "12", "Reef",
        "4.5",
      ]),
    Input(
      name: "what a tap opens",
      document: #"""
        {"type": "column", "children": [
          {"type": "text", "data": "Old harbour"},
          {"type": "elevatedButton", "child": {"type": "text", "data": "Delete it"},
           "onPressed": {"actionType": "showDialog", "widget": {"type": "text", "data": "Are you sure?"}}}]}
        """#, texts: ["Old harbour", "Delete it"]),
    Input(
      name: "one text under several keys, and one list twice",
      document: #"""
        {"blocks": [{"type": "goods", "title": "Tools",
          "list": [{"id": "1", "name": "Saw", "skuName": "Saw"}, {"id": "2", "name": "Axe", "skuName": "Axe"}],
          "related": [{"goods": "1", "name": "Saw"}, {"goods": "2", "name": "Axe"}]},
         {"type": "goods", "title": "Paint", "list": [{"id": "3", "name": "Red paint", "skuName": "Red"}]}]}
        """#, texts: ["Tools", "Saw", "Axe", "Paint", "Red paint", "Red"]),
    Input(
      name: "an emptied list beside others",
      document: #"""
        {"feed": [{"kind": "fruit", "title": "Fruit", "items": [{"title": "Pears"}, {"title": "Figs"}]},
         {"kind": "bread", "title": "Bread", "items": []}]}
        """#, texts: ["Fruit", "Pears", "Figs", "Bread"]),
    Input(
      name: "expressions in templates and in texts of their own",
      document: #"""
        {"template": {"title": "${title}"}, "cards": [{"type": "a", "title": "Fog", "note": "{{note}}"},
         {"type": "b", "title": "Rain", "note": "${note}"}]}
        """#, texts: ["Fog", "Rain"]),
    Input(
      name: "runs of a text",
      document: #"""
        {"doc": {"type": "doc", "content": [{"type": "heading", "content": [{"type": "text", "text": "Notes"}]},
         {"type": "paragraph", "content": [{"type": "text", "text": "It is "},
          {"type": "text", "text": "fast", "marks": [{"type": "bold"}]}, {"type": "text", "text": "."}]}]}}
        """#, texts: ["Notes", "It is fast."]),
  ]

  private func run(
    _ command: String, _ document: String, _ options: String...
  ) throws -> Program.Result {
    let scratch = try Scratch()
    let feed = try scratch.write(document, to: "feed.json")
    return try withExtendedLifetime(scratch) { try Program.run([command, feed] + options) }
  }

  @Test("a page shows what readers see, and nothing else", arguments: inputs)
  func page(_ input: Input) throws {
    let dump = try run("dump", input.document, "--all")
    #expect(dump.status == 0, "\(dump.errors)")
    let sections = DrawnSection.sections(of: dump.text)
    let texts = sections.flatMap { ($0.title.isEmpty ? [] : [$0.title]) + $0.texts.map(\.label) }
    #expect(texts == input.texts, "\(dump.text)")
    #expect(sections.reduce(0) { $0 + $1.images } == input.pictures, "\(dump.text)")
    #expect(!dump.errors.contains("not shown"), "\(dump.errors)")
  }

  @Test("the note names the texts and pictures that a page lacks")
  func losses() throws {
    let page = try run(
      "dump",
      #"""
      {"posts": [{"id": 1, "text": "Low tide", "photos": ["https://cdn.test/a", "https://cdn.test/b"]},
       {"id": 2, "text": "High tide", "photos": ["https://cdn.test/c"]},
       {"id": 3, "text": "Still water", "photos": ["https://cdn.test/d"]}]}
      """#)
    #expect(
      page.errors.contains("3 of 3 texts and 3 of 4 pictures of the document are on this page"))
    #expect(
      page.errors.contains(#"not shown: "https://cdn.test/b" at `$.posts[0].photos[1]`"#),
      "\(page.errors)")
    #expect(page.errors.contains("into `image` of `generic`"))
  }

  @Test("a text that is joined with others is on the page, and one that is only alike is not")
  func joined() throws {
    let page = try run(
      "dump",
      #"""
      {"doc": {"type": "doc", "content": [
        {"type": "paragraph", "content": [{"type": "text", "text": "出生于"}, {"type": "text", "text": "海边, 12"},
          {"type": "text", "text": "km from Ely"}]}]},
       "more": [{"type": "x", "title": "km from Ulm"}, {"type": "x", "title": "海上"}]}
      """#, "--items", "$.doc.content")
    #expect(page.errors.contains("3 of 5 texts of the document are on this page"), "\(page.errors)")
    #expect(page.errors.contains(#"not shown: "km from Ulm""#))
  }

  @Test("check reports unexpanded expressions, and identifiers that are repeated")
  func findings() throws {
    let checked = try run(
      "check",
      #"""
      {"blocks": [{"type": "a", "title": "Hello ${name}", "text": "Nice to see you"},
       {"type": "b", "title": "Cards", "cards": [
         {"id": 7, "name": "One", "price": "{{price}}"}, {"id": 7, "name": "Two", "price": "{{price}}"},
         {"id": 9, "name": "Three", "price": "3 €"}]}]}
      """#, "--limit", "0")
    #expect(checked.text.contains("warning[SE2134]: `${name}` is not expanded"), "\(checked.text)")
    #expect(checked.text.contains("2 texts under `price` have expressions, such as `{{price}}`"))
    #expect(checked.text.contains("2 items of a list have one `id`"))
  }

  @Test("a page that is 0 points high is an error")
  func blank() throws {
    let page = try run(
      "render",
      #"""
      {"title": "Fog", "body": "It lifts", "more": "at noon", "a": "Tides today", "b": "Boats today",
       "blocks": [{"type": "gap"}, {"type": "gap"}]}
      """#, "--items", "$.blocks", "--code", "type")
    #expect(page.status == 1, "\(page.errors)")
    #expect(page.errors.contains("error[SE1018]: the page is 0 points high: 2 sections"))
  }

  @Test("a draft of several days has the kinds of blocks of each, and the heights of separators")
  func days() throws {
    let scratch = try Scratch()
    try scratch.write(
      #"""
      {"blocks": [{"type": "list", "title": "Today", "items": []}, {"type": "divider", "height": 8},
       {"type": "note", "text": "Closed at noon."}]}
      """#, to: "a.json")
    try scratch.write(
      #"""
      {"blocks": [{"type": "list", "title": "Today", "items": [{"name": "Swim", "coach": "Ada Finch"}]},
       {"type": "hero", "headline": "Finals", "sub": "On Sunday"}]}
      """#, to: "b.json")
    let made = try Program.run(
      ["layouts", "new", "--from", "a.json", "b.json", "-o", "draft.json"], folder: scratch.url)
    #expect(made.status == 0, "\(made.errors)")
    let draft = try String(contentsOf: scratch.file("draft.json"), encoding: .utf8)
    #expect(draft.contains(#""sample": "a.json""#), "a second sample is a second page")
    #expect(
      made.errors.contains("`list` × 1: title `title`; items `items` as a list"), "\(made.errors)")
    for day in ["a.json", "b.json"] {
      let page = try Program.run(
        ["dump", day, "--all", "--layout", "draft.json"], folder: scratch.url)
      #expect(page.status == 0)
      let texts = DrawnSection.sections(of: page.text).flatMap {
        [$0.title] + $0.texts.map(\.label)
      }
      let expected =
        day == "a.json" ? ["Today", "Closed at noon."] : ["Today", "Swim", "Ada Finch", "Finals"]
      #expect(Set(expected).isSubset(of: texts), "\(page.text)")
      if day == "a.json" {
        #expect(page.text.contains("section divider @0,40 414x8"), "\(page.text)")
      }
    }
  }
}
