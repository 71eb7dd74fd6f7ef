import Support
import FeedDocument
@testable import Feeds
import Foundation
import TestConditions
import Testing

@Suite("Inferring the structure of an unknown feed") struct FeedInferenceTests {
  private func inferred(_ document: FeedDocument) -> (codes: [String], note: Diagnostic)? {
    let (inferred, note, isCertain) = FeedInference.infer(from: document)
    guard let layout = inferred, isCertain else { return nil }
    let assembly = Feed.assemble(
      layout: layout, replies: [SourceReply(source: "feed", outcome: .document(document, []))])
    return (assembly.codes, note)
  }

  @Test("an array at the top level is a list of blocks")
  func topLevel() throws {
    let found = inferred(
      try document(#"[{"kind": "hero", "t": 1}, {"kind": "list"}, {"kind": "list"}]"#))
    #expect(found?.codes == ["hero", "list", "list"])
    #expect(found?.note.location?.path == "$")
    #expect(found?.note.label == "3 of 3 elements are identified by `kind`")
    #expect(found?.note.notes == ["blocks: `list` × 2, `hero` × 1"])
  }

  @Test("numeric types of nested items become codes")
  func numericTypes() throws {
    let found = inferred(
      try document(
        """
        {"ok": true, "result": {"tabs": [{"name": "a"}],
          "items": [{"type": 3, "items": [{"type": 9}, {"type": 9}, {"type": 9}]},
                    {"type": 1}, {"type": 3}]}}
        """))
    #expect(found?.codes == ["3", "1", "3"])
    #expect(found?.note.location?.path == "$.result.items")
  }

  @Test(
    "a text of a megabyte is judged like its first 4 KB", arguments: ["word ", "文字", "🙂 a", "ab"])
  func longTexts(_ part: String) throws {
    func layout(_ text: String) throws -> FeedLayout {
      let json =
        #"{"cards": [{"type": "card", "title": "A title", "body": "\#(text)", "image": "a/b.png"}]}"#
      return try #require(FeedInference.infer(from: try document(json)).layout)
    }
    let (long, short) = (
      try layout(String(repeating: part, count: 1_000_000 / part.utf8.count)),
      try layout(String(repeating: part, count: 4_000 / part.utf8.count))
    )
    #expect(long.sections.document.root.count > 0)
    #expect(
      Array(long.sections.source ?? UnsafeBufferPointer(start: nil, count: 0))
        == Array(short.sections.source ?? UnsafeBufferPointer(start: nil, count: 0)))
  }

  @Test("the beginning of a text ends with a whole character", arguments: 4_090...4_100)
  func beginning(_ count: Int) throws {
    let text = String(repeating: "a", count: count) + "€🙂éa"
    let value = try document(#"["\#(text)"]"#).root[0]
    let beginning = try #require(value.beginning)
    #expect(text.hasPrefix(beginning) && beginning.utf8.count <= 4_096)
    #expect(beginning.utf8.count > 4_092 || beginning == text)
    #expect(!beginning.contains("\u{FFFD}"))
  }

  @Test("the code of a block is not its title, whatever the name of its key")
  func codeIsNoTitle() throws {
    let found = FeedInference.infer(
      from: try document(
        #"{"rows": [{"kindOf": "AD", "hdl": "Buy", "list": [{"a": "One"}]}, {"kindOf": "AD", "hdl": "Sell", "list": [{"a": "Two"}]}]}"#
      ))
    let layout = try #require(found.layout)
    #expect(layout.sections["AD"]["generic"]["title"].string == "hdl")
  }

  @Test("in a union by single key, the key is the code and its value is the block")
  func union() throws {
    let document = try document(
      #"{"feed": [{"banner": {"a": 1}}, {"list": {"b": [1]}}, {"banner": {"a": 2}}]}"#)
    #expect(inferred(document)?.codes == ["banner", "list", "banner"])
    let layout = try #require(FeedInference.infer(from: document).layout)
    let feed = try #require(
      Feed.assemble(
        layout: layout, replies: [SourceReply(source: "feed", outcome: .document(document, []))]
      ).feed)
    #expect(
      feed.blocks.map(\.value.path) == [
        "$.feed[0].banner", "$.feed[1].list", "$.feed[2].banner",
      ])
    #expect(layout.label == "inferred")
  }

  /// Documents, with the path of their list of blocks, or an empty path if they have none.
  static let shapes: [(String, String)] = [
    (#"{"a": [{"blockCode": "X"}]}"#, "$.a"),
    (#"{"ads": [{"type": 1}], "d": {"d": {"d": [{"view_type": "X"}]}}}"#, "$.d.d.d"),
    (#"{"ads": [{"type": 1}, {"type": 2}], "feed": {"cards": [{"type": 1}]}}"#, "$.ads"),
    (
      #"{"ads": [{"type": 1}], "feed": {"cards": [{"type": 1}, {"type": 2}, {"type": 2}]}}"#,
      "$.feed.cards"
    ),
    (#"{"a": [{"type": "x"}, {"type": null}, {}]}"#, ""),
    (#"{"a": [{"type": "x"}, {"type": "y"}, {}]}"#, "$.a"),
    (#"{"a": [{"type": {}}, {"type": {}}]}"#, ""),
    (#"{"a": [{"type": "a whole sentence"}]}"#, ""),
    (#"{"a": [{"type": 1.5}]}"#, ""),
    (#"{"songs": [{"song": {"id": 1}}, {"song": {"id": 2}}]}"#, ""),
    (#"{"songs": [{"id": 1}, {"id": 2}]}"#, ""),
    (#"{"tracks": [{"name": "a", "files": [{"type": "flac"}, {"type": "mp3"}]}]}"#, ""),
    (#"{"pages": [{"blocks": [{"blockCode": "A"}]}]}"#, "$.pages[0].blocks"),
    (#"{"a": {"b": {"c": {"d": [{"type": 1}]}}}}"#, "$.a.b.c.d"),
    (#"{"a b": {"c\"d": [{"type": 1}]}}"#, #"$['a b']['c"d']"#),
    (#"{"a": [{"type": 1}, {"type": 2}], "a": [{"type": 1}]}"#, "$.a"),
    (#"{"a": [{"type": 1}], "a": 1}"#, ""), (#"[{"type": 1, "type": null}]"#, ""),
    ("[]", ""), ("{}", ""), ("null", ""), ("\"\"", ""), ("3", ""), ("[[], [1], [null]]", ""),
  ]

  @Test("the list of blocks is distinguished from other arrays", arguments: shapes)
  func shape(text: String, path: String) throws {
    let found = inferred(try document(text))
    #expect((found?.note.location?.path ?? "") == path)
    #expect(found.map { !$0.codes.isEmpty } ?? true)
  }

  @Test("the error for a document without blocks names its largest array and its keys")
  func nothing() throws {
    let text = #"{"code": 200, "banners": [{"pic": "p", "url": "u"}, {"pic": "q"}], "x": [1]}"#
    let (layout, reason, _) = FeedInference.infer(from: try document(text))
    #expect(layout == nil)
    #expect(reason.code == .nothingInferred)
    #expect(reason.severity == .error)
    #expect(reason.location?.path == "$.banners")
    #expect(reason.label == "the largest array: 2 elements")
    #expect(reason.notes.first?.contains("`pic` (2 values)") == true)
    #expect(reason.helps.first?.contains("--items '$.banners' --code ") == true)
  }

  @Test("a deep document is walked without recursion")
  func deep() throws {
    let text = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
    #expect(inferred(try document(text)) == nil)
  }

  @Test(
    "the structure of captures of another app is inferred",
    .needs(captures: "wanandroid"),
    arguments: [
      ("home-article-0.json", "$.data.datas", Array(repeating: "0", count: 20)),
      ("top-article.json", "$.data", Array(repeating: "1", count: 4)),
      ("banner.json", "$.data", ["0", "1", "1", "1"]),
    ])
  func articles(file: String, path: String, codes: [String]) throws {
    let found = inferred(try document(at: captures.appending(path: "wanandroid/\(file)")))
    #expect(found?.note.location?.path == path)
    #expect(found?.codes == codes)
  }

  @Test(
    "no structure is inferred from an unsuitable document",
    .needs(captures: "netease"),
    arguments: ["2020-09-banner-endpoint-wrong-document.json", "2021-06-18-menus-9-items.json"])
  func wrongDocument(file: String) throws {
    let document = try document(at: captures.appending(path: "netease/\(file)"))
    #expect(inferred(document) == nil)
    let choice = LayoutChooser.choose(for: document, among: [try neteaseHome()])
    let note = try #require(choice.diagnostics.first)
    if let layout = choice.value {
      #expect(layout.isInferred && note.message.contains("is a guess"))
    } else {
      #expect(note.code == .nothingInferred)
    }
  }

  /// Documents whose blocks have no well-known key, the path of the guessed list, and its codes.
  static let guesses: [(String, String, [String])] = [
    (#"{"parts": [{"template": "hero"}, {"template": "grid"}]}"#, "$.parts", ["hero", "grid"]),
    (#"{"d": {"floors": [{"moduleType": 1}, {"moduleType": 2}]}}"#, "$.d.floors", ["1", "2"]),
    (#"[{"widgetName": "a"}, {"widgetName": "b"}]"#, "$", ["a", "b"]),
    (
      #"{"rows": [{"name": "new", "books": [{"t": 1}]}, {"name": "top", "books": [{"t": 2}]}]}"#,
      "$.rows", ["rows", "rows"]
    ),
  ]

  @Test("without a well-known key, the list of a draft is a guess", arguments: guesses)
  func guess(text: String, path: String, codes: [String]) throws {
    let document = try document(text)
    let (inferred, note, isCertain) = FeedInference.infer(from: document)
    let layout = try #require(inferred)
    #expect(!isCertain)
    #expect(layout.isInferred && note.code == .inferredStructure)
    #expect(note.message.contains("is a guess") && note.location?.path == path)
    let reply = SourceReply(source: "feed", outcome: .document(document, []))
    #expect(Feed.assemble(layout: layout, replies: [reply]).codes == codes)
  }
}
