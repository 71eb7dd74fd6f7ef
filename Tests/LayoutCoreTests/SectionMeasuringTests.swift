import LayoutCore
import Testing

/// Rows of text, measured at the width that their layout gives them. Characters are 5 wide and
/// lines 12.5 high, in 100 points with gaps of 10 and 5. A half is 45 wide and fits 9 characters
/// per line.
@Suite struct SectionMeasuringTests {
  private func lines(
    _ characters: [Int], _ configure: (inout Section) -> Void
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
    let placed = LayoutEngine(
      environment: LayoutEnvironment(width: 100), measurer: HalfEmMeasurer()
    ).layOut([section])[0]
    return Array(placed.frameLines.dropFirst())
  }

  @Test("items of a grid wrap in their columns, and an item of two columns in both")
  func grid() {
    let found = lines([20, 9, 20]) {
      $0.layout = .grid
      $0.rows[1].isStretched = true
      $0.rows[2].columnSpan = 2
    }
    #expect(found == ["0 0 45 37.5", "55 0 45 37.5", "0 42.5 100 12.5"])
  }

  @Test("items of a waterfall wrap in their columns")
  func waterfall() {
    let found = lines([20, 9, 9, 20]) {
      $0.layout = .waterfall
      $0.rows[3].columnSpan = 2
    }
    // Lane 0 ends at 37.5, lane 1 at 12.5 and then at 30.
    #expect(found == ["0 0 45 37.5", "55 0 45 12.5", "55 17.5 45 12.5", "0 42.5 100 12.5"])
  }

  @Test("items of a list wrap in their fraction of the width")
  func list() {
    let found = lines([20, 9, 20]) {
      $0.rows[0].width = .fraction(0.5)
      $0.rows[1].width = .fraction(0.5)
      $0.itemAlignment = .end
    }
    #expect(found == ["0 0 45 37.5", "55 25 45 12.5", "0 42.5 100 12.5"])
  }

  @Test("items of a flow are as wide as their text, but at most as wide as the section")
  func flow() {
    let found = lines([8, 6, 30]) {
      $0.layout = .flow
      $0.rowAlignment = .end
    }
    // Items of 40 and 30 with a gap of 10 leave 20 free; a text of 150 wraps at 100.
    #expect(found == ["20 0 40 12.5", "70 0 30 12.5", "0 17.5 100 25"])
  }

  @Test("the items beside the large one share its height")
  func onePlusN() {
    let found = lines([20, 9, 9]) { $0.layout = .onePlusN }
    #expect(found == ["0 0 45 37.5", "55 0 45 16.25", "55 21.25 45 16.25"])
  }

  @Test("items of a carousel are as wide as their text, or leave room for the peek")
  func carousel() {
    #expect(lines([8, 30]) { $0.layout = .carousel } == ["0 0 40 12.5", "50 0 150 12.5"])
    // With a gap of 10 and a peek of 45, an item is 100 - 10 - 45 = 45 wide.
    let peeking = lines([8, 20]) {
      $0.layout = .carousel
      $0.peek = 45
    }
    #expect(peeking == ["0 0 45 37.5", "55 0 45 37.5"])
  }
}
