import Foundation
import TestTools
import Testing

@testable import LayoutCore

@Suite("Settings of sections")
struct SectionSettingsTests {
  /// Rows of different sizes: a high row, a low row, and rows whose content gives the height.
  private func section(_ layout: Section.Layout) -> Section {
    var section = Section(blockCode: "A", provider: .init(id: "test", version: "1"))
    section.layout = layout
    section.insets = EdgeInsets(end: 10, start: 10)
    section.rowSpacing = 3
    section.itemSpacing = 7
    section.columns = [.grid, .waterfall, .onePlusN].contains(layout) ? 2 : 1
    section.arena.begin(.box)
    for height in [40, nil, 25, nil, 60, 20, 30] as [Double?] {
      var style = Style()
      if height == nil { style.minHeight = .points(15) }
      style.minWidth = .points(170)
      let node = section.arena.begin(.box, style: style)
      section.arena.end()
      section.rows.append(Section.Row(node: node, height: height))
    }
    section.arena.end()
    return section
  }

  private func change(_ setting: Section.Setting, of section: inout Section) {
    switch setting {
    case .columns: section.columns = 3
    case .lanes: section.lanes = 2
    case .rowAlignment: section.rowAlignment = .end
    case .itemAlignment: section.itemAlignment = .center
    case .scrolling: section.orthogonalScrolling = .none
    case .peek: section.peek = 30
    case .currentGroup: section.currentGroup = 2
    case .width: section.rows[0].width = .points(90)
    case .columnSpan: section.rows[0].columnSpan = 2
    case .rowSpan: section.rows[0].rowSpan = 2
    case .fullBleed: section.rows[0].isFullBleed = true
    case .stretch: section.rows[1].isStretched = true
    }
  }

  private struct Frames: Equatable {
    var rows: [Rect]
    var offset, height: Double

    init(_ section: Section) {
      let placed = RandomItems.engine().layOut([section])[0]
      rows = placed.rowFrames
      (offset, height) = (placed.contentOffset, placed.contentHeight)
    }
  }

  @Test(
    "each setting either changes frames, or is reported as unused",
    arguments: Section.Layout.allCases, Section.Setting.allCases)
  func table(_ layout: Section.Layout, _ setting: Section.Setting) {
    var base = section(layout)
    // A list has several items in a line, and a carousel stops at a group, only with other settings.
    if layout == .list, [.itemAlignment, .stretch].contains(setting) {
      for row in base.rows.indices { base.rows[row].width = .fraction(0.5) }
    }
    if setting == .stretch { base.itemAlignment = layout == .waterfall ? .auto : .center }
    if setting == .scrolling, base.scrollsAlongX { base.currentGroup = 1 }
    var changed = base
    change(setting, of: &changed)
    let isReported = changed.unusedSettings(in: layout).contains(setting)
    #expect(isReported == !setting.isUsed(by: layout))
    #expect((Frames(changed) != Frames(base)) == setting.isUsed(by: layout))
    #expect(!base.unusedSettings(in: layout).contains(setting))
  }

  @Test("the README of layouts has the table; SECTIONENGINE_RECORD=1 writes it again")
  func documented() throws {
    let kinds = Section.Layout.allCases
    var lines = [["setting"] + kinds.map { "`\($0.word)`" }].map(Self.line)
    lines.append("|" + String(repeating: "---|", count: kinds.count + 1))
    lines += Section.Setting.allCases.map { setting in
      Self.line(["`\(setting.rawValue)`"] + kinds.map { setting.isUsed(by: $0) ? "yes" : "" })
    }
    let table = lines.joined(separator: "\n")
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Layouts/README.md")
    var text = try String(contentsOf: page, encoding: .utf8)
    let begin = try #require(text.range(of: "<!-- settings: begin -->\n\n")?.upperBound)
    let finish = try #require(text.range(of: "\n\n<!-- settings: end -->")?.lowerBound)
    if ProcessInfo.processInfo.environment["SECTIONENGINE_RECORD"] == "1" {
      text.replaceSubrange(begin..<finish, with: table)
      try Data(text.utf8).write(to: page)
    } else {
      #expect(text[begin..<finish] == table)
    }
  }

  private static func line(_ cells: [String]) -> String {
    "|" + cells.map { $0.isEmpty ? " |" : " \($0) |" }.joined()
  }

  @Test("a feed layout's settings are unused where the same settings of a provider are")
  func overrides() {
    var all = SectionLayoutOverride()
    (all.columns, all.lanes, all.rowAlignment, all.itemAlignment) = (3, 2, .end, .center)
    (all.orthogonalScrolling, all.peek, all.currentGroup) = (.paging, 8, 2)
    for layout in Section.Layout.allCases {
      var section = section(layout)
      section.columns = 1
      section.apply(all)
      #expect(
        all.unusedSettings(in: layout)
          == section.unusedSettings(in: layout).filter { $0 != .currentGroup })
    }
    #expect(SectionLayoutOverride().unusedSettings(in: .list).isEmpty)
  }

  @Test(
    "rows of a carousel, a pager and one-plus-n are aligned in their group, in both directions",
    arguments: [Style.Align.auto, .start, .center, .end, .stretch],
    [LayoutEnvironment.Direction.ltr, .rtl])
  func alignment(_ alignment: Style.Align, _ direction: LayoutEnvironment.Direction) {
    for layout in [Section.Layout.carousel, .pager, .onePlusN] {
      for lanes in [1, 2] {
        var section = section(layout)
        section.itemAlignment = alignment
        section.lanes = lanes
        let placed = RandomItems.engine(direction: direction).layOut([section])[0]
        for (row, frame) in placed.rowFrames.enumerated() {
          let own = section.rows[row].height
          let (top, lane) = group(of: row, layout, lanes: lanes)
          let needed = own ?? 15
          let fills =
            alignment == .stretch || alignment == .auto && (own == nil || layout != .carousel)
          let height = fills ? lane : needed
          #expect(abs(frame.height - height) < 1e-6, "\(layout) \(row) \(frame)")
          let free = lane - height
          let y = top + (alignment == .center ? free / 2 : alignment == .end ? free : 0)
          #expect(abs(frame.y - y) < 1e-6, "\(layout) \(row) \(frame)")
        }
      }
    }
  }

  /// The top and the height of the place of a row, by arithmetic. The highest row has 60 points.
  private func group(
    of row: Int, _ layout: Section.Layout, lanes: Int
  ) -> (top: Double, height: Double) {
    guard layout == .onePlusN else { return (Double(row % lanes) * 63, 60) }
    // Groups of three rows: 40 | 15, 25; then 15 | 60, 20; then 30 alone. A stack has rows of equal
    // height, with 3 points between them.
    let groups: [(top: Double, height: Double)] = [(0, 53), (56, 123), (182, 30)]
    let group = groups[row / 3]
    guard row % 3 > 0 else { return group }
    let small = (group.height - 3) / 2
    return (group.top + Double(row % 3 - 1) * (small + 3), small)
  }

  @Test("items of a carousel node are aligned by align-items and align-self")
  func nodes() {
    for kind in [NodeKind.carousel, .pager] {
      var arena = NodeArena()
      var style = Style()
      style.height = .points(100)
      style.alignItems = .end
      arena.begin(kind, style: style)
      for (height, align) in [(30, .auto), (nil, .auto), (40, .center), (nil, .stretch)]
        as [(Double?, Style.Align)]
      {
        var item = Style()
        item.width = .points(50)
        item.minHeight = .points(20)
        if let height { item.height = .points(Float(height)) }
        item.alignSelf = align
        arena.begin(.box, style: item)
        arena.end()
      }
      arena.end()
      var section = Section(blockCode: "A", provider: .init(id: "test", version: "1"))
      section.arena = arena
      section.rows = [Section.Row(node: 0, height: nil)]
      let placed = RandomItems.engine().layOut([section])[0]
      let frames = (1...4).map { placed.arena.frames[$0] }
      #expect(frames.map(\.height) == [30, 20, 40, 100], "\(kind)")
      #expect(frames.map(\.y) == [70, 80, 30, 0], "\(kind)")
    }
  }

  @Test(
    "the peek is the part of the next group between its start and the section's edge",
    arguments: [8.0, 16, 40, 100], [Section.Layout.carousel, .pager])
  func peek(_ peek: Double, _ layout: Section.Layout) {
    for scrolling in [Section.OrthogonalScrolling.continuous, .groupPagingCentered] {
      var section = section(layout)
      section.margins = EdgeInsets(end: 6, start: 6)
      section.peek = peek
      section.orthogonalScrolling = scrolling
      section.currentGroup = 1
      let placed = RandomItems.engine().layOut([section])[0]
      let inner = RandomItems.width - 32
      let group = placed.rowFrames[1]
      let visible = RandomItems.width - placed.rowFrames[2].x
      // A group is at most as wide as the section inside its insets: 16 - 7 points then stay visible.
      #expect(abs(visible - max(peek, 9)) < 1e-6)
      #expect(group.width <= inner + 1e-6)
      if scrolling == .groupPagingCentered {
        #expect(abs(placed.rowFrames[0].maxX - max(peek, 9)) < 1e-6)
      }
    }
  }

  @Test("pages of a width rest at multiples of it, and the last page at the end")
  func paging() {
    let scroll = OrthogonalScroll<Double>(
      behaviour: .paging, groups: (0..<10).map { .init(start: Double($0) * 100, width: 90) },
      viewport: 300, contentWidth: 990)
    // Groups 0 to 2 are on the first page. The last page begins at 690 and shows groups 7 to 9.
    #expect(
      (0..<10).map(scroll.offset(ofGroup:)) == [0, 0, 0, 300, 300, 300, 600, 600, 600, 690])
    let wide = OrthogonalScroll<Double>(
      behaviour: .paging, groups: (0..<4).map { .init(start: Double($0) * 290, width: 280) },
      viewport: 300, contentWidth: 1_150)
    // Group 3 begins at 870 on page 2, and ends at 1150 on the last page, which rests at 850.
    #expect((0..<4).map(wide.offset(ofGroup:)) == [0, 0, 300, 850])
  }
}
