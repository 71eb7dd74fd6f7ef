import LayoutCore

/// Cost of a page with one section of many items.
struct SectionLayoutCost {
  static let itemCount = 10_000

  private let layout: Section.Layout
  private let engine = LayoutEngine(
    environment: LayoutEnvironment(width: 390),
    measurer: FixedTextMeasurer(advance: 7, lineHeight: 18))
  private let page: [Section]

  /// Creates items 20 to 119 points high. Grid and waterfall have three columns, and some items
  /// span two columns.
  init(_ layout: Section.Layout) {
    self.layout = layout
    var section = Section(
      blockCode: "ITEMS", provider: Section.Provider(id: "bench", version: "1"))
    section.layout = layout
    section.insets = EdgeInsets(end: 16, start: 16)
    section.rowSpacing = 8
    section.itemSpacing = 8
    section.columns = 3
    section.arena.begin(.box)
    for item in 0..<Self.itemCount {
      var row = Section.Row(
        node: section.arena.begin(.box), height: Double(20 + item * 37 % 100))
      section.arena.end()
      row.columnSpan = item % 11 == 0 ? 2 : 1
      if layout == .flow || layout == .carousel {
        row.width = .points(Double(40 + item * 53 % 90))
      }
      section.rows.append(row)
    }
    section.arena.end()
    page = [section]
  }

  /// Lays out the section from scratch.
  func layOut() { _ = engine.layOut(page) }
}
