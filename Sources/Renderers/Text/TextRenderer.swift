import LayoutCore

/// Draws a page for people, on a terminal or in a file.
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
/// The gutter shows y in points; the last line is the height of the feed. For a scrolled page, only
/// the part of the screen that no bar covers is drawn, and the last line is its end. x is to scale;
/// y is compressed to what readability needs. Line breaks and truncation are those of the layout; a
/// line that needs more cells than are available is cut with an ellipsis. With `--accessibility`, a
/// list of the screen reader's stops follows the picture. Wide characters take two cells.
package struct TextRenderer: Renderer {
  package static let name = "text"

  private let options: RenderOptions

  package init(options: RenderOptions = RenderOptions()) { self.options = options }

  package func render(_ page: RenderedPage, to out: inout ByteWriter) {
    let tree = page.tree
    let numbers = GutterNumbers(grid: options.grid(of: tree.environment))
    let sections = tree.sections.filter {
      (options.section == nil || options.section == $0.blockCode) && tree.shows($0)
    }
    var widest = numbers.text(tree.height).utf8.count
    for section in sections { widest = max(widest, numbers.text(section.frame.y).utf8.count) }
    let columns = PageColumns(
      widest: widest, columns: options.columns, annotate: options.annotate)

    var writer = PageWriter(tree: tree, options: options, columns: columns, numbers: numbers)
    writer.writeHeading(to: &out)
    if options.chrome, let bar = tree.chrome.top { writer.write(bar, as: .chrome, to: &out) }
    // Floating sections are in screen order, the others in document order.
    for edge in [[Section.Placement.floatTop], [.flow, .overlay], [.floatBottom]] {
      for section in sections where edge.contains(section.placement) {
        writer.write(section, as: .content, to: &out)
      }
    }
    if options.chrome, let bar = tree.chrome.bottom { writer.write(bar, as: .chrome, to: &out) }
    writer.writeHeight(to: &out)
    if options.accessibility {
      let parts = tree.sections.indices.filter {
        options.section == nil || options.section == tree.sections[$0].blockCode
      }
      writer.write(
        AccessibilityReading(page, options: options)
          .elements(in: [.top] + parts.map(PagePart.section) + [.bottom]), to: &out)
    }
  }
}

extension LayoutTree {
  /// Returns whether any part of a section is on screen.
  fileprivate func shows(_ section: PlacedSection) -> Bool {
    guard let viewport, section.placement == .flow || section.placement == .overlay else {
      return true
    }
    return section.frame.y < viewport.bottom && section.frame.maxY > viewport.top
  }
}
