import LayoutCore
import Testing

@testable import LayoutReview

@Suite("Designs of Figma") struct DesignReadingTests {
  static func frame(_ id: String, _ name: String, x: Int, width: Int = 390) -> String {
    """
    {"id": "\(id)", "name": "\(name)", "type": "FRAME", "overflowDirection": "VERTICAL_SCROLLING",
     "absoluteBoundingBox": {"x": \(x), "y": -340.5, "width": \(width), "height": 844},
     "layoutMode": "VERTICAL", "itemSpacing": 12, "paddingLeft": 16, "paddingRight": 16, "paddingTop": 8,
     "children": [
      {"id": "\(id)1", "name": "Title", "type": "TEXT", "characters": "Charts",
       "absoluteBoundingBox": {"x": \(x + 16), "y": -332.5, "width": 120, "height": 24}},
      {"id": "\(id)2", "name": "Old", "type": "TEXT", "visible": false, "characters": "Gone",
       "absoluteBoundingBox": {"x": 0, "y": 0, "width": 1, "height": 1}},
      {"id": "\(id)3", "name": "Row", "type": "INSTANCE", "layoutMode": "HORIZONTAL", "itemSpacing": 300,
       "primaryAxisAlignItems": "SPACE_BETWEEN",
       "absoluteBoundingBox": {"x": \(x + 16), "y": -296.5, "width": 358, "height": 40}}]}
    """
  }

  static func file(_ frames: String...) -> String {
    """
    {"name": "App", "schemaVersion": 0, "document": {"id": "0:0", "name": "Document", "type": "DOCUMENT", "children": [
     {"id": "0:1", "name": "Page 1", "type": "CANVAS", "children": [
      {"id": "5:9", "name": "Note", "type": "TEXT", "absoluteBoundingBox": {"x": 0, "y": 0, "width": 9, "height": 9}},
      {"id": "5:1", "name": "Screens", "type": "SECTION", "children": [\(frames.joined(separator: ","))]}]}]}}
    """
  }

  @Test("layers are read with their names, texts and auto layout; hidden ones are left out")
  func layers() throws {
    let read = TestViews.read(Self.file(Self.frame("1:2", "Home", x: -1200)))
    #expect(read.diagnostics.isEmpty)
    let hierarchy = try #require(read.value)
    #expect(hierarchy.source == .figma)
    #expect(
      TestViews.lines(hierarchy) == [
        "Home 0,0,390,844 #Home scrolls", " Title 16,8,120,24 #Title 'Charts'",
        " Row 16,44,358,40 #Row",
      ])
    let insets = EdgeInsets(top: 8, end: 16, bottom: 0, start: 16)
    #expect(
      hierarchy.views.map(\.autoLayout) == [
        ViewHierarchy.AutoLayout(isVertical: true, gap: 12, padding: insets), nil,
        ViewHierarchy.AutoLayout(isVertical: false, gap: nil, padding: .zero),
      ])
  }

  @Test("nodes that were asked for are frames themselves")
  func nodes() {
    let nodes =
      "{\"nodes\": {\"1:2\": {\"document\": \(Self.frame("1:2", "Home", x: 0))}, \"9:9\": null}}"
    #expect(TestViews.read(nodes).value?.views.count == 3)
  }

  @Test("a frame is chosen by its name, its id, or the id in a link")
  func choice() throws {
    let text = Self.file(
      Self.frame("1:2", "Home", x: 0), Self.frame("1:3", "Home wide", x: 500, width: 820))
    for name in ["Home wide", "1:3", "1-3"] {
      #expect(TestViews.read(text, frames: [name]).value?.views.first?.frame.width == 820)
    }
    guard case .design(let design) = try #require(TestViews.file(text)) else { return }
    let widths = design.hierarchies(of: ["1:3", "1:2"]).value?.map { $0.views[0].frame.width }
    #expect(widths == [820, 390])
  }

  @Test("without a choice, or with a wrong one, the frames are listed")
  func refusals() throws {
    let text = Self.file(
      Self.frame("1:2", "Home", x: 0), Self.frame("1:3", "Home", x: 500, width: 820))
    let none = try #require(TestViews.read(text).diagnostics.first)
    #expect(none.message == "the design has 2 frames")
    #expect(none.notes == ["its frames: `Home` (1:2, 390 wide), `Home` (1:3, 820 wide)"])
    let wrong = try #require(TestViews.read(text, frames: ["Hone"]).diagnostics.first)
    #expect(wrong.message == "the design has no frame `Hone`")
    #expect(wrong.helps == ["did you mean `Home`?"])
    let both = try #require(TestViews.read(text, frames: ["Home"]).diagnostics.first)
    #expect(both.message == "the design has 2 frames named `Home`")
    #expect(both.helps == ["choose one by its name or id: `diff --frame 1:2`"])
    #expect(TestViews.read(Self.file()).diagnostics.map(\.message) == ["the design has no frame"])
  }
}

@Suite("Designs beside pages") struct DesignComparisonTests {
  static func compare(_ hierarchy: ViewHierarchy) throws -> AppComparison {
    try #require(
      AppComparison.best(hierarchy, page: ReferencePage(LabelledDump.page), tolerance: 0.5))
  }

  static var design: ViewHierarchy {
    get throws { try #require(TestViews.read(try LabelledDump.text(of: "design.json")).value) }
  }

  @Test("a gap of auto layout that the page does not keep is reported once for its box")
  func gap() throws {
    let comparison = try Self.compare(Self.design)
    #expect(comparison.scrollView == "Home")
    #expect(
      comparison.autoLayout == [
        AutoLayoutDifference(
          path: "CHARTS/carousel", kind: .gap, design: 12, page: 10, count: 2)
      ])
    #expect(
      comparison.text(color: false).contains(
        "~ CHARTS/carousel  gap 12 in the design, 10 here, 2 times\n"))
  }

  @Test("paddings are compared where the design keeps them")
  func paddings() throws {
    var hierarchy = try Self.design
    let carousel = try #require(hierarchy.views.firstIndex { $0.name == "carousel" })
    func difference(_ padding: EdgeInsets, movedBy x: Double) throws -> [String] {
      hierarchy.views[carousel].autoLayout = ViewHierarchy.AutoLayout(
        isVertical: false, gap: nil, padding: padding)
      var moved = hierarchy
      for index in moved.views.indices where moved.views[index].parent == carousel {
        moved.views[index].frame.x += x
      }
      return try Self.compare(moved).autoLayout.map(\.text)
    }
    #expect(try difference(EdgeInsets(start: 16), movedBy: 0) == [])
    #expect(
      try difference(EdgeInsets(start: 20), movedBy: 4) == [
        "left padding 20 in the design, 16 here"
      ])
    // The frames in the design contradict this padding, so it is not compared.
    #expect(try difference(EdgeInsets(start: 40), movedBy: 4) == [])
  }

  @Test("layer names match boxes whose words are placeholders")
  func names() throws {
    var hierarchy = try Self.design
    for index in hierarchy.views.indices where hierarchy.views[index].text != nil {
      hierarchy.views[index].text = "Title"
    }
    let named = hierarchy.namedAlike(try LabelledDump.page)
    let identifiers = named.views.compactMap(\.identifier)
    #expect(identifiers.filter { $0.hasSuffix("/carousel/card[2]") } == ["CHARTS/carousel/card[2]"])
    #expect(named.views.compactMap(\.text).filter { $0 == "¥99" }.count == 2)
    let comparison = try Self.compare(named)
    #expect(comparison.texts.matched == comparison.texts.visible)
    #expect(comparison.sections.flatMap(\.nodes).allSatisfy { $0.texts.isEmpty })
  }
}
