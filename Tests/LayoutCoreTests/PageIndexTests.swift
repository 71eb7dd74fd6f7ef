import Testing

@testable import LayoutCore

@Suite struct PageIndexTests {
  private func rows(
    _ count: Int, height: Double, _ configure: (inout LayoutSection) -> Void = { _ in }
  )
    -> LayoutSection
  {
    var section = section(rowHeights: [Double?](repeating: height, count: count)) { arena in
      arena.addBox { arena in for _ in 0..<count { arena.add() } }
    }
    configure(&section)
    return section
  }

  private func page(_ sections: [LayoutSection]) -> [LayoutSection] {
    var sections = sections
    LayoutEngine(
      environment: LayoutEnvironment(width: 100, height: 200), measurer: HalfEmMeasurer()
    ).layOut(&sections)
    return sections
  }

  private func shown(_ index: PageIndex, _ y: Double, _ height: Double) -> [[Int]] {
    index.rows(in: Rect(x: 0, y: y, width: 100, height: height)).map { [$0.section, $0.index] }
  }

  @Test("prefix sums are queried, changed and searched")
  func prefixSums() {
    for count in 0..<20 {
      var lengths = (0..<count).map { Double($0 % 4) }
      var sums = PrefixSums(lengths)
      for change in 0..<max(1, count) {
        for end in 0...count { #expect(sums.sum(end) == lengths[..<end].reduce(0, +)) }
        for limit in 0...40 {
          var total = 0.0
          let expected = lengths.firstIndex {
            total += $0
            return total > Double(limit)
          }
          #expect(sums.firstIndex(exceeding: Double(limit)) == expected ?? count)
        }
        guard change < count else { break }
        sums.add(3, at: change)
        lengths[change] += 3
      }
    }
  }

  @Test("a rectangle shows the rows with which it shares an area")
  func visible() {
    // Rows are at 0, 10, 20, and after a gap of 5 at 35, 45; an overlay at 55 covers the next row.
    let index = PageIndex(
      page([
        rows(3, height: 10), rows(2, height: 10) { $0.gapAbove = 5 },
        rows(1, height: 30) { $0.placement = .overlay }, rows(1, height: 10),
      ]))
    #expect(index.height == 65)
    #expect(shown(index, 0, 10) == [[0, 0]])
    #expect(shown(index, 9, 2) == [[0, 0], [0, 1]])
    #expect(shown(index, 30, 5) == [])
    #expect(shown(index, 29, 7) == [[0, 2], [1, 0]])
    #expect(shown(index, 60, 100) == [[3, 0], [2, 0]])
    #expect(shown(index, -50, 50) == [] && shown(index, 85, 9) == [])
    #expect(
      index.frame(of: .init(section: 1, index: 1)) == Rect(x: 0, y: 45, width: 100, height: 10))
  }

  @Test("a changed height moves the rows below, in its section and in later ones")
  func heightChange() {
    var index = PageIndex(page([rows(3, height: 10), rows(2, height: 10)]))
    index.setHeights((25, 0, 1))
    #expect(index.height == 65)
    let tops = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)].map {
      index.frame(of: .init(section: $0.0, index: $0.1)).y
    }
    #expect(tops == [0, 10, 35, 45, 55])
    #expect(shown(index, 34, 2) == [[0, 1], [0, 2]])
    #expect(shown(index, 44, 2) == [[0, 2], [1, 0]])
    index.setHeights((5, 0, 1))
    #expect(shown(index, 14, 2) == [[0, 1], [0, 2]])
    #expect(index.height == 45)
  }

  @Test("a section grows only beyond its minimum height, and not if its height was requested")
  func minimum() {
    var index = PageIndex(
      page([
        rows(2, height: 10) { $0.minimumHeight = 30 },
        rows(1, height: 10) { $0.frameRequest.height = 50 },
      ]))
    index.setHeights((18, 0, 0))
    #expect(index.height == 80)
    index.setHeights((25, 0, 0), (90, 1, 0))
    #expect(index.height == 85)
  }

  @Test("a section that is one bare row has the height of the row, with any insets")
  func bareRow() {
    var bare = section(rowHeights: [10], bare: true) { $0.add() }
    bare.insets = EdgeInsets(top: 4, end: 4, bottom: 4, start: 4)
    bare.margins = bare.insets
    var index = PageIndex(page([bare, rows(1, height: 10)]))
    #expect(index.height == 20)
    index.setHeights((25, 0, 0))
    #expect(index.height == 35)
    #expect(index.top(of: 1) == 25)
  }

  @Test("rows side by side do not move if one height changes")
  func grid() {
    var index = PageIndex(
      page([
        rows(4, height: 10) {
          $0.layout = .grid
          $0.columns = 2
        }
      ]))
    let isChanged = index.setHeight(20, of: .init(section: 0, index: 0))
    #expect(!isChanged)
    #expect(shown(index, 5, 10) == [[0, 0], [0, 1], [0, 2], [0, 3]])
  }

  @Test("a high item of a waterfall is visible beside later items")
  func waterfall() {
    // The lanes are 50 wide: row 0 is 300 high on the left, the others are on the right.
    let section = rows(8, height: 20) {
      $0.layout = .waterfall
      $0.columns = 2
      $0.rows[0].height = 300
    }
    let index = PageIndex(page([section]))
    #expect(shown(index, 100, 20) == [[0, 0], [0, 6]])
    #expect(shown(index, 200, 20) == [[0, 0]])
  }

  @Test("rows that scroll along x are found by x", arguments: LayoutEnvironment.Direction.allCases)
  func carousel(_ direction: LayoutEnvironment.Direction) {
    var sections = [
      rows(10, height: 20) {
        $0.layout = .carousel
        for row in $0.rows.indices { $0.rows[row].width = .points(30) }
      }
    ]
    LayoutEngine(
      environment: LayoutEnvironment(width: 100, direction: direction), measurer: HalfEmMeasurer()
    ).layOut(&sections)
    let index = PageIndex(sections)
    #expect(shown(index, 0, 20) == [[0, 0], [0, 1], [0, 2], [0, 3]])
    let x: Double = direction == .ltr ? 45 : 50
    let found = index.rows(in: Rect(x: x, y: 0, width: 5, height: 5)).map(\.index)
    #expect(found == [1])
  }
}

extension PageIndex {
  /// Changes the heights of rows, and checks that this moves the rows below.
  fileprivate mutating func setHeights(_ changes: (height: Double, section: Int, row: Int)...) {
    for change in changes {
      let isChanged = setHeight(
        change.height, of: Row(section: change.section, index: change.row))
      #expect(isChanged)
    }
  }
}
