import Testing

@testable import LayoutCore

/// The rules of each layout for known sizes, with frames derived by hand.
@Suite struct SectionLayoutRulesTests {
  // MARK: List

  /// Returns rows of the given widths in a line of 100 points, with gaps of 4.
  private func list(
    _ rows: [(Section.RowWidth, height: Double)], scale: Double = 0
  ) -> [SectionItem] {
    rows.map { row in
      let width = RequestedWidth(row.0, row: 0, PlainInputs())
      let part = LinePart(width, total: 100, gap: 4, scale: scale)
      var item = SectionItem(node: 0, width: part.width, height: row.height)
      item.perLine = part.perLine
      return item
    }
  }

  @Test("neighbours of equal width share a line until it is full or the width changes")
  func listLines() {
    var rows = list([
      (.fraction(1.0 / 3), 10), (.fraction(1.0 / 3), 20), (.fraction(1.0 / 3), 5),
      (.fraction(1.0 / 3), 7), (.fraction(0.5), 9), (.automatic, 11), (.automatic, 12),
    ])
    let size = rows.place(ListLayout(rowGap: 2, columnGap: 4).place)
    // An item is (100 - 2 x 4) / 3 wide; the lines are 20, 7, 9, 11 and 12 high with gaps of 2.
    #expect(
      rows.lines == [
        "0 0 30.667 10", "34.667 0 30.667 20", "69.333 0 30.667 5", "0 22 30.667 7", "0 31 48 9",
        "0 42 100 11", "0 55 100 12",
      ])
    #expect(size == Size(width: 100, height: 67))
  }

  @Test("items with a width in points share a line as long as they fit, and none exceeds the line")
  func listPoints() {
    var rows = list([(.points(32), 1), (.points(32), 1), (.points(32), 1), (.points(400), 1)])
    // Two items take 32 + 4 + 32 = 68, and a third would need 104.
    _ = rows.place(ListLayout(rowGap: 0, columnGap: 4).place)
    #expect(rows.lines == ["0 0 32 1", "36 0 32 1", "0 1 32 1", "0 2 100 1"])
  }

  @Test("widths are rounded to pixels, and positions are multiples of them")
  func listPixels() {
    var rows = list(
      [(.fraction(1.0 / 3), 1), (.fraction(1.0 / 3), 1), (.fraction(1.0 / 3), 1)], scale: 2)
    _ = rows.place(ListLayout(rowGap: 0, columnGap: 4).place)
    // 30.67 points are 61.3 pixels of half a point, which are rounded down to 61.
    #expect(rows.lines == ["0 0 30.5 1", "34.5 0 30.5 1", "69 0 30.5 1"])
  }

  @Test("full-bleed items extend over the insets and start their own line")
  func listBleed() {
    var rows = list([(.automatic, 10), (.automatic, 10)])
    rows[1].width = 130
    rows[1].isFullBleed = true
    _ = rows.place(ListLayout(rowGap: 0, bleed: 15).place)
    #expect(rows.lines == ["0 0 100 10", "-15 10 130 10"])
  }

  @Test(
    "an item in a higher line is aligned or fills the line",
    arguments: [
      (Style.Align.start, ["0 0 48 30", "52 0 48 10"]), (.center, ["0 0 48 30", "52 10 48 10"]),
      (.end, ["0 0 48 30", "52 20 48 10"]), (.stretch, ["0 0 48 30", "52 0 48 30"]),
    ])
  func listAlignment(_ alignment: Style.Align, _ expected: [String]) {
    var rows = list([(.fraction(0.5), 30), (.fraction(0.5), 10)])
    let layout = ListLayout<Double>(rowGap: 0, columnGap: 4, itemAlignment: alignment)
    _ = rows.place(layout.place)
    #expect(rows.lines == expected)
    rows = list([(.fraction(0.5), 30), (.fraction(0.5), 10)])
    rows[1].isStretched = true
    _ = rows.place(layout.place)
    #expect(rows.lines == ["0 0 48 30", "52 0 48 30"])
  }

  // MARK: Grid

  private func grid(
    columns: Int, _ spans: [(columns: Int32, rows: Int32, height: Double)]
  ) -> (items: [SectionItem], size: Size) {
    var items = spans.map { span in
      var item = SectionItem(node: 0, width: 0, height: span.height)
      item.columnSpan = span.columns
      item.rowSpan = span.rows
      return item
    }
    let size = items.place(
      GridLayout(tracks: ColumnTracks(count: columns, total: 100, gap: 5), rowGap: 2).place)
    return (items, size)
  }

  @Test("items take the first free cells after the previous item")
  func gridPlacement() {
    let (items, size) = grid(
      columns: 3,
      [(1, 2, 10), (2, 1, 10), (1, 1, 20), (1, 1, 6), (3, 1, 5), (2, 1, 4), (2, 1, 4)])
    // The columns are 30 wide at 0, 35 and 70. The rows are 10, 20, 5, 4 and 4 high. Counted from
    // 0, item 3 is to the right of item 2, and both are below item 1.
    #expect(
      items.lines == [
        "0 0 30 10", "35 0 65 10", "35 12 30 20", "70 12 30 6", "0 34 100 5", "0 41 65 4",
        "0 47 65 4",
      ])
    #expect(size == Size(width: 100, height: 51))
  }

  @Test("an item that spans rows adds its missing height to them in equal parts")
  func gridRowSpan() {
    let (items, size) = grid(columns: 2, [(1, 2, 42), (1, 1, 10), (1, 1, 14)])
    // The item of 42 spans two rows, which have 10 + 2 + 14. Each row gets half of the missing 16.
    #expect(items.lines == ["0 0 47.5 42", "52.5 0 47.5 10", "52.5 20 47.5 14"])
    #expect(size.height == 42)
  }

  @Test("spans are clamped between one and the number of columns, which is at least one")
  func gridDegenerate() {
    let (items, _) = grid(columns: 2, [(9, 1, 1), (0, 0, 1), (-4, -4, 1)])
    #expect(items.lines == ["0 0 100 1", "0 3 47.5 1", "52.5 3 47.5 1"])
    #expect(grid(columns: 0, [(1, 1, 1)]).items.lines == ["0 0 100 1"])
    #expect(grid(columns: 3, []).size == .zero)
  }

  @Test("a high item blocks its column for the following items, not the rows beside it")
  func gridBlocked() {
    let (items, _) = grid(columns: 2, [(1, 3, 30), (2, 1, 5)])
    // Three rows are (30 - 2 x 2) / 3 high, and the wide item follows.
    #expect(items.lines == ["0 0 47.5 30", "0 32 100 5"])
  }

  // MARK: Flow

  private let words: [(width: Double, height: Double)] = [(30, 10), (40, 20), (30, 5), (20, 8)]

  @Test("items wrap like words, and each line is as high as its highest item")
  func flow() {
    var items = items(words)
    // Two items take 30 + 5 + 40 = 75, and a third would need 110.
    let size = items.place(FlowLayout(width: 100, rowGap: 3, columnGap: 5).place)
    #expect(items.lines == ["0 0 30 10", "35 0 40 20", "0 23 30 5", "35 23 20 8"])
    #expect(size == Size(width: 75, height: 31))
  }

  /// The offsets of the items for each alignment: lines of 75 and 55 in 96 points leave 21 and 41
  /// free.
  static let shares: [(Style.Justify, [Double])] = [
    (.center, [10.5, 45.5, 20.5, 55.5]), (.end, [21, 56, 41, 76]),
    (.spaceBetween, [0, 56, 0, 76]), (.spaceAround, [5.25, 50.75, 10.25, 65.75]),
    (.spaceEvenly, [7, 49, 41.0 / 3, 35 + 82.0 / 3]),
  ]

  @Test("the free width of a line is distributed by its alignment", arguments: shares)
  func flowAlignment(_ alignment: Style.Justify, _ expected: [Double]) {
    var items = items(words)
    _ = items.place(
      FlowLayout(width: 96, rowGap: 3, columnGap: 5, rowAlignment: alignment).place)
    for (item, x) in zip(items, expected) { #expect(abs(item.x - x) < 1e-9) }
  }

  @Test("with space between a single item is at the start, and an item that is too wide overflows")
  func flowSingle() {
    var items = items([(140, 10), (20, 10)])
    _ = items.place(
      FlowLayout(width: 100, rowGap: 0, columnGap: 5, rowAlignment: .spaceBetween).place)
    #expect(items.lines == ["0 0 140 10", "0 10 20 10"])
  }

  // MARK: Waterfall

  @Test("each item goes to the shortest lane, or to the first of equal ones")
  func waterfall() {
    var items = items([(0, 30), (0, 10), (0, 20), (0, 10), (0, 10)])
    let size = items.place(
      WaterfallLayout(tracks: ColumnTracks(count: 3, total: 100, gap: 5), rowGap: 2).place)
    // The lanes end at 30, 10, 20, then at 30, 22, 20, so the last item goes to lane 2.
    #expect(
      items.lines == ["0 0 30 30", "35 0 30 10", "70 0 30 20", "35 12 30 10", "70 22 30 10"])
    #expect(size == Size(width: 100, height: 32))
  }

  @Test("an item of two columns is below the longer of its lanes")
  func waterfallSpan() {
    var items = items([(0, 30), (0, 10), (0, 20), (0, 10)])
    items[3].columnSpan = 2
    _ = items.place(
      WaterfallLayout(tracks: ColumnTracks(count: 3, total: 100, gap: 5), rowGap: 2).place)
    // The wide item goes to lanes 1 and 2, free from 20 on; lanes 0 and 1 are free from 30 on.
    #expect(items.lines[3] == "35 22 65 10")
  }

  // MARK: One plus N

  @Test("a large item has the others beside it in equal heights, and the next group follows below")
  func onePlusN() {
    var items = items([(0, 50), (0, 10), (0, 20), (0, 10), (0, 40)])
    let layout = OnePlusNLayout<Double>(width: 100, beside: 2, rowGap: 4, columnGap: 10)
    let size = items.place(layout.place)
    // Halves are 45 wide. 20 + 4 + 20 is less than 50, so the two items are 23 high. In the second
    // group one item of 40 is beside the large one.
    #expect(
      items.lines == [
        "0 0 45 50", "55 0 45 23", "55 27 45 23", "0 54 45 40", "55 54 45 40",
      ])
    #expect(size == Size(width: 100, height: 94))
    #expect((0..<5).map { layout.width(of: $0, count: 5) } == items.map(\.width))
  }

  @Test("a large item without others has the full width, and its width can be a fraction otherwise")
  func onePlusNAlone() {
    var items = items([(0, 50), (0, 10), (0, 20)])
    _ = items.place(
      OnePlusNLayout(width: 110, beside: 1, rowGap: 4, columnGap: 10, largeWidth: .fraction(0.75))
        .place)
    // The large item is 3/4 * (110 + 10) - 10 = 80 wide, where 10 is the gap.
    #expect(items.lines == ["0 0 80 50", "90 0 20 50", "0 54 110 20"])
  }

  // MARK: Carousel and pager

  @Test("a group of a carousel is a column of lanes, as wide as its widest item")
  func carouselLanes() {
    var items = items([(10, 20), (30, .nan), (15, 8)])
    items[1].contentHeight = 12
    let size = items.place(CarouselLayout(columnGap: 5, rowGap: 2, lanes: 2).place(_:height:), .nan)
    #expect(items.lines == ["0 0 10 20", "0 22 30 20", "35 0 15 8"])
    #expect(size == Size(width: 50, height: 42))
  }

  // MARK: Degenerate input

  @Test("100 000 items are placed by the same rules as a few")
  func many() {
    let tracks = ColumnTracks<Double>(count: 4, total: 100, gap: 0)
    let layouts: [(rows: Int, place: (SectionItems) -> Extent<Double>)] = [
      (100_000, ListLayout(rowGap: 0).place), (25_000, GridLayout(tracks: tracks, rowGap: 0).place),
      (25_000, FlowLayout(width: 100, rowGap: 0, columnGap: 0).place),
      (25_000, WaterfallLayout(tracks: tracks, rowGap: 0).place),
      // Three items are stacked beside the large one, so each group is three items high.
      (75_000, OnePlusNLayout(width: 100, beside: 3, rowGap: 0, columnGap: 0).place),
    ]
    for (rows, layout) in layouts {
      var items = items([(width: Double, height: Double)](repeating: (25, 3), count: 100_000))
      #expect(items.place(layout).height == Double(rows * 3))
      var none: [SectionItem] = []
      #expect(none.place(layout) == .zero)
    }
  }

  @Test("every layout gives finite frames for extreme columns, widths and counts")
  func absurd() {
    for width in [0.0, 1e9] {
      for count in [0, 1, 1000] {
        for columns in [Int.min, 0, 1, 7, Int.max] {
          let sizes = (0..<count).map { (index: Int) -> (width: Double, height: Double) in
            (width: 1e9 / Double(index + 1), height: index.isMultiple(of: 3) ? 1e9 : 0)
          }
          let tracks = ColumnTracks<Double>(count: columns, total: width, gap: 1e9)
          let layouts: [(SectionItems) -> Extent<Double>] = [
            ListLayout(rowGap: 1e9, columnGap: 1e9).place,
            GridLayout(tracks: tracks, rowGap: 1e9).place,
            FlowLayout(width: width, rowGap: 1e9, columnGap: 1e9, rowAlignment: .spaceEvenly).place,
            WaterfallLayout(tracks: tracks, rowGap: 1e9).place,
            OnePlusNLayout(
              width: width, beside: min(columns, 1 << 20), rowGap: 1e9, columnGap: 1e9
            ).place,
            { CarouselLayout(columnGap: 1e9, rowGap: 1e9, lanes: columns).place($0, height: .nan) },
          ]
          for layout in layouts {
            var items = items(sizes)
            for index in items.indices {
              items[index].columnSpan = Int32(truncatingIfNeeded: index &* 7919 &- 3)
              items[index].rowSpan = Int32(truncatingIfNeeded: index &* 104_729 &- 3)
            }
            let size = items.place(layout)
            #expect(size.width.isFinite && size.height.isFinite && size.height >= 0)
            let areNumbers = items.allSatisfy {
              $0.x.isFinite && $0.y.isFinite && $0.width >= 0 && $0.height >= 0
                && $0.width.isFinite && $0.height.isFinite
            }
            #expect(areNumbers, "width \(width), \(count) items, \(columns) columns")
          }
        }
      }
    }
  }
}

extension Array where Element == SectionItem {
  fileprivate mutating func place(
    _ body: (SectionItems, Double) -> Extent<Double>, _ height: Double
  ) -> Size {
    place { body($0, height) }
  }
}
