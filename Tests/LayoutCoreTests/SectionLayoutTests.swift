import LayoutCore
import Testing

@Suite struct SectionLayoutTests {
  @Test("a carousel keeps item widths and stretches heights to its inner height")
  func carousel() throws {
    let section = laidOut(height: 120) { arena in
      arena.add(
        .carousel,
        {
          $0.padding = Edges(all: 10); $0.columnGap = 8
        }
      ) { arena in
        arena.add(.box, { $0.width = .points(120) })
        arena.add(
          .box,
          {
            $0.width = .points(150); $0.height = .points(40)
          })
        arena.add(.text, text: "0123456789")
      }
    }
    // x is 10, 10 + 120 + 8 and 138 + 150 + 8; the inner height is 120 - 20.
    #expect(
      section.frameLines == ["0 0 400 120", "10 10 120 100", "138 10 150 40", "296 10 50 100"])
    // The content is 296 + 50 + 10 wide.
    #expect(section.arena.contentSize(of: 0) == Size(width: 356, height: 120))
  }

  @Test("a pager divides its height into equal lanes, on pages as wide as its inner width")
  func pager() {
    let section = laidOut(height: 110) { arena in
      arena.add(
        .pager,
        {
          $0.padding = Edges(start: .points(10), end: .points(30))
          $0.columnGap = 5
          $0.rowGap = 10
          $0.lanes = 2
        }
      ) { arena in
        for _ in 0..<3 { arena.add() }
      }
    }
    // The inner width is 360, lanes are (110 - 10) / 2 high, and the second page is at 10 + 360 +
    // 5.
    #expect(
      section.frameLines == ["0 0 400 110", "10 0 360 50", "10 60 360 50", "375 0 360 50"])
    #expect(section.arena.contentSize(of: 0) == Size(width: 765, height: 110))
  }

  @Test("row heights in points sum exactly, and sections touch each other")
  func stacking() {
    let heights: [Double] = [180, 100, 240, 290, 240, 240, 180, 240, 240, 240, 240, 240]
      .map { $0 * 428 / 414 }
    let described = heights.map { height in
      section(rowHeights: [height]) { arena in arena.add(children: { $0.add() }) }
    }
    let environment = LayoutEnvironment.exact(width: 428)
    let sections = LayoutEngine(environment: environment, measurer: HalfEmMeasurer())
      .layOut(described)
    // The design height is 2670 points.
    #expect(abs((sections.last?.frame.maxY ?? 0) - 2670.0 * 428 / 414) < 1e-9)
    for (above, below) in zip(sections, sections.dropFirst()) {
      #expect(above.frame.maxY == below.frame.y)
    }
  }

  @Test(
    "header, insets, rows, spacing and footer follow each other, and the background is behind them")
  func parts() {
    // The header is 20 and the footer 30 high; the rows are 40 and 12.5 (their text) high, in
    // insets of 5 and 10.
    var section = section(rowHeights: [40, nil]) { arena in
      arena.addBox { arena in
        arena.add()
        arena.add(.text, text: "row")
        arena.add()
        arena.add()
        arena.add()
      }
    }
    section.header = Section.Supplement(node: 3, isPinned: true, height: 20)
    section.footer = Section.Supplement(node: 4, isPinned: false, height: 30)
    section.background = 5
    section.insets = EdgeInsets(top: 5, end: 10, bottom: 5, start: 10)
    section.rowSpacing = 4
    let engine = LayoutEngine(
      environment: LayoutEnvironment(width: 400), measurer: HalfEmMeasurer())
    var placed = engine.layOut([section])[0]
    #expect(placed.rowHeights == [40, 12.5])
    let parts: [Double] = [20, 5, 40, 4, 12.5, 5, 30]
    #expect(placed.contentHeight == parts.reduce(0, +))
    #expect(
      placed.frameLines == [
        "0 0 400 116.5", "10 25 380 40", "10 69 380 12.5", "0 0 400 20", "0 86.5 400 30",
        "0 20 400 66.5",
      ])
    // A minimum height enlarges the area of the rows; a requested height determines the stacking.
    section.minimumHeight = 200
    section.frameRequest = Section.FrameRequest(x: 7, width: 300, height: 50)
    placed = engine.layOut([section])[0]
    #expect(placed.contentHeight == 200)
    #expect(placed.frame == Rect(x: 7, y: 0, width: 300, height: 50))
    #expect(placed.frameLines[4] == "0 170 300 30")
  }

  @Test("rows of a carousel section have their content's width and the height of the tallest")
  func carouselSection() {
    var section = section(rowHeights: [nil, 60]) { arena in
      arena.addBox { arena in
        arena.add(.text, text: "0123456789")
        arena.add(.box, { $0.width = .points(120) })
      }
    }
    section.layout = .carousel
    section.insets = EdgeInsets(end: 10, start: 16)
    section.itemSpacing = 8
    let placed = LayoutEngine(
      environment: LayoutEnvironment(width: 100), measurer: HalfEmMeasurer()
    ).layOut([section])[0]
    #expect(placed.frameLines == ["0 0 100 60", "16 0 50 60", "74 0 120 60"])
    // The content is 74 + 120 + 10 wide.
    #expect(placed.arena.contentSize(of: 0) == Size(width: 204, height: 60))
  }

  @Test("a section whose row is its root has the row's height")
  func bareRow() {
    let section = laidOut(height: 240.5) { $0.add() }
    #expect(section.rowHeights == [240.5])
    #expect(section.frameLines == ["0 0 400 240.5"])
  }
}
