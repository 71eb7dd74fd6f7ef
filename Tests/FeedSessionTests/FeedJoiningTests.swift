import Support
import FeedDocument
@testable import Feeds
import Testing

@Suite("Joining pages, parts and ranks") struct FeedJoiningTests {
  private func page(_ source: String, _ page: Int, _ json: String) throws -> SourceReply {
    SourceReply(
      source: source, page: page,
      outcome: .document(try document(json, name: "\(source)-\(page).json"), []))
  }

  private func codes(_ joined: (feed: Feed, lost: [LostSource])) -> [String] {
    joined.feed.blocks.map(\.blockCode)
  }

  static let articles = """
    {"name": "articles", "version": 1, "sources": {
      "top": {"items": "$.d", "block": {"code": "ROWS", "combine": "append", "item": "id"}},
      "list": {"primary": true, "items": "$.d",
       "block": {"code": "ROWS", "combine": "append", "item": "id"}}},
     "paging": {"source": "list", "by": "page"}, "notices": {"n": "$.n"}}
    """

  @Test("pages and sources append in the layout's order, and repeated rows are dropped silently")
  func append() throws {
    let replies = [
      try page("list", 0, #"{"d": [{"id": 1}, {"id": 2}], "n": "first"}"#),
      try page("list", 1, #"{"d": [{"id": 2, "x": 1}, {"id": 3}, {"id": 9}], "n": ""}"#),
      try page("top", 0, #"{"d": [{"id": 9}, {"id": "7"}]}"#),
    ]
    let layout = try layout(Self.articles)
    for replies in permutations(replies) {
      let (feed, lost) = Feed.join(layout: layout, replies: replies)
      let block = try #require(feed.blocks.first)
      #expect(feed.blocks.count == 1 && lost == [] && feed.diagnostics == [])
      #expect(block.items.map(\.id) == ["9", "7", "1", "2", "3"])
      #expect(block.value.kind == .array && block.value.count == 5)
      #expect(block.identity == "ROWS")
      let values = block.items.map { FeedValue(document: block.value.document, index: $0.index) }
      #expect(values.map { $0["id"].identityText } == ["9", "7", "1", "2", "3"])
      #expect(values[3]["x"].exists == false)
      #expect(
        values.map(\.location.file) == [
          "top-0.json", "top-0.json", "list-0.json", "list-0.json", "list-1.json",
        ])
      #expect(feed.notices == [SessionNotice(name: "n", text: "first")])
    }
  }

  @Test("rows whose numbers round to the same double are distinguished, also beyond 64 bits")
  func largeIdentities() throws {
    let ids = [
      "9007199254740992", "9007199254740993", "18446744073709551615", "18446744073709551616",
      "18446744073709551617",
    ]
    let text = "{\"d\": [\(ids.map { "{\"id\": \($0)}" }.joined(separator: ", "))]}"
    let (feed, _) = Feed.join(
      layout: try layout(Self.articles), replies: [try page("list", 0, text)])
    let block = try #require(feed.blocks.first)
    #expect(block.items.map(\.id) == ids)
    let values = block.items.map { FeedValue(document: block.value.document, index: $0.index) }
    #expect(values.map { $0["id"].identityText } == ids)
  }

  @Test("a row repeated within one reply, or without an identity, is reported")
  func identities() throws {
    let text = ##"{"d": [{"id": 1}, {"id": 1}, {}, {"id": null}, 5, {"id": "#3"}, {"id": [1]}]}"##
    let (feed, _) = Feed.join(
      layout: try layout(Self.articles), replies: [try page("list", 0, text)])
    #expect(feed.blocks[0].items.map(\.id) == ["1", "#1", "#2", "#3#", "#3", "#5"])
    #expect(
      feed.diagnostics.map(\.summary) == [
        #"SE1023 note list-0.json:1:19 $.d[1]: item "1" is repeated"#,
        "SE1024 warning list-0.json:1:30 $.d[2]: item has no `id`",
        "SE1024 warning list-0.json:1:34 $.d[3]: item has no `id`",
        "SE1024 warning list-0.json:1:48 $.d[4]: item has no `id`",
        "SE1024 warning list-0.json:1:65 $.d[6]: item has no `id`",
      ])
  }

  @Test("identities are exact beyond the precision of a Double")
  func exactIdentities() throws {
    let text = #"{"d": [{"id": 8825067562187480000}, {"id": 8825067562187480001}]}"#
    let (feed, _) = Feed.join(
      layout: try layout(Self.articles), replies: [try page("list", 0, text)])
    #expect(feed.blocks[0].items.map(\.id) == ["8825067562187480000", "8825067562187480001"])
  }

  @Test("a single page of rows keeps its document, and an empty later page is silent")
  func singlePage() throws {
    let first = try page("list", 0, #"{"d": [{"id": 1}]}"#)
    let layout = try layout(Self.articles)
    let (feed, _) = Feed.join(
      layout: layout, replies: [first, try page("list", 1, #"{"d": []}"#)])
    #expect(feed.blocks[0].value.document.name == "list-0.json")
    #expect(feed.diagnostics == [])
  }

  static let blocks = """
    {"name": "blocks", "version": 1, IDENTITY "sources": {
      "f": {"primary": true, "items": "$.d", "element": {"code": "c"}}},
     "order": {"lists": [{"path": "$.o"}]},
     "paging": {"source": "f", "by": "page"}}
    """

  @Test("a block of a later page silently replaces the earlier one at its position")
  func repeatedBlock() throws {
    let (feed, _) = Feed.join(
      layout: try layout(Self.blocks.replacing("IDENTITY", with: "")),
      replies: [
        try page("f", 1, #"{"d": [{"c": "A", "n": 2}, {"c": "C"}]}"#),
        try page("f", 0, #"{"d": [{"c": "A", "n": 1}, {"c": "B"}]}"#),
      ])
    #expect(feed.blocks.map(\.blockCode) == ["A", "B", "C"])
    #expect(feed.blocks[0].value["n"].int64 == 2)
    #expect(feed.diagnostics == [])
  }

  @Test("codes listed by a later page follow those of earlier pages")
  func listsOfPages() throws {
    let joined = Feed.join(
      layout: try layout(Self.blocks.replacing("IDENTITY", with: "")),
      replies: [
        try page("f", 0, #"{"d": [{"c": "A"}, {"c": "B"}], "o": ["B", "A"]}"#),
        try page("f", 1, #"{"d": [{"c": "C"}, {"c": "D"}], "o": ["D", "B", "C"]}"#),
      ])
    #expect(codes(joined) == ["B", "A", "D", "C"])
  }

  @Test("each occurrence of a code has its own identity")
  func occurrences() throws {
    let layout = try layout(
      Self.blocks.replacing("IDENTITY", with: "\"identity\": \"occurrence\","))
    let (feed, _) = Feed.join(
      layout: layout, replies: [try page("f", 0, #"{"d": [{"c": "A"}, {"c": "B"}, {"c": "A"}]}"#)])
    #expect(feed.blocks.map(\.identity) == ["A#1", "B#1", "A#2"])
  }

  static let mall = """
    {"name": "mall", "version": 1, "sources": {
      "sort": {"items": "$.data", "order": {"code": "name", "rank": "at"}},
      "a": {"primary": true, "items": "$.data.items", "whenEmpty": "hide",
        "envelope": {"success": {"path": "$.code", "equals": 0}, "failures": {"7": "closed"}},
        "block": {"codePath": "$.data.type", "code": "a"}},
      "b": {"items": "$.data.items", "whenEmpty": "show",
        "envelope": {"success": {"path": "$.code", "equals": 0}},
        "block": {"codePath": "$.data.type"}},
      "top": {"items": "$.x", "block": {"code": "cast", "combine": {"part": "topSale"}}},
      "hot": {"items": "$.x", "block": {"code": "cast", "combine": {"part": "hot"}}}},
     "order": {"ranks": {"cast": 0, "b": 1, "a": 2}, "sortIndex": "at"}}
    """

  private func group(_ source: String, _ type: String, _ items: String = "[1]") throws
    -> SourceReply
  {
    try page(source, 0, #"{"code": 0, "data": {"type": \#(type), "items": \#(items)}}"#)
  }

  @Test("ranks of the layout apply until the server's sort model arrives")
  func ranks() throws {
    let layout = try layout(Self.mall)
    let groups = [try group("a", "\"a\""), try group("b", "\"b\""), try group("top", "0")]
    let other = try page("hot", 0, #"{"x": [1]}"#)
    func order(_ model: String?) throws -> [String] {
      let sort = try model.map { [try page("sort", 0, $0)] } ?? []
      return codes(Feed.join(layout: layout, replies: groups + [other] + sort))
    }
    #expect(try order(nil) == ["cast", "b", "a"])
    #expect(try order(#"{"data": []}"#) == ["cast", "b", "a"])
    #expect(
      try order(
        #"{"data": [{"name": "a", "at": 1}, {"name": "b", "at": 1}, {"name": "cast", "at": 0.5}]}"#)
        == ["cast", "a", "b"])
    #expect(try order(#"{"data": [{"name": "b", "at": -1}]}"#) == ["b", "a", "cast"])
  }

  @Test("the readable part of a sort model determines the order")
  func unreadableModel() throws {
    let model = #"{"data": [{"name": "b", "at": "1"}, {"at": 0}, {"name": "b", "at": 5}]}"#
    let joined = Feed.join(
      layout: try layout(Self.mall),
      replies: [
        try page("sort", 0, model), try group("a", "\"a\""), try group("b", "\"b\""),
      ])
    #expect(codes(joined) == ["b", "a"])
    #expect(joined.feed.diagnostics.map(\.code) == [.mismatchedOptional, .mismatchedOptional])
    #expect(
      joined.feed.diagnostics.compactMap(\.location?.path) == ["$.data[0].at", "$.data[1]"])
  }

  @Test("parts of a block come from several sources, some of which may be missing")
  func parts() throws {
    let layout = try layout(Self.mall)
    let top = try page("top", 0, #"{"x": [1]}"#)
    let hot = try page("hot", 0, #"{"x": [2, 3]}"#)
    for replies in [[top, hot], [hot, top]] {
      let block = try #require(Feed.join(layout: layout, replies: replies).feed.blocks.first)
      #expect(block.value.children.map(\.key) == ["topSale", "hot"])
      #expect(block.value["hot"][1].int64 == 3)
    }
    let alone = try #require(Feed.join(layout: layout, replies: [hot]).feed.blocks.first)
    #expect(alone.value["hot"].count == 2 && !alone.value["topSale"].exists)
  }

  /// The source, type and items of a group, the expected blockCodes, and the diagnostics' codes.
  static let groups: [(String, String, String, [String], [String])] = [
    ("a", "\"x\"", "[1]", ["x"], []), ("a", "null", "[1]", ["a"], []),
    ("a", "{}", "[1]", ["a"], ["SE1013"]), ("b", "null", "[1]", [], ["SE1014"]),
    ("b", "12", "[1]", ["12"], []), ("a", "\"x\"", "[]", [], []), ("a", "\"x\"", "null", [], []),
    ("a", "\"x\"", "\"\"", [], []), ("a", "\"x\"", "7", [], ["SE1011"]),
    ("b", "\"x\"", "[]", ["x"], []), ("b", "\"x\"", "null", ["x"], []),
  ]

  @Test(
    "a reply can contain its code, and the layout decides whether an empty group is shown",
    arguments: groups)
  func codePath(
    source: String, type: String, items: String, expected: [String], found: [String]
  ) throws {
    let joined = Feed.join(layout: try layout(Self.mall), replies: [try group(source, type, items)])
    #expect(codes(joined) == expected)
    #expect(joined.feed.diagnostics.map(\.code.rawValue) == found)
    #expect(joined.lost.isEmpty == !found.contains("SE1011"))
  }

  @Test("a failed source has the kind of its failure")
  func failures() throws {
    let layout = try layout(Self.mall)
    let refused = try page("a", 0, #"{"code": 7, "data": {}}"#)
    let other = try page("b", 2, #"{"code": 8, "data": {}}"#)
    let wrong = try page("hot", 0, "[]")
    let offline = SourceReply(
      source: "top", outcome: .failed(SourceFailure(.network(.offline), [])))
    let joined = Feed.join(layout: layout, replies: [refused, other, wrong, offline])
    #expect(joined.feed.blocks.isEmpty)
    #expect(joined.lost.map { "\($0.source) \($0.page)" } == ["a 0", "b 2", "top 0", "hot 0"])
    #expect(
      joined.lost.map(\.failure.kind) == [
        .envelope(name: "closed", message: "", code: 7),
        .envelope(name: nil, message: "", code: 8),
        .network(.offline), .payload,
      ])
    #expect(joined.lost[0].failure.diagnostics.map(\.code) == [.businessError])
  }

  @Test("a source that gives a whole block replaces a combined block")
  func mixed() throws {
    let text = """
      {"name": "m", "version": 1, "sources": {
        "a": {"primary": true, "items": "$.x", "block": {"code": "M", "combine": "append"}},
        "b": {"items": "$.x", "block": {"code": "M"}},
        "c": {"items": "$.x", "block": {"code": "M", "combine": "append"}}}}
      """
    let replies = try ["a", "b", "c"].map { try page($0, 0, #"{"x": {"from": "\#($0)"}}"#) }
    let (feed, _) = Feed.join(layout: try layout(text), replies: replies)
    #expect(feed.blocks.map { $0.value[0]["from"].string } == ["c"])
    #expect(feed.diagnostics.map(\.code) == [.repeatedBlock, .repeatedBlock])
  }
}
