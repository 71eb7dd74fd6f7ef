import FeedDocument
import Feeds
import LayoutCore
import PluginHost
import TestTools
import Testing

@testable import SectionEngine

@Suite("A session that grows") struct GrowingSessionTests {
  private static let layout = """
    {"name": "growing", "version": 1, "identity": "occurrence",
     "sources": {"feed": {"primary": true, "request": {"url": "feed/{page}"}, "items": "$.items",
       "element": {"code": "code", "closable": "closable"}}},
     "spacing": {"default": 8, "first": 3, "last": 5,
       "between": [{"above": "A", "below": "B", "gap": 1}]},
     "states": {"loading": {"sections": [{"code": "A", "height": 60}]}},
     "paging": {"source": "feed", "by": "page", "first": 0,
       "end": [[{"path": "$.end", "equals": 1}]]}}
    """

  /// Returns a page of up to four blocks with random kinds of sections and diagnostics.
  private static func reply(_ random: inout SplitMix64) -> String {
    let blocks = (0..<Int.random(in: 0..<5, using: &random)).map { _ in
      let code = ["A", "A", "B", "C", "UNKNOWN", "Q\(Int.random(in: 0..<4, using: &random))"][
        Int.random(in: 0..<6, using: &random)]
      let more = [
        "", "", #", "height": 0"#, #", "frame": 77"#, #", "closable": true"#,
        #", "placement": "overlay""#, #", "placement": "floatTop""#,
        #", "placement": "floatBottom""#,
      ][Int.random(in: 0..<8, using: &random)]
      return #"{"code": "\#(code)", "id": \#(Int.random(in: 0..<3, using: &random))\#(more)}"#
    }
    return
      #"{"end": \#(Int.random(in: 0..<12, using: &random) == 0 ? 1 : 0), "items": [\#(blocks.joined(separator: ", "))]}"#
  }

  @Test("each step gives the page that is drawn at once", arguments: UInt64(0)..<60)
  func equality(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let policies: [UnknownPolicy] = [.generic, .skip, .placeholder, .fail]
    let document = try #require(
      FeedDocument.parse(PaddedBytes(Self.layout.utf8), name: "layout").value)
    let engine = Engine(
      layout: try #require(FeedLayout.parse(document).value),
      providers: RowsRunner.providers(codes: ["A", "B", "C"] + (seed % 3 == 0 ? ["*"] : [])),
      unknown: policies[Int(seed) % policies.count], remembersHeights: false)
    var session = SessionPage(engine, in: engine.standardEnvironment)
    var time = 0.0
    func check(_ page: FeedPage, _ before: FeedPage, _ update: FeedUpdate) {
      let whole = engine.page(
        engine.scene(of: page.scene.feed, state: page.scene.state, in: page.environment))
      for format in ["dump", "json", "text"] {
        #expect(page.bytes(as: format) == whole.bytes(as: format))
      }
      #expect(page.diagnostics == whole.diagnostics)
      #expect(Array(page.placed.blockIndices) == Array(whole.placed.blockIndices))
      #expect(update.shift == page.shift(since: before, visible: session.visible))
    }
    for _ in 0..<12 {
      time += 10
      var before = session.page
      let update = session.send(
        Int.random(in: 0..<8, using: &random) == 0 ? .refresh : .loadMore, at: time)
      if !update.step.hasNoEffect { check(session.page, before, update) }
      for request in update.step.requests {
        before = session.page
        let name = "feed-\(time)"
        let reply =
          Int.random(in: 0..<6, using: &random) == 0
          ? SourceReply.Outcome.failed(SourceFailure(.network(.interrupted), []))
          : SourceReply.Outcome(
            FeedDocument.parse(PaddedBytes(Self.reply(&random).utf8), name: name))
        let received = session.receive(
          SourceReply(source: request.source, page: request.page, outcome: reply),
          to: request.id, at: time)
        check(session.page, before, received)
      }
    }
  }

  @Test("pages that are kept stay as they were")
  func snapshots() throws {
    var old: [(page: FeedPage, dump: [UInt8]?)] = []
    var random = SplitMix64(seed: 7)
    let engine = try Engine(layout: Array(Self.layout.utf8), providers: RowsRunner.providers())
    var session = SessionPage(engine, in: engine.standardEnvironment)
    for step in 0..<30 {
      let update = session.send(step == 0 ? .refresh : .loadMore, at: Double(step * 10))
      for request in update.step.requests {
        let reply = SourceReply.Outcome(
          FeedDocument.parse(PaddedBytes(Self.reply(&random).utf8), name: "feed"))
        _ = session.receive(
          SourceReply(source: request.source, page: request.page, outcome: reply),
          to: request.id, at: Double(step * 10))
      }
      old.append((session.page, session.page.bytes(as: "dump")))
    }
    for (page, dump) in old { #expect(page.bytes(as: "dump") == dump) }
  }
}
