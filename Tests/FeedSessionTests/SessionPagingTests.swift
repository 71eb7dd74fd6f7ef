import FeedDocument
@testable import Feeds
import Testing

@Suite("Paging in a session") struct SessionPagingTests {
  /// Returns a layout with one source of articles, paged by this kind of value. `paging` adds
  /// members to the object `paging` of the layout.
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

  @Test("pages count from the layout's first page, and an empty page is the last")
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

  @Test("a page without new items is the last, unless the layout sets endsWhenEmpty to false")
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

  @Test("the offset is the number of items held")
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
    // The last page has the end flag, and its songs stay.
    #expect(reader.shown == kind.shown[2] && reader.states == "completed, idle, no-more-data")
  }

  @Test("a cursor that was used before ends the feed with a diagnostic")
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
    "a cursor is a string or a number, and without one the feed ends",
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
    "a feed ends if every test of a rule holds, and an absent member counts as null",
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

  @Test("a block that a later page repeats is replaced at its position")
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

  @Test("menus come after the banner, whether they arrive first, last or never")
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
