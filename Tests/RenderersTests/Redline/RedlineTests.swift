import Support
import Foundation
import LayoutCore
import Page
import TestConditions
import Testing

@testable import Renderers

@Suite("Redlines in SVG")
struct RedlineTests {
  static func svg(
    _ sections: [PlacedSection], environment: LayoutEnvironment = LayoutEnvironment(),
    _ diagnostics: [Diagnostic] = [], _ edit: (inout RenderOptions) -> Void = { _ in }
  ) -> [UInt8] {
    var options = RenderOptions()
    edit(&options)
    let page = Page(sections, environment: environment, diagnostics: diagnostics)
    return SVGRenderer(options: options).bytes(
      of: page)
  }

  static func number(_ value: Double) -> String {
    var out = ByteWriter()
    out.write(number: value)
    return out.string
  }

  static func id(of path: String, prefix: String = "p.") -> String {
    var out = ByteWriter()
    out.writeID(of: path, prefix: prefix)
    return out.string
  }

  @Test("a page becomes a picture of frames, items, gaps, texts and a legend")
  func golden() {
    let rail = Node(.carousel, 0, 10, 200, 60) {
      $0.children = (0..<2).map { index in
        Node(.box, 10 + Double(index) * 90, 0, 80, 60, name: "card") {
          $0.strings.action = "news://story/\(index)"
          $0.children = [Node(.text, 5, 20, 70, 14.4, text: "海 & a") { $0.content.font.size = 12 }]
        }
      }
    }
    var environment = LayoutEnvironment(width: 200, scale: 1)
    environment.locale = "en"
    let section = PlacedSection("STORIES", y: 0, width: 200, height: 80, [rail])
    let text = String(decoding: Self.svg([section], environment: environment), as: UTF8.self)
    let body = text.components(separatedBy: "</style>\n").last
    #expect(
      body == """
        <defs><pattern id="p-hatch" width="6" height="6" patternUnits="userSpaceOnUse"><path class="hatch" d="M-1 1L1 -1M0 6L6 0M5 7L7 5"/></pattern>
        <clipPath id="p-clip0"><rect x="0" y="10" width="200" height="60"/></clipPath></defs>
        <rect class="page" x="0" y="0" width="698" height="210"/>
        <g transform="translate(90 90)">
        <g class="heading"><text class="t head" x="0" y="-56">news</text><text class="s note" x="0" y="-36">200 × 80 pt @1x · light · en · \(Generator.name) \(Generator.version) · layout news@1 · texts are estimated</text></g>
        <rect class="frame" x="0" y="0" width="200" height="80"/>
        <g class="content">
        <g class="section" id="p.STORIES" role="group" aria-label="STORIES"><title>STORIES @0,0 200x80</title><rect class="sec" x="0" y="0" width="200" height="80"/>
        <g id="p.STORIES.carousel"><title>STORIES/carousel @0,10 200x60
        axis=x items=2 content=180</title><rect class="b" x="0" y="10" width="200" height="60"/></g>
        <g clip-path="url(#p-clip0)">
        <g id="p.STORIES.carousel.card.-0"><title>STORIES/carousel/card[0] @10,10 80x60
        action=news://story/0</title><rect class="item" x="10" y="10" width="80" height="60"/></g>
        <g id="p.STORIES.carousel.card.-0.text" role="img" aria-label="海 &amp; a"><title>STORIES/carousel/card[0]/text @15,30 70x14
        font=12/400 lines=1</title><rect class="b" x="15" y="30" width="70" height="14"/><text class="s" x="15" y="42" font-size="12" textLength="60" lengthAdjust="spacing">海 &amp; a</text></g>
        <g id="p.STORIES.carousel.card.-1"><title>STORIES/carousel/card[1] @100,10 80x60
        action=news://story/1</title><rect class="item" x="100" y="10" width="80" height="60"/></g>
        <g id="p.STORIES.carousel.card.-1.text" role="img" aria-label="海 &amp; a"><title>STORIES/carousel/card[1]/text @105,30 70x14
        font=12/400 lines=1</title><rect class="b" x="105" y="30" width="70" height="14"/><text class="s" x="105" y="42" font-size="12" textLength="60" lengthAdjust="spacing">海 &amp; a</text></g>
        </g>
        </g>
        </g>
        <rect class="edge" x="0" y="0" width="200" height="80"/>
        <g class="gaps">
        <g><title>inset 10</title><rect class="gap" x="0" y="10" width="10" height="60"/><rect fill="url(#p-hatch)" x="0" y="10" width="10" height="60"/><text class="m" x="5" y="82">10</text></g>
        <g><title>inset 20</title><rect class="gap" x="180" y="10" width="20" height="60"/><rect fill="url(#p-hatch)" x="180" y="10" width="20" height="60"/><text class="m" x="190" y="82">20</text></g>
        <g><title>gap 10</title><rect class="gap" x="90" y="10" width="10" height="60"/><rect fill="url(#p-hatch)" x="90" y="10" width="10" height="60"/><text class="m" x="95" y="82">10</text></g>
        </g>
        <g class="measures">
        <path class="dim" d="M0 -14H200M0 -18v8M200 -18v8"/><text class="m" x="100" y="-19">200</text>
        <path class="dim" d="M-26 0V80M-30 0h8M-30 80h8"/><text class="m" x="-34" y="44" style="text-anchor:end">80</text>
        <text class="m" x="50" y="23">80×60</text>
        </g>
        <g class="legend" direction="ltr">
        <path class="clip" d="M200 16L214 16"/><circle class="badge" cx="224" cy="16" r="10"/><text class="bt" x="224" y="20">1</text><text class="t code" x="244" y="20">STORIES</text><text class="s note" x="244" y="37">y 0 · h 80 · rows 1 × 80</text><text class="s note" x="244" y="54">test@1.0.0</text>
        </g>
        </g>
        </svg>

        """)
  }

  @Test("every node of the dump has its id and its exact geometry", arguments: 1...40)
  func geometry(_ seed: Int) throws {
    var pages = RandomPages(seed: UInt64(seed))
    let page = pages.page()
    let options = pages.options()
    let picture = try #require(Picture(SVGRenderer(options: options).bytes(of: page)))
    let ids = picture.byID
    #expect(ids.values.allSatisfy { $0.count == 1 })
    let wireframe = Wireframe(page, options: options)
    let nodes = picture.elements.indices.filter {
      picture.elements[$0].name == "g" && picture.elements[$0].attributes["id"] != nil
    }
    #expect(nodes.count == wireframe.boxes.count + wireframe.sections.count)
    for box in wireframe.boxes where wireframe.sections[box.section].keyword == .section {
      let group = try #require(ids[Self.id(of: box.path)]?.first)
      let rect = try #require(picture.children(of: group, named: "rect").first).attributes
      #expect(rect["x"] == Self.number(box.frame.x) && rect["y"] == Self.number(box.frame.y))
      #expect(rect["width"] == Self.number(max(0, box.frame.width)))
      #expect(rect["height"] == Self.number(max(0, box.frame.height)))
      let title = try #require(picture.children(of: group, named: "title").first).text
      let size = "\(Self.number(box.frame.width))x\(Self.number(box.frame.height))"
      #expect(title.contains(" @\(Self.number(box.frame.x)),\(Self.number(box.frame.y)) \(size)"))
    }
  }

  @Test("a picture of any page loads nothing and runs no script", arguments: 1...20)
  func selfContained(_ seed: Int) {
    var pages = RandomPages(seed: UInt64(seed))
    let page = pages.page()
    let text = String(
      decoding: SVGRenderer(options: pages.options()).bytes(of: page), as: UTF8.self)
    #expect(text.components(separatedBy: "http").count == 2, "the namespace alone")
    for word in ["href", "<script", "<image", "<foreignObject", "@import", " on", "nan", "inf\""] {
      let found = text.components(separatedBy: word).dropFirst()
      #expect(word == " on" ? !found.contains { $0.hasPrefix("click") } : found.isEmpty, "\(word)")
    }
    #expect(text.components(separatedBy: "url(").dropFirst().allSatisfy { $0.hasPrefix("#") })
    #expect(!text.utf8.contains { $0 < 0x20 && $0 != 0x0A })
  }

  @Test("the numbers of measures do not overlap", arguments: 1...40)
  func labels(_ seed: Int) {
    var pages = RandomPages(seed: UInt64(seed))
    let layout = RedlineLayout(Wireframe(pages.page(), options: pages.options()))
    let labels = layout.labels.compactMap { $0?.frame }
    for (index, label) in labels.enumerated() {
      #expect(!labels[..<index].contains { $0.overlaps(label) })
    }
    for (above, below) in zip(layout.legend, layout.legend.dropFirst()) {
      #expect(below.y >= above.y + above.height - 1e-6)
    }
  }

  @Test("heights of low sections are in lanes without overlaps")
  func lanes() {
    let sections = (0..<30).map { PlacedSection("S", y: Double($0) * 5, height: 5) }
    let wireframe = Wireframe(Page(sections))
    let heights = RedlineHeight.lanes(of: wireframe)
    #expect(heights.count == 30 && heights.contains { $0.lane > 0 })
    for lane in 0..<RedlineHeight.mostLanes {
      let marks = heights.filter { $0.lane == lane }
      let numbers = marks.filter(\.showsNumber).map { wireframe.sections[$0.section].frame.y + 2.5 }
      #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $1 - $0 >= 12 })
      let ends = marks.map { wireframe.sections[$0.section].frame }
      #expect(zip(ends, ends.dropFirst()).allSatisfy { $0.maxY <= $1.y })
    }
  }

  @Test("the same page gives the same bytes, and dark colours follow the reader's preference")
  func dark() throws {
    let section = PlacedSection("R", y: 0, height: 230, [DumpRendererTests.rail(items: 5)])
    let bytes = Self.svg([section])
    #expect(bytes == Self.svg([section]))
    let text = String(decoding: bytes, as: UTF8.self)
    let parts = text.components(separatedBy: "@media (prefers-color-scheme:dark){")
    #expect(parts.count == 2)
    let rules = try #require(parts[1].components(separatedBy: "</style>").first)
    #expect(
      rules.contains(".page{fill:#18181b}") && rules.contains(".sec{fill:#18181b;stroke:#3f3f46}"))
    #expect(!text.contains("$"), "every colour is known")
    // Parsers drop the rules if braces are not balanced.
    #expect(rules.count { $0 == "{" } + 1 == rules.count { $0 == "}" })
  }

  @Test("markup, control characters and noncharacters are written as text")
  func escaping() throws {
    let odd = "<b>&\"'\u{0}\u{1B}[31m\u{FFFE}\u{85}]]></b>\t\n"
    let section = PlacedSection(
      "A<B>&\"C", y: 0, height: 40,
      [Node(.text, 0, 0, 400, 20, name: odd, text: odd) { $0.strings.badge = odd }])
    let picture = try #require(Picture(Self.svg([section])))
    let shown = picture.texts(ofClass: "s").map(\.text)
    #expect(shown.contains { $0.hasPrefix("<b>&\"'\u{FFFD}\u{FFFD}[31m\u{FFFD}\u{FFFD}]]></b>") })
    #expect(picture.texts(ofClass: "code").map(\.text) == ["A<B>&\"C"])
  }

  @Test("lines and their widths are those of the measurer, with its ellipsis")
  func lines() throws {
    let text = Node(.text, 10, 20, 100, 48, text: "海上明月共潮生天涯共此时江流宛转绕芳甸") {
      $0.content.font.size = 20
      $0.content.maxLines = 2
    }
    let picture = try #require(Picture(Self.svg([PlacedSection("T", y: 5, height: 80, [text])])))
    let lines = picture.texts(ofClass: "s").filter { $0.attributes["textLength"] != nil }
    #expect(lines.map(\.text) == ["海上明月共", "潮生天涯共…"])
    #expect(lines.map { $0.attributes["x"] } == ["10", "10"])
    #expect(lines.map { $0.attributes["y"] } == ["45", "69"])
    #expect(lines.map { $0.attributes["textLength"] } == ["100", "100"])
  }

  @Test("a line is aligned by the page's direction and written in the direction of its letters")
  func directions() throws {
    let words = ["שלום", "abc", "12", "海!"]
    func lines(_ direction: LayoutEnvironment.Direction, _ align: TextAlign) throws -> [[String]] {
      let nodes = words.enumerated().map { index, word in
        Node(.text, 10, Double(index) * 20, 200, 20, text: word) {
          $0.content.font.size = 10
          $0.content.textAlign = align
        }
      }
      var environment = LayoutEnvironment()
      environment.direction = direction
      let bytes = Self.svg([PlacedSection("T", y: 0, height: 90, nodes)], environment: environment)
      return try #require(Picture(bytes)).texts(ofClass: "s")
        .filter { $0.attributes["font-size"] == "10" }
        .map { line in ["x", "direction", "text-anchor"].map { line.attributes[$0] ?? "" } }
    }
    let left = [["10", "rtl", "end"], ["10", "", ""], ["10", "", ""], ["10", "", ""]]
    let right = [
      ["210", "rtl", ""], ["210", "ltr", "end"], ["210", "rtl", ""], ["210", "ltr", "end"],
    ]
    #expect(try lines(.ltr, .start) == left)
    #expect(try lines(.rtl, .start) == right)
    #expect(try lines(.ltr, .end)[1] == ["210", "", "end"])
    #expect(try lines(.rtl, .end)[0] == ["10", "rtl", "end"])
    #expect(try lines(.rtl, .center)[0] == ["110", "rtl", "middle"])
  }

  @Test("a badge is in a corner of its image, and dots show the current page")
  func imagesAndDots() throws {
    let nodes = [
      Node(.image, 10, 10, 120, 120) { $0.strings.badge = "312万" },
      Node(.pageControl, 10, 140, 60, 7) {
        $0.content.count = 3
        $0.content.current = 1
      },
    ]
    let picture = try #require(Picture(Self.svg([PlacedSection("I", y: 0, height: 150, nodes)])))
    #expect(picture.texts(ofClass: "s").contains { $0.text == "312万" })
    let dots = picture.elements.filter { $0.attributes["class"]?.hasPrefix("dot") == true }
    #expect(dots.map { $0.attributes["class"] } == ["dot", "dot on", "dot"])
    #expect(picture.texts(ofClass: "m").map(\.text).contains("120×120"))
  }

  @Test("the legend has the section, its title, position, rows, provider and findings")
  func legend() throws {
    let section = PlacedSection("NEWS", y: 12.5, height: 40) {
      $0.title = "Today"
      $0.fallback = .init(step: .generic, reason: "no provider")
      $0.diagnosticCodes = ["SE3002"]
    }
    let found = Diagnostic(
      .unknownBlock, .warning, "no provider is registered for `NEWS`", blockCode: "NEWS")
    let picture = try #require(Picture(Self.svg([section], [found])))
    let legend = picture.texts(ofClass: "note").map(\.text).dropFirst()
    #expect(
      Array(legend) == [
        "“Today”", "y 12.5 · h 40 · rows 1 × 40", "test@1.0.0", "generic: no provider",
        "⚠ SE3002 no provider is registered for `NEWS`",
      ])
  }

  @Test("a picture of one section has its height, without gaps for the other sections")
  func part() throws {
    let sections = (0..<3).map { PlacedSection("S\($0)", y: Double($0) * 100, height: 100) }
    let picture = try #require(Picture(Self.svg(sections) { $0.section = "S1" }))
    let frame = try #require(picture.elements.first { $0.attributes["class"] == "frame" })
    #expect(frame.attributes["y"] == "100" && frame.attributes["height"] == "100")
    #expect(picture.texts(ofClass: "m").map(\.text) == ["414", "100"])
  }

  @Test("an empty page is a frame of its width")
  func empty() throws {
    let picture = try #require(Picture(Self.svg([])))
    #expect(picture.texts(ofClass: "m").map(\.text) == ["414"])
    #expect(picture.texts(ofClass: "code").isEmpty)
  }

  @Test("--section, --depth and --chrome omit and add the same nodes as in a dump")
  func options() throws {
    let page = NodePathTests.page
    func ids(_ edit: (inout RenderOptions) -> Void) throws -> Set<String> {
      var options = RenderOptions()
      edit(&options)
      let bytes = SVGRenderer(options: options).bytes(of: page)
      return Set(try #require(Picture(bytes)).byID.keys.filter { $0.contains(".") })
    }
    #expect(
      try ids { $0.section = "NOTICE" } == [
        "p.NOTICE", "p.NOTICE.text", "p.NOTICE..232", "p.NOTICE..232.text",
      ])
    #expect(try ids { $0.depth = 1 } == ["p.RAIL", "p.NOTICE", "p.NOTICE..232", "p.EMPTY"])
    #expect(try ids { $0.chrome = true }.contains("p-bar.top.text"))
    #expect(try !ids { _ in }.contains("p-bar.top"))
  }

  @Test(
    "different paths have different ids, which are valid XML names",
    arguments: [
      ("A/card[3]", "p.A.card.-3"), ("A/card.-3", "p.A.card..2E-3"),
      ("A/card/-3", "p.A.card...2D3"),
      ("A/card[3]/x", "p.A.card.-3.x"), ("A/[3]x", "p.A...5B3..5Dx"), ("A#2", "p.A..232"),
      ("海", "p...E6..B5..B7"), ("page-control", "p.page-control"), ("a//b", "p.a..2F.b"),
    ])
  func ids(_ path: String, _ id: String) {
    #expect(Self.id(of: path) == id)
  }

  @Test("a page with twice as many sections gives a picture of twice the size", .exhaustive)
  func linear() throws {
    func size(_ count: Int) -> Double {
      let sections = (0..<count).map { index in
        PlacedSection(
          "S", y: Double(index) * 200, height: 200, [DumpRendererTests.rail(items: 5)])
      }
      return Double(Self.svg(sections).count)
    }
    let (small, large) = (size(500), size(2_000))
    #expect(large < small * 4.3, "\(small) \(large)")
  }
}
