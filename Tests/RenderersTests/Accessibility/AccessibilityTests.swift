import LayoutCore
import Page
import Testing

@testable import Renderers

@Suite("Accessibility")
struct AccessibilityTests {
  static func page(
    _ nodes: [Node], direction: LayoutEnvironment.Direction = .ltr,
    _ edit: (inout Section) -> Void = { _ in }
  ) -> Page {
    var environment = LayoutEnvironment()
    environment.direction = direction
    return Page(
      [PlacedSection("A", y: 100, height: 300, nodes, edit)], environment: environment)
  }

  /// Returns each element with its role and label, such as "button Morning, 42".
  static func read(
    _ nodes: [Node], direction: LayoutEnvironment.Direction = .ltr,
    _ edit: (inout Section) -> Void = { _ in }
  ) -> [String] {
    AccessibilityReading(page(nodes, direction: direction, edit), options: RenderOptions())
      .elements.map { "\($0.role) \($0.label)\($0.isOffscreen ? " …" : "")" }
  }

  static func card(_ edit: (inout Node) -> Void = { _ in }) -> Node {
    Node(.box, 10, 5, 120, 160, name: "card") {
      $0.strings.action = "news://1"
      $0.children = [
        Node(.image, 0, 0, 120, 120) { $0.strings.badge = "312万" },
        Node(.text, 0, 120, 110, 20, text: "Title"),
        Node(.text, 0, 140, 110, 20, text: "by Ada"),
      ]
      edit(&$0)
    }
  }

  @Test("an element with an action has all words below it once: its own, texts and badges")
  func group() {
    #expect(Self.read([Self.card()]) == ["button Title, by Ada, 312万"])
    #expect(Self.read([Self.card { $0.strings.label = "Title" }]) == ["button Title, by Ada, 312万"])
    #expect(
      Self.read([Self.card { $0.strings.label = "Story" }]) == ["button Story, Title, by Ada, 312万"]
    )
  }

  @Test("an action within another is a separate element, and its words are not repeated")
  func nested() {
    let card = Self.card {
      $0.children.append(
        Node(.button, 90, 140, 30, 20, text: "Save") { $0.strings.action = "news://save" })
    }
    #expect(Self.read([card]) == ["button Title, by Ada, 312万", "button Save"])
  }

  @Test(
    "each role follows from the kind unless it is set",
    arguments: [
      (NodeKind.text, AccessibilityRole.none, "", "text x"), (.text, .header, "", "header x"),
      (.text, .link, "web://a", "link x"), (.text, .none, "web://a", "button x"),
      (.button, .button, "", "button x"), (.image, .image, "", "image x"),
      (.image, .image, "web://a", "button x"), (.box, .none, "", "text x"),
      (.box, .adjustable, "", "adjustable x"), (.icon, .none, "web://a", "button x"),
    ])
  func roles(_ kind: NodeKind, _ role: AccessibilityRole, _ action: String, _ expected: String) {
    let node = Node(kind, 0, 0, 40, 20) {
      $0.strings.label = "x"
      $0.strings.action = action
      $0.content.role = role
    }
    #expect(Self.read([node]) == [expected])
  }

  @Test("a header groups its texts, and its button is separate")
  func header() {
    let header = Node(.box, 0, 0, 414, 40, name: "header") {
      $0.content.role = .header
      $0.children = [
        Node(.text, 10, 10, 100, 20, text: "News"), Node(.text, 120, 12, 80, 16, text: "today"),
        Node(.button, 339, 10, 65, 20, text: "More") { $0.strings.action = "web://more" },
      ]
    }
    #expect(Self.read([header]) == ["header News, today", "button More"])
  }

  @Test("a page control is adjustable and reads the page, and one with a single dot is skipped")
  func dots() {
    func dots(_ count: UInt32) -> Node {
      Node(.pageControl, 0, 0, 60, 7) {
        $0.content.count = count
        $0.content.current = 1
      }
    }
    #expect(Self.read([dots(5)]) == ["adjustable page 2 of 5"])
    #expect(Self.read([dots(1)]).isEmpty)
  }

  @Test("nodes without size, words and action are skipped, but a button without words is read")
  func hidden() {
    let nodes = [
      Node(.text, 0, 0, 0, 20, text: "no width"), Node(.text, 0, 0, 20, 0, text: "no height"),
      Node(.image, 0, 0, 40, 40), Node(.icon, 0, 50, 20, 20, text: "▶"), Node(.spacer, 0, 80, 9, 9),
      Node(.icon, 0, 100, 20, 20, text: "▶") { $0.strings.action = "web://play" },
    ]
    #expect(Self.read(nodes) == ["button "])
  }

  @Test("lines are read from top to bottom, each from the start of its direction")
  func lines() {
    let nodes = [
      Node(.text, 200, 42, 50, 16, text: "4"), Node(.text, 10, 40, 50, 20, text: "3"),
      Node(.text, 200, 0, 50, 20, text: "2"), Node(.text, 10, 4, 50, 12, text: "1"),
    ]
    #expect(Self.read(nodes) == ["text 1", "text 2", "text 3", "text 4"])
    #expect(Self.read(nodes, direction: .rtl) == ["text 2", "text 1", "text 4", "text 3"])
  }

  @Test("items are read by index, and those off screen come last and are marked")
  func offscreen() {
    let rail = Node(.carousel, 0, 0, 414, 100) {
      $0.children = [500.0, 10, 140].map { x in
        Node(.box, x, 0, 120, 100) {
          $0.children = [Node(.text, 0, 0, 100, 20, text: "at \(Int(x))")]
        }
      }
    }
    #expect(
      Self.read([rail, Node(.text, 0, 200, 50, 20, text: "below")])
        == ["text at 10", "text at 140", "text at 500 …", "text below"])
  }

  @Test("the header of a section is read first, then the rows by index, then the parts below")
  func rows() {
    let nodes = [
      Node(.box, 0, 260, 414, 40, children: [Node(.text, 0, 0, 50, 20, text: "footer")]),
      Node(.box, 200, 40, 200, 40, children: [Node(.text, 0, 0, 50, 20, text: "row 1")]),
      Node(.box, 0, 40, 200, 40, children: [Node(.text, 0, 0, 50, 20, text: "row 2")]),
      Node(.box, 0, 0, 414, 40, children: [Node(.text, 0, 0, 50, 20, text: "head")]),
    ]
    let read = Self.read(nodes) {
      $0.rows = [.init(node: 3, height: nil), .init(node: 5, height: nil)]
    }
    #expect(read == ["text head", "text row 1", "text row 2", "text footer"])
  }

  @Test("a target is the frame in the feed, for a pager's page the frame where it is shown")
  func targets() {
    let elements = AccessibilityReading(
      Self.page([Self.card(), WireframeTests.pager(current: 2)]), options: RenderOptions()
    ).elements
    #expect(elements.map(\.target) == [Rect(x: 10, y: 105, width: 120, height: 160)])
    let labelled = Node(.pager, 0, 0, 414, 100) {
      $0.content.current = 1
      $0.children = (0..<2).map { index in
        Node(.image, Double(index) * 414, 0, 414, 100) { $0.strings.label = "\(index)" }
      }
    }
    let images = AccessibilityReading(Self.page([labelled]), options: RenderOptions()).elements
    #expect(images.map(\.label) == ["1", "0"] && images[0].target.x == 0)
    #expect(images[1].isOffscreen && images[1].target.x == -414)
  }

  @Test("in a dump the keys come last, and omit what the line already has")
  func dump() throws {
    var options = RenderOptions()
    options.accessibility = true
    let bytes = DumpRenderer(options: options).bytes(
      of: Self.page([Self.card(), Node(.text, 0, 200, 80, 20, text: "plain")]))
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(
      lines[3] == """
            card @10,5 120x160 action=news://1 reads=1 says="Title, by Ada, 312万" as=button \
        target=120x160+10+105
        """)
    #expect(
      lines.last == #"    text "plain" @0,200 80x20 font=14/400 lines=1 reads=2 target=80x20+0+300"#
    )
    let parsed = try #require(DumpParser.parse(bytes, file: "a.dump").page)
    #expect(DumpRenderer(options: RenderOptions()).bytes(of: parsed) == bytes)
  }

  @Test("elements are numbered on the whole page, also if only a part is shown")
  func partial() {
    var page = NodePathTests.page
    page.chrome.top = nil
    func numbers(_ edit: (inout RenderOptions) -> Void) -> [Substring] {
      var options = RenderOptions()
      options.accessibility = true
      edit(&options)
      let bytes = DumpRenderer(options: options).bytes(of: page)
      return String(decoding: bytes, as: UTF8.self).split(separator: " ")
        .filter { $0.hasPrefix("reads=") }
    }
    #expect(numbers { _ in } == ["reads=1", "reads=2", "reads=3", "reads=4", "reads=5", "reads=6"])
    #expect(numbers { $0.section = "NOTICE" } == ["reads=5", "reads=6"])
    #expect(numbers { $0.depth = 2 } == ["reads=5", "reads=6"])
  }

  @Test("in text output the list is below the picture and fits the columns")
  func text() {
    var options = RenderOptions()
    options.accessibility = true
    options.columns = 40
    let page = Self.page([
      Self.card(), Node(.text, 0, 200, 400, 20, text: String(repeating: "long ", count: 40)),
    ])
    let lines = String(decoding: TextRenderer(options: options).bytes(of: page), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let start = lines.firstIndex(of: "     reading order")
    #expect(start != nil)
    #expect(
      Array(lines[((start ?? 0) + 1)...]) == [
        #"   1 button "Title, by … @10,105 120x160"#,
        #"   2 text "long long long… @0,300 400x20"#, "",
      ])
    let plain = String(decoding: TextRenderer().bytes(of: page), as: UTF8.self)
    #expect(!plain.contains("reading order"))
  }

  @Test(
    "no element of random pages is read twice, and dumps with elements can be parsed",
    arguments: 1...40)
  func random(_ seed: Int) throws {
    var pages = RandomPages(seed: UInt64(seed))
    let page = pages.page()
    var options = pages.options()
    options.accessibility = true
    let reading = AccessibilityReading(page, options: options)
    #expect(
      reading.elements.map(\.order)
        == Array(1...max(1, reading.elements.count)).prefix(reading.elements.count).map { $0 })
    let nodes = Set(reading.elements.map { NodePlace($0.part, node: $0.node) })
    #expect(nodes.count == reading.elements.count)
    let bytes = DumpRenderer(options: options).bytes(of: page)
    let parsed = try #require(DumpParser.parse(bytes, file: "a.dump").page)
    #expect(DumpRenderer(options: RenderOptions()).bytes(of: parsed) == bytes)
  }
}
