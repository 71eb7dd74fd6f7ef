import Diagnostics
import FeedDocument
@testable import FeedSession
import Testing

@Suite("Reviewing a feed layout") struct LayoutReviewTests {
  private func findings(_ members: String, seen: [String] = []) throws -> [String] {
    let text = """
      {"name": "a", "version": 1, "sources": {
       "f": {"primary": true, "items": "$.x", "element": {"code": "t"}},
       "g": {"items": "$.y", "block": {"code": "MENUS"}, "request": {"url": "a/{k}"}}},
       "parameters": {"k": null\(members.hasPrefix("!") ? ", \"unused\": \"1\"" : "")},
       "order": {"ranks": {"RANKED": 1}},
       \(members.drop { $0 == "!" })
       "sections": {"SHELF": {"layout": {"kind": "grid", "columns": 2}}, "BANNER": {}}}
      """
    let document = try document(text)
    return LayoutReview.findings(in: document, of: try layout(text), seen: seen).map {
      #expect($0.severity == .warning && $0.location != nil)
      return "\($0.code.rawValue) \($0.location?.path ?? ""): \($0.message)"
        + ($0.helps.first.map { " – \($0)" } ?? "")
    }
  }

  @Test("codes of sections, sources, ranks and samples are known")
  func known() throws {
    let members = """
      "spacing": {"groups": {"card": ["SHELF", "SEEN"]},
        "between": [{"above": "card", "below": "MENUS", "gap": 1},
                    {"above": "*", "below": "RANKED", "gap": 1}]},
      "states": {"loading": {"sections": [{"code": "BANNER", "height": 1}]}},
      """
    #expect(try findings(members, seen: ["SEEN"]) == [])
    #expect(
      try findings(members) == [
        "SE4010 $.spacing.groups.card[1]: nothing else names the block code `SEEN` – "
          + #"if the server gives it, write it into `sections`: "SEEN": {}"#
      ])
  }

  @Test("a mistyped code or group is met with what was meant")
  func mistyped() throws {
    let members = """
      "spacing": {"groups": {"card": ["SHELFF"]},
        "between": [{"above": "crad", "below": "*", "gap": 1}]},
      "states": {"loading": {"sections": [{"code": "BANER", "height": 1}]}},
      """
    #expect(
      try findings(members) == [
        "SE4010 $.spacing.groups.card: no rule uses the group `card`",
        "SE4010 $.spacing.groups.card[0]: nothing else names the block code `SHELFF` – "
          + "did you mean `SHELF`?",
        "SE4010 $.spacing.between[0].above: nothing else names the block code `crad` – "
          + "did you mean `card`?",
        "SE4010 $.states.loading.sections[0].code: nothing else names the block code `BANER` – "
          + "did you mean `BANNER`?",
      ])
  }

  @Test("a layout that names no code of its own is not judged by its codes")
  func withoutCodes() throws {
    let text = """
      {"name": "a", "version": 1, "sources": {"f": {"items": "$.x", "element": {"code": "t"}}},
       "spacing": {"between": [{"above": "A", "below": "B", "gap": 1}]}}
      """
    let found = LayoutReview.findings(in: try document(text), of: try layout(text), seen: [])
    #expect(found == [])
  }

  @Test("a parameter, a color and a setting without use are found")
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
    let found = LayoutReview.findings(in: try document(text), of: try layout(text), seen: [])
    #expect(
      found.map(\.message) == [
        "`columns` has no effect on `list`", "`rowAlignment` has no effect on `pager`",
      ])
    #expect(found.allSatisfy { $0.code == .settingWithoutEffect })
  }

  @Test("the bundled layout has no findings")
  func bundled() throws {
    let document = try document(at: layouts.appending(path: "netease-home.json"))
    #expect(LayoutReview.findings(in: document, of: try neteaseHome(), seen: []) == [])
  }
}
