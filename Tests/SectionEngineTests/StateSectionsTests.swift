import FeedDocument
@testable import Feeds
import LayoutCore
import SectionEngine
import Testing

@Suite("States of a feed") struct StateSectionsTests {
  private func layout(_ states: FeedLayout.States) throws -> FeedLayout {
    let text = """
      {"name": "test", "version": 1,
       "sources": {"feed": {"items": "$", "element": {"code": "code"}}},
       "chrome": {"navigationBar": {"height": 44}, "tabBar": {"height": 49, "items": []}}}
      """
    let document = try #require(
      FeedDocument.parse(PaddedBytes(text.utf8), name: "layout").value)
    var layout = try #require(FeedLayout.parse(document).value)
    layout.states = states
    return layout
  }

  private func page(
    _ states: FeedLayout.States, _ state: PageState, blocks: String = "[]", width: Double = 400
  ) throws -> Page {
    let layout = try layout(states)
    let document = try #require(
      FeedDocument.parse(PaddedBytes(blocks.utf8), name: "feed").value)
    let reply = SourceReply(source: "feed", outcome: .document(document, []))
    let found = Feed.assemble(layout: layout, replies: [reply]).value?.blocks ?? []
    let engine = Engine(layout: layout, providers: RowsRunner.providers())
    let environment = LayoutEnvironment(width: width, height: 800)
    let page = engine.page(
      engine.scene(of: Feed(layout: layout, blocks: found), state: state, in: environment))
    #expect(page.placed.blockIndices.count == page.laidOut.sections.count)
    return page.laidOut
  }

  private var skeleton: FeedLayout.States {
    var states = FeedLayout.States()
    states.skeleton = [
      .init(code: "A", height: 100), .init(code: "B", height: 30, rows: 3),
      .init(code: "C", height: 20),
    ]
    states.skeletonDesignWidth = 200
    return states
  }

  @Test("a skeleton has the heights of the content, scaled with the page")
  func skeletonHeights() throws {
    let sections = try page(skeleton, PageState(content: .loading)).sections
    #expect(sections.map(\.blockCode) == ["A", "B", "C"])
    #expect(sections.map(\.frame.height) == [200, 180, 40])
    #expect(sections[1].rowHeights == [60, 60, 60])
    #expect(sections.allSatisfy { $0.provider.id == "skeleton" })
    let shape = try #require(sections[0].root?.children.first?.children.first)
    #expect(shape.frame == Rect(x: 8, y: 8, width: 384, height: 184))
  }

  @Test("arrived content replaces its part of the skeleton in place")
  func arrived() throws {
    let sections = try page(
      skeleton, PageState(content: .loading), blocks: #"[{"code": "B"}, {"code": "X"}]"#
    ).sections
    #expect(sections.map(\.blockCode) == ["A", "B", "C", "X"])
    #expect(sections.map(\.provider.id) == ["skeleton", "rows", "skeleton", "rows"])
    #expect(sections.map(\.frame.y) == [0, 200, 250, 290])
  }

  @Test("complete content has no skeleton")
  func completed() throws {
    let sections = try page(skeleton, PageState(), blocks: #"[{"code": "B"}]"#).sections
    #expect(sections.map(\.blockCode) == ["B"])
  }

  @Test("an empty feed fills the screen between the bars with its message")
  func empty() throws {
    var states = FeedLayout.States()
    states.empty = .init(title: "没有内容", message: "稍后再来", button: "刷新")
    let sections = try page(states, PageState(content: .empty)).sections
    #expect(sections.map(\.blockCode) == ["empty-state"])
    #expect(sections[0].frame.height == 800 - 44 - 49)
    let nodes = try #require(sections[0].root).children
    #expect(nodes.map(\.text) == ["没有内容", "稍后再来", "刷新"])
    // The title is 20, the message 20 and the button 44 high, with gaps of 8, in the middle of 707
    // points.
    #expect(nodes.map(\.frame.y) == [303.5, 331.5, 359.5])
    #expect(nodes.map { $0.frame.x + $0.frame.width / 2 } == [200, 200, 200])
    #expect(nodes[2].actionType == "session" && nodes[2].actionTarget == "refresh")
  }

  @Test("a failed feed shows the layout's message, or the engine's if the layout has none")
  func failed() throws {
    let sections = try page(FeedLayout.States(), PageState(content: .failed)).sections
    let nodes = try #require(sections.first?.root).children
    #expect(nodes.map(\.text) == ["Could not load", "Retry"])
  }

  @Test("header and footer states are shown beside the bars")
  func ends() throws {
    var states = FeedLayout.States()
    states.header = [.refreshing: "Refreshing"]
    states.footer = [.idle: "More", .noMoreData: "The end"]
    func chrome(_ header: HeaderState, _ footer: FooterState?) throws -> [String] {
      let chrome = try page(
        states, PageState(header: header, footer: footer), blocks: #"[{"code": "A"}]"#
      ).chrome
      return [chrome.top, chrome.bottom].compactMap { $0 }.map { section in
        "\(section.blockCode) \(section.rowHeights)"
      }
    }
    #expect(try chrome(.idle, nil) == ["navigation-bar [44.0]", "tab-bar [49.0]"])
    #expect(
      try chrome(.refreshing, .idle)
        == ["navigation-bar+refresh [44.0, 44.0]", "load-more+tab-bar [44.0, 49.0]"])
    #expect(
      try chrome(.refreshing, .refreshing)
        == ["navigation-bar+refresh [44.0, 44.0]", "tab-bar [49.0]"])
    let end = try page(states, PageState(footer: .noMoreData)).chrome.bottom
    #expect(end?.root?.children.first?.children.first?.text == "The end")
  }
}
