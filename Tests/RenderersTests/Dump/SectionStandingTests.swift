import LayoutCore
import Page
import Testing

@testable import Renderers

/// The layout attributes of a section in dumps and JSON.
@Suite("Layout attributes of sections")
struct SectionStandingTests {
  /// Returns the dump line of a section, from its `rows` to the attribute before `via`.
  private static func line(offset: Double = 0, _ edit: (inout Section) -> Void) -> String {
    var section = PlacedSection("S", y: 0, height: 100, [Node(.box, 0, 0, 50, 50)], edit)
    section.contentOffset = offset
    let line = DumpRendererTests.body([section]).split(separator: "\n")[0]
    return String(line.drop { $0 != "r" }.dropLast(" via=test@1.0.0".count))
  }

  private static func json(offset: Double = 0, _ edit: (inout Section) -> Void) -> String {
    var section = PlacedSection("S", y: 0, height: 100, [Node(.box, 0, 0, 50, 50)], edit)
    section.contentOffset = offset
    let page = Page([section])
    let lines = JSONLinesRenderer(options: RenderOptions()).bytes(of: page)
    return String(String(decoding: lines, as: UTF8.self).split(separator: "\n")[1])
  }

  @Test("all keys are written in order")
  func all() {
    func edit(_ section: inout Section) {
      section.layout = .carousel
      section.columns = 2
      section.lanes = 3
      section.rowAlignment = .spaceBetween
      section.itemAlignment = .stretch
      section.orthogonalScrolling = .groupPagingCentered
      section.peek = 16
      section.currentGroup = 4
      section.rowSpacing = 6
      section.itemSpacing = 7
      section.insets = EdgeInsets(top: 1, end: 2, bottom: 3, start: 4)
      section.margins = EdgeInsets(top: 5, end: 5, bottom: 5, start: 5)
      section.placement = .floatTop
      section.gapAbove = 12
      section.background = 1
      section.backgroundExtent = .section
    }
    #expect(
      Self.line(offset: 130.5, edit)
        == "rows=1x100 layout=carousel columns=2 lanes=3 align=space-between "
        + "align-items=stretch scrolling=group-paging-centered peek=16 group=4 gap=6/7 inset=4/2 "
        + "margin=5 place=float-top gap-above=12 background=section")
    let json = Self.json(offset: 130.5, edit)
    for part in [
      #"{"backgroundExtent":"section","blockCode":"S""#,
      #""columns":2,"contentHeight":100,"contentOffset":130.5,"currentGroup":4,"frame":"#,
      #""gapAbove":12,"index":0,"insets":{"bottom":3,"end":2,"start":4,"top":1},"#
        + #""itemAlignment":"stretch","itemSpacing":7,"lanes":3,"layout":"carousel","#
        + #""margins":{"bottom":5,"end":5,"start":5,"top":5},"peek":16,"pinned":[],"#
        + #""placement":"float-top","provider":"#,
      #""rowAlignment":"space-between","rowCount":1,"#,
      #""rowSpacing":6,"scrolling":"group-paging-centered","title":"""#,
    ] { #expect(json.contains(part), "\(part)") }
  }

  @Test("default values are omitted")
  func defaults() {
    #expect(Self.line { _ in } == "rows=1x100")
    let json = Self.json { _ in }
    for key in [
      "backgroundExtent", "columns", "contentOffset", "currentGroup", "gapAbove", "itemAlignment",
      "lanes", "margins", "peek", "placement", "rowAlignment", "scrolling", "item",
    ] { #expect(!json.contains("\"\(key)\":"), "\(key)") }
  }

  @Test("rows that are side by side have two gaps and four insets")
  func planes() {
    for layout in [Section.Layout.grid, .flow, .waterfall, .onePlusN] {
      let line = Self.line {
        $0.layout = layout
        $0.rowSpacing = 8
        $0.itemSpacing = 8
        $0.insets = EdgeInsets(top: 1, end: 2, bottom: 3, start: 4)
      }
      #expect(line == "rows=1x100 layout=\(layout.word) gap=8 inset=1/2/3/4")
      let even = Self.line {
        $0.layout = layout
        $0.itemSpacing = 8
        $0.insets = EdgeInsets(top: 1, end: 1, bottom: 1, start: 1)
      }
      #expect(even == "rows=1x100 layout=\(layout.word) gap=0/8 inset=1")
    }
    let list = Self.line {
      $0.rowSpacing = 8
      $0.itemSpacing = 5
      $0.insets = EdgeInsets(top: 1, end: 2, bottom: 3, start: 4)
    }
    #expect(list == "rows=1x100 gap=8 inset=1/3", "a list of full rows has no gap along x")
  }

  @Test("a row shows its layout attributes")
  func items() {
    func section(_ edit: (inout Section.Row) -> Void) -> PlacedSection {
      PlacedSection("S", y: 0, height: 100, [Node(.box, 0, 0, 50, 50, name: "cell")]) {
        var row = Section.Row(node: 1, height: nil)
        edit(&row)
        $0.rows = [row]
      }
    }
    func line(_ edit: (inout Section.Row) -> Void) -> String {
      String(DumpRendererTests.body([section(edit)]).split(separator: "\n")[1])
    }
    #expect(line { _ in } == "    cell @0,0 50x50")
    #expect(line { $0.columnSpan = 2 } == "    cell @0,0 50x50 span=2x1")
    let all: (inout Section.Row) -> Void = {
      $0.rowSpan = 3
      $0.isFullBleed = true
      $0.isStretched = true
    }
    #expect(line(all) == "    cell @0,0 50x50 span=1x3 bleed=true stretch=true")
    let page = Page([section(all)])
    let json = String(
      decoding: JSONLinesRenderer(options: RenderOptions()).bytes(of: page), as: UTF8.self)
    #expect(
      json.contains(
        #""id":"cell","item":{"fullBleed":true,"rowSpan":3,"stretched":true},"kind":"stack""#))
  }

  @Test("a scrolled page shows its offset, screen and bars")
  func viewport() {
    var page = Page([PlacedSection("S", y: 0, height: 2000)])
    page.viewport = Viewport(offset: 60.5, height: 896, topInset: 44, bottomInset: 49)
    func feed() -> String { String(DumpRendererTests.dump(page).split(separator: "\n")[1]) }
    #expect(feed().hasSuffix(" sections=1 scroll-y=104.5 viewport=414x896 bars=44/49"))
    let json = String(
      decoding: JSONLinesRenderer(options: RenderOptions()).bytes(of: page),
      as: UTF8.self)
    #expect(
      json.split(separator: "\n")[0].hasSuffix(
        #""type":"header","viewport":{"bottomInset":49,"height":896,"scrollY":104.5,"topInset":44}}"#
      ))
    page.viewport = Viewport(offset: 0, height: 896)
    #expect(feed().hasSuffix(" sections=1 scroll-y=0 viewport=414x896"))
  }
}
