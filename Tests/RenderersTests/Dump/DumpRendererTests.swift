import Support
import LayoutCore
import Page
import TestConditions
import Testing

@testable import Renderers

@Suite("Dump")
struct DumpRendererTests {
  static func dump(
    _ page: Page, _ diagnostics: [Diagnostic] = [],
    _ edit: (inout RenderOptions) -> Void = { _ in }
  ) -> String {
    var options = RenderOptions()
    edit(&options)
    var page = page
    page.diagnostics = diagnostics
    return String(decoding: DumpRenderer(options: options).bytes(of: page), as: UTF8.self)
  }

  /// Returns the lines below the feed line.
  static func body(
    _ sections: [PlacedSection], environment: LayoutEnvironment = LayoutEnvironment(),
    _ edit: (inout RenderOptions) -> Void = { _ in }
  ) -> String {
    dump(Page(sections, environment: environment), [], edit)
      .split(separator: "\n").dropFirst(2).joined(separator: "\n")
  }

  static func rail(items: Int) -> Node {
    var carousel = Node(.carousel, 0, 40, 414, 190)
    carousel.style.padding.start = .points(10)
    carousel.style.padding.end = .points(10)
    carousel.style.columnGap = 10
    for index in 0..<items {
      carousel.children.append(
        Node(.box, 10 + Double(index) * 130, 5, 120, 160, name: "card") {
          $0.strings.label = "第\(index)张"
          $0.strings.actionType = "orpheus"
          $0.strings.action = "orpheus://playlist/\(index)"
          $0.children = [
            Node(.image, 0, 0, 120, 120) {
              $0.content.cornerRadius = 10
              $0.strings.badge = "312万"
            },
            Node(.text, 0, 125, 110, 14.4, text: "abc") {
              $0.content.font = Font(size: 12)
              $0.content.maxLines = 2
            },
          ]
        })
    }
    return carousel
  }

  @Test("a page is a header, its feed, its sections with their nodes, and a summary")
  func page() {
    let header = Node(.box, 0, 0, 414, 40, name: "header") {
      $0.children = [
        Node(.text, 10, 10, 68, 20.4, text: "推荐歌单") {
          $0.content.font = Font(size: 17, weight: 700)
          $0.content.maxLines = 1
          $0.content.role = .header
          $0.strings.color = "text"
        },
        Node(.button, 339, 10, 65, 20, text: "更多") {
          $0.strings.action = "orpheus://playlistCollection"
        },
      ]
    }
    let page = Page(
      [
        PlacedSection(
          "PLAYLISTS", y: 0, height: 240, [header, Self.rail(items: 6)],
          via: Section.Provider(id: "card-rail", version: "1.2.0")),
        PlacedSection("LIVE", y: 240, height: 120) {
          $0.fallback = Section.Fallback(step: .placeholder, reason: "no provider")
          $0.diagnosticCodes = ["SE3002"]
          $0.title = "直播 \"now\""
          $0.isClosable = true
        },
      ], environment: LayoutEnvironment(locale: "zh-CN"))
    let dump = Self.dump(
      page,
      [
        Diagnostic(.unknownBlock, .warning, "no provider"),
        Diagnostic(.unknownBlock, .warning, "no provider"),
        Diagnostic(.unexpectedShape, .error, "no items"),
      ])
    #expect(
      dump == """
        # layout-dump v1 · unit pt · scale 2 · section frames in feed, node frames in parent
        feed news 414x360 appearance=light locale=zh-CN direction=ltr text-size=large metrics=fixed layout-rules=2 layout=news@1 sections=2
          section PLAYLISTS @0,0 414x240 rows=1x240 via=card-rail@1.2.0
            header @0,0 414x40
              text "推荐歌单" @10,10 68x20.5 font=17/700 lines=1/1 color=text role=header
              button "更多" @339,10 65x20 action=orpheus://playlistCollection
            carousel @0,40 414x190 axis=x items=6 content=790 gap=10 inset=10
              card[0] "第0张" @10,5 120x160 action=orpheus://playlist/0 action-type=orpheus
                image @0,0 120x120 radius=10 badge="312万"
                text "abc" @0,125 110x14.5 font=12/400 lines=1/2
              card[1] "第1张" @140,5 120x160 action=orpheus://playlist/1 action-type=orpheus
                image @0,0 120x120 radius=10 badge="312万"
                text "abc" @0,125 110x14.5 font=12/400 lines=1/2
              card[2] "第2张" @270,5 120x160 action=orpheus://playlist/2 action-type=orpheus
                image @0,0 120x120 radius=10 badge="312万"
                text "abc" @0,125 110x14.5 font=12/400 lines=1/2
              card[3] "第3张" @400,5 120x160 action=orpheus://playlist/3 action-type=orpheus !clipped
                image @0,0 120x120 radius=10 badge="312万"
                text "abc" @0,125 110x14.5 font=12/400 lines=1/2
              … 2 offscreen
          section LIVE @0,240 414x120 rows=1x120 via=test@1.0.0 fallback="placeholder: no provider" title="直播 \\"now\\"" closable=true SE3002
        # 1 error: SE1004 (1); 2 warnings: SE3002 (2)

        """)
  }

  @Test("a page without sections is two lines")
  func empty() {
    #expect(
      Self.dump(Page([])) == """
        # layout-dump v1 · unit pt · scale 2 · section frames in feed, node frames in parent
        feed news 414x0 appearance=light locale=en direction=ltr text-size=large metrics=fixed layout-rules=2 layout=news@1 sections=0

        """)
  }

  @Test("a pager shows its pages and lanes, and the nodes of the current page")
  func pager() {
    func pager(page: UInt32, lanes: UInt32, rightToLeft: Bool = false) -> Node {
      Node(.pager, 0, 0, 100, 60) {
        $0.content.current = page
        $0.content.interval = 4
        $0.style.lanes = lanes
        for index in 0..<5 {
          let column = Double(index / Int(max(1, lanes)))
          let lane = Double(index % Int(max(1, lanes)))
          $0.children.append(
            Node(.box, (rightToLeft ? -column : column) * 100, lane * 30, 100, 30, name: "row"))
        }
      }
    }
    #expect(
      Self.body([PlacedSection("A", y: 0, height: 60, [pager(page: 0, lanes: 2)])]) == """
          section A @0,0 414x60 rows=1x60 via=test@1.0.0
            pager @0,0 100x60 axis=x items=5 pages=3 page=0 lanes=2 interval=4s
              row[0] @0,0 100x30
              row[1] @0,30 100x30
              … 3 offscreen
        """)
    #expect(
      Self.body([PlacedSection("A", y: 0, height: 60, [pager(page: 1, lanes: 2)])]) == """
          section A @0,0 414x60 rows=1x60 via=test@1.0.0
            pager @0,0 100x60 axis=x items=5 pages=3 page=1 lanes=2 interval=4s
              … 2 offscreen
              row[2] @100,0 100x30
              row[3] @100,30 100x30
              … 1 offscreen
        """)
    #expect(
      Self.body(
        [
          PlacedSection(
            "A", y: 0, height: 60, [pager(page: 1, lanes: 1, rightToLeft: true)])
        ], environment: LayoutEnvironment(direction: .rtl)) == """
            section A @0,0 414x60 rows=1x60 via=test@1.0.0
              pager @0,0 100x60 axis=x pages=5 page=1 interval=4s
                … 1 offscreen
                row[1] @-100,0 100x30
                … 3 offscreen
          """)
  }

  @Test("a scrolled carousel shows its later items, in both directions")
  func scrolledCarousel() {
    func carousel(rightToLeft: Bool) -> Node {
      Node(.carousel, 0, 0, 100, 20) {
        $0.content.scroll = 90
        for index in 0..<4 {
          let x = Double(rightToLeft ? 1 - index : index) * 50
          $0.children.append(Node(.box, x, 0, 50, 20, name: "card"))
        }
      }
    }
    for direction in LayoutEnvironment.Direction.allCases {
      let sign = direction == .rtl ? -1 : 1
      let first = direction == .rtl ? 50 : 0
      #expect(
        Self.body(
          [PlacedSection("A", y: 0, height: 20, [carousel(rightToLeft: direction == .rtl)])],
          environment: LayoutEnvironment(direction: direction)) == """
              section A @0,0 414x20 rows=1x20 via=test@1.0.0
                carousel @0,0 100x20 axis=x items=4 content=200 scroll=90
                  … 1 offscreen
                  card[1] @\(first + sign * 50),0 50x20 !clipped
                  card[2] @\(first + sign * 100),0 50x20
                  card[3] @\(first + sign * 150),0 50x20 !clipped
            """)
    }
  }

  @Test("a right-to-left carousel measures its content to the left")
  func rightToLeft() {
    let carousel = Node(.carousel, 0, 0, 100, 40) {
      $0.style.padding.start = .points(10)
      $0.style.padding.end = .points(20)
      $0.children = [
        Node(.box, 50, 0, 40, 40, name: "card"), Node(.box, -10, 0, 40, 40, name: "card"),
        Node(.box, -70, 0, 40, 40, name: "card"),
      ]
    }
    #expect(
      Self.body(
        [PlacedSection("A", y: 0, height: 40, [carousel])],
        environment: LayoutEnvironment(direction: .rtl)) == """
            section A @0,0 414x40 rows=1x40 via=test@1.0.0
              carousel @0,0 100x40 axis=x items=3 content=190 inset=10/20
                card[0] @50,0 40x40
                card[1] @-10,0 40x40 !clipped
                … 1 offscreen
          """)
  }

  @Test("--all shows items off screen with a flag")
  func all() {
    let carousel = Node(.carousel, 0, 0, 100, 40) {
      $0.children = [Node(.box, 0, 0, 100, 40), Node(.box, 100, 0, 100, 40)]
    }
    #expect(
      Self.body([PlacedSection("A", y: 0, height: 40, [carousel])]) { $0.all = true } == """
          section A @0,0 414x40 rows=1x40 via=test@1.0.0
            carousel @0,0 100x40 axis=x items=2 content=200
              stack[0] @0,0 100x40
              stack[1] @100,0 100x40 !offscreen
        """)
  }

  @Test("--depth counts the nodes that it omits")
  func depth() {
    let sections = [
      PlacedSection(
        "A", y: 0, height: 40,
        [
          Node(.box, 0, 0, 20, 40, name: "left") { $0.children = [Node(.spacer, 0, 0, 1, 1)] },
          Node(.box, 20, 0, 20, 40, name: "right"),
        ])
    ]
    #expect(
      Self.body(sections) { $0.depth = 1 } == """
          section A @0,0 414x40 rows=1x40 via=test@1.0.0
            … 3 nodes (--depth 1)
        """)
    #expect(
      Self.body(sections) { $0.depth = 2 } == """
          section A @0,0 414x40 rows=1x40 via=test@1.0.0
            left @0,0 20x40
              … 1 node (--depth 2)
            right @20,0 20x40
        """)
    #expect(Self.body(sections) { $0.depth = 3 } == Self.body(sections))
  }

  @Test("frames are relative to the parent or to the section, snapped or exact")
  func frames() {
    let section = PlacedSection(
      "A", y: 0, height: 40,
      [
        Node(.box, 10.3, 0, 20, 40, name: "outer") {
          $0.children = [Node(.box, 0.3, 0, 1, 1, name: "inner")]
        }
      ])
    #expect(
      Self.body([section]) == """
          section A @0,0 414x40 rows=1x40 via=test@1.0.0
            outer @10.5,0 20x40
              inner @0,0 1x1
        """)
    let absolute = Self.dump(Page([section])) { $0.frames = .absolute }
    #expect(absolute.contains("node frames in section\n"))
    #expect(absolute.contains("      inner @10.5,0 1x1\n"))
    var page = Page([section])
    page.environment.isExact = true
    let exact = Self.dump(page)
    #expect(exact.contains("node frames in parent · unrounded\n"))
    #expect(exact.contains("    outer @10.3,0 20x40\n      inner @0.3,0 1x1\n"))
  }

  @Test("--section omits other sections and keeps the frames")
  func section() {
    let sections = [
      PlacedSection("A", y: 0, height: 10), PlacedSection("B", y: 10, height: 20),
    ]
    #expect(
      Self.dump(Page(sections)) { $0.section = "B" }.contains(
        "414x30 appearance=light locale=en direction=ltr text-size=large metrics=fixed layout-rules=2 layout=news@1 sections=2\n  section B @0,10 414x20 "
      ))
    #expect(!Self.body(sections) { $0.section = "B" }.contains("section A"))
  }

  @Test("--chrome draws bars before and after the sections")
  func chrome() {
    var page = Page([PlacedSection("A", y: 0, height: 10)])
    page.chrome = Page.Chrome(
      top: PlacedSection("NAVIGATION", y: 0, height: 44),
      bottom: PlacedSection("TABS", y: 0, height: 49))
    #expect(!Self.dump(page).contains("NAVIGATION"))
    let lines = Self.dump(page) { $0.chrome = true }.split(separator: "\n").dropFirst(2)
    #expect(
      lines.joined(separator: "\n") == """
          top NAVIGATION @0,0 414x44 rows=1x44 via=test@1.0.0
          section A @0,0 414x10 rows=1x10 via=test@1.0.0
          bottom TABS @0,0 414x49 rows=1x49 via=test@1.0.0
        """)
  }

  @Test(
    "rows are runs of equal heights, or a range if there are more than eight",
    arguments: [
      ([], "0"), ([180], "1x180"), ([58, 58, 58], "3x58"), ([58, 64, 64], "1x58+2x64"),
      ([33.3, 33.3], "2x33.5"), ([1, 2, 3, 4, 5, 6, 7, 8], "1x1+1x2+1x3+1x4+1x5+1x6+1x7+1x8"),
      ([5, 2, 3, 4, 9, 6, 7, 8, 1], "9x1..9"),
    ] as [([Double], String)])
  func rows(heights: [Double], expected: String) {
    #expect(
      Self.body([PlacedSection("A", y: 0, height: 40, rows: heights)])
        == "  section A @0,0 414x40 rows=\(expected) via=test@1.0.0")
  }

  @Test("siblings with the same name are numbered, and a unique name is not")
  func siblings() {
    let nodes = [
      Node(.box, 0, 0, 1, 1, name: "row"), Node(.box, 0, 0, 1, 1, name: "footer"),
      Node(.text, 0, 0, 1, 1, name: "row"), Node(.box, 0, 0, 1, 1, name: "row"),
    ]
    #expect(
      Self.body([PlacedSection("A", y: 0, height: 40, nodes)]) == """
          section A @0,0 414x40 rows=1x40 via=test@1.0.0
            row[0] @0,0 1x1
            footer @0,0 1x1
            row[1] @0,0 1x1
            row[2] @0,0 1x1
        """)
  }

  @Test("a root with attributes of its own has a separate line")
  func root() {
    var section = PlacedSection("A", y: 0, height: 40)
    section.section.rows = [Section.Row(node: 0, height: nil)]
    Node(.pager, 0, 0, 414, 40) {
      $0.children = [
        Node(.image, 0, 0, 414, 40),
        Node(.pageControl, 0, 30, 414, 10) { $0.style.position = .absolute },
      ]
    }.add(to: &section.section.arena)
    #expect(
      Self.body([section]) == """
          section A @0,0 414x40 rows=1x40 via=test@1.0.0
            pager @0,0 414x40 axis=x pages=1 page=0
              image[0] @0,0 414x40
              page-control @0,30 414x10 count=0 current=0
        """)
  }

  @Test("text that does not fit is flagged, and names that are not plain words are quoted")
  func texts() {
    let nodes = [
      Node(.text, 0, 0, 28, 16.8, text: "شكرا 👨‍👩‍👧\n") { $0.content.maxLines = 1 },
      Node(.icon, 0, 0, 4, 4, name: "play icon", text: "▶"),
      Node(.pageControl, 0, 0, 4, 4) {
        $0.content.count = 5
        $0.content.current = 2
        $0.strings.action = "web:a?b=c"
      },
    ]
    #expect(
      Self.body([PlacedSection("A B", y: 0, height: 40, nodes)]) == """
          section "A B" @0,0 414x40 rows=1x40 via=test@1.0.0
            text "شكرا 👨‍👩‍👧\\n" @0,0 28x17 font=14/400 lines=1/1 !truncated
            "play icon" "▶" @0,0 4x4
            page-control @0,0 4x4 count=5 current=2 action="web:a?b=c"
        """)
  }

  @Test("a role is omitted if the kind or an action implies it")
  func roles() {
    func node(_ kind: NodeKind, _ role: AccessibilityRole, action: String = "") -> Node {
      Node(kind, 0, 0, 1, 1, name: "\(role)") {
        $0.content.role = role
        $0.strings.action = action
      }
    }
    #expect(
      Self.body([
        PlacedSection(
          "A", y: 0, height: 40,
          [
            node(.box, .button), node(.box, .button, action: "a"), node(.box, .link, action: "a"),
            node(.image, .image), node(.image, .header), node(.button, .button),
          ])
      ]) == """
          section A @0,0 414x40 rows=1x40 via=test@1.0.0
            button[0] @0,0 1x1 role=button
            button[1] @0,0 1x1 action=a
            link @0,0 1x1 role=link action=a
            image @0,0 1x1
            header @0,0 1x1 role=header
            button[2] @0,0 1x1
        """)
  }

  @Test("a section shows its layout, pinned parts, and a height that differs from its content")
  func sectionAttributes() {
    var section = PlacedSection("A", y: 0, height: 40) {
      $0.layout = .carousel
      $0.itemSpacing = 8
      $0.insets = EdgeInsets(end: 4, start: 4)
      $0.header = Section.Supplement(node: 0, isPinned: true, height: nil)
      $0.footer = Section.Supplement(node: 0, isPinned: true, height: nil)
    }
    section.contentHeight = 55.25
    #expect(
      Self.body([section]) == """
          section A @0,0 414x40 rows=1x40 layout=carousel gap=8 inset=4 content-height=55.25 pinned=header+footer via=test@1.0.0
        """)
  }

  @Test("a diagnostic that names a node adds its code to the node's line")
  func nodeCodes() {
    let page = Page([PlacedSection("PLAYLISTS", y: 0, height: 240, [Self.rail(items: 2)])])
    let dump = Self.dump(
      page,
      [
        Diagnostic(
          .providerWarning, .warning, "item is dropped", node: "PLAYLISTS/carousel/card[1]/image")
      ])
    let marked = dump.split(separator: "\n").filter { $0.hasSuffix(" SE3008") }
    #expect(marked == ["        image @0,0 120x120 radius=10 badge=\"312万\" SE3008"])
    #expect(dump.hasSuffix("# 1 warning: SE3008 (1)\n"))
  }

  @Test("extreme frames and values that are not numbers are written as numbers")
  func huge() {
    let nodes = [
      Node(.box, -1e30, .infinity, 3e38, .nan, name: "far"),
      Node(.carousel, 0, 0, .nan, .infinity) { $0.children = [Node(.box, .nan, 0, 1, 1)] },
    ]
    let sections = [PlacedSection("A", y: .nan, height: .infinity, rows: [.nan, 1e300], nodes)]
    for isExact in [false, true] {
      var page = Page(sections)
      page.environment.isExact = isExact
      let dump = Self.dump(page)
      #expect(!dump.contains("nan") && !dump.contains("inf") && !dump.contains("e+"))
      #expect(DumpParser.parse(Array(dump.utf8), file: "x").diagnostics.isEmpty)
    }
  }

  @Test("a frame takes at most 90 bytes")
  func size() {
    let page = Page(
      (0..<20).map {
        PlacedSection("PLAYLISTS", y: Double($0) * 240, height: 240, [Self.rail(items: 6)])
      })
    let dump = Self.dump(page) { $0.all = true }
    let frames = dump.split(separator: "\n").count - 2
    #expect(dump.utf8.count / frames <= 90)
  }

  @Test("a tree two thousand levels deep is written", .exhaustive)
  func deep() {
    var section = PlacedSection("A", y: 0, height: 40)
    for _ in 0..<2_000 { section.section.arena.begin(.box) }
    for _ in 0..<2_000 { section.section.arena.end() }
    let lines = Self.body([section]).split(separator: "\n")
    #expect(lines.count == 2_001)
  }
}
