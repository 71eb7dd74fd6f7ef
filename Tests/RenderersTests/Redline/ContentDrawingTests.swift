import LayoutCore
import Page
import Testing

@testable import Renderers

/// Pictures of texts with runs, and of pages in their colours.
@Suite("Drawing of content") struct ContentDrawingTests {
  /// Returns a page with a card: a price and, in a smaller font, a struck-through price.
  private static func page(_ environment: LayoutEnvironment) -> Page {
    let price = Node(.text, 10, 10, 180, 24, text: "¥199 ¥299") { node in
      node.strings.color = "tint"
      node.content.font.size = 20
      node.describe = { arena in
        var run = TextRun(range: 6..<11)
        run.font.size = 10
        run.traits = .strike
        run.color = arena.addText("secondary".utf8)
        arena.addRun(run)
      }
    }
    let card = Node(.box, 0, 0, 200, 60, name: "card", children: [price]) { node in
      node.strings.background = "cell"
      node.content.cornerRadius = 8
      node.describe = { arena in
        let line = arena.addText("line".utf8)
        arena.describeOpenNode { own in
          (own.borderColor, own.borderWidth, own.opacity) = (line, 2, 0.5)
          own.corners = [.topStart]
        }
      }
    }
    let section = PlacedSection("CARD", y: 0, width: 200, height: 60, [card])
    var page = Page([section], environment: environment)
    page.tokens = [
      "page": "#eeeeee", "cell": "#ffffff", "tint": "#fd4f4f", "secondary": "#999999",
      "line": "#123456",
    ]
    return page
  }

  private static func page(_ direction: LayoutEnvironment.Direction = .ltr) -> Page {
    let environment = LayoutEnvironment(width: 200, scale: 1, direction: direction)
    return page(environment)
  }

  private static func svg(
    _ style: RenderOptions.Style?, _ direction: LayoutEnvironment.Direction = .ltr
  ) -> String {
    var options = RenderOptions()
    options.style = style
    let bytes = SVGRenderer(options: options).bytes(of: page(direction))
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("the parts of a line share its baseline, and a line runs through the struck one")
  func runs() {
    let svg = Self.svg(nil)
    // The baseline is at y 10 + 20. The struck-through price is at x 10 + 5 x 20, after 5 clusters.
    #expect(svg.contains(#"<text class="s" x="10" y="30" font-size="20""#), "\(svg)")
    #expect(svg.contains(#"<text class="s" x="110" y="30" font-size="10""#))
    #expect(svg.contains(#"<rect class="s" x="110" y="27" width="40" height="0.63"/>"#))
    #expect(!svg.contains("#fd4f4f"))
  }

  @Test("the style app uses the colours of the appearance, and keeps the geometry")
  func colors() {
    let svg = Self.svg(.app)
    #expect(svg.contains(##"width="200" height="60" style="fill:#eeeeee"/>"##), "\(svg)")
    #expect(
      svg.contains(##"<rect class="b" x="0" y="0" width="200" height="60"/><path class="item""##))
    #expect(svg.contains(##"style="fill:#ffffff;stroke:none""##))
    #expect(svg.contains(##"style="fill:none;stroke:#123456;stroke-width:2""##))
    #expect(svg.contains(##"<g style="fill:#999999"><text class="" x="110" y="30""##))
    #expect(svg.contains(##"<g style="fill:#fd4f4f"><text class="" x="10" y="30""##))
    #expect(svg.contains(#"opacity="0.5""#))
    // Only the upper corner at the start is round: the left one, or the right one in right-to-left
    // direction.
    #expect(svg.contains(#"d="M8 0H200a0 0 0 0 1 0 0V60a0 0 0 0 1 0 0H0a0 0 0 0 1 0 0V8a8 8"#))
    #expect(svg.contains(".page{fill:#fff}") && !svg.contains("prefers-color-scheme"))
    #expect(Self.svg(.app, .rtl).contains(#"d="M0 0H192a8 8 0 0 1 8 8V60"#))
  }

  @Test(
    "an absent picture below a text that it would hide has another grey",
    arguments: [
      ("#ffffff", "", "", "#3f3f46"), ("#000000", "", "", ""), ("#ffffff", "#202020", "", ""),
      ("#ffffff", "", "#c00000", ""), ("#ffffff", "#eeeeee", "", "#3f3f46"),
      ("#000000", "#202020", "", "#e4e4e7"),
    ])
  func absentPictures(text: String, picture: String, plate: String, fill: String) {
    func svg(_ address: String, _ files: Pictures = Pictures()) -> String {
      let image = Node(.image, 0, 0, 200, 60) { node in
        node.strings.background = picture.isEmpty ? "" : "picture"
        node.describe = { arena in
          let address = arena.addText(address.utf8)
          arena.describeOpenNode { $0.picture = address }
        }
      }
      let label = Node(.text, 5, 5, 80, 24, text: "words") { $0.strings.color = "ink" }
      let box = Node(.box, 10, 10, 90, 34, children: [label]) {
        $0.strings.background = plate.isEmpty ? "" : "plate"
      }
      let far = Node(.image, 300, 0, 100, 60)
      var page = Page([PlacedSection("P", y: 0, height: 60, [image, far, box])])
      page.tokens = ["ink": text, "picture": picture, "plate": plate]
      var options = RenderOptions()
      (options.style, options.pictures) = (.app, files)
      return String(decoding: SVGRenderer(options: options).bytes(of: page), as: UTF8.self)
    }
    let drawn = svg("https://a.b/c.png")
    let own = "<rect class=\"img\" x=\"0\" y=\"0\" width=\"200\" height=\"60\""
    let expected = fill.isEmpty ? picture : fill
    #expect(
      drawn.contains(own + (expected.isEmpty ? "/>" : " style=\"fill:\(expected);stroke:none\"/>")))
    #expect(drawn.contains("<rect class=\"img\" x=\"300\" y=\"0\" width=\"100\" height=\"60\"/>"))
    // A picture with its file is drawn, so its area does not matter.
    var files = Pictures()
    files.add([0xff, 0xd8, 0xff], at: "https://a.b/c.png")
    let known = svg("https://a.b/c.png", files)
    #expect(fill.isEmpty || !known.contains("fill:\(fill);"))
  }

  @Test("an HTML page is drawn in its colours and appearance, unless it is asked for a wireframe")
  func html() {
    var dark = LayoutEnvironment(width: 200, scale: 1)
    dark.appearance = .dark
    let page = Self.page(dark)
    let html = String(decoding: HTMLRenderer().bytes(of: page), as: UTF8.self)
    #expect(html.contains("fill:#fd4f4f"))
    #expect(html.contains(#"id="dark" checked"#) && !html.contains(#"id="system" checked"#))
    var options = RenderOptions()
    options.style = .wireframe
    let plain = String(decoding: HTMLRenderer(options: options).bytes(of: page), as: UTF8.self)
    #expect(!plain.contains("fill:#fd4f4f") && plain.contains(#"id="system" checked"#))
  }

  @Test("the text picture strikes a run where colour is on, and prints it plainly elsewhere")
  func terminal() {
    func text(color: Bool) -> String {
      var options = RenderOptions()
      options.color = color
      return String(decoding: TextRenderer(options: options).bytes(of: Self.page()), as: UTF8.self)
    }
    #expect(text(color: true).contains("¥199 \u{1B}[9m¥299\u{1B}[0m"), "\(text(color: true))")
    #expect(text(color: false).contains("¥199 ¥299"))
    #expect(!text(color: false).contains("\u{1B}"))
  }
}
