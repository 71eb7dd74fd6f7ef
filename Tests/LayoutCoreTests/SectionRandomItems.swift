import LayoutCore
import TestTools

/// A random section of empty boxes with known sizes, in any layout.
struct RandomItems {
  static let width = 390.0

  private struct Item {
    var width: Double?
    var fraction: Double?
    var height: Double
    var columnSpan, rowSpan: Int
    var isFullBleed, isStretched: Bool
  }

  private var layout: Section.Layout
  private var scrolling: Section.OrthogonalScrolling
  private var placement: Section.Placement
  private var rowAlignment: Style.Justify
  private var itemAlignment: Style.Align
  private var insets, margins: EdgeInsets
  private var rowSpacing, itemSpacing, minimumHeight, peek, gapAbove: Double
  private var columns, lanes, currentGroup: Int
  private var header, footer: Double?
  private var items: [Item]

  init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    self.init(&random)
  }

  init(_ random: inout SplitMix64) {
    func points(_ limit: Int) -> Double { Double(Int.random(in: 0...limit, using: &random)) / 4 }
    func edges() -> EdgeInsets {
      EdgeInsets(top: points(80), end: points(80), bottom: points(80), start: points(80))
    }
    layout = Section.Layout.allCases.randomElement(using: &random) ?? .list
    scrolling = Section.OrthogonalScrolling.allCases.randomElement(using: &random) ?? .none
    placement = Int.random(in: 0..<6, using: &random) == 0 ? .overlay : .flow
    rowAlignment =
      [.start, .center, .end, .spaceBetween, .spaceAround, .spaceEvenly].randomElement(
        using: &random) ?? .start
    itemAlignment = [.start, .center, .end, .stretch].randomElement(using: &random) ?? .start
    insets = edges()
    margins = edges()
    rowSpacing = points(40)
    itemSpacing = points(40)
    minimumHeight = Bool.random(using: &random) ? 0 : points(2_000)
    peek = Bool.random(using: &random) ? 0 : points(200)
    gapAbove = points(60)
    columns = Int.random(in: 1...5, using: &random)
    lanes = Int.random(in: 1...3, using: &random)
    currentGroup = Int.random(in: 0...3, using: &random)
    header = Bool.random(using: &random) ? points(160) : nil
    footer = Bool.random(using: &random) ? points(160) : nil
    items = []
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      items.append(
        Item(
          width: Bool.random(using: &random) ? points(800) : nil,
          fraction: Bool.random(using: &random)
            ? 1 / Double(Int.random(in: 1...5, using: &random)) : nil,
          height: points(400), columnSpan: Int.random(in: 1...3, using: &random),
          rowSpan: Int.random(in: 1...3, using: &random),
          isFullBleed: Int.random(in: 0..<5, using: &random) == 0,
          isStretched: Int.random(in: 0..<4, using: &random) == 0))
    }
  }

  func build(factor: Double) -> Section {
    func scaled(_ edges: EdgeInsets) -> EdgeInsets {
      EdgeInsets(
        top: edges.top * factor, end: edges.end * factor, bottom: edges.bottom * factor,
        start: edges.start * factor)
    }
    var section = Section(
      blockCode: "RANDOM", provider: Section.Provider(id: "test", version: "1"))
    section.layout = layout
    section.orthogonalScrolling = scrolling
    section.placement = placement
    section.rowAlignment = rowAlignment
    section.itemAlignment = itemAlignment
    section.insets = scaled(insets)
    section.margins = scaled(margins)
    section.rowSpacing = rowSpacing * factor
    section.itemSpacing = itemSpacing * factor
    section.minimumHeight = minimumHeight * factor
    section.peek = peek * factor
    section.gapAbove = gapAbove * factor
    section.columns = columns
    section.lanes = lanes
    section.currentGroup = currentGroup
    section.arena.begin(.box)
    func leaf() -> Int {
      defer { section.arena.end() }
      return section.arena.begin(.box)
    }
    section.header = header.map {
      Section.Supplement(node: leaf(), isPinned: true, height: $0 * factor)
    }
    section.footer = footer.map {
      Section.Supplement(node: leaf(), isPinned: true, height: $0 * factor)
    }
    for item in items {
      var row = Section.Row(node: leaf(), height: item.height * factor)
      if let width = item.width { row.width = .points(width * factor) }
      if let fraction = item.fraction { row.width = .fraction(fraction) }
      row.columnSpan = item.columnSpan
      row.rowSpan = item.rowSpan
      row.isFullBleed = item.isFullBleed && layout == .list
      row.isStretched = item.isStretched
      section.rows.append(row)
    }
    section.arena.end()
    return section
  }

  static func engine(
    width: Double = RandomItems.width, direction: LayoutEnvironment.Direction = .ltr
  ) -> LayoutEngine {
    LayoutEngine(
      environment: .exact(width: width, direction: direction),
      measurer: FixedTextMeasurer(advance: 5, lineHeight: 10))
  }

  func laidOut(
    direction: LayoutEnvironment.Direction = .ltr, factor: Double = 1
  ) -> PlacedSection {
    Self.engine(width: Self.width * factor, direction: direction)
      .layOut([build(factor: factor)])[0]
  }

  static func page(_ random: inout SplitMix64) -> [PlacedSection] {
    engine().layOut((0..<4).map { _ in RandomItems(&random).build(factor: 1) })
  }
}
