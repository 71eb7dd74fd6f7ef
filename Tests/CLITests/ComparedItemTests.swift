import Foundation
import Testing

/// Values that items had at the revision of `--base`, and those that they never had.
@Suite("Items that are compared with an earlier page") struct ComparedItemTests {
  private static let layout = """
    {"name": "home", "version": 1, "identity": "occurrence",
     "sources": {"f": {"items": "$.blocks", "element": {"code": "type"}}},
     "sections": {
       "rail": {"generic": {"title": "title", "items": "items", "item": {
         "title": "name", "image": "image", "action": "link", "texts": ["price", "oldPrice"]}}},
       "banner": {"generic": {"item": {
         "title": "title", "image": "image", "action": "link", "texts": ["button.label"]}}},
       "shows": {"generic": {"title": "title", "items": "shows", "item": {
         "title": "name", "image": "cover.src", "action": "action.target"}}},
       "slides": {"generic": {"title": "title", "items": "slides", "item": {
         "title": "text", "image": "pic"}}}}}
    """

  private static let rail =
    #"{"type": "rail", "id": "r1", "title": "Sale 特价", "items": [\#(products)]}"#
  private static let products = (0..<5).map { number in
    let old = number % 2 == 0 ? #", "oldPrice": "€9\#(number)""# : ""
    return
      #"{"id": "p\#(number)", "name": "Lamp \#(number)", "alt": "Lamp \#(number)", "price": "€1\#(number)"\#(old), "image": "https://example.com/p\#(number).jpg", "link": "shop://p/\#(number)"}"#
  }.joined(separator: ",\n")
  private static let banner =
    #"{"type": "banner", "id": "b1", "title": "Winter sale", "image": "https://example.com/b.jpg", "link": "shop://sale", "button": {"label": "Go"}}"#
  private static let shows = (0..<7).map {
    #"{"showId": \#(20 + $0), "name": "Show \#($0)", "cover": {"src": "https://example.com/s\#($0).jpg"}, "action": {"type": "open", "target": "pod://show/\#($0)"}}"#
  }.joined(separator: ",\n")
  private static let slides = (0..<3).map {
    #"{"text": "Slide \#($0)", "pic": "https://example.com/d\#($0).jpg"}"#
  }.joined(separator: ",\n")

  private static let feed = """
    {"blocks": [\(rail),
    \(banner),
    {"type": "shows", "title": "Shows", "shows": [\(shows)]},
    {"type": "slides", "title": "Slides", "slides": [\(slides)]}]}
    """

  private struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The rule and the path of the only finding above note; empty for none.
    let rule, path: String
    /// A part of the finding's message, label or help.
    let words: String
    let old, new: String

    init(
      _ name: String, _ old: String, _ new: String, rule: String = "", at path: String = "",
      _ words: String = ""
    ) {
      testDescription = name
      (self.rule, self.path, self.words, self.old, self.new) = (rule, path, words, old, new)
    }
  }

  private static let cases: [Case] = [
    Case(
      "a new product at its full price", products,
      products
        + #", {"id": "p9", "name": "Bag", "price": "€5", "image": "https://example.com/9.jpg", "link": "shop://p/9"}"#
    ),
    Case(
      "a new product with an empty earlier price", products,
      products
        + #", {"id": "p9", "name": "Bag", "price": "€5", "oldPrice": "", "image": "https://example.com/9.jpg", "link": "shop://p/9"}"#
    ),
    Case(
      "a second banner that leads nowhere", banner,
      banner
        + #", {"type": "banner", "id": "b2", "title": "Closed on Monday", "image": "https://example.com/b2.jpg", "button": {"label": "OK"}}"#
    ),
    Case(
      "a rail without earlier prices in place of a banner", banner,
      #"{"type": "rail", "id": "r2", "title": "New", "items": [{"id": "q1", "name": "Cup", "price": "€3", "image": "https://example.com/q.jpg", "link": "shop://q/1"}, {"id": "q2", "name": "Mug", "price": "€4", "image": "https://example.com/q2.jpg", "link": "shop://q/2"}]}"#
    ),
    Case(
      "a product lost its earlier price", #", "oldPrice": "€92""#, "", rule: "SE1029",
      at: "$.blocks[0].items[2]", "3 of 5 items have no `oldPrice`"),
    Case(
      "an empty name, which another member repeats", #""name": "Lamp 1""#, #""name": """#,
      rule: "incomplete-item", at: "$.blocks[0].items[1].name", "1 of 5 items has an empty `name`"),
    Case(
      "the target of an action is empty", "pod://show/1", "", rule: "missing-action",
      at: "$.blocks[2].shows[1].action.target", "1 of 7 items has an empty `action.target`"),
    Case(
      "an action without its target", #", "target": "pod://show/1""#, "", rule: "missing-action",
      at: "$.blocks[2].shows[1]", "1 of 7 items has no `action.target`"),
    Case(
      "a text in place of the object with a picture", #"{"src": "https://example.com/s1.jpg"}"#,
      #""https://example.com/s1.jpg""#, rule: "empty-picture", at: "$.blocks[2].shows[1].cover",
      "expected an object with `src`"),
    Case(
      "the link of an only block is empty", "shop://sale", "", rule: "missing-action",
      at: "$.blocks[1].link", "1 of 1 block has an empty `link`"),
    Case(
      "the label of an only block is empty", #""Go""#, #""""#, rule: "incomplete-item",
      at: "$.blocks[1].button.label", "an empty `button.label`"),
    Case(
      "a picture of a short list has another name", #""pic": "https://example.com/d1"#,
      #""picture": "https://example.com/d1"#, rule: "empty-picture", at: "$.blocks[3].slides[1]",
      "1 of 3 items has no `pic`"),
    Case(
      "an identifier that another item has", #""showId": 23"#, #""showId": 22"#,
      rule: "duplicate-id", at: "$.blocks[2].shows[3].showId", "2 items of a list have one `showId`"
    ),
    Case(
      "an identifier that is null", #""showId": 23"#, #""showId": null"#, rule: "changed-id",
      at: "$.blocks[2].shows[3].showId", "`showId` of 1 of 7 items changed"),
  ]

  private static func folder() throws -> ProjectTests.Folder {
    let folder = try ProjectTests.Folder(
      project: #"{"feeds": {"home": {"feed": "feed.json", "layout": "layout.json"}}}"#)
    try folder.scratch.write(layout, to: "layout.json")
    try folder.scratch.write(feed, to: "feed.json")
    try folder.commit()
    return folder
  }

  @Test(
    "a harmless change has no finding, and a loss one, at an item that lost it", arguments: cases)
  private func compared(_ example: Case) throws {
    let folder = try Self.folder()
    #expect(try folder.run("check", "--base", "HEAD").status == 0)
    #expect(Self.feed.contains(example.old))
    try folder.scratch.write(Self.feed.replacing(example.old, with: example.new), to: "feed.json")
    let result = try folder.run("check", "--base", "HEAD", "--format", "json")
    let found = try CheckCommandTests.findings(result).filter {
      $0["severity"] as? String != "note"
    }
    #expect(
      found.compactMap { $0["rule"] as? String } == [example.rule].filter { !$0.isEmpty },
      "\(found)")
    #expect(result.status == (example.rule.isEmpty ? 0 : 1))
    guard let first = found.first else { return }
    #expect((first["location"] as? [String: Any])?["path"] as? String == example.path)
    let words = [first["message"], first["label"]].compactMap { $0 as? String }.joined(
      separator: "; ")
    #expect(words.contains(example.words), "\(words)")
  }

  /// Each example has the identifiers of the items after the change; before it, they are 1, 2, 3, 4.
  @Test(
    "a short list whose items take each other's identifiers has one finding",
    arguments: [
      ("id", "items", [1, 1], ["changed-id"]), ("id", "items", [2, 1, 3, 4], ["changed-id"]),
      ("skuId", "goodsList", [1, 1], ["changed-id"]),
      ("skuId", "goodsList", [1, 2, 2], ["duplicate-id"]),
      ("goodsId", "goodsList", [1, 1, 3], ["duplicate-id"]),
      ("shopId", "goodsList", [1, 1, 3], []), ("id", "items", [7, 8, 9], []),
    ])
  func exchanged(_ key: String, _ list: String, _ identifiers: [Int], _ rules: [String]) throws {
    func feed(_ identifiers: [Int]) -> String {
      let items = identifiers.enumerated().map { place, identifier in
        #"{"\#(key)": \#(identifier), "name": "Lamp \#(place)"}"#
      }.joined(separator: ",\n")
      return "{\"blocks\": [{\"type\": \"rail\", \"\(list)\": [\(items)]}]}"
    }
    let folder = try ProjectTests.Folder(
      project: #"{"feeds": {"home": {"feed": "feed.json", "layout": "layout.json"}}}"#)
    try folder.scratch.write(
      Self.layout.replacing(#""items": "items""#, with: "\"items\": \"\(list)\""),
      to: "layout.json")
    try folder.scratch.write(feed(Array([1, 2, 3, 4].prefix(identifiers.count))), to: "feed.json")
    try folder.commit()
    try folder.scratch.write(feed(identifiers), to: "feed.json")
    let result = try folder.run("check", "--base", "HEAD", "--format", "json")
    let found = try CheckCommandTests.findings(result).compactMap { $0["rule"] as? String }
    #expect(found.filter { $0.hasSuffix("-id") } == rules, "\(found)")
  }

  @Test("without a base, an empty link of all items is the feed's, and a growing list is none")
  func baseline() throws {
    let folder = try Self.folder()
    try folder.scratch.write(Self.feed.replacing("shop://sale", with: ""), to: "feed.json")
    let emptied = try folder.run("check")
    #expect(
      emptied.status == 1
        && emptied.text.contains("warning[SE1029]: 1 of 1 item has an empty `link`"),
      "\(emptied.text)")
    func check(_ old: String, _ new: String, _ words: String...) throws -> Int32 {
      try folder.scratch.write(Self.feed.replacing(old, with: new), to: "feed.json")
      return try folder.run(["check"] + words).status
    }
    let bag = Self.cases[0]
    #expect(try check(bag.old, bag.old, "--write-baseline", "known.json") == 0)
    #expect(try check(bag.old, bag.new, "--baseline", "known.json") == 0)
    #expect(try check(#", "oldPrice": "€92""#, "", "--baseline", "known.json") == 1)
  }

  /// Each example has the document in place of the list of two items, the message, and its place.
  @Test(
    "a source whose items are gone since the base has one finding, whatever took their place",
    arguments: [
      (#"{"code": 0, "data": {"list": []}}"#, "is empty", "1:30  $.data.list", "an empty array"),
      (#"{"code": 0, "data": {"list": null}}"#, "is empty", "1:30  $.data.list", "null"),
      (#"{"code": 0, "data": {"list": {}}}"#, "is empty", "1:30  $.data.list", "an empty object"),
      (#"{"code": 0, "data": {}}"#, "there is no", "1:1  $", "an object"),
      (
        #"{"code": 0, "data": {"rows": [{"id": 1}]}}"#, "there is no", "1:21  $.data",
        "found \"rows\""
      ),
    ])
  func emptiedSource(_ document: String, _ message: String, _ place: String, _ found: String) throws
  {
    let folder = try ProjectTests.Folder(
      project: #"{"feeds": {"home": {"feed": "home", "layout": "layout.json"}}}"#)
    func list(from first: Int) -> String {
      #"{"code": 0, "data": {"list": [{"id": \#(first), "name": "今日 Tea ☕️"}, {"id": \#(first + 1), "name": "שלום"}]}}"#
    }
    try folder.scratch.write(
      """
      {"name": "home", "version": 1, "identity": "code", "join": "all",
       "sources": {
         "top": {"request": {"url": "top"}, "items": "$.data.list", "whenEmpty": "hide",
                 "envelope": {"success": {"path": "$.code", "equals": 0}},
                 "block": {"code": "LIST", "combine": "append", "item": "id"}},
         "list": {"primary": true, "request": {"url": "list"}, "items": "$.data.list",
                  "envelope": {"success": {"path": "$.code", "equals": 0}}, "whenEmpty": "hide",
                  "block": {"code": "LIST", "combine": "append", "item": "id"}}},
       "sections": {"LIST": {"generic": {"item": {"title": "name"}}}}}
      """, to: "layout.json")
    try folder.scratch.write(list(from: 7), to: "home/top.json")
    try folder.scratch.write(list(from: 1), to: "home/list.json")
    try folder.commit()
    #expect(try folder.run("check", "--base", "HEAD").status == 0)
    try folder.scratch.write(document, to: "home/list.json")
    let result = try folder.run("check", "--base", "HEAD")
    #expect(result.status == 1, "\(result.text)\(result.errors)")
    #expect(result.text.ranges(of: "[SE1004]").count == 1, "\(result.text)")
    #expect(result.text.contains("home/list.json:\(place)\n"), "\(result.text)")
    #expect(result.text.contains(message) && result.text.contains(found), "\(result.text)")
    // A list that was empty before is no finding.
    try folder.commit()
    #expect(try folder.run("check", "--base", "HEAD").status == 0)
  }

  @Test("a hint names members that the layout does not read, those that are new first")
  func hints() throws {
    let folder = try Self.folder()
    let renamed = Self.feed.replacing(#""link": "shop://sale""#, with: #""ziel": "shop://sale""#)
    try folder.scratch.write(renamed, to: "feed.json")
    for words in [["check"], ["check", "--base", "HEAD"]] {
      let result = try folder.run(words)
      #expect(result.text.contains("could be meant: `ziel`\n"), "\(result.text)")
    }
    try folder.scratch.write(
      Self.feed.replacing(#", "link": "shop://sale""#, with: ""), to: "feed.json")
    let gone = try folder.run("check")
    #expect(gone.text.contains("SE4010") && !gone.text.contains("could be meant"), "\(gone.text)")
  }
}
