import Foundation
import TestConditions
import Testing

/// One fact that two rules of `check` can find.
@Suite("Repeated facts") struct RepeatedItemTests {
  /// Returns a rail of five playlists, of which the last two have one identifier and one title.
  private static func feed() throws -> Data {
    let creatives = (0..<5).map { index -> [String: Any] in
      let (id, target) = ("\(min(index, 3))", "orpheus://playlist/\(index)")
      let element: [String: Any] = [
        "mainTitle": ["title": "Title \(id)"],
        "image": ["imageUrl": "https://example.com/\(index).jpg"],
      ]
      let resource: [String: Any] = [
        "resourceType": "list", "resourceId": id, "action": target, "actionType": "orpheus",
        "uiElement": element,
      ]
      return [
        "creativeType": "list", "creativeId": id, "action": target, "actionType": "orpheus",
        "resources": [resource],
      ]
    }
    let block: [String: Any] = [
      "blockCode": "HOMEPAGE_BLOCK_PLAYLIST_RCMD", "showType": "HOMEPAGE_SLIDE_PLAYLIST",
      "uiElement": ["subTitle": ["title": "News"]], "creatives": creatives,
    ]
    return try JSONSerialization.data(
      withJSONObject: ["code": 200, "data": ["blocks": [block]]], options: .sortedKeys)
  }

  @Test("items with one identifier and one name are one finding, unless the first rule is off")
  func identifiersAndNames() throws {
    let scratch = try Scratch()
    try Self.feed().write(to: scratch.file("feed.json"))
    try scratch.write(#"{"rules": {"duplicate-id": "off"}}"#, to: "off.json")
    func rules(_ arguments: String...) throws -> [String] {
      let result = try Program.run(
        ["check", "feed.json", "--layout", "netease-home", "--format", "json"] + arguments,
        folder: scratch.url)
      return try CheckCommandTests.findings(result).compactMap { $0["rule"] as? String }
        .filter { ["duplicate-id", "same-name"].contains($0) }
    }
    #expect(try rules() == ["duplicate-id"])
    #expect(try rules("--config", "off.json") == ["same-name"])
  }
}
