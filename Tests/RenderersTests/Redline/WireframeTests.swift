import LayoutCore
import Testing

@testable import Renderers

@Suite("Wireframe")
struct WireframeTests {
  /// Returns the nodes of a dump with their paths, absolute frames and levels.
  static func nodes(
    of dump: DumpDocument
  ) -> [(path: String, frame: Rect, level: Int)] {
    var result: [(path: String, frame: Rect, level: Int)] = []
    var seen: [String: Int] = [:]
    for section in dump.sections {
      var name = section.keyword.rawValue
      if section.keyword == .section {
        seen[section.code, default: 0] += 1
        let occurrence = seen[section.code, default: 1]
        name = occurrence == 1 ? section.code : "\(section.code)#\(occurrence)"
      }
      var open = [(path: name, x: section.frame.x, y: section.frame.y)]
      for line in section.lines {
        guard case .node(let node) = line.content else { continue }
        open.removeLast(open.count - line.level - 1)
        let parent = open[line.level]
        let frame = Rect(
          x: parent.x + node.frame.x, y: parent.y + node.frame.y, width: node.frame.width,
          height: node.frame.height)
        result.append(("\(parent.path)/\(node.id)", frame, line.level))
        open.append((result[result.count - 1].path, frame.x, frame.y))
      }
    }
    return result
  }

  static func isNear(_ a: Rect, _ b: Rect, level: Int) -> Bool {
    // A dump has two decimals, whose errors add up over the levels; large numbers are Float.
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
    let bytes = DumpRenderer(options: options).bytes(of: page)
    let dump = try #require(DumpParser.parse(bytes, file: "a.dump").document)
    let expected = Self.nodes(of: dump)
    for wireframe in [Wireframe(page, options: options), Wireframe(dump)] {
      // Bars have their own coordinates in a dump.
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
        #expect(Self.isNear(section.frame, other.frame, level: 0))
      }
    }
  }

  @Test("kinds, texts and roles of a dump are inferred correctly")
  func guessed() throws {
    let tree = LayoutTree([
      PlacedSection(
        "RAIL", y: 0, height: 230,
        [
          Node(.box, 0, 0, 414, 40, name: "header") {
            $0.content.role = .header
            $0.children = [
              Node(.text, 10, 10, 100, 20, text: "听"),
              Node(.button, 339, 10, 65, 20, text: "更多") { $0.strings.action = "web://more" },
            ]
          }, DumpRendererTests.rail(items: 6),
          Node(.pager, 0, 0, 10, 10), Node(.list, 0, 0, 10, 10), Node(.icon, 0, 0, 9, 9, text: "▶"),
          Node(.pageControl, 0, 0, 60, 7) {
            $0.content.count = 5
            $0.content.current = 2
          }, Node(.spacer, 0, 0, 5, 5), Node(.badge, 0, 0, 30, 12, text: "新"),
          Node(.placeholder, 0, 0, 100, 40),
        ])
    ])
    let exact = Wireframe(RenderedPage(tree: tree))
    let bytes = DumpRenderer(options: RenderOptions()).bytes(of: RenderedPage(tree: tree))
    let guessed = Wireframe(try #require(DumpParser.parse(bytes, file: "a.dump").document))
    #expect(guessed.boxes.map(\.kind) == exact.boxes.map(\.kind))
    // A dump omits roles that the kind implies.
    #expect(
      guessed.boxes.map(\.role)
        == exact.boxes.map { $0.role == .none ? $0.kind.impliedRole : $0.role })
    #expect(guessed.boxes.map(\.flags) == exact.boxes.map(\.flags))
    #expect(guessed.boxes.map(\.style) == exact.boxes.map(\.style))
    #expect(guessed.boxes.map(\.text?.string) == exact.boxes.map(\.text?.string))
    #expect(guessed.boxes.map(\.action) == exact.boxes.map(\.action))
    #expect(guessed.sections.map(\.provider) == exact.sections.map(\.provider))
    #expect(guessed.sections.map(\.rows) == exact.sections.map(\.rows))
  }

  static func pager(current: UInt32) -> Node {
    Node(.pager, 0, 0, 414, 100) {
      $0.content.current = current
      $0.children = (0..<3).map { Node(.image, Double($0) * 414, 0, 414, 100) }
    }
  }

  @Test("the current page of a pager is drawn within the pager and keeps its frame")
  func pages() throws {
    let tree = LayoutTree([PlacedSection("P", y: 20, height: 100, [Self.pager(current: 2)])])
    let page = RenderedPage(tree: tree)
    let bytes = DumpRenderer(options: RenderOptions()).bytes(of: page)
    let dump = try #require(DumpParser.parse(bytes, file: "a.dump").document)
    for wireframe in [Wireframe(page), Wireframe(dump)] {
      let image = try #require(wireframe.boxes.last)
      #expect(wireframe.boxes.count == 2 && image.path == "P/pager/image[2]")
      #expect(image.frame == Rect(x: 828, y: 20, width: 414, height: 100))
      #expect(image.drawnFrame == Rect(x: 0, y: 20, width: 414, height: 100))
      #expect(wireframe.clips == [Rect(x: 0, y: 20, width: 414, height: 100)])
      #expect(image.clip == 0)
    }
  }

  @Test("items off screen are omitted, and with --all they are drawn unclipped")
  func offscreen() {
    let page = RenderedPage(
      tree: LayoutTree([PlacedSection("R", y: 0, height: 230, [DumpRendererTests.rail(items: 6)])]))
    let shown = Wireframe(page)
    #expect(shown.boxes.count { $0.flags.contains(.item) } == 4)
    #expect(
      shown.boxes.filter { $0.flags.contains(.clipped) }.map(\.path) == ["R/carousel/card[3]"])
    #expect(shown.boxes.filter { $0.level > 0 }.allSatisfy { $0.clip == 0 })
    var options = RenderOptions()
    options.all = true
    let all = Wireframe(page, options: options)
    #expect(all.boxes.count { $0.flags.contains(.item) } == 6 && all.clips.isEmpty)
    // These are a card and its contents.
    #expect(all.boxes.count { $0.flags.contains(.offscreen) } == 6)
  }

  @Test("a background is drawn first, pinned parts on top, and floating sections last")
  func order() {
    let tree = LayoutTree([
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
    let wireframe = Wireframe(RenderedPage(tree: tree))
    #expect(wireframe.drawingOrder == [2, 1, 0])
    #expect(wireframe.boxes.map(\.path) == ["PARTS/behind", "PARTS/row", "PARTS/head"])
    #expect(wireframe.sections[2].rowBoxes == [1])
  }

  @Test("gaps, insets and sizes of a rail are measured once each")
  func measures() {
    let page = RenderedPage(
      tree: LayoutTree([PlacedSection("R", y: 0, height: 230, [DumpRendererTests.rail(items: 6)])]))
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

  @Test("a dump with any numbers gives a wireframe")
  func odd() throws {
    let text =
      DumpParserTests.header + """
        feed n 414x1 scroll-y=1e3 viewport=5 bars=x/y
          section A @0,0 414x1 rows=9223372036854775807x1+9223372036854775807x1
            pager @0,0 4x1 axis=x pages=9 page=9223372036854775807 lanes=9223372036854775807
              card[0] "a" @99999999999999999999,0 1x1 font=x/y lines=9/9 radius=-1 count=-5 current=9
            … 9223372036854775807 offscreen
            … 9223372036854775807 offscreen

        """
    let dump = try #require(DumpParser.parse(Array(text.utf8), file: "a.dump").document)
    var out = ByteWriter()
    RedlineDrawing(Wireframe(dump)).write(hasStyle: true, to: &out)
    #expect(out.string.contains("A/pager/card[0]"))
  }
}
