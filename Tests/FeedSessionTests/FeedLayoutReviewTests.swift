import Support
import FeedDocument
@testable import Feeds
import Foundation
import Testing

@Suite("Reviewing a feed layout") struct FeedLayoutReviewTests {
  private func findings(
    _ members: String, sample: String? = nil, of source: String = "f"
  ) throws -> [String] {
    let text = """
      {"name": "a", "version": 1, "sources": {
       "f": {"primary": true, "items": "$.x", "element": {"code": "t"}},
       "g": {"items": "$.y", "block": {"code": "MENUS"}, "request": {"url": "a/{k}"}}},
       "parameters": {"k": null\(members.hasPrefix("!") ? ", \"unused\": \"1\"" : "")},
       "order": {"ranks": {"RANKED": 1}},
       \(members.drop { $0 == "!" })
       "sections": {"SHELF": {"layout": {"kind": "grid", "columns": 2}}, "BANNER": {}}}
      """
    return try review(text, sample.map { [try reply(source, $0)] } ?? []).map {
      #expect($0.severity == .warning && $0.location != nil)
      return "\($0.code.rawValue) \($0.location?.path ?? ""): \($0.message)"
        + ($0.helps.first.map { " – \($0)" } ?? "")
    }
  }

  private func review(_ text: String, _ replies: [SourceReply] = []) throws -> [Diagnostic] {
    let layout = try layout(text)
    return FeedLayoutReview.findings(
      in: try document(text), of: layout,
      samples: FeedLayoutReview.Samples(of: layout, replies: replies))
  }

  @Test("codes of sections, sources, ranks and samples count as known")
  func known() throws {
    let members = """
      "spacing": {"groups": {"card": ["SHELF", "SEEN"]},
        "between": [{"above": "card", "below": "MENUS", "gap": 1},
                    {"above": "*", "below": "RANKED", "gap": 1}]},
      "states": {"loading": {"sections": [{"code": "BANNER", "height": 1}]}},
      """
    let sample = #"{"x": [{"t": "SEEN"}, {"t": "SHELF"}, {"t": "BANNER"}]}"#
    #expect(try findings(members, sample: sample) == [])
    #expect(
      try findings(members) == [
        "SE4010 $.spacing.groups.card[1]: nothing else uses the block code `SEEN` – "
          + #"if the server gives it, write it into `sections`: "SEEN": {}"#
      ])
  }

  @Test("a mistyped code or group gets a suggestion")
  func mistyped() throws {
    let members = """
      "spacing": {"groups": {"card": ["SHELFF"]},
        "between": [{"above": "crad", "below": "*", "gap": 1}]},
      "states": {"loading": {"sections": [{"code": "BANER", "height": 1}]}},
      """
    #expect(
      try findings(members) == [
        "SE4010 $.spacing.groups.card: no rule uses the group `card`",
        "SE4010 $.spacing.groups.card[0]: nothing else uses the block code `SHELFF` – "
          + "did you mean `SHELF`?",
        "SE4010 $.spacing.between[0].above: nothing else uses the block code `crad` – "
          + "did you mean `card`?",
        "SE4010 $.states.loading.sections[0].code: nothing else uses the block code `BANER` – "
          + "did you mean `BANNER`?",
      ])
  }

  @Test("a layout that names no codes has no findings about codes")
  func withoutCodes() throws {
    let text = """
      {"name": "a", "version": 1, "sources": {"f": {"items": "$.x", "element": {"code": "t"}}},
       "spacing": {"between": [{"above": "A", "below": "B", "gap": 1}]}}
      """
    let found = try review(text)
    #expect(found == [])
  }

  @Test("an unused parameter, an unused color and a useless setting are found")
  func unused() throws {
    let members = """
      !"appearance": {"light": {"page": "#ffffff"}, "dark": {"page": "#000000", "paeg": "#000000"}},
      """
    #expect(
      try findings(members) == [
        "SE4010 $.parameters.unused: no request uses the parameter `unused`",
        "SE4010 $.appearance.dark.paeg: `paeg` is a color in the dark only – did you mean `page`?",
      ])
    let text = """
      {"name": "a", "version": 1, "sources": {"f": {"items": "$.x", "element": {"code": "t"}}},
       "sections": {"A": {"layout": {"kind": "list", "columns": 2, "rowSpacing": 1}},
                    "B": {"layout": {"columns": 2, "peek": 3}},
                    "C": {"layout": {"kind": "pager", "rowAlignment": "end", "peek": 4}}}}
      """
    let found = try review(text)
    #expect(
      found.map(\.message) == [
        "`columns` has no effect on `list`", "`rowAlignment` has no effect on `pager`",
      ])
    #expect(found.allSatisfy { $0.code == .settingWithoutEffect })
  }

  @Test("the bundled layout has no findings")
  func bundled() throws {
    let file = layouts.appending(path: "netease-home.json")
    #expect(try review(try String(contentsOf: file, encoding: .utf8)) == [])
  }
}
