import FeedDocument
import Support
import Testing

@testable import Feeds

/// How blocks are shown and whether they can be closed, in inferred and drafted layouts.
@Suite("Inferred members of blocks") struct BlockFieldHintsTests {
  private func blocks(_ json: String) throws -> [Block] {
    let document = try FeedSessionTests.document(json)
    let layout = try #require(FeedInference.infer(from: document).layout)
    let reply = SourceReply(source: "feed", outcome: .document(document, []))
    let feed = Feed.join(layout: layout, replies: [reply]).feed
    #expect(feed.diagnostics.filter { $0.severity > .note } == [])
    let draft = try #require(LayoutDraft.draft(for: document, name: "mine").text)
    let drafted = Feed.join(layout: try FeedSessionTests.layout(draft), replies: [reply]).feed
    #expect(feed.blocks.map(\.showType) == drafted.blocks.map(\.showType))
    #expect(feed.blocks.map(\.isClosable) == drafted.blocks.map(\.isClosable))
    return Array(feed.blocks)
  }

  private static let list = #""items": [{"title": "One", "image": "a/b.png"}]"#

  @Test(
    "the words of families are read, where at least one block has them",
    arguments: [
      ("showType", "canClose"), ("show_type", "can_close"), ("displayType", "isClosable"),
      ("templateType", "dismissible"), ("viewType", "closeable"),
    ])
  func words(_ showType: String, _ closable: String) throws {
    let blocks = try blocks(
      """
      {"data": {"blocks": [
        {"blockCode": "A", "\(showType)": "RAIL", "\(closable)": true, \(Self.list)},
        {"blockCode": "B", "\(showType)": "GRID", "\(closable)": null, \(Self.list)},
        {"blockCode": "C", "\(showType)": "RAIL", \(Self.list)}]}}
      """)
    #expect(blocks.map(\.showType) == ["RAIL", "GRID", "RAIL"])
    #expect(blocks.map(\.isClosable) == [true, false, false])
  }

  @Test("unions, members of an object and codes in an inner object have them, too")
  func shapes() throws {
    let block = #"{"showType": "RAIL", "canClose": true, \#(Self.list)}"#
    let union = try blocks(#"{"feed": [{"a": \#(block)}, {"b": \#(block)}, {"c": \#(block)}]}"#)
    #expect(union.map(\.showType) == ["RAIL", "RAIL", "RAIL"])
    #expect(union.map(\.isClosable) == [true, true, true])
  }

  @Test("the code is no show type, and other values than true and false are no mark")
  func others() throws {
    let blocks = try blocks(
      """
      {"blocks": [{"viewType": "A", "canClose": 1, \(Self.list)},
                  {"viewType": "B", "canClose": "yes", \(Self.list)}]}
      """)
    #expect(blocks.map(\.blockCode) == ["A", "B"])
    #expect(blocks.map(\.showType) == ["", ""] && blocks.map(\.isClosable) == [false, false])
  }
}
