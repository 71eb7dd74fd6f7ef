import FeedDocument
@testable import Feeds
import Testing

@Suite("Headings and several item paths of a source") struct SourceHeadingTests {
  private static let text = """
    {"name": "chart", "version": 1,
     "sources": {"songs": {"items": ["$.songs", "$.data.list"],
       "heading": {"code": "HEAD", "path": "$.board"},
       "request": {"url": "songs", "query": {"offset": "{offset}"}},
       "block": {"code": "SONGS", "combine": "append", "item": "id"}, "whenEmpty": "hide"}},
     "paging": {"source": "songs", "by": "offset"}}
    """

  private func joined(_ pages: String...) throws -> Feed {
    let replies = try pages.enumerated().map { page, text in
      SourceReply(source: "songs", page: page, outcome: .document(try document(text), []))
    }
    return Feed.join(layout: try layout(Self.text), replies: replies).feed
  }

  @Test("the heading of the first page is a section before the items")
  func heading() throws {
    let feed = try joined(
      #"{"board": {"name": "Hot"}, "songs": [{"id": 1}]}"#,
      #"{"board": {"name": "Later"}, "songs": [{"id": 2}]}"#)
    #expect(feed.blocks.map(\.summary) == ["HEAD", "SONGS[1,2]"])
    #expect(feed.blocks.first?.value["name"].string == "Hot")
    #expect(feed.blocks.first?.sourceName == "songs" && feed.diagnostics == [])
  }

  @Test(
    "a heading that is not an object with members is absent, and so is one without items",
    arguments: [
      #"{"songs": [{"id": 1}]}"#, #"{"board": null, "songs": [{"id": 1}]}"#,
      #"{"board": {}, "songs": [{"id": 1}]}"#, #"{"board": [7], "songs": [{"id": 1}]}"#,
      #"{"board": {"name": "x"}, "songs": []}"#,
    ])
  func absent(_ text: String) throws {
    let feed = try joined(text)
    #expect(!feed.blocks.contains { $0.blockCode == "HEAD" } && feed.diagnostics == [])
  }

  @Test("a heading is not an item: the next page begins after the items")
  func offset() throws {
    let server = TestServer { request in
      let first = Int(request.values["offset"] ?? "") ?? 0
      return #"{"board": {"name": "Hot"}, "songs": [{"id": \#(first)}, {"id": \#(first + 1)}]}"#
    }
    var reader = SessionReader(try layout(Self.text))
    try reader.run(.refresh, server)
    let next = reader.send(.loadMore).requests
    #expect(next.map(\.values) == [["offset": "2"]])
    try reader.answerAll(server)
    #expect(reader.send(.loadMore).requests.map(\.values) == [["offset": "4"]])
    try reader.answerAll(server)
    #expect(reader.shown == "HEAD SONGS[0,1,2,3,4,5]")
  }

  @Test("the first path with a value gives the items")
  func paths() throws {
    #expect(
      try joined(#"{"data": {"list": [{"id": 5}]}}"#).blocks.map(\.summary) == ["SONGS[5]"])
    let both = #"{"songs": [{"id": 1}], "data": {"list": [{"id": 5}]}}"#
    #expect(try joined(both).blocks.map(\.summary) == ["SONGS[1]"])
    #expect(try joined(#"{"songs": [], "data": {"list": [{"id": 5}]}}"#).blocks.isEmpty)
  }

  @Test(
    "faults of both keys are located",
    arguments: [
      (#""items": []"#, "$.sources.s.items"), (#""items": [7]"#, "$.sources.s.items[0]"),
      (#""items": "$", "heading": {"code": "H"}"#, "$.sources.s.heading"),
    ])
  func faults(members: String, path: String) throws {
    let source = #"{\#(members), "block": {"code": "A"}}"#
    let text = #"{"name": "a", "version": 1, "sources": {"s": \#(source)}}"#
    let read = FeedLayout.parse(try document(text))
    #expect(read.value == nil && read.diagnostics.compactMap(\.location?.path).contains(path))
  }
}
