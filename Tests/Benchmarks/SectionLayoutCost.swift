import LayoutCore

/// Cost of a page with one section of many items.
struct SectionLayoutCost {
  static let itemCount = 10_000

  private let layout: LayoutSection.Layout
  private let engine = LayoutEngine(
    environment: LayoutEnvironment(width: 390),
    measurer: FixedTextMeasurer(advance: 7, lineHeight: 18))
  private let page: [LayoutSection]

  /// Creates items of 20 to 119 points. Grid and waterfall have three columns, and some items span
  /// two.
  init(_ layout: LayoutSection.Layout) {
    self.layout = layout
    var section = LayoutSection(
      blockCode: "ITEMS", provider: LayoutSection.Provider(id: "bench", version: "1"))
    section.layout = layout
    section.insets = EdgeInsets(end: 16, start: 16)
    section.rowSpacing = 8
    section.itemSpacing = 8
    section.columns = 3
    section.arena.begin(.box)
    for item in 0..<Self.itemCount {
      var row = LayoutSection.Row(
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
  func layOut() {
    var page = page
    engine.layOut(&page)
  }

  private var index: PageIndex {
    var page = page
    engine.layOut(&page)
    return PageIndex(page)
  }

  /// Returns the nanoseconds for finding the rows of one screen, averaged over the whole page.
  func visibleQuery() -> Double {
    let index = index
    let screens = 1_000
    let step = max(0, index.height - 844) / Double(screens)
    var found = 0
    let time = fastest(
      rounds: 20,
      [
        {
          for screen in 0..<screens {
            let y = Double(screen) * step
            found += index.rows(in: Rect(x: 0, y: y, width: 390, height: 844)).count
          }
        }
      ])[0]
    precondition(found > 0, "no row shows")
    return time / Double(screens)
  }

  /// Returns the nanoseconds for changing the height of a row and then finding the rows of one
  /// screen.
  func heightChange() -> Double {
    var index = index
    let changes = 1_000
    let time = fastest(
      rounds: 20,
      [
        {
          for change in 0..<changes {
            let row = PageIndex.Row(section: 0, index: change * 7 % Self.itemCount)
            let isChanged = index.setHeight(Double(20 + change % 90), of: row)
            precondition(isChanged, "rows stand side by side")
            let screen = Rect(x: 0, y: index.frame(of: row).y, width: 390, height: 844)
            _ = index.rows(in: screen)
          }
        }
      ])[0]
    return time / Double(changes)
  }
}
