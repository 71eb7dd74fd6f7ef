import FeedDocument
import Support
import Testing

@testable import Feeds
@testable import LayoutReview

@Suite("Losses of clients")
struct ClientRuleTests {
  /// Returns the findings about clients in a feed, an array of blocks. The member `code` of a block
  /// is its blockCode, and the optional member `type` its showType.
  private func findings(_ clients: [Client], _ feed: String) throws -> [Finding] {
    let document = try #require(
      FeedDocument.parse(PaddedBytes(Array(feed.utf8)), name: "feed.json").value)
    var pages = TestPages.section { _, _ in }
    pages.clients = clients
    pages.blocks = document.root.children.map { value in
      Block(
        value: value, settings: value, blockCode: value["code"].string ?? "",
        showType: value["type"].string ?? "", sourceName: "feed", isClosable: false,
        codeValue: value["code"])
    }
    return TestPages.findings("client", pages)
  }

  private func client(
    _ name: String, _ blocks: [Client.KnownBlock] = [], unknown: Client.UnknownRule = .skip,
    features: [String] = []
  ) -> Client {
    Client(
      name: name, unknown: unknown, features: features.compactMap { Feature($0) }, blocks: blocks)
  }

  private func known(_ code: String, _ fields: String...) -> Client.KnownBlock {
    .init(claim: .blockCode(code), fields: fields.compactMap { FieldPath($0) })
  }

  @Test(
    "a code that the client does not know is one loss, with the rule that it applies",
    arguments: [
      (.skip, "left out"), (.placeholder, "drawn as a placeholder"),
      (.fallback, "drawn by its default provider"),
    ] as [(Client.UnknownRule, String)])
  func unknown(_ rule: Client.UnknownRule, _ label: String) throws {
    let found = try findings(
      [client("ios", [known("A"), .init(claim: .wildcard)], unknown: rule)],
      #"[{"code": "A"}, {"code": "横幅🎏"}, {"code": "横幅🎏"}, {"code": "إعلان"}]"#)
    #expect(
      found.map(\.diagnostic.message) == [
        "`ios` does not know the block code `横幅🎏`", "`ios` does not know the block code `إعلان`",
      ])
    #expect(found.allSatisfy { $0.diagnostic.label == label && $0.rule == "client" })
    #expect(found[0].diagnostic.notes == ["the same holds for 1 more block"])
    #expect(found[0].diagnostic.location?.column == 26)
    #expect(Set(found.map(\.fingerprint)).count == 2 && found[0].diagnostic.code == .lostOnClient)
  }

  @Test("a showType that the client knows is not a loss, and an empty feed has none")
  func known() throws {
    let clients = [client("ios", [.init(claim: .showType("LIST"))])]
    #expect(try findings(clients, #"[{"code": "B", "type": "LIST"}]"#).isEmpty)
    #expect(try findings(clients, #"[{"code": "B", "type": "list"}]"#).count == 1)
    #expect(try findings(clients, "[]").isEmpty)
    #expect(try findings([], #"[{"code": "B"}]"#).isEmpty)
  }

  @Test("a field is lost if no block of the code has it; what is below it is part of the loss")
  func fields() throws {
    let clients = [
      client(
        "ios",
        [known("A", "$.title", "$.items[*].text", "$.cards[*].x", "$.cards[*].y", "$.e[*].z")])
    ]
    let complete =
      #"{"code": "A", "title": "t", "items": [{}, {"text": ""}], "cards": [{"x": 1, "y": 2}], "e": []}"#
    #expect(try findings(clients, "[\(complete)]").isEmpty)
    #expect(try findings(clients, #"[{"code": "A"}, \#(complete)]"#).isEmpty)
    #expect(try findings(clients, #"[{"code": "B", "title": 1}]"#).count == 1)
    let found = try findings(
      clients, #"[{"code": "A", "title": null, "items": [{"text": 1}], "e": []}, {"code": "A"}]"#)
    #expect(
      found.map(\.diagnostic.message) == [
        "no block of the block code `A` has `$.title`, which `ios` reads",
        "no block of the block code `A` has `$.cards`, which `ios` reads",
      ])
    #expect(
      found.map(\.diagnostic.label) == [
        "it is null, and not in 1 more block", "nor in 1 more block",
      ])
    #expect(found[1].diagnostic.notes == ["for `$.cards[*].x`, `$.cards[*].y`"])
    #expect(Set(found.map(\.fingerprint)).count == 2)
  }

  @Test(
    "fields below one parent are one loss, at the parent and in the words of what is there",
    arguments: [
      (#""head": null"#, "has `$.head`, ", "it is null", "$[0].head"),
      (#""tail": {}"#, "has `$.head`, ", "it is not here", "$[0].code"),
      (#""head": 5"#, "has members in `$.head`, ", "it is the number 5", "$[0].head"),
      (#""head": """#, "has members in `$.head`, ", "it is an empty string", "$[0].head"),
      (#""head": {"b": 1}"#, "has `$.head.a`, ", "it is not here", "$[0].head"),
      (#""head": {"a": null}"#, "has `$.head.a`, ", "it is null", "$[0].head.a"),
      (
        #""head": {"a": "x"}"#, "has elements in `$.head.a`, ", "it is the string \"x\"",
        "$[0].head.a"
      ),
    ])
  func parents(_ member: String, _ message: String, _ label: String, _ path: String) throws {
    let clients = [client("ios", [known("A", "$.head.a[*].x", "$.head.a[*].y.z")])]
    let found = try findings(clients, #"[{"code": "A", \#(member)}]"#)
    #expect(found.count == 1 && found[0].diagnostic.message.contains(message), "\(found)")
    #expect(found.first?.diagnostic.label == label)
    #expect(found.first?.diagnostic.location?.path == path)
    #expect(found.first?.diagnostic.notes == ["for `$.head.a[*].x`, `$.head.a[*].y.z`"])
    #expect(found.first?.lacksAllFields == true)
  }

  @Test(
    "a field that a block or an item lacks is optional",
    arguments: [
      ("$.title", false), ("$.items[*].name", false), ("$.items[*].was", true), ("$.none", true),
      ("$.items[*].tag.text", true), ("$.empty[*].name", false), ("$.title[*]", true),
      ("$.items[*].null", true),
    ])
  func optional(_ path: String, _ isOptional: Bool) throws {
    let json = #"""
      {"title": "", "items": [{"name": 1, "was": 2, "null": null}, {"name": 3, "tag": {"text": 4},
        "null": 1}], "empty": []}
      """#
    let document = try #require(
      FeedDocument.parse(PaddedBytes(Array(json.utf8)), name: "feed.json").value)
    #expect(try #require(FieldPath(path)).isPartlyLacking(in: document.root) == isOptional)
  }

  @Test("fields of the default entry are those of the blocks that it draws")
  func defaults() throws {
    let blocks = [
      known("A"),
      Client.KnownBlock(claim: .wildcard, fields: [FieldPath("$.id")].compactMap { $0 }),
    ]
    let feed = #"[{"code": "A"}, {"code": "X"}]"#
    #expect(try findings([client("ios", blocks, unknown: .fallback)], feed).count == 2)
    #expect(try findings([client("ios", blocks, unknown: .skip)], feed).count == 1)
  }

  // In "requires" of Adaptive Cards 1.2 and later, a version is a minimum, and "*" allows any.
  @Test(
    "a feature that a block requires is lost if the client lacks it or has an older version",
    arguments: [
      (#"{"video": "1.2"}"#, 0), (#"{"video": "1.10"}"#, 1), (#"{"video": "*"}"#, 0),
      (#"{"video": "1"}"#, 0), (#"{"视频": "*"}"#, 1), (#"{"video": "2", "audio": "1.0"}"#, 2),
      (#"{"video": "soon"}"#, 0), (#"{"video": 2}"#, 1), (#"{"video": 1.2}"#, 0),
      (#"{"video": "v2"}"#, 1), (#"{"video": ">=1.2"}"#, 1), (#"{"login": true}"#, 0), ("[]", 0),
      (#""video""#, 0), (#"{"video": "99999999999999999999"}"#, 1),
    ])
  func features(_ requires: String, _ count: Int) throws {
    let block = #"{"code": "A", "requires": \#(requires)}"#
    let found = try findings(
      [client("ios", [known("A")], features: ["video/1.2"])], "[\(block), \(block)]")
    #expect(found.count == count)
    #expect(found.allSatisfy { $0.diagnostic.message.hasPrefix("`ios` lacks the feature") })
  }

  @Test("each client has its own losses, and thousands of unknown codes are all reported")
  func several() throws {
    let feed = (0..<3_000).map { #"{"code": "C\#($0)"}"# }.joined(separator: ",")
    let clients = [client("a"), client("b", (0..<1_000).map { known("C\($0)") })]
    #expect(try findings(clients, "[\(feed)]").count == 3_000 + 2_000)
  }
}
