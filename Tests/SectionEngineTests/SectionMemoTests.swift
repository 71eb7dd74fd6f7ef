import FeedDocument
import FeedSession
import LayoutCore
import Testing

@testable import SectionEngine

@Suite struct SectionMemoTests {
  private static func block(
    _ text: String, code: String = "A", closable: Bool = false
  ) throws -> Block {
    let layoutText =
      #"{"name": "test", "version": 1, "sources": {"feed": {"items": "$", "element": {"code": "c"}}}}"#
    let parsed = FeedDocument.parse(PaddedBytes(layoutText.utf8), name: "layout").value
    let layoutDocument = try #require(parsed)
    let layout = try #require(FeedLayout.parse(layoutDocument).value)
    let document = try #require(FeedDocument.parse(PaddedBytes(text.utf8), name: "feed").value)
    var block = Block(document.root, code: code, of: layout, beside: [])
    block.isClosable = closable
    return block
  }

  private static func section(of block: Block) -> LayoutSection {
    LayoutSection(blockCode: block.blockCode, provider: .init(id: "p", version: "1.0.0"))
  }

  /// Looks up a block and learns its section if there is no entry. Returns whether there was an
  /// entry.
  private static func visit(
    _ memo: inout SectionMemo, _ block: Block, of layout: String = "test"
  ) -> Bool {
    let answer = memo.answers(for: [block], of: layout)[0]
    if answer.entry == nil { _ = memo.learn(section(of: block), of: block, layout, answer) }
    return answer.entry != nil
  }

  @Test("a block is known from the third time it occurs")
  func sightings() throws {
    var memo = SectionMemo()
    let text = #"{"title": "雨天", "list": [1, 2]}"#
    #expect(try !Self.visit(&memo, Self.block(text)))
    #expect(try !Self.visit(&memo, Self.block(text)))
    #expect(try Self.visit(&memo, Self.block(text)))
    #expect(try Self.visit(&memo, Self.block(text)))
  }

  @Test("a block with other bytes, code, closability or layout is different")
  func differences() throws {
    var memo = SectionMemo()
    for _ in 0..<3 { _ = try Self.visit(&memo, Self.block(#"{"a": 1}"#)) }
    #expect(try Self.visit(&memo, Self.block(#"{"a": 1}"#)))
    #expect(try !Self.visit(&memo, Self.block(#"{"a":1}"#)))
    #expect(try !Self.visit(&memo, Self.block(#"{"a": 1}"#, code: "B")))
    for _ in 0..<2 { #expect(try !Self.visit(&memo, Self.block(#"{"a": 1}"#), of: "other")) }
    #expect(try Self.visit(&memo, Self.block(#"{"a": 1}"#), of: "other"))
    #expect(try Self.visit(&memo, Self.block(#"{"a": 1}"#)))
    for _ in 0..<3 {
      #expect(try !Self.visit(&memo, Self.block(#"{"a": 1}"#, closable: true)))
      _ = try Self.visit(&memo, Self.block(#"{"a": 1}"#))
    }
  }

  @Test("a block that is not part of a source, or whose section has diagnostics, is never kept")
  func exceptions() throws {
    var memo = SectionMemo()
    for _ in 0..<4 {
      #expect(try !Self.visit(&memo, Self.block("7")))
      var builder = DocumentBuilder(name: "built")
      builder.beginArray()
      builder.endArray()
      var built = try Self.block("[]")
      built.value = builder.finish().root
      #expect(!Self.visit(&memo, built))

      let block = try Self.block(#"{"a": 2}"#)
      let answer = memo.answers(for: [block], of: "test")[0]
      #expect(answer.entry == nil)
      var reported = Self.section(of: block)
      reported.diagnosticCodes = ["SE3003"]
      #expect(memo.learn(reported, of: block, "test", answer) == nil)
      var fallen = Self.section(of: block)
      fallen.fallback = .init(step: .generic, reason: "no provider")
      #expect(memo.learn(fallen, of: block, "test", answer) == nil)
    }
  }

  @Test("an entry in use is kept while many others exceed the capacity")
  func room() throws {
    var memo = SectionMemo()
    let often = try Self.block(#"{"often": true}"#)
    for _ in 0..<2 { _ = Self.visit(&memo, often) }
    let padding = String(repeating: "x", count: 20_000)
    let first = try Self.block(#"{"number": 0, "text": "\#(padding)"}"#)
    for number in 0..<2_000 {
      let block = try Self.block(#"{"number": \#(number), "text": "\#(padding)"}"#)
      for _ in 0..<2 { _ = Self.visit(&memo, block) }
      #expect(Self.visit(&memo, block))
      #expect(Self.visit(&memo, often))
    }
    #expect(memo.size < 16 << 20)
    #expect(!Self.visit(&memo, first))
  }
}
