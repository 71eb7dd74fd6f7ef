import Diagnostics
import FeedDocument
@testable import FeedSession
import Foundation
import Testing

@Suite("Drafting a feed layout") struct LayoutDraftTests {
  private func draft(
    _ text: String, items: String? = nil, code: String? = nil
  ) throws -> (layout: FeedLayout, text: String, note: Diagnostic) {
    let wishes = LayoutDraft.Wishes(name: "mine", sample: "mine.json", items: items, code: code)
    guard case .drafted(let text, let note) = LayoutDraft.draft(for: try document(text), wishes)
    else {
      Issue.record("nothing was drafted")
      throw CancellationError()
    }
    return (try layout(text), text, note)
  }

  private func refusal(_ text: String, items: String? = nil, code: String? = nil) throws
    -> Diagnostic?
  {
    let wishes = LayoutDraft.Wishes(name: "mine", sample: nil, items: items, code: code)
    guard case .nothing(let reason) = LayoutDraft.draft(for: try document(text), wishes) else {
      return nil
    }
    return reason
  }

  static let cards = """
    {"errorCode": 0, "errorMsg": "", "data": {"curPage": 1, "pageCount": 9, "cards": [
      {"view_type": 7, "hd": {"txt": "Tools"}, "rows": [{"tp": 9, "cap": "Hand saw"}]},
      {"view_type": 12, "hd": {"txt": "Morning market"}, "rows": [
        {"tp": 4, "cap": "Red apples", "img": "https://example.com/a.jpg", "go": "app://a"}]},
      {"view_type": 12, "hd": {"txt": "Evening market"}, "rows": []}]}}
    """

  @Test("cards of numeric types become sections, with what stands around them")
  func numericTypes() throws {
    let (layout, _, note) = try draft(Self.cards)
    let source = try #require(layout.primarySource)
    #expect(source.items == "$.data.cards" && source.samples == ["mine.json"])
    #expect(source.shape == .elements(code: "view_type", fields: .init()))
    #expect(source.envelope?.successPath == "$.errorCode")
    #expect(source.envelope?.successValue.int64 == 0)
    #expect(source.envelope?.messagePath == "$.errorMsg")
    #expect(layout.identity == .occurrence)
    #expect(layout.paging?.advance == .page(first: 1))
    #expect(layout.paging?.end.first?.first?.path == "$.data.curPage")
    #expect(layout.knownCodes == ["12", "7"])
    #expect(note.notes.prefix(2) == ["`12` × 2", "`7` × 1"])
    let market = layout.sections["12"]["generic"]
    #expect(market["title"].string == "hd.txt" && market["items"].string == "rows")
    #expect(market["item"]["title"].string == "cap" && market["item"]["image"].string == "img")
    #expect(market["item"]["action"].string == nil)
    #expect(layout.sections["7"]["generic"]["title"].string == "hd.txt")
    #expect(layout.states.skeleton.map(\.code) == ["12", "7"])
  }

  @Test("a union by single key is drafted with its codes and its cursor")
  func union() throws {
    let text = """
      {"status": "ok", "next": null, "more": false, "stream": [
        {"hero": {"heading": "Fog over the pier", "cover": "https://example.com/h.png"}},
        {"shelf": {"label": "Boats", "members": [{"nm": "Red boat"}]}}, {"hero": {"heading": "x"}},
        {"links": [{"label": "Ferries", "href": "/ferries"}]}]}
      """
    let layout = try draft(text).layout
    #expect(layout.primarySource?.shape == .union(fields: .init()))
    #expect(layout.primarySource?.envelope?.successValue.string == "ok")
    #expect(layout.paging?.advance == .cursor(path: "$.next"))
    #expect(layout.paging?.end.map { $0.map(\.path) } == [["$.more"]])
    #expect(layout.knownCodes == ["hero", "shelf", "links"])
    #expect(layout.sections["shelf"]["generic"]["item"]["title"].string == "nm")
    #expect(layout.sections["links"]["generic"]["item"]["action"].string == "href")
    #expect(layout.sections["links"]["generic"]["items"].exists == false)
  }

  /// Members around a list, and how the draft pages.
  static let paged: [(String, FeedLayout.Paging.Advance?, String)] = [
    (#""hasMore": true"#, .page(first: 1), "page"), (#""page": 0"#, .page(first: 0), "page"),
    (#""offset": 20, "has_more": 1"#, .offset, "offset"),
    (#""cursor": "abc""#, .cursor(path: "$.cursor"), "cursor"),
    (#""next": "https://example.com/?page=2""#, nil, ""), (#""total": 3"#, nil, ""),
    (#""over": false"#, .page(first: 1), "page"),
  ]

  @Test("hints at paging become paging", arguments: paged)
  func paging(members: String, advance: FeedLayout.Paging.Advance?, field: String) throws {
    let layout = try draft("{\(members), \"list\": [{\"cardType\": 1}, {\"cardType\": 2}]}").layout
    #expect(layout.paging?.advance == advance)
    let query = layout.primarySource?.request?.query ?? []
    #expect(query == (advance == nil ? [] : [.init(name: field, value: "{\(field)}")]))
  }

  @Test("a key that only sounds like a kind, or that the user names, tells blocks apart")
  func otherKeys() throws {
    let text = #"{"a": [{"moduleTemplate": "x", "c": 1}, {"moduleTemplate": "y", "c": 2}]}"#
    #expect(
      try draft(text).layout.primarySource?.shape
        == .elements(code: "moduleTemplate", fields: .init()))
    #expect(try draft(text, code: "c").layout.knownCodes == ["1", "2"])
    let nested = #"{"a": [{"u": [{"m": {"k": "x"}}]}]}"#
    let drafted = try draft(nested, items: "$.a[0].u", code: "m.k").layout
    #expect(drafted.knownCodes == ["x"])
    #expect(drafted.primarySource?.items == "$.a[0].u")
  }

  @Test("cards that hold lists and say no type are told apart by their id")
  func cardsWithoutType() throws {
    let text = """
      {"data": {"cards": [
        {"id": 31, "title": "Harbour", "items": [{"type": 1, "title": "Red boat"}]},
        {"id": 32, "title": "Market", "items": [{"type": 2, "title": "Bread"}]}]}}
      """
    let layout = try draft(text).layout
    #expect(layout.knownCodes == ["31", "32"] && layout.identity == .code)
    #expect(layout.sections["31"]["generic"]["title"].string == "title")
  }

  @Test("where nothing is told apart, the largest array and its keys are named")
  func nothing() throws {
    let users = #"{"users": [{"id": 1, "rank": 3}, {"id": 2, "rank": 3}], "n": [1]}"#
    let reason = try #require(try refusal(users))
    #expect(reason.code == .nothingInferred && reason.location?.path == "$.users")
    #expect(reason.notes == ["could be their code: `rank` (1 value), `id` (2 values)"])
    #expect(reason.helps.first?.contains("--items '$.users' --code rank") == true)
    #expect(try draft(users, code: "rank").layout.knownCodes == ["3"])
    #expect(try refusal(users, code: "nme")?.message == "no list of blocks is told apart by `nme`")
    #expect(try refusal(users, items: "$.user")?.message == "no array stands at `$.user`")
    #expect(try refusal("{}")?.message == "there is no list of blocks")
    #expect(try refusal("[1, 2]")?.message == "there is no list of blocks")
  }

  @Test("every draft is a layout that reads its own document, whatever the keys and texts are")
  func roundTrip() throws {
    let odd = [
      #"[{"type": "a\"b\\c", "t": "x"}, {"type": "\u00e9", "t\n": 1}]"#,
      #"{"a b": {"'": [{"type": 1}, {"type": 9223372036854775807}, {"type": -1}]}}"#,
      #"{"code": "200", "x": [{"é": {"y": 1}}, {"$ref": [{}]}]}"#,
      #"{"success": true, "x": [{"type": "a", "layout": {"kind": 3}, "generic": 1}, {"type": 2}, null]}"#,
    ]
    let sample = try String(
      contentsOf: layouts.appending(path: "samples/netease-home/blocks.json"), encoding: .utf8)
    for text in odd + [sample, Self.cards] {
      let layout = try draft(text).layout
      let joined = Feed.join(layout: layout, replies: [try reply("feed", text)])
      #expect(joined.lost == [] && !joined.feed.blocks.isEmpty, "\(text.prefix(60))")
      let codes = Set(joined.feed.blocks.map(\.blockCode))
      #expect(codes == Set(layout.knownCodes), "\(text.prefix(60))")
    }
  }

  @Test("what fits on a line stands on one")
  func format() {
    let text = JSONText.object([
      ("a", .array([.number(1), .bool(true)])),
      ("b", .object([("long", .text(String(repeating: "x", count: 90)))])), ("c", .object([])),
    ])
    #expect(
      text.formatted() == """
        {
          "a": [1, true],
          "b": {
            "long": "\(String(repeating: "x", count: 90))"
          },
          "c": {}
        }
        """)
  }
}
