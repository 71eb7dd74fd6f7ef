import FeedDocument
@testable import Feeds
import TestTools
import Testing

@Suite("Pages at the end of a feed") struct FeedExtendingTests {
  private static func text(identity: String, order: String, insert: String) -> String {
    """
    {"name": "many", "version": 1, "identity": "\(identity)", "order": \(order),
     "sources": {
       "head": {"request": {"url": "head"}, "items": "$.items", "block": {"code": "HEAD"}},
       "feed": {"primary": true, "request": {"url": "feed/{page}"}, "items": "$.blocks",
         "element": {"code": "code"}},
       "menus": {"request": {"url": "menus"}, "items": "$.items", "block": {"code": "MENUS"},
         "insert": \(insert)}},
     "notices": {"endOfFeed": "$.last"},
     "paging": {"source": "feed", "by": "page", "first": 0,
       "end": [[{"path": "$.end", "equals": true}]]}}
    """
  }

  private static let orders = [
    "{}", #"{"lists": [{"path": "$.order"}]}"#, #"{"sortIndex": "rank"}"#,
    #"{"ranks": {"C1": 1, "C5": 0}}"#,
  ]
  private static let insertions = [
    #"{"after": "C1", "otherwise": "first", "unless": ["C7"]}"#, #"{"after": "C9"}"#,
    #"{"otherwise": "last"}"#,
  ]

  /// Returns a page of three blocks. Unless `isPlain`, codes can repeat and some blocks lack one.
  private func page(_ number: Int, isPlain: Bool, _ random: inout SplitMix64) -> String {
    let codes = (0..<3).map { index in
      isPlain ? "C\(number * 3 + index)" : "C\(Int.random(in: 0..<12, using: &random))"
    }
    let blocks = codes.map { code in
      let rank = Int.random(in: 0..<9, using: &random)
      return rank < 2 && !isPlain
        ? #"{"kind": "\#(code)"}"# : #"{"code": "\#(code)", "rank": \#(isPlain ? number : rank)}"#
    }
    let order = isPlain ? codes : codes.reversed()
    return """
      {"blocks": [\(blocks.joined(separator: ", "))], "last": "page \(number)",
       "order": [\(order.map { "\"\($0)\"" }.joined(separator: ", "))]}
      """
  }

  @Test("the feed equals the join of all pages", arguments: 0..<60 as Range<UInt64>)
  func equalsJoin(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let layout = try layout(
      Self.text(
        identity: Bool.random(using: &random) ? "code" : "occurrence",
        order: Self.orders.randomElement(using: &random) ?? "{}",
        insert: Self.insertions.randomElement(using: &random) ?? "{}"))
    let isPlain = Bool.random(using: &random)
    let pages = (0..<8).map { page($0, isPlain: isPlain, &random) }
    let server = TestServer { request in
      request.source == "feed" ? pages[request.page] : #"{"items": [{"id": 1}]}"#
    }
    var reader = SessionReader(layout)
    try reader.run(.refresh, server)
    for number in 1..<pages.count {
      let before = reader.state.feed?.blocks ?? []
      reader.send(.loadMore)
      // If the previous page added nothing new, the feed has ended, and nothing is requested.
      guard let request = reader.pending.first else { break }
      let step = reader.answer(request, try server.outcome(of: request))
      let feed = try #require(reader.state.feed)
      let joined = Feed.join(layout: layout, replies: reader.session.allAccepted).feed
      #expect(feed.blocks.map(\.identity) == joined.blocks.map(\.identity), "page \(number)")
      #expect(feed.diagnostics == joined.diagnostics, "page \(number)")
      #expect(feed.notices == joined.notices, "page \(number)")
      #expect(step.changes == FeedChanges(from: before, to: feed.blocks), "page \(number)")
      #expect(
        reader.session.position?.held == 3 * (number + 1) || !isPlain,
        "page \(number) is not counted")
    }
  }

  @Test("pages of new blocks are taken without a join of all replies, others are not")
  func extends() throws {
    let layout = try layout(
      Self.text(identity: "code", order: "{}", insert: Self.insertions[0]))
    var random = SplitMix64(seed: 1)
    let pages = try (0..<3).map { number in
      SourceReply(
        source: "feed", page: number,
        outcome: .document(try document(page(number, isPlain: true, &random)), []))
    }
    let others = [
      try reply("head", #"{"items": [{"id": 1}]}"#), try reply("menus", #"{"items": [{"id": 1}]}"#),
    ]
    var (feed, first) = Feed.joinExtensibly(layout: layout, replies: others + [pages[0]])
    var extending = try #require(first)
    let added = try #require(extending.extend(&feed, by: pages[1])).blocks
    #expect(added.map(\.summary).joined(separator: " ") == "C3 C4 C5")
    // Page 2 has C7, whose presence removes the menus, so all replies are joined again.
    #expect(extending.extend(&feed, by: pages[2]) == nil)
    (feed, first) = Feed.joinExtensibly(layout: layout, replies: others + pages[..<2])
    extending = try #require(first)
    // A page that was already added is not added again.
    #expect(extending.extend(&feed, by: pages[1]) == nil)
    #expect(Feed.joinExtensibly(layout: layout, replies: others).extending == nil)
  }
}
