import Support
import FeedDocument
import Feeds
import LayoutCore
@testable import PluginHost
import Renderers
import SectionEngine
import Testing

/// Draws every block as one row with a fixed height, and then lets the test change the section.
private struct FixedRunner: ProviderRunner {
  var change: @Sendable (inout Section) -> Void = { _ in }

  func run(
    _ batch: [(provider: ProviderReference, request: SectionRequest)]
  ) -> [SectionOutcome] {
    batch.map { _, request in
      var section = Section(
        blockCode: request.blockCode, provider: .init(id: "fixed", version: "1.0.0"))
      section.arena.begin(.box)
      var button = NodeContent()
      button.text = section.arena.addText("Open".utf8)
      button.actionTarget = section.arena.addText("app://\(request.blockCode)".utf8)
      var style = Style()
      style.width = .points(40)
      style.height = .points(20)
      section.arena.begin(.button, style: style, content: button)
      section.arena.end()
      section.arena.end()
      section.rows = [.init(node: 0, height: request.block["height"].double ?? 50)]
      section.apply(request.layoutOverride)
      change(&section)
      return .section(section, warnings: [])
    }
  }
}

private func page(
  _ blocks: String, width: Double = 400, layoutMembers: String = "",
  change: @escaping @Sendable (inout Section) -> Void = { _ in }
) throws -> Page {
  let text = """
    {"name": "test", "version": 3, "title": "Test", "sources": {"feed": {"items": "$",
     "element": {"code": "code", "closable": "canClose"}}},
     "appearance": {"light": {"text": "#000000"}, "dark": {"text": "#ffffff"}},
     "chrome": {"navigationBar": {"height": 44, "searchField":
       {"placeholder": "Search", "insetX": 16, "insetY": 6}},
       "tabBar": {"height": 49, "items": [{"title": "One"}, {"title": "Two"}], "selected": 1}}\(layoutMembers)}
    """
  let layoutDocument = FeedDocument.parse(PaddedBytes(text.utf8), name: "layout").value
  let parsed = FeedLayout.parse(try #require(layoutDocument))
  let layout = try #require(parsed.value, "\(parsed.diagnostics)")
  let document = try #require(
    FeedDocument.parse(PaddedBytes(blocks.utf8), name: "feed").value)
  let replies = [SourceReply(source: "feed", outcome: .document(document, []))]
  guard let feed = Feed.assemble(layout: layout, replies: replies).value else {
    throw Failure()
  }
  let registry = ProviderRegistry(plugins: [
    PluginDescriptor(
      id: "fixed", version: "1.0.0", path: "fixed.so", origin: .bundled,
      providers: [.init(blockCodes: ["*"], showTypes: [])])
  ])
  let engine = Engine(
    layout: layout,
    providers: SectionProviders(
      registry: registry, runner: FixedRunner(change: change),
      measurer: FixedTextMeasurer(advance: 10, lineHeight: 20)))
  let result = engine.page(
    engine.scene(of: feed, in: LayoutEnvironment(width: width, appearance: .dark)))
  return result.laidOut
}

private struct Failure: Error {}

@Suite struct EngineTests {
  @Test("sections stack in order, with properties from the feed and the layout")
  func stacking() throws {
    let page = try page(#"[{"code": "A"}, {"code": "B", "height": 70.5, "canClose": true}]"#)
    #expect(page.sections.map(\.frame.y) == [0, 50])
    #expect(page.sections.map(\.isClosable) == [false, true])
    #expect(page.height == 120.5)
    #expect(page.feedID == "test" && page.layoutName == "test@3")
    #expect(page.title == "Test" && page.tokens == ["text": "#ffffff"])
  }

  @Test("neighbours have the gaps of the feed layout")
  func spacing() throws {
    let page = try page(
      #"[{"code": "A"}, {"code": "B"}, {"code": "NONE", "height": 0}, {"code": "B"}]"#,
      layoutMembers: """
        , "identity": "occurrence", "spacing": {"default": 8, "first": 4, "last": 16,
        "between": [{"above": "B", "below": "B", "gap": 20}]}
        """)
    // The first section is 50 high with 4 above it, the second follows after 8. The empty section
    // does not separate its neighbours B and B, so their gap is 20. The page ends 16 below.
    #expect(page.sections.map(\.frame.y) == [4, 62, 112, 132])
    #expect(page.sections.map(\.gapAbove) == [4, 8, 0, 20])
    #expect(page.height == 198)
    #expect(
      page.hit(at: Point(x: 1, y: 3)) == nil && page.hit(at: Point(x: 1, y: 58)) == nil)
  }

  @Test("a page scrolls between its bars, from rest to its end")
  func scrolling() throws {
    // The page has 2000 points on a screen of 896, whose bars cover 44 and 49: 803 are visible,
    // 1197 remain.
    let page = try page(#"[{"code": "A", "height": 2000}, {"code": "F", "height": 20}]"#) {
      if $0.blockCode == "F" { $0.placement = .floatBottom }
    }
    #expect(page.sections[1].frame.y == 783, "803 - 20, not scrolled")
    for (asked, reached) in [(0.0, 0.0), (100, 100), (1197, 1197), (1197.5, 1197), (1e9, 1197)] {
      let scrolled = page.scrolled(by: asked)
      let viewport = try #require(scrolled.viewport)
      #expect(viewport.top == reached && viewport.bottom == reached + 803)
      #expect(viewport.topInset == 44 && viewport.bottomInset == 49 && viewport.height == 896)
      #expect(scrolled.sections[1].frame.y == reached + 783)
      let notes = scrolled.diagnostics.dropFirst(page.diagnostics.count)
      #expect(notes.map(\.code) == (asked > reached ? [.scrolledBeyondEnd] : []))
    }
  }

  @Test("a section that ends before its scroll offset is noted")
  func scrolledSection() throws {
    let json = #"[{"code": "A"}]"#
    let notes = try page(json) { $0.scroll = 30 }.diagnostics.filter { $0.severity == .note }
    #expect(notes.map(\.code) == [.scrolledBeyondEnd])
    #expect(notes.map(\.message) == ["the section ends before the offset 30"])
    #expect(try page(json) { $0.scroll = 0 }.diagnostics.allSatisfy { $0.severity != .note })
  }

  @Test("a page lower than the screen does not scroll")
  func shortPage() throws {
    var page = try page(#"[{"code": "A"}]"#)
    page.diagnostics = []
    let scrolled = page.scrolled(by: 10)
    #expect(scrolled.viewport?.top == 0)
    #expect(scrolled.diagnostics.map(\.message) == ["the page ends before the offset 10"])
    #expect(page.scrolled(by: 0).diagnostics.isEmpty)
  }

  @Test("the feed layout overrides the section layout")
  func layoutOverride() throws {
    let page = try page(
      #"[{"code": "A"}, {"code": "B"}]"#,
      layoutMembers: #", "sections": {"A": {"layout": {"kind": "flow", "minimumHeight": 90}}}"#)
    #expect(page.sections.map(\.layout) == [.flow, .list])
    #expect(page.sections.map(\.frame.y) == [0, 90])
  }

  @Test("a requested frame of another height wins, and both heights are reported")
  func frameWins() throws {
    let page = try page(#"[{"code": "A"}, {"code": "B"}]"#) {
      if $0.blockCode == "A" { $0.frameRequest.height = 80 }
    }
    #expect(page.sections.map(\.frame.y) == [0, 80])
    let finding = try #require(page.diagnostics.first { $0.code == .frameHeightDiffers })
    #expect(finding.message == "frame is 80 pt high, content is 50 pt")
    #expect(finding.blockCode == "A" && finding.plugin == "fixed@1.0.0")
    #expect(page.sections[0].diagnosticCodes.contains("SE2001"))
    #expect(!page.sections[1].diagnosticCodes.contains("SE2001"))
  }

  @Test("nodes beyond the depth limit are reported, and the page is drawn")
  func tooDeep() throws {
    let page = try page(#"[{"code": "A"}, {"code": "B"}]"#) { section in
      guard section.blockCode == "A" else { return }
      section.arena = NodeArena()
      for _ in 0..<600 { section.arena.begin(.box) }
      for _ in 0..<600 { section.arena.end() }
    }
    #expect(page.diagnostics.contains { $0.code == .treeTooDeep && $0.blockCode == "A" })
    #expect(page.sections.map(\.frame.y) == [0, 50])
  }

  @Test("hit testing gives the nodes at a point and the action of a tap")
  func hits() throws {
    let page = try page(#"[{"code": "A"}, {"code": "B"}]"#)
    let button = try #require(page.hit(at: Point(x: 39.5, y: 69.5)))
    #expect(button.section == 1 && button.path == [0, 1] && button.actionTarget == "app://B")
    let beside = try #require(page.hit(at: Point(x: 40, y: 69.5)))
    #expect(beside.path == [0] && beside.actionTarget.isEmpty)
    #expect(page.hit(at: Point(x: 0, y: 50))?.section == 1)
    for outside in [Point(x: 0, y: 100), Point(x: -1, y: 0), Point(x: 400, y: 0)] {
      #expect(page.hit(at: outside) == nil)
    }
  }

  @Test("bars are laid out in their own coordinates", arguments: [400.0, 320])
  func chrome(_ width: Double) throws {
    let chrome = try page(#"[{"code": "A"}]"#, width: width).chrome
    let top = try #require(chrome.top)
    #expect(top.frame == Rect(x: 0, y: 0, width: width, height: 44))
    let field = try #require(top.root?.children.first)
    #expect(field.name == "search-field")
    #expect(field.frame == Rect(x: 16, y: 6, width: width - 32, height: 32))
    #expect(field.children.first?.text == "Search")
    let bottom = try #require(chrome.bottom)
    #expect(bottom.frame.height == 49)
    let tabs = bottom.root?.children ?? []
    #expect(tabs.map(\.text) == ["One", "Two"])
    #expect(
      tabs.map(\.frame.x) == [0, width / 2] && tabs.map(\.frame.width) == [width / 2, width / 2])
    #expect(tabs.map(\.content.font.weight) == [400, 600])
  }
}
