import FeedDocument
@testable import Feeds
import Testing

@Suite("Replies to callers without an account") struct AnonymousReplyTests {
  @Test("null or empty menus are normal", arguments: ["null", "[]", #""""#])
  func menus(_ data: String) throws {
    let layout = try neteaseHome()
    let blocks = try samples(of: layout).filter { $0.source == "blocks" && $0.page == 0 }
    let menus = try reply("menus", #"{"code": 200, "data": \#(data), "message": ""}"#)
    let joined = Feed.assemble(layout: layout, replies: blocks + [menus])
    let feed = try #require(joined.value)
    #expect(!feed.blocks.isEmpty && !feed.blocks.contains { $0.blockCode == "MENUS" })
    #expect(joined.diagnostics == [])
  }

  @Test(
    "a refusal is named and never shown as content",
    arguments: [
      #"{"code": 301, "message": "sign in"}"#, #"{"code": 301, "msg": "sign in", "data": null}"#,
      #"{"code": 301, "data": {"blocks": [{"blockCode": "HOMEPAGE_BANNER"}]}}"#,
    ])
  func refusal(_ text: String) throws {
    let layout = try neteaseHome()
    let joined = Feed.assemble(layout: layout, replies: [try reply("blocks", text)])
    #expect(joined.value == nil)
    let refused = joined.diagnostics.filter { $0.code == .businessError }
    #expect(refused.map(\.notes.first) == ["the layout names it `login-required`"])

    var reader = SessionReader(layout)
    try reader.run(.refresh, TestServer { _ in text })
    #expect(reader.state.content == .failed && reader.state.feed == nil)
    #expect(reader.notices.map(\.name) == ["login-required", "login-required"])
    #expect(reader.notices.map(\.code) == [301, 301])
  }
}
