import LayoutCore
import Page
import Testing

@testable import Renderers

/// Dumps of pages with frames from the layout engine.
@Suite("Dumps of laid-out pages")
struct LaidOutPageTests {
  /// Adds a node with this style to the section, and returns its index.
  private static func add(
    _ kind: NodeKind, name: String = "", text: String = "", to arena: inout NodeArena,
    _ edit: (inout Style) -> Void = { _ in }, children: (inout NodeArena) -> Void = { _ in }
  ) -> Int {
    var style = Style()
    edit(&style)
    var content = NodeContent()
    content.name = arena.addText(Array(name.utf8))
    content.text = arena.addText(Array(text.utf8))
    let node = arena.begin(kind, style: style, content: content)
    children(&arena)
    arena.end()
    return node
  }

  private static func size(_ width: Float, _ height: Float) -> (inout Style) -> Void {
    return { style in
      style.width = .points(width)
      style.height = .points(height)
    }
  }

  private static func sections() -> [Section] {
    let provider = Section.Provider(id: "test", version: "1.0.0")

    var banner = Section(blockCode: "BANNER", provider: provider)
    let row = add(
      .box, name: "row", to: &banner.arena,
      children: { arena in
        _ = add(
          .pager, to: &arena,
          { style in
            style.padding.start = .points(10)
            style.padding.end = .points(10)
            style.columnGap = 20
            style.height = .points(180)
          }
        ) { arena in
          for _ in 0..<3 { _ = add(.image, to: &arena) }
        }
      })
    banner.rows = [Section.Row(node: row, height: 180)]

    var rail = Section(blockCode: "RAIL", provider: provider)
    _ = add(
      .list, name: "section", to: &rail.arena,
      children: { arena in
        let header = add(.box, name: "header", to: &arena, { $0.height = .points(40) }) { arena in
          _ = add(.text, text: "Playlists", to: &arena)
        }
        rail.header = Section.Supplement(node: header, isPinned: true, height: 40)
        let row = add(.box, name: "row", to: &arena, { $0.height = .points(100) }) { arena in
          _ = add(
            .carousel, to: &arena,
            { style in
              style.padding.start = .points(10)
              style.padding.end = .points(10)
              style.columnGap = 10
              style.flexGrow = 1
            }
          ) { arena in
            for _ in 0..<5 {
              _ = add(.box, name: "card", to: &arena, size(120, 80))
            }
          }
        }
        rail.rows = [Section.Row(node: row, height: 100)]
      })

    var scroller = Section(blockCode: "SCROLLER", provider: provider)
    scroller.layout = .carousel
    scroller.itemSpacing = 8
    scroller.insets = EdgeInsets(top: 5, end: 16, bottom: 5, start: 16)
    scroller.frameRequest = Section.FrameRequest(height: 80)
    _ = add(
      .list, name: "section", to: &scroller.arena,
      children: { arena in
        for _ in 0..<3 {
          let row = add(.box, name: "row", to: &arena, size(200, 60))
          scroller.rows.append(Section.Row(node: row, height: 60))
        }
      })
    return [banner, rail, scroller]
  }

  private static func dump(_ direction: LayoutEnvironment.Direction) -> String {
    let environment = LayoutEnvironment(direction: direction)
    let sections = LayoutEngine(environment: environment, measurer: FixedMeasurer())
      .layOut(sections())
    return DumpRendererTests.dump(Page(sections, environment: environment))
      .split(separator: "\n").dropFirst(2).joined(separator: "\n")
  }

  @Test("a page of a pager, a rail and a scrolling section")
  func leftToRight() {
    #expect(
      Self.dump(.ltr) == """
          section BANNER @0,0 414x180 rows=1x180 via=test@1.0.0
            pager @0,0 414x180 axis=x pages=3 page=0 gap=20 inset=10
              image[0] @10,0 394x180
              … 2 offscreen
          section RAIL @0,180 414x140 rows=1x100 pinned=header via=test@1.0.0
            header @0,0 414x40
              text "Playlists" @0,0 414x17 font=14/400 lines=1
            row @0,40 414x100
              carousel @0,0 414x100 axis=x items=5 content=660 gap=10 inset=10
                card[0] @10,0 120x80
                card[1] @140,0 120x80
                card[2] @270,0 120x80
                card[3] @400,0 120x80 !clipped
                … 1 offscreen
          section SCROLLER @0,320 414x80 rows=3x60 layout=carousel content=648 gap=8 inset=16 content-height=70 via=test@1.0.0
            row[0] @16,5 200x60
            row[1] @224,5 200x60 !clipped
            … 1 offscreen
        """)
  }

  @Test("the same page in right-to-left direction shows the same items, mirrored")
  func rightToLeft() {
    #expect(
      Self.dump(.rtl) == """
          section BANNER @0,0 414x180 rows=1x180 via=test@1.0.0
            pager @0,0 414x180 axis=x pages=3 page=0 gap=20 inset=10
              image[0] @10,0 394x180
              … 2 offscreen
          section RAIL @0,180 414x140 rows=1x100 pinned=header via=test@1.0.0
            header @0,0 414x40
              text "Playlists" @0,0 414x17 font=14/400 lines=1
            row @0,40 414x100
              carousel @0,0 414x100 axis=x items=5 content=660 gap=10 inset=10
                card[0] @284,0 120x80
                card[1] @154,0 120x80
                card[2] @24,0 120x80
                card[3] @-106,0 120x80 !clipped
                … 1 offscreen
          section SCROLLER @0,320 414x80 rows=3x60 layout=carousel content=648 gap=8 inset=16 content-height=70 via=test@1.0.0
            row[0] @198,5 200x60
            row[1] @-10,5 200x60 !clipped
            … 1 offscreen
        """)
  }
}
