import LayoutCore
import Page
import Renderers
import Testing

@testable import LayoutReview

@Suite("Pictures of differences") struct DiffPictureTests {
  static func page(_ body: String) throws -> Page {
    let text =
      "# layout-dump v1 · unit pt · scale 2 · section frames in feed, node frames in parent\n"
      + body
    return try #require(DumpParser.parse(Array(text.utf8), file: "a.dump").page)
  }

  static func wireframe(_ page: Page) throws -> Wireframe {
    page.wireframe(of: try #require(page.lines))
  }

  static func boxes(_ body: String) throws -> [Wireframe.Box] {
    try wireframe(page(body)).boxes
  }

  @Test("boxes equal the visible parts of laid out nodes", arguments: [false, true])
  func visible(isRightToLeft: Bool) throws {
    let cards = (0..<6).map { card in
      TestNode.box("card", 120, 100, [.image(120, 60), .text("card \(card)", 110, 20)])
    }
    let header = TestNode.box("header", nil, 40, [.text("Title", 100, 20)])
    let pager = TestNode(kind: .pager, style: { $0.height = .points(50) }, children: cards)
    let root = TestNode.box("", [header, .carousel(100, cards), pager])
    var sections: [Section] = []
    for _ in 0..<2 {
      var section = Section(blockCode: "CODE", provider: .init(id: "test", version: "1.0.0"))
      root.add(to: &section.arena)
      section.rows = [.init(node: 0, height: nil)]
      sections.append(section)
    }
    var environment = LayoutEnvironment()
    if isRightToLeft { environment.direction = .rtl }
    let laidOut = LaidOut.page(sections, in: environment)
    let wireframe = Wireframe(laidOut)
    let page = laidOut.projected(RenderOptions(), keepsSections: false)
    let read = try Self.wireframe(page)
    let boxes = read.boxes
    #expect(boxes.count > 20)
    #expect(boxes.map(\.path) == wireframe.boxes.map(\.path))
    #expect(boxes.map(\.drawnFrame) == wireframe.boxes.map(\.drawnFrame))
    func clips(_ wireframe: Wireframe) -> [Rect?] {
      wireframe.boxes.map { $0.clip < 0 ? nil : wireframe.clips[$0.clip] }
    }
    #expect(clips(read) == clips(wireframe))
    #expect(boxes.map(\.isItem) == wireframe.boxes.map(\.isItem))
    #expect(
      boxes.compactMap { $0.text?.lines.first?.text }
        == wireframe.boxes.compactMap { $0.text?.string })
  }

  @Test("the current page of a pager is drawn within the pager")
  func pages() throws {
    let boxes = try Self.boxes(
      """
      feed news 414x120
        section P @0,20 414x100
          pager @0,0 414x100 axis=x pages=3 page=2
            … 2 offscreen
            image[2] @828,0 414x100

      """)
    #expect(boxes.map(\.path) == ["P/pager", "P/pager/image[2]"])
    #expect(boxes.map(\.node) == [1, 3])
    #expect(boxes.map(\.drawnFrame.x) == [0, 0])
  }

  @Test("a text without a hint is drawn, and a label of a container is not")
  func texts() throws {
    let boxes = try Self.boxes(
      """
      feed news 414x120
        section A @0,0 414x100
          card "label" @0,0 200x50
            title "shown" @0,0 100x20
            image "label" @0,20 100x20
          title "off" @0,50 100x20 !offscreen

      """)
    #expect(boxes.map(\.path) == ["A/card", "A/card/title", "A/card/image"])
    #expect(boxes.map { $0.text?.lines.first?.text } == [nil, "shown", nil])
  }

  @Test("a page with any numbers can be drawn")
  func odd() throws {
    let page = try Self.page(
      """
      feed n 414x1 scroll-y=1e3 viewport=5 bars=x/y
        section A @0,0 414x1 rows=9223372036854775807x1+9223372036854775807x1
          pager @0,0 4x1 axis=x pages=9 page=9223372036854775807 lanes=9223372036854775807
            card[0] "a" @99999999999999999999,0 1x1 font=x/y lines=9/9 radius=-1 count=-5 current=9
          … 9223372036854775807 offscreen
          … 9223372036854775807 offscreen

      """)
    let other = try Self.page("feed n 414x1\n  section A @0,0 414x2\n    box @0,0 1x1\n")
    let diff = PageDiff(from: page, to: other)
    let html = String(decoding: DiffHTML.bytes(of: diff), as: UTF8.self)
    #expect(html.contains("class=\"removed\""))
    #expect(try Self.wireframe(page).boxes.count == 2)
  }

  @Test("siblings that changed alike are marked each, in the colour of the change")
  func marks() throws {
    func cards(_ height: Int) -> String {
      (0..<3).map { "    card[\($0)] @\($0 * 100),0 90x\(height)\n" }.joined()
    }
    let old = try Self.page(
      "feed n 414x300\n  section A @0,0 414x50\n\(cards(40))  section B @0,50 414x20\n")
    let new = try Self.page(
      "feed n 414x300\n  section A @0,0 414x50\n\(cards(45))  section C @0,50 414x20\n")
    let diff = PageDiff(from: old, to: new)
    #expect(diff.sections[0].nodes.count == 1)
    let html = String(decoding: DiffHTML.bytes(of: diff), as: UTF8.self)
    #expect(html.matches(of: /<rect class="resized"[^>]* id="n\d"><title>/).count == 3)
    #expect(html.contains(#"<rect class="added" x="0" y="50""#))
    #expect(html.contains(#"<rect class="removed" x="0" y="50""#))
    #expect(html.contains("resized; 90x40 -&gt; 90x45 (+5 high)"))
  }

  @Test("a text that the page does not truncate is whole, whatever the bundled metrics")
  func wholeText() throws {
    let boxes = try Self.boxes(
      """
      feed news 414x120
        section A @0,0 414x100
          text "A title that is wider here" @0,0 40x20 font=14/400 lines=1/1
          text "A title that is cut" @0,20 40x20 font=14/400 lines=1/1 !truncated

      """)
    let lines = boxes.compactMap { $0.text?.lines.first }
    #expect(lines.first?.text == "A title that is wider here")
    #expect(lines.first?.width == 0)
    #expect(lines.last?.text.hasSuffix("…") == true)
  }
}
