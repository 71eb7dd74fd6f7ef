@testable import Feeds
import Testing

@Suite("Changes in a session") struct SessionChangesTests {
  @Test("another order of the server's sort model gives moves, but no deletions and no insertions")
  func reorder() throws {
    let kind = SessionFeeds.groups
    for order in permutations(kind.sources) {
      var reader = SessionReader(try layout(kind.layout))
      try reader.run(.refresh, kind.server)
      let turned = TestServer { request in
        request.source == "sort"
          ? kind.server.document(request).replacing("\"sortIndex\": 1", with: "\"sortIndex\": 9")
          : kind.server.document(request)
      }
      reader.send(.refresh)
      var steps: [String] = []
      while let request = reader.pending.min(by: { a, b in
        order.firstIndex(of: a.source) ?? 0 < order.firstIndex(of: b.source) ?? 0
      }) {
        let step = reader.answer(request, try turned.outcome(of: request))
        if !step.changes.isEmpty { steps.append(step.changes.counts) }
      }
      #expect(steps == ["0 0 1 0 / 0 0 0 0"])
      #expect(reader.shown == "wallet[8,9] ticker offers")
    }
  }

  @Test("a group that is empty in the next refresh disappears, and returns later")
  func emptied() throws {
    let kind = SessionFeeds.groups
    var reader = SessionReader(try layout(kind.layout))
    try reader.run(.refresh, kind.server)
    for nothing in [#"{"items": []}"#, #"{"items": null}"#, "{}", "null"] {
      let emptied = TestServer { request in
        request.source == "wallet"
          ? "{\"code\": 0, \"data\": \(nothing)}" : kind.server.document(request)
      }
      try reader.run(.refresh, emptied)
      #expect(reader.shown == "offers ticker" && reader.diagnostics == [])
      try reader.run(.refresh, kind.server)
      #expect(reader.shown == kind.shown[0])
    }
  }

  @Test("a feed that loses all content is empty, and can be loaded again")
  func nothingLeft() throws {
    let kind = SessionFeeds.chart
    var reader = SessionReader(try layout(kind.layout))
    let nothing = TestServer { _ in #"{"code": 22000, "songs": [], "board": {"more": 1}}"# }
    try reader.run(.refresh, kind.server)
    try reader.run(.refresh, nothing)
    #expect(reader.states == "empty, idle, no-more-data" && reader.notices == [])
    var broken = kind.server
    broken.failures = ["songs": .network]
    try reader.run(.refresh, broken)
    #expect(reader.states == "failed, idle, no-more-data" && reader.notices == [])
    broken.failures = ["songs": .status]
    try reader.run(.refresh, broken)
    #expect(reader.states == "empty, idle, no-more-data" && reader.notices.count == 1)
    try reader.run(.refresh, kind.server)
    #expect(reader.states == "completed, idle, idle" && reader.state.failure == nil)
  }

  @Test("a failure that the layout names is reported by that name, even if nothing is shown")
  func namedFailure() throws {
    let kind = SessionFeeds.chart
    var broken = kind.server
    broken.failures = ["songs": .envelope(#"{"code": 40008, "message": "log in again"}"#)]
    var reader = SessionReader(try layout(kind.layout))
    try reader.run(.refresh, broken)
    #expect(reader.states == "empty, idle, idle")
    #expect(reader.said == ["token-expired: log in again"])
    var always = try layout(kind.layout)
    always.states.failedOn = [.envelope]
    reader = SessionReader(always)
    try reader.run(.refresh, broken)
    #expect(reader.states == "failed, idle, idle")
    #expect(reader.said == ["token-expired: log in again"])
  }

  @Test("the items of an appended page are insertions")
  func appended() throws {
    let kind = SessionFeeds.articles
    var reader = SessionReader(try layout(kind.layout))
    try reader.run(.refresh, kind.server)
    let request = try #require(reader.send(.loadMore).requests.first)
    let changes = reader.answer(request, try kind.server.outcome(of: request)).changes
    #expect(changes.counts == "0 0 0 0 / 0 1 0 0")
    #expect(changes.insertedItems == [ItemPath(section: 1, item: 3)])
  }
}
