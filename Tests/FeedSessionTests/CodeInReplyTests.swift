import FeedDocument
import Support
import TestTools
import Testing

@testable import Feeds

/// Layouts with `"identity": "code-in-reply"`.
@Suite("Blocks of one code in one reply") struct CodeInReplyTests {
  private func layout(_ identity: String = "code-in-reply", order: String = "{}") throws
    -> FeedLayout
  {
    try FeedSessionTests.layout(
      """
      {"name": "home", "version": 1, "identity": "\(identity)", "order": \(order),
       "sources": {"blocks": {"primary": true, "request": {"url": "blocks/{page}"},
         "items": "$.blocks", "element": {"code": "code"}}},
       "paging": {"source": "blocks", "by": "page", "first": 0, "endsWhenEmpty": false,
         "end": [[{"path": "$.end", "equals": true}]]}}
      """)
  }

  private func identities(_ reader: SessionReader) -> [String] {
    reader.state.feed?.blocks.map(\.identity) ?? []
  }

  private func titles(_ reader: SessionReader) -> [String] {
    reader.state.feed?.blocks.map { $0.value["t"].string ?? "" } ?? []
  }

  private func reply(_ blocks: [(String, String)]) -> String {
    let blocks = blocks.map { #"{"code": "\#($0)", "t": "\#($1)"}"# }.joined(separator: ", ")
    return "{\"blocks\": [\(blocks)]}"
  }

  @Test("both are sections; on a later page, the second replaces the second one, in its place")
  func pages() throws {
    let pages = [
      reply([("A", "a"), ("B", "b"), ("A", "a2"), ("A", "a3")]),
      reply([("C", "c"), ("A", "x"), ("A", "x2"), ("C", "c2")]),
    ]
    let server = TestServer { pages[Int($0.values["page"] ?? "") ?? 0] }
    var reader = SessionReader(try layout())
    try reader.run(.refresh, server)
    #expect(identities(reader) == ["A", "B", "A#2", "A#3"])
    try reader.run(.loadMore, server)
    #expect(identities(reader) == ["A", "B", "A#2", "A#3", "C", "C#2"])
    #expect(titles(reader) == ["x", "b", "x2", "a3", "c", "c2"])
    #expect(reader.diagnostics.isEmpty)
    let step = reader.send(.edit(.remove("A#2")))
    #expect(step.changes.deletedSections == [2])
    try reader.run(.refresh, server)
    #expect(identities(reader) == ["A", "B", "A#2", "A#3"])
    reader.send(.edit(.insert(try document(#"{"t": "new"}"#).root, code: "A", at: 0)))
    #expect(titles(reader) == ["new", "b", "a2", "a3"])
  }

  @Test("a list of the server orders both, the second after the first")
  func ordered() throws {
    let server = TestServer { _ in
      #"{"order": ["B", "A"], "blocks": [{"code": "A", "t": "1"}, {"code": "B", "t": "2"}, {"code": "A", "t": "3"}]}"#
    }
    var reader = SessionReader(try layout(order: #"{"lists": [{"path": "$.order"}]}"#))
    try reader.run(.refresh, server)
    #expect(identities(reader) == ["B", "A", "A#2"] && titles(reader) == ["2", "1", "3"])
  }

  @Test("of random pages, appending equals joining all; without repeats it is `code`")
  func random() throws {
    for seed in 0..<100 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let repeats = Bool.random(using: &random)
      let pages = (0..<4).map { page in
        var codes = (0..<4).map { _ in "C\(Int.random(in: 0..<9, using: &random))" }
        if !repeats { codes = codes.uniqued }
        return reply(codes.enumerated().map { ($1, "\(page).\($0)") })
      }
      let server = TestServer { pages[min(Int($0.values["page"] ?? "") ?? 0, 3)] }
      let layout = try layout()
      var reader = SessionReader(layout)
      try reader.run(.refresh, server)
      for _ in 0..<3 { try reader.run(.loadMore, server) }
      let replies = try pages.enumerated().map { page, text in
        SourceReply(source: "blocks", page: page, outcome: .document(try document(text), []))
      }
      let joined = Feed.join(layout: layout, replies: replies).feed
      #expect(identities(reader) == joined.blocks.map(\.identity), "seed \(seed)")
      #expect(titles(reader) == joined.blocks.map { $0.value["t"].string ?? "" }, "seed \(seed)")
      #expect(Set(identities(reader)).count == identities(reader).count, "seed \(seed)")
      if !repeats {
        let byCode = Feed.join(layout: try self.layout("code"), replies: replies).feed
        #expect(byCode.blocks.map(\.identity) == identities(reader), "seed \(seed)")
      }
    }
  }
}

/// Parameters without a default, such as the keyword of a search.
@Suite("Clearing a parameter") struct ClearedParameterTests {
  @Test("an empty value clears it: its sections go, and its source is not requested")
  func cleared() throws {
    let layout = try FeedSessionTests.layout(
      """
      {"name": "search", "version": 1, "parameters": {"word": null, "sort": "new"}, "sources": {
        "keys": {"request": {"url": "keys"}, "items": "$", "block": {"code": "KEYS"}},
        "found": {"primary": true, "request": {"url": "find", "form": {"k": "{word}"},
          "method": "POST"}, "items": "$", "block": {"code": "FOUND"}},
        "all": {"request": {"url": "all/{sort}"}, "items": "$", "block": {"code": "ALL"}}}}
      """)
    let server = TestServer { _ in #"[{"t": "x"}]"# }
    var reader = SessionReader(layout, parameters: ["word": ""])
    try reader.run(.refresh, server)
    #expect(reader.shown == "KEYS ALL")
    #expect(reader.send(.parameters(["word": ""])).ignored == .unchanged)
    try reader.run(.parameters(["word": "tea"]), server)
    #expect(reader.shown == "KEYS FOUND ALL")
    try reader.run(.parameters(["word": ""]), server)
    #expect(reader.shown == "KEYS ALL")
    // An empty value of a parameter with a default is a value.
    let step = reader.send(.parameters(["sort": ""]))
    #expect(step.requests.map(\.source) == ["keys", "all"])
  }

  @Test("a search without results has the state `empty`, below the sections of other sources")
  func noResults() throws {
    let layout = try FeedSessionTests.layout(
      """
      {"name": "search", "version": 1, "parameters": {"word": null}, "sources": {
        "keys": {"request": {"url": "keys"}, "items": "$", "block": {"code": "KEYS"}},
        "found": {"primary": true, "request": {"url": "find/{page}", "form": {"k": "{word}"},
          "method": "POST"}, "items": "$", "whenEmpty": "message",
          "block": {"code": "FOUND", "combine": "append"}}},
       "paging": {"source": "found", "by": "page", "first": 0}}
      """)
    // "tea" is found on two pages, "oats" nowhere.
    let server = TestServer { request in
      request.source == "keys" || (request.parameters["word"] == "tea" && request.page < 2)
        ? #"[{"t": "x"}]"# : "[]"
    }
    var reader = SessionReader(layout)
    try reader.run(.refresh, server)
    #expect(reader.shown == "KEYS" && reader.state.content == .completed)
    for (word, shown, content) in [
      ("oats", "KEYS", ContentState.empty), ("tea", "KEYS FOUND", .completed),
      ("oats", "KEYS", .empty), ("", "KEYS", .completed), ("oats", "KEYS", .empty),
    ] {
      try reader.run(.parameters(["word": word]), server)
      #expect(reader.shown == shown && reader.state.content == content, "\(word)")
    }
    try reader.run(.refresh, server)
    #expect(reader.shown == "KEYS" && reader.state.content == .empty)
    // The end of the list is not the end of a search without results.
    try reader.run(.parameters(["word": "tea"]), server)
    for _ in 0..<2 { try reader.run(.loadMore, server) }
    #expect(reader.shown == "KEYS FOUND" && reader.state.content == .completed)
    #expect(reader.state.footer == .noMoreData && reader.diagnostics.isEmpty)
  }

  @Test("before the first reply there is no feed that an input could change")
  func notLoaded() throws {
    let layout = try FeedSessionTests.layout(
      #"{"name": "n", "version": 1, "sources": {"s": {"items": "$", "block": {"code": "A"}}}}"#)
    let value = try document("{}").root
    let inputs: [SessionInput] = [
      .edit(.insert(value, code: "A", at: 0)), .edit(.close("A")), .edit(.remove("A")),
      .edit(.move("A", to: 0)), .update(ItemUpdate(blockIdentity: "A", change: value)),
    ]
    for input in inputs {
      var reader = SessionReader(layout)
      #expect(reader.send(input).ignored == .notLoaded)
    }
  }
}
