import Support
import FeedDocument
import LayoutCore
import Testing

@testable import LayoutReview

@Suite struct SnapshotSettingsTests {
  private static func parse(_ text: String) throws -> (SnapshotSettings?, [Diagnostic]) {
    let document = FeedDocument.parse(PaddedBytes(Array(text.utf8)), name: "snapshots.json")
    let parsed = SnapshotSettings.parse(
      try #require(document.value), devices: ["iphone-se", "iphone-14"])
    return (parsed.value, parsed.diagnostics)
  }

  @Test("a feed uses the common matrix for each axis that it does not set")
  func matrix() throws {
    let (settings, found) = try Self.parse(
      """
      {"matrix": {"devices": ["iphone-se", "iphone-14"], "appearances": ["light", "dark"]},
       "feeds": [
         {"name": "首页 feed", "feed": "a.json", "sources": {"menus": "m.json"}, "plugins": ["p"]},
         {"name": "b", "layout": "b", "matrix": {"devices": ["iphone-14"], "locales": ["ar"],
          "textSizes": ["ax5"], "directions": ["rtl"]}}]}
      """)
    #expect(found.isEmpty)
    let feeds = try #require(settings).feeds
    #expect(feeds.map(\.name) == ["首页 feed", "b"])
    #expect(feeds[0].matrix.count == 4 && feeds[0].sources.map(\.file) == ["m.json"])
    #expect(
      feeds[1].matrix
        == SnapshotMatrix(
          words: [
            .device: ["iphone-14"], .appearance: ["light", "dark"], .direction: ["rtl"],
            .textSize: ["ax5"], .locale: ["ar"],
          ]))
  }

  @Test(
    "invalid settings are refused with their location and a suggestion",
    arguments: [
      (#"{"feeds": []}"#, "empty"), (#"{}"#, "`feeds` is missing"),
      (#"{"feeds": [{"name": "a"}]}"#, "no devices"),
      (#"{"feeds": [{"name": "a", "matrix": {"devices": []}}]}"#, "no cell"),
      (#"{"feeds": [{"name": "a", "matrix": {"devices": ["iphone-15"]}}]}"#, "iphone-15"),
      (#"{"feeds": [{"name": "a", "matrix": {"devices": ["iphone-se", "iphone-se"]}}]}"#, "repeat"),
      (#"{"feeds": [{"name": "a", "matrix": {"apearances": ["dark"]}}]}"#, "apearances"),
      (
        #"{"matrix": {"devices": ["iphone-se"], "locales": ["large"]}, "feeds": [{"name": "a"}]}"#,
        "BCP 47"
      ),
      (
        #"{"matrix": {"devices": ["iphone-se"], "textSizes": [3]}, "feeds": [{"name": "a"}]}"#,
        "word"
      ),
      (
        #"{"matrix": {"devices": ["iphone-se"]}, "feeds": [{"name": "a"}, {"name": "A"}]}"#,
        "repeated"
      ),
      (#"{"matrix": {"devices": ["iphone-se"]}, "feeds": [{"name": "a/b"}]}"#, "folder"),
      (#"{"matrix": {"devices": ["iphone-se"]}, "feeds": [{"name": ".."}]}"#, "folder"),
      (#"{"matrix": {"devices": ["iphone-se"]}, "feeds": [{"name": "a\u0007"}]}"#, "folder"),
      (
        #"{"matrix": {"devices": ["iphone-se"]}, "feeds": [{"name": "a", "feed": "https://x"}]}"#,
        "files"
      ),
      (
        #"{"matrix": {"devices": ["iphone-se"]}, "feeds": [{"name": "a", "unknown": "skp"}]}"#,
        "unknown"
      ),
      ("[]", "object"),
    ])
  func refused(_ text: String, _ word: String) throws {
    let (settings, found) = try Self.parse(text)
    #expect(settings == nil)
    #expect(found.allSatisfy { $0.code == .invalidSnapshots && $0.location != nil })
    let all = found.map { "\($0.message) \($0.label ?? "") \($0.notes) \($0.helps)" }
    #expect(all.contains { $0.contains(word) }, "\(all)")
  }

  @Test("a matrix that is too large is refused with the limit")
  func huge() throws {
    let locales = (0..<2_501).map { "\"l\($0)\"" }.joined(separator: ", ")
    let (settings, found) = try Self.parse(
      """
      {"matrix": {"devices": ["iphone-se", "iphone-14"], "appearances": ["light", "dark"],
       "locales": [\(locales)]}, "feeds": [{"name": "a"}, {"name": "b"}]}
      """)
    #expect(settings == nil && found.count == 1)
    #expect(found.first?.message == "the matrix has more than 10000 cells")
    #expect(found.first?.label == "10004 with this feed")
  }
}
