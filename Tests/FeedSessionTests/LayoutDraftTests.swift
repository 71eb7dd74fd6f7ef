import Support
import FeedDocument
@testable import Feeds
import LayoutCore
import Foundation
import Testing

@Suite("Drafting a feed layout") struct LayoutDraftTests {
  private func draft(
    _ text: String, items: String? = nil, code: String? = nil
  ) throws -> (layout: FeedLayout, text: String, note: Diagnostic) {
    let (drafted, note) = LayoutDraft.draft(
      for: try document(text), name: "mine", sample: "mine.json", items: items, code: code)
    let text = try #require(drafted)
    return (try layout(text), text, note)
  }

  private func refusal(_ text: String, items: String? = nil, code: String? = nil) throws
    -> Diagnostic?
  {
    let (drafted, reason) = LayoutDraft.draft(
      for: try document(text), name: "mine", items: items, code: code)
    return drafted == nil ? reason : nil
  }

  static let cards = """
    {"errorCode": 0, "errorMsg": "", "data": {"curPage": 1, "pageCount": 9, "cards": [
      {"view_type": 7, "hd": {"txt": "Tools"}, "rows": [{"tp": 9, "cap": "Hand saw"}]},
      {"view_type": 12, "hd": {"txt": "Morning market"}, "rows": [
        {"tp": 4, "cap": "Red apples", "img": "https://example.com/a.jpg", "go": "app://a"}]},
      {"view_type": 12, "hd": {"txt": "Evening market"}, "rows": []}]}}
    """

  @Test("cards with numeric types become sections, with the envelope and the pages around them")
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
    #expect(layout.knownCodes == ["7", "12"])
    #expect(
      note.notes.prefix(2) == [
        "`12` × 2: title `hd.txt`; items `rows` as a rail with title `cap`, image `img`, action `go`",
        "`7` × 1: title `hd.txt`; items `rows` as a list with title `cap`",
      ])
    let market = layout.sections["12"]["generic"]
    #expect(market["title"].string == "hd.txt" && market["items"].string == "rows")
    #expect(market["item"]["title"].string == "cap" && market["item"]["image"].string == "img")
    #expect(market["item"]["action"].string == "go")
    #expect(layout.sections["7"]["generic"]["title"].string == "hd.txt")
    #expect(layout.states.skeleton.map(\.code) == ["7", "12"])
    #expect(layout.environment.width == LayoutEnvironment().width)
    #expect(note.helps.first?.contains("`--url BASE`; `base` alone fetches nothing") == true)
  }

  /// Members of an item, and the paths of its picture and its action, empty if it has none.
  static let addresses: [(String, String, String)] = [
    (#""image": {"url": "https://example.com/a.jpg", "w": 2, "h": 1}"#, "image.url", ""),
    (#""image": {"url": "https://example.com/a"}, "url": "/b""#, "image.url", "url"),
    (#""url": "https://example.com/a.JPEG?w=3""#, "url", ""),
    (#""url": "https://example.com/a.png", "link": "app://b""#, "url", "link"),
    (#""art": {"src": "//example.com/a.webp#x"}"#, "art.src", ""),
    (
      #""thumbnail": {"link": "/b", "large": {"href2": "/x", "src": "/a"}}"#,
      "thumbnail.large.src", "thumbnail.link"
    ),
    (#""image": {"link": "/b.html", "url": "/a"}"#, "image.url", "image.link"),
    (#""cover_url": "https://example.com/a""#, "cover_url", ""),
    (#""headImgUrl": "https://example.com/a""#, "headImgUrl", ""),
    (#""picUrl": "https://example.com/a", "url": "/p.png""#, "picUrl", ""),
    (#""topic": {"url": "https://example.com/topics/3"}"#, "", "topic.url"),
    (#""discover": {"link": "/d"}"#, "", "discover.link"),
    // A link into an app is an action under any key; other addresses and prose need a known key.
    (#""go": "bakery://rye""#, "", "go"), (#""more": {"to": "x-app+1://面包"}"#, "", "more.to"),
    (#""go": "https://example.com/a""#, "", ""), (#""go": "see it: a://b""#, "", ""),
    (#""go": "1app://a""#, "", ""), (#""go": "app://a", "url": "/b""#, "", "url"),
    (#""cover": "asset://a""#, "cover", ""),
    (#""image": {"url": "none"}"#, "", ""), (#""image": {"url": 3}"#, "", ""),
  ]

  @Test(
    "an address is a picture according to its key, the members around it, or its ending",
    arguments: addresses)
  func pictures(members: String, image: String, action: String) throws {
    let text = #"{"a": [{"type": "x", "items": [{"title": "t", \#(members)}]}]}"#
    let generic = try draft(text).layout.sections["x"]["generic"]
    #expect(generic["item"]["image"].string ?? "" == image)
    #expect(generic["item"]["action"].string ?? "" == action)
    // The generic section chooses the height, as it does for an inferred block.
    #expect(!generic["height"].exists)
  }

  @Test("an inferred layout finds the same fields as a draft")
  func inferred() throws {
    let text = """
      {"a": [{"type": 5, "module_title": "Boats", "rows": [{"question": "Which one?", "go": "/x"}]},
             {"type": 6, "quote": {"stripTitle": "Fog"}}, {"type": 7}]}
      """
    let inferred = FeedInference.infer(from: try document(text))
    #expect(inferred.isCertain)
    let found = try #require(inferred.layout)
    let drafted = try draft(text).layout
    #expect(found.sections["5"]["generic"]["title"].string == "module_title")
    #expect(found.sections["5"]["generic"]["item"]["title"].string == "question")
    #expect(found.sections["6"]["generic"]["item"]["title"].string == "quote.stripTitle")
    for code in ["5", "6", "7"] {
      for path in ["title", "items"] {
        #expect(
          found.sections[code]["generic"][path].string
            == drafted.sections[code]["generic"][path].string)
      }
    }
    #expect(found.knownCodes == drafted.knownCodes)
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

  /// Members next to a list, how the draft advances pages, and the query item that selects a page.
  static let paged: [(String, FeedLayout.Paging.Advance?, String)] = [
    (#""hasMore": true"#, .page(first: 1), "page"), (#""page": 0"#, .page(first: 0), "page"),
    (#""offset": 20, "has_more": 1"#, .offset, "offset"),
    (#""cursor": "abc""#, .cursor(path: "$.cursor"), "cursor"),
    (#""next": "https://example.com/?page=2""#, nil, ""), (#""total": 3"#, nil, ""),
    (#""over": false"#, .page(first: 1), "page"),
  ]

  @Test("members that indicate paging become paging", arguments: paged)
  func paging(members: String, advance: FeedLayout.Paging.Advance?, field: String) throws {
    let layout = try draft("{\(members), \"list\": [{\"cardType\": 1}, {\"cardType\": 2}]}").layout
    #expect(layout.paging?.advance == advance)
    let query = layout.primarySource?.request?.query ?? []
    #expect(query == (advance == nil ? [] : [.init(name: field, value: "{\(field)}")]))
  }

  @Test("a key that resembles a kind, or that the user names, distinguishes blocks")
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

  @Test("cards with lists but without a type are distinguished by their id")
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

  @Test("if blocks cannot be distinguished, the largest array and its keys are named")
  func nothing() throws {
    let users = #"{"users": [{"id": 1, "rank": 3}, {"id": 2, "rank": 3}], "n": [1]}"#
    let reason = try #require(try refusal(users))
    #expect(reason.code == .nothingInferred && reason.location?.path == "$.users")
    #expect(reason.notes == ["members that could be the code: `rank` (1 value), `id` (2 values)"])
    #expect(reason.helps.first?.contains("--items '$.users' --code rank") == true)
    #expect(try draft(users, code: "rank").layout.knownCodes == ["3"])
    #expect(
      try refusal(users, code: "nme")?.message == "no list of blocks has different values of `nme`")
    #expect(try refusal(users, items: "$.user")?.message == "there is no array at `$.user`")
    #expect(try refusal("{}")?.message == "there is no list of blocks")
    #expect(try refusal("[1, 2]")?.message == "there is no list of blocks")
  }

  @Test("every draft is a layout that reads its own document, with any keys and texts")
  func roundTrip() throws {
    let odd = [
      #"[{"type": "a\"b\\c", "t": "x"}, {"type": "\u00e9", "t\n": 1}]"#,
      #"{"a b": {"'": [{"type": 1}, {"type": 9223372036854775807}, {"type": -1}]}}"#,
      #"{"code": "200", "x": [{"é": {"y": 1}}, {"$ref": [{}]}]}"#,
      #"{"success": true, "x": [{"type": "a", "layout": {"kind": 3}, "generic": 1}, {"type": 2}, null]}"#,
      "[{\"type\": \"\u{202E}a\u{2066}\", \"t\": 1}, {\"type\": \"b\u{9B}\u{200F}\", \"t\": 2}]",
    ]
    let sample = try String(
      contentsOf: layouts.appending(path: "samples/netease-home/blocks.json"), encoding: .utf8)
    for text in odd + [sample, Self.cards] {
      let (layout, written, _) = try draft(text)
      let hidden = written.unicodeScalars.filter {
        $0 != "\n" && [.control, .format].contains($0.properties.generalCategory)
      }
      #expect(hidden.isEmpty, "controls are written as escapes")
      let joined = Feed.join(layout: layout, replies: [try reply("feed", text)])
      #expect(joined.lost == [] && !joined.feed.blocks.isEmpty, "\(text.prefix(60))")
      let codes = Set(joined.feed.blocks.map(\.blockCode))
      #expect(codes == Set(layout.knownCodes), "\(text.prefix(60))")
    }
  }

  @Test("a value that fits on a line is written on one line")
  func format() {
    let text = JSONText.object([
      ("a", .array([1, true])),
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
