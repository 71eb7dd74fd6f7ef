import LayoutCore
import Page
import Testing

@testable import Renderers

@Suite("Wireframe")
struct WireframeTests {
  /// Returns the nodes of a page with their paths, absolute frames and levels, 0 directly below the
  /// section.
  static func nodes(
    of page: Page.Lines
  ) -> [(path: String, frame: Rect, level: Int)] {
    zip(page, zip(page.paths, page.framesInFeed)).filter { $0.0.kind == .node }.map {
      ($1.0, $1.1, Int($0.level) - 1)
    }
  }

  static func isNear(_ a: Rect, _ b: Rect, level: Int) -> Bool {
    // A dump has two decimals. Rounding errors add up over the levels; large numbers are Float.
    func isNear(_ a: Double, _ b: Double) -> Bool {
      abs(a - b) <= 0.006 * Double(level + 3) + max(a.magnitude, b.magnitude) * 1e-6
    }
    return isNear(a.x, b.x) && isNear(a.y, b.y) && isNear(a.width, b.width)
      && isNear(a.height, b.height)
  }

  @Test("boxes are the nodes of the dump with absolute frames", arguments: 1...60)
  func boxes(_ seed: Int) throws {
    var pages = RandomPages(seed: UInt64(seed))
    let page = pages.page()
    var options = pages.options()
    options.frames = .parent
    let dump = try #require(page.projected(options).lines)
    let expected = Self.nodes(of: dump)
    let wireframe = Wireframe(page, options: options)
    // In a dump, the frames inside a floating section are relative to that section.
    let boxes = wireframe.sections.flatMap { section in
      wireframe.boxes[section.boxes].sorted { $0.node < $1.node }.map { box in
        let y = section.keyword == .section ? 0 : section.frame.y
        return (box, box.frame.moved(by: 0, -y))
      }
    }
    #expect(boxes.map(\.0.path) == expected.map(\.path))
    #expect(boxes.map(\.0.level) == expected.map(\.level))
    for (box, node) in zip(boxes, expected) {
      #expect(Self.isNear(box.1, node.frame, level: node.level), "\(node.path) \(box.1)")
    }
    #expect(wireframe.sections.count == dump.sections.count)
    for (section, other) in zip(wireframe.sections, dump.sections)
    where section.keyword == .section {
      #expect(Self.isNear(section.frame, dump[other.line].frame, level: 0))
    }
  }

  static func pager(current: UInt32) -> Node {
    Node(.pager, 0, 0, 414, 100) {
      $0.content.current = current
      $0.children = (0..<3).map { Node(.image, Double($0) * 414, 0, 414, 100) }
    }
  }

  @Test("the current page of a pager is drawn within the pager and keeps its frame")
  func pages() throws {
    let page = Page([PlacedSection("P", y: 20, height: 100, [Self.pager(current: 2)])])
    let wireframe = Wireframe(page)
    let image = try #require(wireframe.boxes.last)
    #expect(wireframe.boxes.count == 2 && image.path == "P/pager/image[2]")
    #expect(image.frame == Rect(x: 828, y: 20, width: 414, height: 100))
    #expect(image.drawnFrame == Rect(x: 0, y: 20, width: 414, height: 100))
    #expect(wireframe.clips == [Rect(x: 0, y: 20, width: 414, height: 100)])
    #expect(image.clip == 0)
  }

  @Test("items off screen are omitted, and with --all they are drawn unclipped")
  func offscreen() {
    let page = Page([PlacedSection("R", y: 0, height: 230, [DumpRendererTests.rail(items: 6)])])
    let shown = Wireframe(page)
    #expect(shown.boxes.count { $0.isItem } == 4)
    #expect(
      shown.boxes.filter { $0.isClipped }.map(\.path) == ["R/carousel/card[3]"])
    #expect(shown.boxes.filter { $0.level > 0 }.allSatisfy { $0.clip == 0 })
    var options = RenderOptions()
    options.all = true
    let all = Wireframe(page, options: options)
    #expect(all.boxes.count { $0.isItem } == 6 && all.clips.isEmpty)
    // The hidden boxes are one card and its contents.
    #expect(all.boxes.count { $0.isOffscreen } == 6)
  }

  @Test("a background is drawn first, pinned parts on top, and floating sections last")
  func order() {
    let page = Page([
      PlacedSection("FLOAT", y: 0, height: 10) { $0.placement = .floatTop },
      PlacedSection("OVER", y: 0, height: 10) { $0.placement = .overlay },
      PlacedSection(
        "PARTS", y: 0, height: 100,
        [
          Node(.box, 0, 0, 414, 20, name: "head"), Node(.box, 0, 20, 414, 20, name: "row"),
          Node(.box, 0, 0, 414, 100, name: "behind"),
        ]
      ) {
        $0.header = .init(node: 1, isPinned: true, height: nil)
        $0.rows = [.init(node: 2, height: nil)]
        $0.background = 3
      },
    ])
    let wireframe = Wireframe(page)
    #expect(wireframe.drawingOrder == [2, 1, 0])
    #expect(wireframe.boxes.map(\.path) == ["PARTS/behind", "PARTS/row", "PARTS/head"])
    #expect(wireframe.sections[2].rowBoxes == [1])
  }

  @Test("gaps, insets and sizes of a rail are measured once each")
  func measures() {
    let page = Page([PlacedSection("R", y: 0, height: 230, [DumpRendererTests.rail(items: 6)])])
    func measure(
      _ kind: Wireframe.Measure.Kind, _ x: Double, _ y: Double, _ width: Double, _ height: Double,
      of box: Int? = nil, isInLine: Bool = true
    ) -> Wireframe.Measure {
      let frame = Rect(x: x, y: y, width: width, height: height)
      var measure = Wireframe.Measure(kind: kind, section: 0, frame: frame, box: box)
      measure.isInLine = isInLine
      return measure
    }
    let expected: [Wireframe.Measure] = [
      measure(.inset(.x), 0, 45, 10, 160), measure(.inset(.y), 10, 40, 120, 5),
      measure(.inset(.y), 10, 205, 120, 25), measure(.size, 10, 45, 120, 160, of: 1),
      measure(.gap(.x), 130, 45, 10, 160),
      measure(.size, 10, 45, 120, 120, of: 2, isInLine: false),
    ]
    #expect(Wireframe(page).measures == expected)
  }
}
