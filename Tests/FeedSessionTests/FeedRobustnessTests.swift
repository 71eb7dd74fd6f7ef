import Support
import FeedDocument
@testable import Feeds
import TestTools
import TestConditions
import Testing

@Suite("Random documents") struct FeedRobustnessTests {
  /// A generator of random JSON from the words of real feeds.
  private struct Generator {
    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func below(_ limit: UInt64) -> UInt64 { random.next() % limit }

    mutating func element(of words: [String]) -> String { words[Int(below(UInt64(words.count)))] }

    static let keys = [
      "code", "data", "blocks", "blockCode", "showType", "canClose", "cursor", "type", "kind",
      "sortIndex", "message", "blockCodeOrderList", "crossPlatformConfig", "items", "",
    ]
    static let scalars = [
      "200", "null", "true", "\"\"", "\"A\"", "\"HOMEPAGE_BANNER\"", "\"مرحبا 👩‍👩‍👧\"", "-1", "1e308",
      "109951166052270907", "\"{\\\"blockCodeOrderList\\\": [\\\"A\\\"]}\"", "{}", "[]",
    ]

    mutating func value(depth: Int) -> String {
      guard depth > 0, below(4) > 0 else { return element(of: Self.scalars) }
      let count = below(5)
      if below(2) == 0 {
        return "[\((0..<count).map { _ in value(depth: depth - 1) }.joined(separator: ","))]"
      }
      return "{\((0..<count).map { _ in member(depth: depth) }.joined(separator: ","))}"
    }

    mutating func member(depth: Int) -> String {
      "\"\(element(of: Self.keys))\": \(value(depth: depth - 1))"
    }

    /// Returns a document, which resembles a reply of netease-home in half of the cases.
    mutating func document() -> String {
      guard below(2) == 0 else { return value(depth: 6) }
      let blocks = (0..<below(6)).map { _ in
        below(4) == 0
          ? value(depth: 2)
          : "{\"blockCode\": \(element(of: Self.scalars)), \(member(depth: 4)), \(member(depth: 2))}"
      }
      return """
        {"code": 200, "data": {"blocks": [\(blocks.joined(separator: ","))], \(member(depth: 3))}}
        """
    }
  }

  @Test(
    "any document gives a feed with sections, or a failure with its reason", .exhaustive,
    arguments: 0..<40 as Range<UInt64>)
  func random(seed: UInt64) throws {
    var generator = Generator(seed: seed)
    let home = try neteaseHome()
    var feeds = 0
    for round in 0..<50 {
      let text = generator.document()
      let document = try document(text)
      let context: Comment = "seed \(seed), round \(round): \(text)"
      let replies = home.sources.map {
        SourceReply(source: $0.name, outcome: .document(document, []))
      }
      let assembly = Feed.assemble(layout: home, replies: replies)
      check(assembly, context)
      if assembly.feed != nil { feeds += 1 }
      let codes = assembly.codes
      let identities = assembly.feed?.blocks.map(\.identity) ?? []
      #expect(Set(identities).count == identities.count, context)
      let reversed = Feed.assemble(layout: home, replies: replies.reversed())
      #expect(reversed.codes == codes && reversed.diagnostics == assembly.diagnostics, context)

      if let layout = LayoutChooser.choose(for: document, among: [home]).value {
        let source = try #require(layout.primarySource)
        let chosen = Feed.assemble(
          layout: layout,
          replies: [SourceReply(source: source.name, outcome: .document(document, []))])
        check(chosen, context)
        if layout.isInferred { #expect(!chosen.codes.isEmpty, context) }
      }
      try checkDraft(for: document, context)
    }
    #expect(feeds > 0)
  }

  /// Checks that a layout drafted from this reply is a valid feed layout and can read the reply.
  private func checkDraft(for reply: FeedDocument, _ context: Comment) throws {
    guard let text = LayoutDraft.draft(for: reply, name: "any").text else { return }
    let parsed = FeedLayout.parse(try document(text))
    #expect(parsed.diagnostics == [], context)
    let layout = try #require(parsed.value, context)
    let (feed, lost) = Feed.join(
      layout: layout, replies: [SourceReply(source: "feed", outcome: .document(reply, []))])
    #expect(lost == [] && !feed.blocks.isEmpty, context)
    #expect(Set(feed.blocks.map(\.blockCode)) == Set(layout.knownCodes), context)
    #expect(Set(feed.blocks.map(\.identity)).count == feed.blocks.count, context)
  }

  private func check(_ assembly: Diagnosed<Feed?>, _ context: Comment) {
    guard let feed = assembly.value else {
      #expect(assembly.diagnostics.contains { $0.severity == .error }, context)
      return
    }
    #expect(!feed.blocks.isEmpty, context)
    for block in feed.blocks {
      #expect(
        !block.blockCode.isEmpty && block.settings.document !== block.value.document, context)
      #expect(block.heightHint.map { $0.height(forWidth: 414).isFinite } ?? true, context)
    }
  }

  @Test("a feed of many blocks is sorted as a whole")
  func manyBlocks() throws {
    let count = 16_000
    let blocks = (0..<count).map { "{\"blockCode\": \"B\($0)\", \"sortIndex\": \(count - $0)}" }
    let text = "{\"code\": 200, \"data\": {\"blocks\": [\(blocks.joined(separator: ","))]}}"
    let assembly = Feed.assemble(layout: try neteaseHome(), replies: [try reply("blocks", text)])
    #expect(assembly.codes == (0..<count).reversed().map { "B\($0)" })
  }
}
