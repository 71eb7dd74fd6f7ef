import Testing

@testable import LayoutCore

/// Groups of 60 at 0, 70, 140, 210 in a viewport of 100. The content is 270 wide, so it scrolls
/// at most by 170.
@Suite struct SectionScrollTests {
  private func scroll(
    _ behaviour: Section.OrthogonalScrolling
  ) -> OrthogonalScroll<Double> {
    OrthogonalScroll(
      behaviour: behaviour, groups: (0..<4).map { .init(start: Double($0) * 70, width: 60) },
      viewport: 100, contentWidth: 270)
  }

  private static let offsets: [(Section.OrthogonalScrolling, [Double])] = [
    (.none, [0, 0, 0, 0]), (.continuous, [0, 70, 140, 170]),
    (.leadingBoundary, [0, 70, 140, 170]), (.paging, [0, 0, 100, 170]),
    (.groupPaging, [0, 70, 140, 170]), (.groupPagingCentered, [-20, 50, 120, 190]),
  ]

  @Test("a group that is scrolled to rests at the position of its behaviour", arguments: offsets)
  func groups(_ behaviour: Section.OrthogonalScrolling, _ expected: [Double]) {
    #expect((0..<4).map { scroll(behaviour).offset(ofGroup: $0) } == expected)
    #expect(scroll(behaviour).offset(ofGroup: -5) == expected[0])
    #expect(scroll(behaviour).offset(ofGroup: 99) == expected[3])
  }

  @Test("empty content and zero width rest at finite offsets")
  func degenerate() {
    for behaviour in Section.OrthogonalScrolling.allCases {
      for viewport in [0.0, 100] {
        let none = OrthogonalScroll<Double>(
          behaviour: behaviour, groups: [], viewport: viewport, contentWidth: 0)
        #expect(none.offset(ofGroup: 0) == 0)
        #expect(
          OrthogonalScroll<Double>(
            behaviour: behaviour, groups: [.init(start: 0, width: 0)], viewport: viewport,
            contentWidth: 0
          ).offset(ofGroup: 0).isFinite)
      }
    }
  }

  /// Returns a section with rows of automatic width and a height of 10, on a page of 100.
  private func section(
    _ count: Int, direction: LayoutEnvironment.Direction = .ltr,
    _ configure: (inout Section) -> Void
  ) -> PlacedSection {
    var section = LayoutCoreTests.section(rowHeights: [Double?](repeating: 10, count: count)) {
      $0.addBox { arena in for _ in 0..<count { arena.add() } }
    }
    configure(&section)
    return LayoutEngine(
      environment: LayoutEnvironment(width: 100, direction: direction), measurer: HalfEmMeasurer()
    ).layOut([section])[0]
  }

  @Test("the current group is scrolled to, with the peek of the next group visible")
  func currentGroup() {
    let carousel = section(4) {
      $0.layout = .carousel
      $0.insets = EdgeInsets(end: 10, start: 10)
      $0.itemSpacing = 4
      $0.peek = 16
      $0.currentGroup = 1
      $0.orthogonalScrolling = .groupPaging
    }
    // A group is 80 + 10 - 16 - 4 wide and scrolled by 74; the next one begins 16 before the edge.
    #expect(carousel.contentOffset == 74)
    #expect(
      carousel.frameLines[1...] == ["-64 0 70 10", "10 0 70 10", "84 0 70 10", "158 0 70 10"])
  }

  @Test(
    "centred groups leave a peek on both sides", arguments: LayoutEnvironment.Direction.allCases)
  func centred(_ direction: LayoutEnvironment.Direction) {
    let pager = section(3, direction: direction) {
      $0.layout = .pager
      $0.itemSpacing = 5
      $0.peek = 10
      $0.currentGroup = 1
      $0.orthogonalScrolling = .groupPagingCentered
    }
    // A group is 100 - 2 x 15 wide. The layout is symmetric around the current page, so mirroring
    // reverses the order.
    let xs = pager.rowFrames.map(\.x)
    #expect(xs == (direction == .ltr ? [-60, 15, 90] : [90, 15, -60]))
  }

  @Test("a pager stacks its lanes on pages")
  func lanes() {
    let pager = section(3) {
      $0.layout = .pager
      $0.lanes = 2
      $0.rowSpacing = 3
      $0.itemSpacing = 5
    }
    #expect(pager.contentHeight == 23)
    #expect(pager.frameLines[1...] == ["0 0 100 10", "0 13 100 10", "105 0 100 10"])
  }
}
