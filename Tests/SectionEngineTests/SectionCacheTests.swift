import FeedDocument
import Feeds
import LayoutCore
import PluginHost
import TestTools
import TestConditions
import Testing

@testable import SectionEngine

/// The cache of sections: for many feeds with equal blocks, and for one feed that changes.
@Suite struct SectionCacheTests {
  private let runner = RowsRunner()

  private func engine(_ layout: String = "test") throws -> Engine {
    Engine(
      layout: try Self.layout(layout),
      providers: RowsRunner.providers(runner, codes: ["A", "B", "*"]))
  }

  private static func layout(_ name: String = "test") throws -> FeedLayout {
    let text = #"""
      {"name": "\#(name)", "version": 1, "identity": "occurrence",
       "sources": {"feed": {"primary": true, "items": "$", "element": {"code": "c"}}}}
      """#
    let parsed = FeedDocument.parse(PaddedBytes(text.utf8), name: "layout").value
    let document = try #require(parsed)
    return try #require(FeedLayout.parse(document).value)
  }

  private static func block(
    _ text: String, code: String = "A", closable: Bool = false
  ) throws -> Block {
    let document = try #require(FeedDocument.parse(PaddedBytes(text.utf8), name: "feed").value)
    var block = Block(document.root, code: code, of: try layout(), beside: [])
    block.isClosable = closable
    return block
  }

  /// Lays out a page of one block. Returns whether its section was in the cache.
  private func visit(
    _ cache: SectionCache, _ block: Block, of layout: String = "test"
  ) throws -> Bool {
    let engine = try engine(layout)
    let feed = Feed(layout: engine.layout, blocks: [block])
    let page = engine.page(engine.scene(of: feed, in: LayoutEnvironment()).caching(in: cache))
    #expect(page.laidOut.sections.map(\.blockCode) == [block.blockCode])
    return runner.drawn == 0
  }

  @Test("a block is known from the third time it occurs")
  func sightings() throws {
    let cache = SectionCache(.repeated)
    let text = #"{"title": "雨天", "list": [1, 2]}"#
    #expect(try !visit(cache, Self.block(text)))
    #expect(try !visit(cache, Self.block(text)))
    #expect(try visit(cache, Self.block(text)))
    #expect(try visit(cache, Self.block(text)))
  }

  @Test("a block with other bytes, code, closability or layout is different")
  func differences() throws {
    let cache = SectionCache(.repeated)
    for _ in 0..<3 { _ = try visit(cache, Self.block(#"{"a": 1}"#)) }
    #expect(try visit(cache, Self.block(#"{"a": 1}"#)))
    #expect(try !visit(cache, Self.block(#"{"a":1}"#)))
    #expect(try !visit(cache, Self.block(#"{"a": 1}"#, code: "B")))
    for _ in 0..<2 { #expect(try !visit(cache, Self.block(#"{"a": 1}"#), of: "other")) }
    #expect(try visit(cache, Self.block(#"{"a": 1}"#), of: "other"))
    #expect(try visit(cache, Self.block(#"{"a": 1}"#)))
    for _ in 0..<3 {
      #expect(try !visit(cache, Self.block(#"{"a": 1}"#, closable: true)))
      _ = try visit(cache, Self.block(#"{"a": 1}"#))
    }
  }

  @Test("a block that is not part of a source, or whose section has diagnostics, is never kept")
  func exceptions() throws {
    let cache = SectionCache(.repeated)
    for _ in 0..<4 {
      #expect(try !visit(cache, Self.block("7")))
      var builder = DocumentBuilder(name: "built")
      builder.beginArray()
      builder.endArray()
      var built = try Self.block("[]")
      built.value = builder.finish().root
      #expect(try !visit(cache, built))
      // This section has a diagnostic: its `frame` is not as high as its row.
      #expect(try !visit(cache, Self.block(#"{"frame": 7}"#)))
      // No provider claims this code, which gives a diagnostic too.
      #expect(try !visit(cache, Self.block(#"{"a": 2}"#, code: "UNKNOWN")))
    }
  }

  @Test("an entry in use is kept while many others exceed the capacity", .exhaustive)
  func room() throws {
    let cache = SectionCache(.repeated)
    let often = try Self.block(#"{"often": true}"#)
    for _ in 0..<2 { _ = try visit(cache, often) }
    let padding = String(repeating: "x", count: 20_000)
    let first = try Self.block(#"{"number": 0, "text": "\#(padding)"}"#)
    for number in 0..<2_000 {
      let block = try Self.block(#"{"number": \#(number), "text": "\#(padding)"}"#)
      for _ in 0..<2 { _ = try visit(cache, block) }
      #expect(try visit(cache, block))
      #expect(try visit(cache, often))
    }
    #expect(cache.size < 16 << 20)
    #expect(try !visit(cache, first))
  }

  @Test("a section is kept for two rounds")
  func rounds() throws {
    let cache = SectionCache(.rounds)
    let text = #"{"a": 1}"#
    #expect(try !visit(cache, Self.block(text)))
    #expect(try visit(cache, Self.block(text)))
    cache.beginRound()
    #expect(try visit(cache, Self.block(text)))
    cache.beginRound()
    cache.beginRound()
    #expect(try !visit(cache, Self.block(text)))
  }

  @Test(
    "a feed that is read again after any edits gives the page of a layout from scratch", .exhaustive
  )
  func rereadFeeds() throws {
    let engine = try engine()
    var drawn = 0
    for seed in UInt64(0)..<300 {
      var random = RandomBlocks(seed: seed)
      let cache = SectionCache(.rounds)
      var blocks = (0..<6).map { _ in random.block() }
      for _ in 0..<5 {
        random.edit(&blocks)
        let text = "[\n\(blocks.joined(separator: ",\n"))]"
        let document = try #require(
          FeedDocument.parse(PaddedBytes(text.utf8), name: "feed").value)
        let feed = Feed.assemble(
          layout: engine.layout,
          replies: [SourceReply(source: "feed", outcome: .document(document, []))])
        guard let feed = feed.value else { continue }
        cache.beginRound()
        for width in [390.0, 414] {
          let scene = engine.scene(of: feed, in: LayoutEnvironment(width: width))
          _ = runner.drawn
          let page = engine.page(scene.caching(in: cache))
          drawn += runner.drawn
          let scratch = engine.page(scene)
          #expect(
            page.laidOut.sections == scratch.laidOut.sections, "seed \(seed)")
          #expect(page.diagnostics == scratch.diagnostics, "seed \(seed)")
        }
      }
    }
    #expect(drawn < 300 * 5 * 2 * 4)
  }

  @Test(
    "a page with any edits equals one that is laid out from scratch, and draws what is new",
    .exhaustive)
  func editedPages() throws {
    for seed in UInt64(0)..<300 {
      var random = RandomBlocks(seed: seed)
      let engine = try engine()
      let text = "[\((0..<5).map { _ in random.block() }.joined(separator: ","))]"
      var page = engine.page(of: ["feed": Array(text.utf8)])
      for _ in 0..<6 {
        _ = runner.drawn
        try random.edit(&page)
        #expect(runner.drawn <= 1, "seed \(seed)")
        let scratch = engine.page(page.scene.caching(in: nil))
        #expect(
          page.laidOut.sections == scratch.laidOut.sections, "seed \(seed)")
        #expect(page.diagnostics == scratch.diagnostics, "seed \(seed)")
      }
    }
  }
}

/// A generator of random blocks and edits.
private struct RandomBlocks {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// Returns a block that its own provider or the generic one draws, with or without a finding.
  mutating func block() -> String {
    let code = ["A", "B", "UNKNOWN", "OTHER"].randomElement(using: &random) ?? "A"
    let number = Int.random(in: 0..<1_000_000, using: &random)
    let frame = Int.random(in: 0..<4, using: &random) == 0 ? #", "frame": 9"# : ""
    return #"{"c": "\#(code)", "id": \#(number), "height": \#(number % 90)\#(frame)}"#
  }

  mutating func edit(_ blocks: inout [String]) {
    let index = Int.random(in: 0..<blocks.count, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: blocks.insert(block(), at: index)
    case 1 where blocks.count > 1: blocks.remove(at: index)
    case 2: blocks.shuffle(using: &random)
    default: blocks[index] = block()
    }
  }

  mutating func edit(_ page: inout FeedPage) throws {
    let count = page.sections.count
    let index = Int.random(in: 0..<count, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      let code = ["A", "UNKNOWN", "NEW"].randomElement(using: &random) ?? "A"
      try page.insert(Array(block().utf8), blockCode: code, at: index)
    case 1 where count > 1: page.remove(at: index)
    case 2: page.move(from: index, to: Int.random(in: 0..<count, using: &random))
    default: try page.replace(at: index, with: Array(block().utf8))
    }
  }
}
