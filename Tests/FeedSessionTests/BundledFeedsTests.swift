import Support
import FeedDocument
@testable import Feeds
import Foundation
import TestTools
import Testing

/// The bundled feeds of many requests, joined from their samples.
@Suite("Bundled feeds of many sources") struct BundledFeedsTests {
  private static func layout(_ name: String) throws -> FeedLayout {
    let parsed = FeedLayout.parse(try document(at: layouts.appending(path: "\(name).json")))
    #expect(parsed.diagnostics == [])
    return try #require(parsed.value)
  }

  private static func replies(_ layout: FeedLayout) throws -> [SourceReply] {
    try layout.sources.flatMap { source in
      try source.samples.enumerated().map { page, sample in
        SourceReply(
          source: source.name, page: page,
          outcome: .document(try document(at: layouts.appending(path: sample)), []))
      }
    }
  }

  /// Returns one line per block: the identity of the block, followed by the ids of its items or, if
  /// it has none, by the names and sizes of its members.
  private static func picture(_ feed: Feed) -> [String] {
    feed.blocks.map { block in
      let inside =
        block.items.isEmpty
        ? block.value.children.map { "\($0.key):\($0.count)" } : block.items.map(\.id)
      return "\(block.identity) \(inside.joined(separator: ","))"
    }
  }

  static let names = ["mall-home", "audio-charts", "audio-chart"]

  @Test("samples join without a diagnostic, in any order of arrival", arguments: names)
  func arrival(_ name: String) throws {
    let layout = try Self.layout(name)
    let replies = try Self.replies(layout)
    let (feed, lost) = Feed.join(layout: layout, replies: replies)
    #expect(feed.diagnostics == [] && lost == [])
    #expect(Set(feed.blocks.map(\.blockCode)) == Set(layout.knownCodes))
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SplitMix64(seed: seed)
    for _ in 0..<200 {
      let other = Feed.join(layout: layout, replies: replies.shuffled(using: &generator)).feed
      #expect(Self.picture(other) == Self.picture(feed), "seed \(seed)")
    }
  }

  @Test("a failed source loses only its own block, and the order stays", arguments: names)
  func losses(_ name: String) throws {
    let layout = try Self.layout(name)
    let replies = try Self.replies(layout)
    let whole = Feed.join(layout: layout, replies: replies).feed.blocks.map(\.blockCode)
    for lost in layout.sources {
      let failure = SourceFailure(.network(.timeout), [])
      let partial = replies.map {
        $0.source == lost.name
          ? SourceReply(source: $0.source, page: $0.page, outcome: .failed(failure)) : $0
      }
      let joined = Feed.join(layout: layout, replies: partial)
      #expect(Set(joined.lost.map(\.source)) == [lost.name])
      guard case .block(let shape) = lost.shape else {
        // Without the lost source, which only sorts, all blocks stay in the order of the layout.
        let ranks = joined.feed.blocks.map { layout.order.ranks[$0.blockCode] ?? .infinity }
        #expect(ranks == ranks.sorted() && ranks.count == whole.count)
        continue
      }
      // The block remains if another source provides parts of it and the lost part is optional.
      let isShared = layout.sources.contains {
        if case .block(let other) = $0.shape {
          $0.name != lost.name && other.code == shape.code && lost.part?.isRequired != true
        } else {
          false
        }
      }
      #expect(
        joined.feed.blocks.map(\.blockCode)
          == whole.filter { isShared || $0 != shape.code && $0 != lost.heading?.code })
    }
  }

  @Test("the pages of a chart have 27 songs, and the last page has the end flag")
  func pages() throws {
    let layout = try Self.layout("audio-chart")
    let replies = try Self.replies(layout)
    #expect(replies.map(\.page) == [0, 1, 2])
    let blocks = Feed.join(layout: layout, replies: replies).feed.blocks
    #expect(blocks.map(\.blockCode) == ["chartHeader", "chartSongs"])
    let block = try #require(blocks.last)
    #expect(block.items.count == 27 && Set(block.items.map(\.id)).count == 27)
    let ends = replies.map { reply -> Int64? in
      guard case .document(let document, _) = reply.outcome else { return nil }
      return document.value(atPath: "$.billboard.havemore")?.int64
    }
    #expect(ends == [1, 1, 0])
  }

  @Test("the array decides the order of netease-home, also beside another order in the cursor")
  func cursorOrder() throws {
    let blocks = #"[{"blockCode": "HOMEPAGE_MUSIC_MLOG"}, {"blockCode": "HOMEPAGE_BANNER"}]"#
    let list = #"["HOMEPAGE_BANNER","HOMEPAGE_MUSIC_MLOG"]"#
    let cursor = #"{"offset":2,"blockCodeOrderList":\#(list)}"#.replacing("\"", with: "\\\"")
    func codes(_ more: String) throws -> [String] {
      let page = #"{"code": 200, "data": {"blocks": \#(blocks), "cursor": "\#(cursor)"\#(more)}}"#
      return Feed.join(
        layout: try Self.layout("netease-home"), replies: [try reply("blocks", page)]
      ).feed.blocks.map(\.blockCode)
    }
    #expect(try codes("") == ["HOMEPAGE_MUSIC_MLOG", "HOMEPAGE_BANNER"])
    let told = try codes(#", "blockCodeOrderList": \#(list)"#)
    #expect(told == ["HOMEPAGE_BANNER", "HOMEPAGE_MUSIC_MLOG"])
  }

  @Test("a mall group that becomes empty disappears, and returns at its position")
  func emptied() throws {
    let layout = try Self.layout("mall-home")
    let full = try Self.replies(layout)
    let empty = try reply("wallet", #"{"code": 0, "data": {"type": "wallet", "items": []}}"#)
    let codes = Feed.join(layout: layout, replies: full).feed.blocks.map(\.blockCode)
    let without = Feed.join(layout: layout, replies: full + [empty])
    #expect(without.feed.blocks.map(\.blockCode) == codes.filter { $0 != "wallet" })
    #expect(without.feed.diagnostics == [] && without.lost == [])
    let again = Feed.join(
      layout: layout, replies: full + [empty] + full.filter { $0.source == "wallet" })
    #expect(again.feed.blocks.map(\.blockCode) == codes)
  }
}
