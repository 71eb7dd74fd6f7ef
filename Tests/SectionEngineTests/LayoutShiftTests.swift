import LayoutCore
import PluginHost
import SectionEngine
import Testing

@Suite("Layout shift") struct LayoutShiftTests {
  private func page(_ feed: String, list: String = "[]") throws -> FeedPage {
    let engine = try Engine(
      layout: Array(FeedPageTests.layout.utf8), providers: RowsRunner.providers())
    return engine.page(of: ["feed": Array(feed.utf8), "list": Array(list.utf8)])
  }

  private func shift(_ before: FeedPage, _ after: FeedPage, to end: Double = 800) -> [String] {
    let shift = after.shift(since: before, visible: 0...end)
    #expect(shift.distance == shift.movements.map { abs($0.to - $0.from) }.max() ?? 0)
    return shift.movements.map { move in
      let name = move.item.map { "\(move.section)/\($0)" } ?? move.section
      return "\(name) \(Int(move.from)) \(Int(move.to))"
    }
  }

  @Test("sections below an inserted one move by its height")
  func insertion() throws {
    let before = try page(#"[{"code": "A"}, {"code": "B"}]"#)
    let after = try page(#"[{"code": "A"}, {"code": "NEW", "height": 30}, {"code": "B"}]"#)
    #expect(shift(before, after) == ["B 50 80"])
    #expect(shift(after, before) == ["B 80 50"])
  }

  @Test("sections that are off screen, new or removed are not counted")
  func uncounted() throws {
    let before = try page(#"[{"code": "A"}, {"code": "B"}, {"code": "C"}]"#)
    let after = try page(#"[{"code": "NEW"}, {"code": "C"}, {"code": "D"}]"#)
    #expect(shift(before, after) == ["C 100 50"])
    #expect(shift(before, after, to: 100) == [])
    #expect(shift(before, before) == [])
  }

  @Test("rows with an identity are counted separately")
  func rows() throws {
    let before = try page(#"[{"code": "A"}]"#, list: #"[{"id": 1}, {"id": 2}]"#)
    let after = try page(
      #"[{"code": "A"}]"#, list: #"[{"id": 9, "height": 7}, {"id": 2}, {"id": 1}]"#)
    #expect(shift(before, after) == ["LIST/1 50 77", "LIST/2 70 57"])
  }
}
