import Support
import FeedDocument
@testable import Feeds
import Testing

@Suite("Reviewing a feed layout with its samples") struct FeedLayoutReviewSamplesTests {
  static let sample = """
    {"more": true, "page": {"n": 1}, "x": [
      {"t": 5, "module_title": "Boats", "rows": [
        {"cap": "Red boat", "img": "https://example.com/a.jpg", "kind": {"n": 3}}, {"cap": "Blue"}]},
      {"t": 6, "heading": "Fog"}]}
    """

  private func findings(
    _ members: String, samples: [String] = [Self.sample]
  ) throws -> [(path: String, text: String, severity: Diagnostic.Severity)] {
    let text = """
      {"name": "a", "version": 1, "sources": {"f": {"items": "$.x", "element": {"code": "t"}}},
       \(members)}
      """
    let layout = try layout(text)
    let replies = try samples.enumerated().map { page, text in
      SourceReply(source: "f", page: page, outcome: .document(try document(text), []))
    }
    let found = FeedLayoutReview.findings(
      in: try document(text), of: layout, samples: .init(of: layout, replies: replies))
    return found.map {
      let help = $0.helps.first.map { " – \($0)" } ?? ""
      return ($0.location?.path ?? "", "\($0.code.rawValue) \($0.message)\(help)", $0.severity)
    }
  }

  /// The members of `generic` for the block code 5, the path of the finding, and its text. The
  /// path and the text are empty if there is no finding.
  static let settings: [(String, String, String)] = [
    (
      #""title": "module_title", "items": "rows", "item": {"title": "cap", "image": "img"}"#, "", ""
    ),
    (#""height": 0, "item": {"title": "cap", "detail": "kind.n"}"#, "", ""),
    (
      #""items": "rows", "item": {"title": "nosuch"}"#, "item.title",
      "SE4010 `nosuch` is in none of 2 items of the sample – could be meant: `cap`, `kind.n`"
    ),
    (
      #""item": {"title": "cab"}"#, "item.title",
      "SE4010 `cab` is in none of 2 items of the sample – did you mean `cap`?"
    ),
    (
      #""item": {"title": "kind"}"#, "item.title",
      "SE4010 `kind` is of use in none of 2 items of the sample – did you mean `kind.n`?"
    ),
    (
      #""title": "modul_title""#, "title",
      "SE4010 `modul_title` is in none of 1 block of the sample – did you mean `module_title`?"
    ),
    (
      #""items": "rowz""#, "items",
      "SE4010 `rowz` is in none of 1 block of the sample – did you mean `rows`?"
    ),
    (
      #""titel": "module_title""#, "titel",
      "SE4011 `titel` is not a key of generic – did you mean `title`?"
    ),
    (
      #""item": {"picture": "img"}"#, "item.picture",
      "SE4011 `picture` is not a key of generic.item"
    ),
    (
      #""title": "$.module_title""#, "title",
      "SE4011 paths of generic begin at the block: drop `$.` – write `module_title`"
    ),
    (#""title": 3"#, "title", "SE4011 `title` of generic is the number 3"),
    (#""item": "cap""#, "item", "SE4011 `generic.item` is the string \"cap\""),
    (#""height": "big""#, "height", "SE4011 `height` of generic is the string \"big\""),
    (#""height": -5"#, "height", "SE4011 `height` of generic is the number -5"),
    (#""height": 100001"#, "height", "SE4011 `height` of generic is the number 100001"),
    (#""arrangement": "list", "buttons": [{"text": "module_title", "action": "t"}]"#, "", ""),
    (
      #""arrangement": "lists""#, "arrangement",
      "SE4011 `arrangement` of generic is the string \"lists\" – did you mean `list`?"
    ),
    (#""arrangement": 2"#, "arrangement", "SE4011 `arrangement` of generic is the number 2"),
    (#""buttons": "module_title""#, "buttons", "SE4011 `buttons` is the string \"module_title\""),
    (#""buttons": ["t"]"#, "buttons[0]", "SE4011 `a button` is the string \"t\""),
    (#""buttons": [{}]"#, "buttons[0]", "SE4011 a button has no `text`"),
    (
      #""buttons": [{"text": "modul_title"}]"#, "buttons[0].text",
      "SE4010 `modul_title` is in none of 1 block of the sample – did you mean `module_title`?"
    ),
    (
      #""items": "rows", "item": {"title": "cap", "buttons": [{"text": "cap", "action": "imgs"}]}"#,
      "item.buttons[0].action",
      "SE4010 `imgs` is in none of 2 items of the sample – did you mean `img`?"
    ),
  ]

  @Test("settings of the generic section that would be ignored are found", arguments: settings)
  func generic(members: String, path: String, finding: String) throws {
    let found = try findings(#""sections": {"5": {"generic": {\#(members)}}}"#)
    #expect(found.map(\.text) == (finding.isEmpty ? [] : [finding]))
    #expect(found.map(\.path) == (path.isEmpty ? [] : ["$.sections['5'].generic.\(path)"]))
    #expect(found.allSatisfy { $0.severity == .warning })
  }

  @Test(
    "a path of the defaults has to fit one of all blocks, and may begin at a block without a list")
  func defaults() throws {
    let layout = """
      "defaults": {"generic": {"items": "rows", "item": {"title": "heading", "image": "cover"}}},
      "sections": {"5": {"generic": {"item": {"title": "cap", "image": "img"}}}}
      """
    let found = try findings(layout)
    #expect(found.map(\.path) == ["$.defaults.generic.item.image"])
    #expect(found.first?.text.contains("`cover` is in none of 1 item of the sample") == true)
    #expect(try findings(layout, samples: []).isEmpty)
  }

  @Test("an end or a cursor at a path that no sample has is reported")
  func paging() throws {
    func paging(_ members: String) -> String { #""paging": {"source": "f", \#(members)}"# }
    func texts(_ members: String, _ samples: Int = 1) throws -> [String] {
      try findings(paging(members), samples: Array(repeating: Self.sample, count: samples))
        .map { "\($0.path) \($0.text)" }
    }
    let absent = "is in no sample of the source that has pages"
    #expect(try texts(#""by": "page", "end": [[{"path": "$.more", "equals": false}]]"#) == [])
    #expect(
      try texts(#""by": "page", "end": [[{"path": "$.mroe", "equals": false}]]"#) == [
        "$.paging.end[0][0].path SE4010 `$.mroe` \(absent) – did you mean `$.more`?"
      ])
    #expect(
      try texts(#""by": "page", "end": [[{"path": "$.page.n", "equalsPath": "$.page.count"}]]"#)
        == [
          "$.paging.end[0][0].equalsPath SE4010 `$.page.count` \(absent)"
        ])
    // An absent `$.next` counts as null, so a single sample without it may be the last page.
    let cursor =
      #""by": "cursor", "cursor": "$.next", "end": [[{"path": "$.next", "equals": null}]]"#
    #expect(try texts(cursor) == [])
    #expect(
      try texts(cursor, 2) == [
        "$.paging.cursor SE4010 `$.next` \(absent)",
        "$.paging.end[0][0].path SE4010 `$.next` \(absent)",
      ])
    #expect(try texts(cursor, 0) == [])
  }

  @Test("sections that no sample has are noted, and mistyped ones cause a warning")
  func sections() throws {
    let sample = #"{"x": [{"t": "BANNER"}, {"t": "SHELF"}]}"#
    let layout = #""sections": {"SHELF": {}, "BANER": {}, "77": {}, "OTHER": {}}"#
    let found = try findings(layout, samples: [sample])
    #expect(
      found.map(\.text) == [
        "SE4010 no sample has a block of the code `BANER` – did you mean `BANNER`?",
        "SE4010 no sample has a block of `77`, `OTHER`",
      ])
    #expect(found.map(\.severity) == [.warning, .note])
    #expect(try findings(layout, samples: []).isEmpty)
  }
}
