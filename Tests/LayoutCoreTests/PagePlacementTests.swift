import LayoutCore
import Page
import Testing

/// Sections on a page, at rest and scrolled. The frames are derived by hand on a screen of 100 x
/// 200.
@Suite struct PagePlacementTests {
  /// Returns a section with a header of 20, a row of 60 and a footer of 10, within margins of 5
  /// above and 7 below.
  private func pinned() -> Section {
    var section = section(rowHeights: []) { arena in
      arena.addBox { arena in for _ in 0..<4 { arena.add() } }
    }
    section.header = Section.Supplement(node: 1, isPinned: true, height: 20)
    section.rows = [Section.Row(node: 2, height: 60)]
    section.footer = Section.Supplement(node: 3, isPinned: true, height: 10)
    section.background = 4
    section.margins = EdgeInsets(top: 5, end: 8, bottom: 7, start: 4)
    return section
  }

  private func plain(
    _ height: Double, _ placement: Section.Placement = .flow, gap: Double = 0
  ) -> Section {
    var section = section(rowHeights: [height], bare: true) { $0.add() }
    section.placement = placement
    section.gapAbove = gap
    return section
  }

  private func page(
    _ sections: [Section], direction: LayoutEnvironment.Direction = .ltr
  ) -> [PlacedSection] {
    LayoutEngine(
      environment: LayoutEnvironment(width: 100, height: 200, direction: direction),
      measurer: HalfEmMeasurer()
    ).layOut(sections)
  }

  @Test(
    "gaps are above sections, overlays take no height, and floats are at the edges of the screen")
  func placement() {
    let sections = page([
      plain(30, gap: 2), plain(15, .overlay, gap: 3), plain(40, gap: 10), plain(12, .floatTop),
      plain(8, .floatBottom), plain(9, .floatTop, gap: 1), plain(20, .floatBottom), plain(5),
    ])
    // The sections in the flow take 2 + 30, 10 + 40 and 5. At the top are floats of 12 and, after a
    // gap of 1, 9. At the bottom, a float of 8 is above one of 20.
    #expect(sections.map(\.frame.y) == [2, 35, 42, 0, 172, 13, 180, 82])
    let page = Page(
      feedID: "", title: "", layoutName: "", environment: LayoutEnvironment(), sections: sections,
      measurer: HalfEmMeasurer())
    #expect(page.height == 87)
    // The overlay is drawn over the following sections, and floats are drawn over all sections.
    #expect(page.hit(at: Point(x: 1, y: 45))?.section == 1)
    #expect(page.hit(at: Point(x: 1, y: 10))?.section == 3)
    #expect(page.hit(at: Point(x: 1, y: 60))?.section == 2)
  }

  @Test("floats stay within the insets of the screen at any offset")
  func floating() {
    var sections = page([plain(500), plain(12, .floatTop), plain(8, .floatBottom)])
    Viewport(offset: 100, height: 200, topInset: 20, bottomInset: 30).placeFloating(&sections)
    #expect(sections.map(\.frame.y) == [0, 120, 262])
  }

  @Test("margins surround all parts, and a background of the section is behind all of them")
  func margins() {
    var section = pinned()
    #expect(
      page([section])[0].frameLines == [
        "0 0 100 102", "4 5 88 20", "4 25 88 60", "4 85 88 10", "4 25 88 60",
      ])
    section.backgroundExtent = .section
    #expect(page([section], direction: .rtl)[0].frameLines[4] == "8 5 88 90")
    // A minimum height enlarges the area of the rows.
    section.minimumHeight = 150
    #expect(page([section])[0].frameLines[3] == "4 133 88 10")
  }

  @Test("insets belong to the rows, so a section without rows has none")
  func insets() {
    var section = pinned()
    section.insets = EdgeInsets(top: 3, bottom: 6)
    #expect(page([section])[0].contentHeight == 111)
    section.rows = []
    #expect(page([section])[0].contentHeight == 42)
  }

  @Test("a pinned header follows the top inset until the end of its section pushes it out")
  func pinnedHeader() {
    let sections = page([plain(50), pinned(), pinned()])
    // The first header rests at 55. It is pushed out by the footer at 50 + 102 - 7 - 10.
    let offsets: [Double] = [-100, 0, 40, 45, 60, 100, 105, 300]
    let tops = offsets.map {
      Viewport(offset: $0, height: 200, topInset: 10).headerFrame(of: sections[1])?.y
    }
    #expect(tops == [55, 55, 55, 55, 70, 110, 115, 115])
    let frame = Viewport(offset: 60, height: 200, topInset: 10).headerFrame(of: sections[1])
    #expect(frame == Rect(x: 4, y: 70, width: 88, height: 20))
  }

  @Test("a pinned footer follows the bottom inset, but does not rise above its header")
  func pinnedFooter() {
    let sections = page([plain(50), pinned()])
    // The footer rests at 135, and the header ends at 75.
    let tops = [-200.0, -100, -55, -50, 0, 100].map {
      Viewport(offset: $0, height: 200, bottomInset: 15).footerFrame(of: sections[1])?.y
    }
    #expect(tops == [75, 75, 120, 125, 135, 135])
  }

  @Test("pinned parts stay clear of floating sections, except those of the floating section itself")
  func pinnedBesideFloating() {
    var bar = plain(30)
    bar.placement = .floatTop
    bar.gapAbove = 4
    var foot = pinned()
    foot.placement = .floatBottom
    var sections = page([bar, pinned(), pinned(), foot])
    let viewport = Viewport(offset: 20, height: 400, topInset: 10, bottomInset: 15)
    viewport.placeFloating(&sections)
    let free = viewport.uncovered(by: sections)
    #expect(free.top == 20 + 10 + 4 + 30)
    #expect(free.bottom == 20 + 400 - 15 - sections[3].frame.height)
    #expect(free.headerFrame(of: sections[1])?.y == free.top)
    #expect(viewport.uncovered(by: sections[1...2]) == viewport)
  }

  @Test("parts that are not pinned stay at rest")
  func resting() {
    var section = pinned()
    section.header?.isPinned = false
    section.footer?.isPinned = false
    let laidOut = page([section])[0]
    let viewport = Viewport(offset: 40, height: 20)
    #expect(viewport.headerFrame(of: laidOut)?.y == 5)
    #expect(viewport.footerFrame(of: laidOut)?.y == 85)
    #expect(viewport.headerFrame(of: PlacedSection(plain(10))) == nil)
  }

  @Test("a page rests between its insets, and a short page at its start")
  func clamping() {
    func rest(_ offset: Double, content: Double) -> Double {
      Viewport(offset: offset, height: 200, topInset: 20, bottomInset: 30)
        .clamped(toContentHeight: content).offset
    }
    #expect(rest(-80, content: 500) == -20)
    #expect(rest(100, content: 500) == 100)
    #expect(rest(900, content: 500) == 330)
    #expect(rest(50, content: 10) == -20)
    #expect(Viewport(offset: .nan, height: -.infinity).clamped(toContentHeight: 1e9).offset == 0)
  }
}
