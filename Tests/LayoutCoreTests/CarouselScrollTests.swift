import LayoutCore
import Page
import Testing

@Suite("A section scrolled along x by points") struct CarouselScrollTests {
  private func layOut(
    _ section: Section, _ direction: LayoutEnvironment.Direction = .ltr
  ) -> Page {
    let environment = LayoutEnvironment(width: 100, direction: direction)
    let placed = LayoutEngine(environment: environment, measurer: HalfEmMeasurer())
      .layOut([section])
    return Page(
      feedID: "test", title: "", layoutName: "test@1", environment: environment, sections: placed,
      measurer: HalfEmMeasurer())
  }

  /// Returns a section with one row: a carousel of four buttons of 40 points.
  private func rail(scroll: Double?) -> Section {
    var section = Section(blockCode: "RAIL", provider: .init(id: "test", version: "1"))
    section.scroll = scroll
    section.arena.begin(.box)
    section.rows = [.init(node: section.arena.begin(.carousel), height: nil)]
    for index in 0..<4 {
      var style = Style()
      (style.width, style.height) = (.points(40), .points(10))
      var content = NodeContent()
      content.actionTarget = section.arena.addText("\(index)".utf8)
      section.arena.begin(.button, style: style, content: content)
      section.arena.end()
    }
    section.arena.end()
    section.arena.end()
    return section
  }

  @Test(
    "the first carousel is scrolled, but not beyond its last item",
    arguments: [(nil, 0.0, "0"), (25, 25, "0"), (45, 45, "1"), (1_000, 60, "1")])
  func carousel(scroll: Double?, reached: Double, target: String) {
    for direction in LayoutEnvironment.Direction.allCases {
      let page = layOut(rail(scroll: scroll), direction)
      #expect(page.sections[0].contentOffset == reached)
      let edge = direction == .ltr ? 0.5 : 99.5
      #expect(page.hit(at: Point(x: edge, y: 5))?.actionTarget == target, "\(direction)")
    }
  }

  @Test(
    "the rows of a carousel section are scrolled in place of its group",
    arguments: [
      (10.0, 10.0, 0), (500, 60, 1), (0, 0, 0),
    ])
  func rows(scroll: Double, reached: Double, group: Int) {
    var section = LayoutCoreTests.section(rowHeights: [10, 10, 10, 10]) {
      $0.addBox { arena in for _ in 0..<4 { arena.add() } }
    }
    section.layout = .carousel
    for row in section.rows.indices { section.rows[row].width = .points(40) }
    section.currentGroup = 1
    section.scroll = scroll
    for direction in LayoutEnvironment.Direction.allCases {
      let placed = layOut(section, direction).sections[0]
      let x = direction == .ltr ? -reached : 60 + reached
      #expect(placed.contentOffset == reached && placed.rowFrames[0].x == x)
      #expect(placed.currentGroup == group)
    }
  }

  @Test("a section that nothing scrolls in stays, and lengths that are no number count as 0")
  func nothing() {
    var section = LayoutCoreTests.section(rowHeights: [10]) { $0.addBox { $0.add() } }
    section.scroll = 30
    #expect(layOut(section).sections[0].contentOffset == 0)
    #expect(layOut(rail(scroll: .nan)).sections[0].contentOffset == 0)
    #expect(layOut(rail(scroll: -9)).sections[0].contentOffset == 0)
  }
}
