import FeedDocument
@testable import FeedSession
import Testing

@Suite("Paging of a session") struct SessionPagingTests {
  /// One paged source of articles, paged by the word in the request; more of the paging's members.
  private func layout(
    by word: String, _ paging: String = "", item: String = #", "item": "id""#
  ) throws -> FeedLayout {
    try FeedSessionTests.layout(
      """
      {"name": "paged", "version": 1,
       "sources": {"list": {"primary": true, "request": {"url": "list", "query": {"at": "{\(word)}"}},
         "items": "$.rows", "whenEmpty": "hide", "block": {"code": "LIST", "combine": "append"\(item)}}},
       "paging": {"source": "list", "by": "\(word)"\(paging)}}
      """)
  }

  @Test("pages count from where the layout says, and an empty one is the last")
  func pageNumbers() throws {
    let pages = [#"{"rows": [{"id": 1}]}"#, #"{"rows": [{"id": 2}]}"#, #"{"rows": []}"#]
    let server = TestServer { pages[(Int($0.values["page"] ?? "") ?? 0) - 5] }
    for item in [#", "item": "id""#, ""] {
      var reader = SessionReader(try layout(by: "page", #", "first": 5"#, item: item))
      try reader.run(.refresh, server)
      try reader.run(.loadMore, server)
      #expect(reader.states == "completed, idle, idle")
      let step = reader.send(.loadMore)
      #expect(step.requests.map(\.values) == [["page": "7"]])
      #expect(
        reader.answer(step.requests[0], try server.outcome(of: step.requests[0])).changes.isEmpty)
      #expect(reader.states == "completed, idle, no-more-data")
      #expect(reader.state.feed?.blocks[0].value.count == 2)
    }
  }

  @Test("a page of items that are all there already is the last one, unless the layout says not")
  func nothingNew() throws {
    let server = TestServer { _ in #"{"rows": [{"id": 1}, {"id": 2}]}"# }
    var reader = SessionReader(try layout(by: "page"))
    try reader.run(.refresh, server)
    try reader.run(.loadMore, server)
    #expect(reader.shown == "LIST[1,2]" && reader.states == "completed, idle, no-more-data")
    reader = SessionReader(try layout(by: "page", #", "endsWhenEmpty": false"#))
    try reader.run(.refresh, server)
    try reader.run(.loadMore, server)
    #expect(reader.shown == "LIST[1,2]" && reader.states == "completed, idle, idle")
  }

  @Test("offsets are the number of items that are held")
  func offsets() throws {
    let kind = SessionFeeds.chart
    var reader = SessionReader(try FeedSessionTests.layout(kind.layout))
    var offsets: [String?] = []
    for input in [SessionInput.refresh, .loadMore, .loadMore] {
      let request = try #require(reader.send(input).requests.first)
      offsets.append(request.values["offset"])
      reader.answer(request, try kind.server.outcome(of: request))
    }
    #expect(offsets == ["0", "10", "20"])
    // The last page says that there is no more, and its songs stay.
    #expect(reader.shown == kind.shown[2] && reader.states == "completed, idle, no-more-data")
  }

  @Test("a cursor that was used before ends the feed, with a word about it")
  func repeatedCursor() throws {
    for cursors in [["a", "a"], ["a", "b", "a"]] {
      let server = TestServer { request in
        let cursor = cursors[min(request.page, cursors.count - 1)]
        return "{\"rows\": [{\"id\": \(request.page)}], \"next\": \"\(cursor)\"}"
      }
      var reader = SessionReader(try layout(by: "cursor", #", "cursor": "$.next""#))
      try reader.run(.refresh, server)
      for _ in 1..<cursors.count {
        #expect(reader.states == "completed, idle, idle")
        try reader.run(.loadMore, server)
      }
      #expect(reader.states == "completed, idle, no-more-data")
      #expect(reader.diagnostics == ["SE1025"])
    }
  }

  @Test(
    "a cursor is a text or a number; without one the feed ends",
    arguments: [
      (#""x""#, "x"), ("17", "17"), ("9007199254740993", "9007199254740993"), (#""""#, nil),
      ("null", nil), ("[]", nil), ("{}", nil), ("true", nil),
    ])
  func cursors(json: String, text: String?) throws {
    var reader = SessionReader(try layout(by: "cursor", #", "cursor": "$.next""#))
    let server = TestServer { _ in "{\"rows\": [{\"id\": 1}], \"next\": \(json)}" }
    try reader.run(.refresh, server)
    #expect(reader.send(.loadMore).requests.first?.values["cursor"] == text)
    #expect(reader.state.footer == (text == nil ? .noMoreData : .refreshing))
  }

  @Test(
    "a feed ends when every test of a rule holds, and absent counts as null",
    arguments: [
      (#"{"rows": [{"id": 1}], "more": false, "at": 5, "of": 9}"#, false),
      (#"{"rows": [{"id": 1}], "more": false, "at": null, "of": 9}"#, true),
      (#"{"rows": [{"id": 1}], "more": false, "of": 9}"#, true),
      (#"{"rows": [{"id": 1}], "more": true, "at": 9, "of": 9.0}"#, true),
      (#"{"rows": [{"id": 1}], "more": true, "at": "9", "of": 9}"#, false),
      (#"{"rows": [{"id": 1}], "at": {}, "of": {}}"#, false),
      (#"{"rows": [{"id": 1}]}"#, true),
    ])
  func endRules(reply: String, hasEnded: Bool) throws {
    let rules = """
      , "end": [
        [{"path": "$.more", "equals": false}, {"path": "$.at", "equals": null}],
        [{"path": "$.at", "equalsPath": "$.of"}]]
      """
    var reader = SessionReader(try layout(by: "page", rules))
    try reader.run(.refresh, TestServer { _ in reply })
    #expect(reader.state.footer == (hasEnded ? .noMoreData : .idle))
  }

  @Test("a later page that repeats a block replaces it where it stands")
  func repeatedBlock() throws {
    let kind = SessionFeeds.blocks
    var reader = SessionReader(try FeedSessionTests.layout(kind.layout))
    try reader.run(.refresh, kind.server)
    let request = try #require(reader.send(.loadMore).requests.first)
    #expect(request.values == ["cursor": "{\"offset\": 2}"])
    let changes = reader.answer(request, try kind.server.outcome(of: request)).changes
    #expect(changes.counts == "0 1 0 1 / 0 0 0 0")
    #expect(changes.updatedSections == [.init(from: 2, to: 2)] && changes.insertedSections == [3])
  }

  @Test("menus stand behind the banner, whether they arrive first, last or never")
  func menus() throws {
    let kind = SessionFeeds.blocks
    for (order, failure) in [
      (["menus", "blocks"], nil), (["blocks", "menus"], nil), (["blocks"], TestFailure.network),
    ] {
      var reader = SessionReader(try FeedSessionTests.layout(kind.layout))
      var server = kind.server
      server.failures["menus"] = failure
      try reader.run(.refresh, server, order: order)
      #expect(reader.shown == (failure == nil ? "BANNER MENUS SONGS" : "BANNER SONGS"))
      try reader.run(.loadMore, kind.server)
      try reader.run(.loadMore, kind.server)
      try reader.run(.refresh, kind.server)
      #expect(reader.shown == "BANNER MENUS SONGS")
    }
  }
}
