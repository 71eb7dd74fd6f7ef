import LayoutCore
import PluginHost
import SectionEngine
import Testing

@Suite("FeedPage") struct FeedPageTests {
  static let layout = """
    {"name": "test", "version": 1, "sources": {
      "feed": {"primary": true, "items": "$", "element": {"code": "code", "closable": "canClose"}},
      "list": {"items": "$", "block": {"code": "LIST", "item": "id", "combine": "append"}}}}
    """

  private func page(
    _ feed: String, list: String? = nil, runner: RowsRunner = RowsRunner()
  ) throws -> FeedPage {
    let engine = try Engine(
      layout: Array(Self.layout.utf8), providers: RowsRunner.providers(runner))
    var replies = ["feed": Array(feed.utf8)]
    if let list { replies["list"] = Array(list.utf8) }
    return engine.page(of: replies)
  }

  private let three = #"[{"code": "A", "id": 1}, {"code": "B", "height": 70}, {"code": "C"}]"#

  @Test("sections, rows and heights equal those of the layout")
  func sections() throws {
    let page = try page(three, list: #"[{"id": 8}, {"id": 9, "height": 30.5}]"#)
    #expect(page.sections.map(\.blockCode) == ["A", "B", "C", "LIST"])
    #expect(page.sections.map(\.identity) == ["A", "B", "C", "LIST"])
    #expect(page.sections.map(\.frame.y) == [0, 50, 120, 170])
    #expect(page.height == 220.5)
    let list = page.sections[3]
    #expect(list.rowCount == 2 && list.rowHeights == [20, 30.5])
    #expect(list.rowFrames.map(\.y) == [170, 190])
    #expect(list.provider == "rows@1.0.0" && list.fallbackReason != nil)
    #expect(page.diagnostics.contains { $0.code.rawValue == "SE3002" })
  }

  @Test("the node at a point has its frame on the page, its row and its action")
  func nodes() throws {
    let page = try page(three, list: #"[{"id": 8}, {"id": 9}]"#)
    let node = try #require(page.node(at: Point(x: 5, y: 195)))
    #expect(node.section == 3 && node.row == 1 && node.name == "row")
    #expect(node.frame == Rect(x: 0, y: 190, width: 414, height: 20))
    #expect(node.action?.type == "web" && node.action?.target == "app://9")
    #expect(page.node(at: Point(x: 5, y: 500)) == nil)
  }

  @Test("moving, removing, inserting and replacing draw only new sections")
  func editing() throws {
    let runner = RowsRunner()
    var page = try page(three, runner: runner)
    #expect(runner.drawn == 3)
    let before = page

    page.move(from: 0, to: 2)
    #expect(page.sections.map(\.blockCode) == ["B", "C", "A"])
    #expect(page.sections.map(\.frame.y) == [0, 70, 120])
    page.remove(at: 1)
    #expect(page.sections.map(\.blockCode) == ["B", "A"])
    #expect(runner.drawn == 0)

    try page.insert(Array(#"{"height": 10, "canClose": true}"#.utf8), blockCode: "A", at: 0)
    #expect(page.sections.map(\.identity) == ["A#2", "B", "A"])
    #expect(page.sections.map(\.isClosable) == [true, false, false])
    #expect(runner.drawn == 1)
    try page.replace(at: 1, with: Array(#"{"height": 5}"#.utf8))
    #expect(page.sections.map(\.identity) == ["A#2", "B", "A"])
    #expect(page.height == 10 + 5 + 50)
    #expect(runner.drawn == 1)
    #expect(before.sections.map(\.blockCode) == ["A", "B", "C"])
  }

  @Test("an invalid payload leaves the page unchanged and is reported")
  func invalidPayload() throws {
    var page = try page(three)
    let error = #expect(throws: FeedPage.InvalidPayload.self) {
      try page.insert(Array("{".utf8), blockCode: "X", at: 0)
    }
    #expect(error?.diagnostics.isEmpty == false)
    #expect(page.sections.count == 3)
  }

  @Test("a feed without blocks is empty, and a feed without readable replies has failed")
  func nothing() throws {
    #expect(try page("[]").sections.map(\.blockCode) == ["empty-state"])
    let failed = try page(#"{"no": "list"}"#)
    #expect(failed.sections.map(\.blockCode) == ["failed-state"])
    #expect(failed.sections[0].identity == nil)
    #expect(failed.diagnostics.contains { $0.code.rawValue == "SE1011" })
  }

  @Test("the error for an invalid layout has its locations")
  func invalidLayout() throws {
    let error = #expect(throws: Engine.InvalidLayout.self) {
      try Engine(layout: Array(#"{"name": "x"}"#.utf8), providers: RowsRunner.providers())
    }
    #expect(error?.diagnostics.map(\.code.rawValue) == ["SE4001", "SE4001"])
  }

  @Test("a page can be written in every format, and in no unknown one")
  func formats() throws {
    let page = try page(three)
    for format in ["text", "json", "json-lines", "dump"] {
      #expect(page.bytes(as: format)?.isEmpty == false)
    }
    #expect(page.bytes(as: "gif") == nil)
  }
}
