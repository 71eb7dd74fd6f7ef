import Testing

@testable import LayoutCore
import Page

/// Pages on a screen that is 300 points high, of which a bar covers 40 at the top.
@Suite("A scrolled page") struct ScrolledTreeTests {
  private static let provider = Section.Provider(id: "test", version: "1.0.0")

  /// Returns a section with a pinned header of 30, a pinned footer of 20 and one row between them,
  /// each with an action.
  private static func headed(row: Double, hasBackground: Bool = false) -> Section {
    var section = Section(blockCode: "HEADED", provider: provider)
    func part(_ name: String, _ height: Double?) -> Int {
      var style = Style()
      if let height { style.height = .points(Float(height)) }
      var content = NodeContent()
      content.actionTarget = section.arena.addText(Array(name.utf8))
      let node = section.arena.begin(.box, style: style, content: content)
      section.arena.end()
      return node
    }
    section.arena.begin(.list)
    section.header = .init(node: part("header", 30), isPinned: true, height: 30)
    section.rows = [.init(node: part("row", row), height: row)]
    section.footer = .init(node: part("footer", 20), isPinned: true, height: 20)
    if hasBackground { section.background = part("background", nil) }
    section.arena.end()
    return section
  }

  private static func bare(
    _ code: String, height: Double, _ placement: Section.Placement
  ) -> Section {
    var section = Section(blockCode: code, provider: provider)
    section.arena.begin(.box)
    section.arena.end()
    section.rows = [.init(node: 0, height: height)]
    section.placement = placement
    return section
  }

  private static func page(_ sections: [Section]) -> Page {
    let environment = LayoutEnvironment(width: 100, height: 300)
    let measurer = FixedTextMeasurer(advance: 10, lineHeight: 20)
    return Page(
      feedID: "f", title: "", layoutName: "l", environment: environment,
      sections: LayoutEngine(environment: environment, measurer: measurer).layOut(sections),
      measurer: measurer)
  }

  private static func viewport(_ offset: Double) -> Viewport {
    Viewport(offset: offset, height: 300, topInset: 40)
  }

  private static func y(_ node: Int?, of page: Page, _ section: Int = 0) -> Double? {
    node.map { LayoutNode(arena: page.sections[section].arena, index: $0).frame.y }
  }

  @Test(
    "pinned parts follow the edges of the visible area within their section",
    arguments: [
      // Offset, y of the header, y of the footer. The section is 30 + 950 + 20 high. The visible
      // area is from 40 to 300 points below the offset.
      (-40, 0, 240), (0, 40, 280), (100, 140, 380), (720, 760, 980), (900, 940, 980),
      // The footer at 980 pushes the header out.
      (940, 950, 980), (2000, 950, 980),
    ] as [(Double, Double, Double)])
  func pinning(offset: Double, header: Double, footer: Double) {
    let page = Self.page([Self.headed(row: 950), Self.bare("B", height: 5000, .flow)])
    let scrolled = page.scrolled(to: Self.viewport(offset))
    #expect(Self.y(scrolled.sections[0].header?.node, of: scrolled) == header)
    #expect(Self.y(scrolled.sections[0].footer?.node, of: scrolled) == footer)
    #expect(Self.y(scrolled.sections[0].rows[0].node, of: scrolled) == 30)
    #expect(scrolled.sections.map(\.frame) == page.sections.map(\.frame))
    #expect(scrolled.viewport == Self.viewport(offset) && page.viewport == nil)
  }

  @Test("parts that are not pinned stay in place")
  func notPinned() {
    var section = Self.headed(row: 950)
    section.header?.isPinned = false
    section.footer?.isPinned = false
    let page = Self.page([section])
    let scrolled = page.scrolled(to: Self.viewport(100))
    #expect(scrolled.sections[0].arena.frames == page.sections[0].arena.frames)
  }

  @Test("floating sections are at the edges, and the others stay in place")
  func floating() {
    let page = Self.page([
      Self.bare("A", height: 1000, .flow), Self.bare("TOP", height: 20, .floatTop),
      Self.bare("BOTTOM", height: 50, .floatBottom), Self.bare("OVER", height: 30, .overlay),
    ])
    let scrolled = page.scrolled(to: Self.viewport(200))
    #expect(scrolled.sections.map(\.frame.y) == [0, 240, 450, 1000])
    #expect(scrolled.height == 1000)
  }

  @Test("a tap finds the pinned header on top of the rows, and the background below them")
  func hits() {
    let page = Self.page([Self.headed(row: 950, hasBackground: true)])
    func target(_ y: Double, _ page: Page) -> String? {
      page.hit(at: Point(x: 50, y: y))?.actionTarget
    }
    #expect(target(15, page) == "header" && target(150, page) == "row")
    #expect(target(990, page) == "footer")
    let scrolled = page.scrolled(to: Self.viewport(100))
    // The header is between 140 and 170, the footer between 380 and 400.
    #expect(target(139, scrolled) == "row" && target(140, scrolled) == "header")
    #expect(target(170, scrolled) == "row" && target(390, scrolled) == "footer")
  }
}
