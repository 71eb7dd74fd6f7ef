import FeedDocument
@testable import Feeds
import Testing

@Suite("Feed sessions") struct SessionTests {
  private func reader(
    _ kind: SessionFeeds.Kind, parameters: [String: String] = [:]
  ) throws -> SessionReader {
    SessionReader(try layout(kind.layout), parameters: parameters)
  }

  // MARK: Inputs

  @Test("the first load shows the skeleton, and later loads show the header's refresh state")
  func firstLoad() throws {
    var reader = try reader(SessionFeeds.articles)
    reader.send(.refresh)
    #expect(reader.states == "loading, idle, idle")
    #expect(reader.pending.map(\.source) == ["banner", "top", "list"])
    try reader.answerAll(SessionFeeds.articles.server)
    let step = reader.send(.refresh)
    #expect(reader.states == "completed, refreshing, idle")
    #expect(step.changes.isEmpty && step.notices.isEmpty)
  }

  @Test("a refresh within a second of the last one waits, and joins one that runs")
  func pulls() throws {
    var reader = try reader(SessionFeeds.articles)
    #expect(reader.send(.refresh).requests.count == 3)
    #expect(reader.send(.refresh, after: 0.5).outcome == .joined)
    #expect(reader.send(.refresh, after: 5).outcome == .joined)
    try reader.answerAll(SessionFeeds.articles.server)
    #expect(reader.send(.refresh, after: 1).requests.count == 3)
    try reader.answerAll(SessionFeeds.articles.server)
    let delayed = try #require(reader.send(.refresh, after: 0.75).delayed)
    #expect(delayed.due == reader.time + 0.25)
    #expect(reader.run(delayed.id).requests.count == 3)
  }

  @Test("only one loadMore runs at a time, and none before a feed or during a refresh")
  func oneLoadOfMore() throws {
    var reader = try reader(SessionFeeds.articles)
    #expect(reader.send(.loadMore).hasNoEffect)
    reader.send(.refresh)
    #expect(reader.send(.loadMore).hasNoEffect)
    try reader.answerAll(SessionFeeds.articles.server)
    #expect(reader.send(.loadMore).requests.map(\.values) == [["page": "1"]])
    #expect(reader.states == "completed, idle, refreshing")
    #expect(reader.send(.loadMore).hasNoEffect)
  }

  @Test("a refresh replaces a running loadMore, whose reply is then ignored")
  func refreshCancelsMore() throws {
    let server = SessionFeeds.articles.server
    var reader = try reader(SessionFeeds.articles)
    try reader.run(.refresh, server)
    let more = reader.send(.loadMore).requests[0]
    #expect(reader.send(.refresh).cancelled == [more.id])
    #expect(reader.states == "completed, refreshing, idle")
    #expect(reader.answer(more, try server.outcome(of: more)).hasNoEffect)
    try reader.answerAll(server)
    #expect(reader.shown == SessionFeeds.articles.shown[0])
    try reader.run(.loadMore, server)
    #expect(reader.shown == SessionFeeds.articles.shown[1])
  }

  @Test("cancelling keeps the content, and the next refresh is accepted at once")
  func cancel() throws {
    let server = SessionFeeds.articles.server
    var reader = try reader(SessionFeeds.articles)
    #expect(reader.send(.cancel).hasNoEffect)
    let first = reader.send(.refresh).requests
    #expect(reader.send(.cancel).cancelled == first.map(\.id))
    #expect(reader.states == "empty, idle, idle")
    #expect(reader.answer(first[0], try server.outcome(of: first[0])).hasNoEffect)
    #expect(reader.send(.refresh, after: 0.1).requests.count == 3)
    try reader.answerAll(server)
    #expect(reader.shown == SessionFeeds.articles.shown[0])
    let more = reader.send(.loadMore).requests
    #expect(reader.send(.cancel).cancelled == more.map(\.id))
    #expect(reader.states == "completed, idle, idle")
    try reader.run(.loadMore, server)
    #expect(reader.shown == SessionFeeds.articles.shown[1])
  }

  @Test("a request is answered once")
  func answeredTwice() throws {
    let server = SessionFeeds.blocks.server
    var reader = try reader(SessionFeeds.blocks)
    let request = reader.send(.refresh).requests[1]
    #expect(!reader.answer(request, try server.outcome(of: request)).hasNoEffect)
    #expect(reader.answer(request, try server.outcome(of: request)).hasNoEffect)
  }

  // MARK: Requests

  @Test("a source is requested once its dependencies have replied or failed")
  func dependencies() throws {
    for failure in [nil, TestFailure.network] {
      var reader = try reader(SessionFeeds.groups)
      var server = SessionFeeds.groups.server
      server.failures["sort"] = failure
      let sort = reader.send(.refresh).requests
      #expect(sort.map(\.source) == ["sort"])
      let step = reader.answer(sort[0], try server.outcome(of: sort[0]))
      #expect(step.requests.map(\.source) == ["ticker", "wallet", "best", "hot"])
      try reader.answerAll(server)
      #expect(
        reader.shown
          == (failure == nil ? "offers wallet[8,9] ticker" : "ticker wallet[8,9] offers"))
    }
  }

  @Test("a source with a parameter without a value is not requested")
  func parameters() throws {
    let text = """
      {"name": "search", "version": 1, "parameters": {"keyword": null},
       "sources": {
         "found": {"primary": true, "items": "$.data",
           "request": {"url": "query", "method": "POST", "form": {"k": "{keyword}"}},
           "block": {"code": "FOUND", "item": "id"}},
         "keys": {"items": "$.data", "request": {"url": "keys"}, "block": {"code": "KEYS"}}}}
      """
    let search = try layout(text)
    let server = TestServer { _ in #"{"data": [{"id": 1}]}"# }
    var reader = SessionReader(search)
    #expect(reader.send(.refresh).requests.map(\.source) == ["keys"])
    reader = SessionReader(search, parameters: ["keyword": "swift"])
    try reader.run(.refresh, server)
    #expect(reader.shown == "FOUND[1] KEYS")

    var alone = search
    alone.sources.removeLast()
    #expect(alone.missingParameters(of: alone.sources[0], given: [:]) == ["keyword"])
    reader = SessionReader(alone)
    reader.send(.refresh)
    #expect(reader.states == "empty, idle, idle" && reader.diagnostics == ["SE1026"])
  }

  @Test("sections that are revealed together appear with the last reply")
  func together() throws {
    var together = try layout(SessionFeeds.blocks.layout)
    together.reveal = .together
    for order in permutations(SessionFeeds.blocks.sources) {
      var reader = SessionReader(together)
      reader.send(.refresh)
      let requests = order.compactMap { name in reader.pending.first { $0.source == name } }
      let server = SessionFeeds.blocks.server
      #expect(reader.answer(requests[0], try server.outcome(of: requests[0])).changes.isEmpty)
      #expect(reader.states == "loading, idle, idle")
      let step = reader.answer(requests[1], try server.outcome(of: requests[1]))
      #expect(step.changes.insertedSections == [0, 1, 2])
    }
  }

  // MARK: Notices

  @Test(
    "the server's refresh message appears after later refreshes, its end message once"
  )
  func notices() throws {
    let server = SessionFeeds.blocks.server
    var reader = try reader(SessionFeeds.blocks)
    try reader.run(.refresh, server)
    #expect(reader.said == [])
    try reader.run(.refresh, server)
    #expect(reader.said == ["refreshed: Five new ones"])
    try reader.run(.loadMore, server)
    #expect(reader.said == [])
    try reader.run(.loadMore, server)
    #expect(reader.said == ["end-of-feed: No more today"])
    #expect(reader.send(.loadMore).hasNoEffect)
  }

  @Test("a page is stale once the server's time has passed")
  func freshness() throws {
    var reader = try reader(SessionFeeds.blocks)
    #expect(!reader.state.isStale(at: 1e9))
    try reader.run(.refresh, SessionFeeds.blocks.server)
    #expect(!reader.state.isStale(at: reader.time + 600))
    #expect(reader.state.isStale(at: reader.time + 600.1))
    var seconds = try layout(SessionFeeds.articles.layout)
    seconds.freshness = FeedLayout.Freshness(seconds: 60, path: "$.data.page", unit: -1)
    reader = SessionReader(seconds)
    try reader.run(.refresh, SessionFeeds.articles.server)
    #expect(!reader.state.isStale(at: reader.time + 60))
    #expect(reader.state.isStale(at: reader.time + 61))
  }

  // MARK: Updates

  @Test("a changed item is one update, and the same update again is ignored")
  func toggle() throws {
    let server = SessionFeeds.chart.server
    var reader = try reader(SessionFeeds.chart)
    try reader.run(.refresh, server)
    try reader.run(.loadMore, server)
    let update = ItemUpdate(
      blockIdentity: "SONGS", item: "12", change: try document(#"{"liked": true}"#).root)
    var expected = FeedChanges()
    let path = ItemPath(section: 0, item: 12)
    expected.updatedItems = [.init(from: path, to: path)]
    #expect(reader.send(.update(update)).changes == expected)
    #expect(reader.send(.update(update)).hasNoEffect)

    // The updated item stays as it is after a `loadMore`, and the next refresh replaces it.
    try reader.run(.loadMore, server)
    #expect(reader.shown == SessionFeeds.chart.shown[2])
    #expect(liked(reader) == ["12"])
    try reader.run(.refresh, server)
    #expect(reader.shown == SessionFeeds.chart.shown[0] && liked(reader) == [])
  }

  private func liked(_ reader: SessionReader) -> [String] {
    (reader.state.feed?.blocks ?? []).flatMap { block in
      block.items.filter {
        FeedValue(document: block.value.document, index: $0.index)["liked"].bool == true
      }.map(\.id)
    }
  }

  @Test("an update of content that is not shown is ignored")
  func unknownTarget() throws {
    var reader = try reader(SessionFeeds.chart)
    let liked = try document(#"{"liked": true}"#).root
    #expect(reader.send(.update(ItemUpdate(blockIdentity: "SONGS", change: liked))).hasNoEffect)
    try reader.run(.refresh, SessionFeeds.chart.server)
    for (block, item, change) in [
      ("SONGS", "99", #"{"liked": true}"#), ("OTHER", "1", #"{"liked": true}"#),
      ("SONGS", "1", "true"), ("SONGS", nil, #"{"liked": true}"#),
    ] {
      let update = ItemUpdate(
        blockIdentity: block, item: item, change: try document(change).root)
      #expect(reader.send(.update(update)).hasNoEffect)
    }
  }

  @Test("an updated item keeps its update if its source fails in the next refresh")
  func updateOfSource() throws {
    var partial = try layout(SessionFeeds.articles.layout)
    partial.join = .partial
    var broken = SessionFeeds.articles.server
    broken.failures = ["top": .network]
    var reader = SessionReader(partial)
    try reader.run(.refresh, SessionFeeds.articles.server)
    for item in ["100", "2"] {
      let update = ItemUpdate(
        blockIdentity: "ARTICLES", item: item, change: try document(#"{"liked": true}"#).root)
      reader.send(.update(update))
    }
    #expect(liked(reader) == ["100", "2"])
    try reader.run(.refresh, broken)
    #expect(liked(reader) == ["100"])
  }

  @Test("an updated item with references keeps its update if its source fails in the next refresh")
  func updateOfReferences() throws {
    let block = #"{"code": "LIST", "combine": "append", "item": "id"}"#
    let layout = try layout(
      """
      {"name": "refs", "version": 1, "join": "partial", "sources": {
        "top": {"request": {"url": "top"}, "items": "$.items", "block": \(block)},
        "list": {"primary": true, "request": {"url": "list"}, "items": "$.items",
          "references": "$.included", "block": \(block)}}}
      """)
    let list = """
      {"items": [{"id": 1, "author": {"id": "u1", "type": "user"}}, {"id": 2, "author": "x"}],
       "included": [{"id": "u1", "type": "user", "name": "Ann"}]}
      """
    var server = TestServer { $0.source == "list" ? list : #"{"items": [{"id": 9}]}"# }
    var reader = SessionReader(layout)
    try reader.run(.refresh, server)
    for item in ["1", "2", "9"] {
      let update = ItemUpdate(
        blockIdentity: "LIST", item: item, change: try document(#"{"liked": true}"#).root)
      reader.send(.update(update))
    }
    server.failures = ["list": .network]
    try reader.run(.refresh, server)
    let items = try #require(reader.state.feed?.blocks.first?.value)
    let liked = items.children.filter { $0["liked"].bool == true }.map { $0["id"].int64 }
    #expect(items.count == 3 && liked == [1, 2])
  }

  @Test("an object that becomes the only item of a list is a change of the section")
  func objectOrList() throws {
    let layout = try layout(
      """
      {"name": "one", "version": 1, "sources": {
        "list": {"primary": true, "request": {"url": "list"}, "items": "$.items",
          "block": {"code": "LIST", "item": "id"}}}}
      """)
    let item = #"{"id": 1, "title": "One"}"#
    var reader = SessionReader(layout)
    try reader.run(.refresh, TestServer { _ in #"{"items": \#(item)}"# })
    let before = try #require(reader.state.feed?.blocks)
    try reader.run(.refresh, TestServer { _ in #"{"items": [\#(item)]}"# })
    let after = try #require(reader.state.feed?.blocks)
    #expect(FeedChanges(from: before, to: after).updatedSections == [.init(from: 0, to: 0)])
  }

  @Test("an update of a block without items merges its members")
  func updateOfBlock() throws {
    var reader = try reader(SessionFeeds.blocks)
    try reader.run(.refresh, SessionFeeds.blocks.server)
    for (change, isNew) in [
      (#"{"closed": true}"#, true), (#"{"n": 7}"#, true), (#"{"n": 7}"#, false),
    ] {
      let update = ItemUpdate(blockIdentity: "SONGS", change: try document(change).root)
      let step = reader.send(.update(update))
      #expect(step.changes.updatedSections == (isNew ? [.init(from: 2, to: 2)] : []))
    }
    let songs = try #require(reader.state.feed?.blocks[2].value)
    #expect(songs["closed"].bool == true && songs["n"].int64 == 7)
  }
}
