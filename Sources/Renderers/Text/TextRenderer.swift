import Support
import LayoutCore
import Page

/// Renders a page as text, for people, on a terminal or in a file.
///
/// ```
///      Home  414 × 240 pt @2x · light · 1 section, 1 row
///
///    0 Playlists ─────────────────────────────────────────────────────────── More ›
///         ╭───────────────────╮  ╭───────────────────╮  ╭────────────────────╮ ╭──
///         │                   │  │                   │  │                    │ │
///         │              42万 │  │              18万 │  │               20万 │ │
///         ╰───────────────────╯  ╰───────────────────╯  ╰────────────────────╯ ╰──
///         Morning                Noon                   Night                  Da
///                                                                         3 of 6 ›
///  240
/// ```
///
/// The gutter shows y in points. x is to scale; y is compressed as far as readability allows. For
/// a scrolled page, only the part of the screen between the bars is shown. A line that needs more
/// cells than are available is shortened with an ellipsis.
package struct TextRenderer: Renderer {
  package static let name = "text"

  private let options: RenderOptions

  package init(options: RenderOptions = RenderOptions()) { self.options = options }

  package func render(_ page: Page, to out: inout ByteWriter) {
    let grid = page.environment.grid
    let sections = page.sections.filter {
      (options.section == nil || options.section == $0.blockCode) && page.shows($0)
    }
    let numbers = [page.height] + sections.map(\.frame.y)
    let columns = PageColumns(
      widest: numbers.map { points(grid.snap($0)).utf8.count }.max() ?? 0, columns: options.columns,
      annotate: options.annotate)

    let buffer = CellBuffer(columns: columns.all)
    var writer = PageWriter(page: page, options: options, columns: columns, buffer: buffer)
    writer.writeHeading(to: &out)
    if options.chrome, let bar = page.chrome.top { writer.write(bar, isBar: true, to: &out) }
    // Order: floating sections at the top, sections in document order, floating ones at the bottom.
    for edge in [[Section.Placement.floatTop], [.flow, .overlay], [.floatBottom]] {
      for section in sections where edge.contains(section.placement) {
        writer.write(section, to: &out)
      }
    }
    if options.chrome, let bar = page.chrome.bottom { writer.write(bar, isBar: true, to: &out) }
    writer.writeHeight(to: &out)
    if options.accessibility {
      let parts = Set(page.parts(shownBy: options))
      let reading = AccessibilityReading(page, options: options)
      writer.write(reading.elements.filter { parts.contains($0.part) }, to: &out)
    }
  }
}

extension Page {
  fileprivate func shows(_ section: PlacedSection) -> Bool {
    guard let viewport, section.placement == .flow || section.placement == .overlay else {
      return true
    }
    return section.frame.y < viewport.bottom && section.frame.maxY > viewport.top
  }
}
