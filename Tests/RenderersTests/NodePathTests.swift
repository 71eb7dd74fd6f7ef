import LayoutCore
import Page
import TestConditions
import Testing

@testable import Renderers

@Suite("Paths of nodes")
struct NodePathTests {
  static let page: Page = {
    var page = Page([
      PlacedSection(
        "RAIL", y: 0, height: 230,
        [
          Node(.box, 0, 0, 414, 40, name: "header", children: [Node(.text, 0, 0, 9, 9, text: "a")]),
          DumpRendererTests.rail(items: 3),
        ]),
      PlacedSection("NOTICE", y: 230, height: 40, [Node(.text, 1, 1, 100, 18, text: "first")]),
      PlacedSection("NOTICE", y: 270, height: 40, [Node(.text, 1, 1, 100, 18, text: "second")]),
      PlacedSection("EMPTY", y: 310, height: 10),
    ])
    page.chrome.top = PlacedSection(
      "navigation-bar", y: 0, height: 44, [Node(.text, 1, 1, 50, 18, text: "title")])
    return page
  }()

  @Test(
    "a path resolves to its node",
    arguments: [
      ("RAIL", .section(0), nil), ("RAIL/header/text", .section(0), 2),
      ("RAIL/carousel", .section(0), 3), ("RAIL/carousel/card[2]/image", .section(0), 11),
      ("NOTICE/text", .section(1), 1), ("NOTICE#2", .section(2), nil),
      ("NOTICE#2/text", .section(2), 1), ("EMPTY", .section(3), nil), ("top/text", .top, 1),
    ] as [(String, PagePart, Int?)])
  func found(_ path: String, _ part: PagePart, _ node: Int?) {
    #expect(Self.page.place(at: path) == NodePlace(part, node: node))
  }

  @Test(
    "any other path resolves to nothing",
    arguments: [
      "", "/", "RAIL/", "RAIL/card", "RAIL/carousel/card[3]", "RAIL/carousel/card", "NOTICE#1",
      "NOTICE#3/text", "rail", "RAILS", "EMPTY/text", "bottom/text", "RAIL/header/text/",
    ])
  func lost(_ path: String) {
    #expect(Self.page.place(at: path) == nil)
  }

  @Test("every node of any page is found by its path, with any names", .exhaustive)
  func random() {
    for seed in 0..<200 {
      var pages = RandomPages(seed: UInt64(seed))
      let page = pages.page()
      for (index, name) in page.sectionNames.enumerated() {
        let view = SnappedSection(
          page.sections[index], environment: page.environment, options: RenderOptions())
        let paths = view.paths(in: name)
        for path in paths {
          let place = page.place(at: path)
          // Two nodes can share a path if names contain slashes.
          guard case .section(let section) = place?.part, let place else {
            Issue.record("seed \(seed): nothing at \(path)")
            continue
          }
          let found = SnappedSection(
            page.sections[section], environment: page.environment, options: RenderOptions())
          let names = found.paths(in: page.sectionNames[section])
          #expect(
            place.node.map { names[$0] } ?? page.sectionNames[section] == path, "seed \(seed)")
        }
      }
    }
  }
}
