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
      guard try loadsPage(number, &reader, server) else { break }
      #expect(
        reader.session.position?.held == 3 * (number + 1) || !isPlain,
        "page \(number) is not counted")
    }
  }

  /// Loads the next page. Expects that the feed is the join of all replies with the session's updates
  /// and edits, and that the step tells what changed. Returns false if nothing is requested, because
  /// the page before added nothing new.
  private func loadsPage(
    _ number: Int, _ reader: inout SessionReader, _ server: TestServer
  ) throws -> Bool {
    let before = reader.state.feed?.blocks ?? []
    reader.send(.loadMore)
    guard let request = reader.pending.first else { return false }
    let step = reader.answer(request, try server.outcome(of: request))
    let feed = try #require(reader.state.feed)
    let joined = Feed.join(layout: feed.layout, replies: reader.session.allAccepted).feed
    let expected = reader.session.overlay.applied(to: joined).blocks
    #expect(feed.blocks.map(\.identity) == expected.map(\.identity), "page \(number)")
    for (block, other) in zip(feed.blocks, expected) {
      #expect(block.value.isAlike(other.value), "page \(number)")
      #expect(block.items.map(\.id) == other.items.map(\.id), "page \(number)")
      for (item, otherItem) in zip(block.items, other.items) {
        let value = FeedValue(document: block.value.document, index: item.index)
        let otherValue = FeedValue(document: other.value.document, index: otherItem.index)
        #expect(value.isAlike(otherValue), "page \(number)")
        #expect(value.location == otherValue.location, "page \(number)")
      }
    }
    #expect(feed.diagnostics == joined.diagnostics, "page \(number)")
    #expect(feed.notices == joined.notices, "page \(number)")
    #expect(step.changes == FeedChanges(from: before, to: feed.blocks), "page \(number)")
    let unchanged = before.prefix(step.unchangedBlocks)
    #expect(zip(unchanged, feed.blocks).allSatisfy { $0.isDrawnAs($1) }, "page \(number)")
    return true
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
    let growth = try #require(extending.extend(&feed, by: pages[1])).growth
    guard case .sections(let added) = growth else {
      Issue.record("a page of blocks is a list")
      return
    }
    #expect(feed.blocks[added].map(\.summary).joined(separator: " ") == "C3 C4 C5")
    // Page 2 has C7, whose presence removes the menus, so all replies are joined again.
    #expect(extending.extend(&feed, by: pages[2]) == nil)
    (feed, first) = Feed.joinExtensibly(layout: layout, replies: others + pages[..<2])
    extending = try #require(first)
    // A page that was already added is not added again.
    #expect(extending.extend(&feed, by: pages[1]) == nil)
    #expect(Feed.joinExtensibly(layout: layout, replies: others).extending == nil)
  }

  // MARK: Lists

  /// A layout with one list, which the source `top` begins and the pages of `list` continue.
  /// - Parameters:
  ///   - identity: The path of the identity of the items.
  ///   - rest: Further members of the source `top`.
  private static func listText(identity: String?, top rest: String = "") -> String {
    let item = identity.map { ", \"item\": \"\($0)\"" } ?? ""
    let block = #"{"code": "LIST", "codePath": "$.kind", "combine": "append"\#(item)}"#
    return """
      {"name": "list", "version": 1, "identity": "code",
       "sources": {
         "head": {"request": {"url": "head"}, "items": "$.items", "block": {"code": "HEAD"}},
         "top": {"request": {"url": "top"}, "items": "$.items"\(rest), "block": \(block)},
         "list": {"primary": true, "request": {"url": "list/{offset}"}, "items": "$.items",
           "whenEmpty": "hide", "block": \(block)}},
       "notices": {"endOfFeed": "$.last"},
       "paging": {"source": "list", "by": "offset", "end": [[{"path": "$.end", "equals": true}]]}}
      """
  }

  /// Returns a page of items. Unless `isPlain`, identities can repeat, some items lack one or have one
  /// such as "#3", which items without an identity get, and a page can have another code.
  private func listPage(_ number: Int, isPlain: Bool, _ random: inout SplitMix64) -> String {
    let items = (0..<4).map { index in
      let known = isPlain ? number * 4 + index : Int.random(in: 0..<30, using: &random)
      let isStandIn = !isPlain && known % 9 == 7
      let id = isStandIn ? "\"#\(known % 8)\"" : "\(known)"
      let rest = #""title": "标题 \#(number)", "tags": [1.5, null, {"long": 123456789012345678901}]"#
      return known % 9 == 8 && !isPlain ? "{\(rest)}" : "{\"id\": \(id), \(rest)}"
    }
    let hasOther = !isPlain && Int.random(in: 0..<10, using: &random) == 0
    let kind = hasOther ? #""kind": "OTHER", "# : ""
    return #"{\#(kind)"items": [\#(items.joined(separator: ", "))], "last": "page \#(number)"}"#
  }

  @Test(
    "a list with its updates equals the join of all its pages", arguments: 0..<80 as Range<UInt64>)
  func listEqualsJoin(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let hasIdentity = Int.random(in: 0..<4, using: &random) > 0
    let insert = Int.random(in: 0..<4, using: &random) == 0
    let layout = try layout(
      Self.listText(
        identity: hasIdentity ? "id" : nil,
        top: insert ? #", "insert": {"otherwise": "first"}"# : ""))
    let isPlain = Bool.random(using: &random)
    let pages = (0..<8).map { listPage($0, isPlain: isPlain, &random) }
    let item = Bool.random(using: &random) ? #"{"id": 3, "title": "top"}"# : ""
    let top = #"{"items": [\#(item)]}"#
    let server = TestServer { request in
      switch request.source {
      case "list": pages[request.page]
      case "top": top
      default: #"{"items": [{"id": 1}]}"#
      }
    }
    var reader = SessionReader(layout)
    try reader.run(.refresh, server)
    for number in 1..<pages.count {
      if hasIdentity, Bool.random(using: &random) {
        reader.send(
          .update(
            ItemUpdate(
              blockIdentity: "LIST", item: "\(Int.random(in: 0..<8, using: &random))",
              change: try document(#"{"zan": \#(number)}"#).root)))
      }
      if Int.random(in: 0..<8, using: &random) == 0 {
        reader.send(.edit(.move("LIST", to: 0)))
      }
      guard try loadsPage(number, &reader, server) else { break }
      let own = Feed.join(
        layout: layout, replies: reader.session.allAccepted.filter { $0.source == "list" }
      ).feed
      #expect(
        reader.session.position?.held == own.blocks.reduce(0) { $0 + $1.value.count },
        "page \(number)")
    }
  }

  @Test("pages of a list are taken without a join of all replies, and count where the list is")
  func extendsList() throws {
    let layout = try layout(Self.listText(identity: "id"))
    var random = SplitMix64(seed: 1)
    let pages = try (0..<4).map { number in
      SourceReply(
        source: "list", page: number,
        outcome: .document(try document(listPage(number, isPlain: true, &random)), []))
    }
    let others = [
      try reply("head", #"{"items": [{"id": 1}]}"#), try reply("top", #"{"items": [{"id": 5}]}"#),
    ]
    let (joined, first) = Feed.joinExtensibly(layout: layout, replies: others + [pages[0]])
    var feed = joined
    var extending = try #require(first)
    let one = try #require(extending.extend(&feed, by: pages[1])).growth
    guard case .elements(let block, let range, let count) = one else {
      Issue.record("a page of a list is a section")
      return
    }
    // The item 5 is already in the list, and counts as one of the page.
    #expect([block, range.lowerBound, range.upperBound, count] == [1, 5, 8, 4])
    #expect(try #require(extending.extend(&feed, by: pages[2])).growth.count == 4)
    #expect(feed.blocks[1].value.count == 12 && joined.blocks[1].value.count == 5)
    // The same page again adds nothing.
    #expect(try #require(extending.extend(&feed, by: pages[2])).growth.count == 0)
    let twice = try reply("list", #"{"items": [{"id": 77}, {"id": 77}]}"#)
    #expect(extending.extend(&feed, by: twice) == nil)
  }
}
