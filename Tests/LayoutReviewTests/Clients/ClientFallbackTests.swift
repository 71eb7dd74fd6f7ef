import FeedDocument
@testable import Feeds
import LayoutCore
@testable import PluginHost
import Support
import Testing

@testable import LayoutReview

/// A runner that draws every block, without diagnostics.
private struct DrawingRunner: ProviderRunner {
  let plugins: [PluginDescriptor]

  func run(
    _ batch: [(provider: ProviderReference, request: SectionRequest)]
  ) -> [SectionOutcome] {
    batch.map { provider, request in
      let id = plugins[provider.plugin].id
      let section = Section(blockCode: request.blockCode, provider: .init(id: id, version: "1.0.0"))
      return .section(section, warnings: [])
    }
  }
}

/// The fallback rules of other formats of server-driven pages, expressed as rules of clients.
@Suite("Blocks that a client does not know")
struct ClientFallbackTests {
  /// The plugins of this program, which are newer than the client's.
  private static let plugins = [
    plugin("card", "2.0.0", ["Card"], []), plugin("media", "1.4.0", ["Media"], ["Rich"]),
    plugin("text", "1.0.0", ["TextBlock"], ["Plain"]), plugin("generic", "1.0.0", ["*"], []),
  ]

  private static func plugin(
    _ id: String, _ version: String, _ codes: [String], _ types: [String]
  ) -> PluginDescriptor {
    PluginDescriptor(
      id: id, version: version, providers: [.init(blockCodes: codes, showTypes: types)])
  }

  /// Returns which plugin draws each block, given as code and showType.
  private func drawn(
    _ unknown: Client.UnknownRule, knows claims: [ProviderRegistry.Key],
    _ blocks: [(code: String, type: String)]
  ) throws -> [String] {
    let client = Client(
      name: "app", unknown: unknown, blocks: claims.map { .init(claim: $0) })
    let document = try #require(
      FeedDocument.parse(PaddedBytes(Array("{}".utf8)), name: "feed.json").value)
    let ladder = FallbackLadder(
      registry: ProviderRegistry(plugins: Self.plugins).limited(to: client.plugins),
      runner: DrawingRunner(plugins: Self.plugins), unknown: client.policy, placeholderHeight: 50)
    return ladder.draw(
      blocks.map { code, type in
        SectionRequest(
          block: document.root, settings: document.root, blockCode: code, showType: type,
          environment: LayoutEnvironment())
      }
    ).map { $0.section?.provider.id ?? "nothing" }
  }

  @Test(
    "Adaptive Cards: an unknown element with the fallback `drop` is left out, its siblings stay")
  func drop() throws {
    let found = try drawn(
      .skip, knows: [.blockCode("TextBlock")],
      [("TextBlock", ""), ("Media", ""), ("TextBlock", "")]
    )
    #expect(found == ["text", "nothing", "text"])
  }

  @Test("Adaptive Cards: an unknown element is replaced by the element of its fallback")
  func element() throws {
    // The showType is the kind of block that the client may draw in place of an unknown kind.
    let found = try drawn(
      .skip, knows: [.showType("Plain")], [("Media", "Plain"), ("Media", "Rich")])
    #expect(found == ["text", "nothing"])
  }

  @Test("Adaptive Cards: without a fallback the host's own rule applies, such as its default text")
  func host() throws {
    #expect(try drawn(.fallback, knows: [.blockCode("Card")], [("Media", "")]) == ["generic"])
  }

  @Test("A2UI: a component that the client's catalog lacks is skipped or becomes a placeholder")
  func catalog() throws {
    let blocks = [("Card", ""), ("Media", ""), ("未知🎬", "")]
    #expect(
      try drawn(.skip, knows: [.blockCode("Card")], blocks) == ["card", "nothing", "nothing"])
    #expect(
      try drawn(.placeholder, knows: [.blockCode("Card")], blocks)
        == ["card", "placeholder", "placeholder"])
    #expect(try drawn(.placeholder, knows: [], []) == [])
  }

  @Test("a client with a missing plugin or another major version is noted, once for all blocks")
  func difference() throws {
    let document = try #require(
      FeedDocument.parse(PaddedBytes(Array("{}".utf8)), name: "feed.json").value)
    func block(_ code: String) -> Block {
      Block(
        value: document.root, settings: document.root, blockCode: code, showType: "",
        sourceName: "feed", isClosable: false, codeValue: document.root)
    }
    let client = Client(
      name: "ios-6.2", unknown: .skip,
      blocks: [
        .init(claim: .blockCode("Card"), plugin: "card", version: "1.9.0"),
        .init(claim: .blockCode("Media"), plugin: "media", version: "1.0.0"),
        .init(claim: .blockCode("Video"), plugin: "video", version: "1.0.0"),
        .init(claim: .blockCode("TextBlock")),
      ])
    let registry = ProviderRegistry(plugins: Self.plugins)
    let note = try #require(
      client.difference(
        from: registry, drawing: ["Video", "Card", "Card", "Media", "TextBlock"].map(block)))
    #expect(note.code == .otherThanClient && note.severity == .note)
    #expect(
      note.notes == [
        "block code `Card`: the client has `card` 1.9.0, and here it is 2.0.0",
        "block code `Video`: the client has `video`, which is missing here",
      ])
    #expect(client.difference(from: registry, drawing: ["Media", "X"].map(block)) == nil)
  }
}
