import Testing

@testable import LayoutCore

/// Text pictures of the part of a page that a screen shows.
@Suite struct TextScrollTests {
  /// A section with four lines of 20 points from y 10 on, and an image below them.
  private static let story = section(
    "STORY", height: 200,
    [
      Sketch(.text, 0, 10, 40, 80, "aaa bbb ccc ddd"),
      Sketch(.image, 0, 100, 400, 100).with { $0.label = "Picture" },
    ])

  private static func section(
    _ code: String, y: Double = 0, height: Double, _ nodes: [Sketch]
  ) -> PlacedSection {
    var section = PlacedSection(
      Section(blockCode: code, provider: .init(id: "test", version: "1")))
    Sketch(.box, 0, 0, 400, height, "", nodes).add(to: &section.section.arena)
    section.section.rows = [.init(node: 0, height: height)]
    section.rowHeights = [height]
    section.frame = Rect(x: 0, y: y, width: 400, height: height)
    return section
  }

  /// Returns the lines below the heading, without blank ones.
  private static func picture(_ sections: [PlacedSection], _ viewport: Viewport?) -> [String] {
    var page = page(
      sections, environment: LayoutEnvironment(width: 400),
      measurer: FixedTextMeasurer(advance: 10, lineHeight: 20))
    page.viewport = viewport
    let picture = draw(page) { $0.columns = 46 }
    return picture.split(separator: "\n").dropFirst().map(String.init)
  }

  @Test("lines and images are clipped at the edges of the screen")
  func cut() {
    let whole = Self.picture([Self.story], nil)
    #expect(whole.count { $0.contains("aaa") || $0.contains("ddd") } == 2)
    // The screen shows 35 to 75: the first line ends at 30, and the last begins at 70 and is mostly
    // hidden.
    let middle = Self.picture([Self.story], Viewport(offset: 35, height: 40))
    #expect(middle == ["  35  bbb", "      ccc", "  75"])
    // From 150 on the lower half of the image is visible.
    let end = Self.picture([Self.story], Viewport(offset: 150, height: 100))
    #expect(end.first?.hasPrefix(" 150  ╭") == true)
    #expect(end.last == " 200" && !end.contains { $0.contains("ddd") })
  }

  @Test("sections off screen are omitted, and the gutter begins at the visible part")
  func sections() {
    let below = Self.section("BELOW", y: 200, height: 60, [Sketch(.text, 0, 0, 60, 20, "below")])
    #expect(
      Self.picture([Self.story, below], Viewport(offset: 210, height: 500)) == [
        " 210  below", " 260",
      ])
    let hidden = Self.picture([Self.story, below], Viewport(offset: 0, height: 200))
    #expect(!hidden.contains { $0.contains("below") })
    // A bar of 44 covers the first line and most of the second, which is from 30 to 50.
    let barred = Self.picture([Self.story], Viewport(offset: 0, height: 90, topInset: 44))
    #expect(barred == ["  44  ccc", "      ddd", "  90"])
  }

  @Test("a section outside the flow is labelled with its placement")
  func placement() {
    var top = Self.section("TOP", height: 20, [Sketch(.text, 0, 0, 40, 20, "top")])
    top.section.placement = .floatTop
    var over = Self.section("OVER", height: 20, [Sketch(.text, 0, 0, 40, 20, "over")])
    over.section.placement = .overlay
    let picture = Self.picture([over, Self.story, top], nil)
    let words = picture.map { $0.drop { $0 == " " } }
    let order = ["float-top", "top", "overlay", "over", "aaa"].map { word in
      words.firstIndex { $0.hasSuffix(word) }
    }
    #expect(order.compactMap { $0 } == order.compactMap { $0 }.sorted() && !order.contains(nil))
  }

  @Test("a section that is a pager counts its groups")
  func groups() {
    var section = Section(blockCode: "P", provider: .init(id: "test", version: "1"))
    let items = (0..<5).map { index in
      Sketch(.image, Double(index / 2 - 1) * 400, Double(index % 2) * 40, 400, 40)
    }
    Sketch(.list, 0, 0, 400, 80, "", items).add(to: &section.arena)
    section.layout = .pager
    section.lanes = 2
    section.currentGroup = 1
    section.rows = (1...5).map { .init(node: $0, height: 40) }
    var pager = PlacedSection(section)
    pager.frame = Rect(x: 0, y: 0, width: 400, height: 80)
    #expect(Self.picture([pager], nil).contains { $0.hasSuffix("‹ page 2 of 3 ›") })
    // The items end at 80 of 100, so the part below has no groups to count.
    pager.frame.height = 100
    let below = Self.picture([pager], Viewport(offset: 85, height: 50))
    #expect(!below.contains { $0.contains("page") })
  }
}
