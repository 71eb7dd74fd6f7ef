import FeedDocument
import PluginHost
import Support
import Testing

@testable import LayoutReview

@Suite("Files of clients")
struct ClientFileTests {
  static func read(_ text: String) throws -> Diagnosed<Client?> {
    Client.read(
      try #require(FeedDocument.parse(PaddedBytes(Array(text.utf8)), name: "a.client.json").value))
  }

  @Test("a file gives the client's blocks, versions, fields and features")
  func whole() throws {
    let read = try Self.read(
      #"""
      {"$schema": "client.schema.json", "client": "ios-6.2", "unknown": "fallback",
       "features": ["section.core/1.0", "应用/2"],
       "blocks": [
         {"blockCode": "横幅🎏", "plugin": "banner", "version": "1.0.0",
          "fields": ["$.items[*].title", "$['a b'][*]", "$"]},
         {"showType": "قائمة"}, {"default": true, "plugin": "generic"}]}
      """#)
    #expect(read.diagnostics.isEmpty)
    let client = try #require(read.value)
    #expect(client.name == "ios-6.2" && client.unknown == .fallback)
    #expect(client.features.map(\.text) == ["section.core/1.0", "应用/2"])
    #expect(client.blocks.map(\.claim) == [.blockCode("横幅🎏"), .showType("قائمة"), .wildcard])
    #expect(client.blocks[0].plugin == "banner" && client.blocks[0].version == "1.0.0")
    #expect(client.blocks[0].fields.map(\.text) == ["$.items[*].title", "$['a b'][*]", "$"])
    let again = try Self.read(String(decoding: client.json, as: UTF8.self))
    #expect(again.value == client && again.diagnostics.isEmpty)
  }

  @Test(
    "a violation of the format is reported at its place",
    arguments: [
      ("{}", 3, "`blocks` is missing"), ("[]", 1, "not an object"),
      (#"{"client": "a/b", "unknown": "skip", "blocks": []}"#, 1, "`client` is not a name"),
      (#"{"client": "a", "unknown": "drop", "blocks": []}"#, 1, "`unknown` is not one of"),
      (#"{"client": "a", "unknown": "skip", "blocks": {}}"#, 1, "`blocks` is not an array"),
      (#"{"client": "a", "unknown": "skip", "blocks": [], "block": 1}"#, 1, "unknown key `block`"),
      (#"{"client": "a", "unknown": "skip", "blocks": [{}]}"#, 1, "selects no blocks"),
      (
        #"{"client": "a", "unknown": "skip", "blocks": [{"blockCode": "A", "showType": "B"}]}"#, 1,
        "selects no blocks"
      ),
      (
        #"{"client": "a", "unknown": "skip", "blocks": [{"blockCode": "A", "version": "one"}]}"#, 1,
        "`version` is not a version like `1.2.0`"
      ),
      (
        #"{"client": "a", "unknown": "skip", "blocks": [{"default": false}]}"#, 1,
        "`default` is not true"
      ),
      (
        #"{"client": "a", "unknown": "skip", "blocks": [{"blockCode": "A"}, {"blockCode": "A"}]}"#,
        1, "block code `A` is repeated"
      ),
      (
        #"{"client": "a", "unknown": "skip", "blocks": [{"blockCode": "A", "fields": ["a"]}]}"#, 1,
        "not a path from the block"
      ),
      (
        #"{"client": "a", "unknown": "skip", "blocks": [], "features": ["core", "core/1.x", "/1"]}"#,
        3, "not a name and a version"
      ),
    ])
  func violations(_ text: String, _ count: Int, _ says: String) throws {
    let read = try Self.read(text)
    #expect(read.value == nil && read.diagnostics.count == count)
    let first = try #require(read.diagnostics.first)
    #expect(first.code == .invalidClient && first.message.contains(says), "\(first.message)")
    #expect(first.location?.file == "a.client.json")
  }

  @Test("more entries than the limit are refused, and the limit itself is not")
  func limits() throws {
    func text(_ count: Int) -> String {
      let blocks = (0..<count).map { #"{"blockCode": "B\#($0)"}"# }.joined(separator: ",")
      return #"{"client": "a", "unknown": "skip", "blocks": [\#(blocks)]}"#
    }
    #expect(try Self.read(text(Client.most.blocks)).value?.blocks.count == Client.most.blocks)
    let refused = try Self.read(text(Client.most.blocks + 1))
    #expect(refused.value == nil && refused.diagnostics[0].message.contains("at most 4096"))
  }

  @Test(
    "a path is a field's if it is well-formed",
    arguments: [
      ("$", true), ("$.a", true), ("$[*]", true), ("$.a[*][*].b", true), ("$['a.b'][*]", true),
      ("$[0].a", true), ("", false), ("a", false), ("$a", false), ("$.", false), ("$.a[*]b", false),
      ("$.a[", false), ("$.a..b", false), ("$.标题", true),
    ])
  func paths(_ text: String, _ isValid: Bool) {
    #expect((FieldPath(text) != nil) == isValid)
  }

  @Test(
    "the first part of a path that no block has is missing",
    arguments: [
      ("$.title", nil), ("$.items[*].name", nil), ("$.items[*].text", "$.items[*].text"),
      ("$.none[*].a.b", "$.none"), ("$.empty[*].a", nil), ("$.null", "$.null"),
      ("$.title[*]", "$.title"), ("$.title.a", "$.title"), ("$.null.a.b", "$.null"),
      ("$.items[*].text.a", "$.items[*].text"), ("$['a b']", nil), ("$.名[*][*]", nil), ("$", nil),
    ] as [(String, String?)])
  func missing(_ path: String, _ expected: String?) throws {
    let json = #"""
      [{"title": "x", "items": [{"name": 1}], "empty": [], "null": null},
       {"items": [{"name": null}, {}], "a b": false, "名": [[], [1]]}]
      """#
    let document = try #require(
      FeedDocument.parse(PaddedBytes(Array(json.utf8)), name: "feed.json").value)
    let field = try #require(FieldPath(path))
    #expect(field.lack(in: Array(document.root.children))?.part == expected)
    #expect(field.lack(in: [])?.part == "$")
  }

  @Test(
    "versions are compared number by number",
    arguments: [
      ("1", [1], true), ("1.2", [1, 10], false), ("2", [1, 10], true), ("1.0", [1], true),
      ("1", [1, 0, 1], false), ("10.0", [9, 9], true),
    ])
  func versions(_ version: String, _ least: [Int], _ isEnough: Bool) throws {
    #expect(try #require(Feature("a/\(version)")).isAtLeast(least) == isEnough)
  }
}
