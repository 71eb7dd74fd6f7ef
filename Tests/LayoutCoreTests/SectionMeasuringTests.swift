import LayoutCore
import Testing

/// Rows of text, measured at the width that their layout gives them: characters of 5, lines of 12.5,
/// in 100 points with gaps of 10 and 5. A half is 45 wide: 9 characters a line.
@Suite struct SectionMeasuringTests {
  private func lines(
    _ characters: [Int], _ configure: (inout LayoutSection) -> Void
  ) -> [String] {
    var section = section(rowHeights: [Double?](repeating: nil, count: characters.count)) { arena in
      arena.addBox { arena in
        for count in characters { arena.add(.text, text: String(repeating: "x", count: count)) }
      }
    }
    section.itemSpacing = 10
    section.rowSpacing = 5
    section.columns = 2
    configure(&section)
    var sections = [section]
    LayoutEngine(environment: LayoutEnvironment(width: 100), measurer: HalfEmMeasurer())
      .layOut(&sections)
    return Array(sections[0].frameLines.dropFirst())
  }

  @Test("a grid's items wrap in their columns, one of two columns in both")
  func grid() {
    let found = lines([20, 9, 20]) {
      $0.layout = .grid
      $0.rows[1].isStretched = true
      $0.rows[2].columnSpan = 2
    }
    #expect(found == ["0 0 45 37.5", "55 0 45 37.5", "0 42.5 100 12.5"])
  }

  @Test("a waterfall's items wrap in their columns")
  func waterfall() {
    let found = lines([20, 9, 9, 20]) {
      $0.layout = .waterfall
      $0.rows[3].columnSpan = 2
    }
    // Lane 0 ends at 37.5, lane 1 at 12.5 and then 30.
    #expect(found == ["0 0 45 37.5", "55 0 45 12.5", "55 17.5 45 12.5", "0 42.5 100 12.5"])
  }

  @Test("a list's items wrap in their part of the width")
  func list() {
    let found = lines([20, 9, 20]) {
      $0.rows[0].width = .fraction(0.5)
      $0.rows[1].width = .fraction(0.5)
      $0.itemAlignment = .end
    }
    #expect(found == ["0 0 45 37.5", "55 25 45 12.5", "0 42.5 100 12.5"])
  }

  @Test("a flow's items are as wide as their text, at most as the section")
  func flow() {
    let found = lines([8, 6, 30]) {
      $0.layout = .flow
      $0.rowAlignment = .end
    }
    // 40 + 10 + 30 leave 20; 150 wraps in 100.
    #expect(found == ["20 0 40 12.5", "70 0 30 12.5", "0 17.5 100 25"])
  }

  @Test("the items beside the large one share its height")
  func onePlusN() {
    let found = lines([20, 9, 9]) { $0.layout = .onePlusN }
    #expect(found == ["0 0 45 37.5", "55 0 45 16.25", "55 21.25 45 16.25"])
  }

  @Test("a carousel's items are as wide as their text, or as leaves the peek")
  func carousel() {
    #expect(lines([8, 30]) { $0.layout = .carousel } == ["0 0 40 12.5", "50 0 150 12.5"])
    // 100 - 10 - 45: a half.
    let peeking = lines([8, 20]) {
      $0.layout = .carousel
      $0.peek = 45
    }
    #expect(peeking == ["0 0 45 37.5", "55 0 45 37.5"])
  }
}
