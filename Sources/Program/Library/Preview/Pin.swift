internal import LayoutCore
internal import Renderers

/// A header or footer that follows the edge of the screen, as in `Viewport`. It contains the exact
/// numbers from which a script computes its position at any scroll offset.
struct Pin: Hashable {
  enum Edge: String { case top, bottom }

  var edge: Edge
  /// The y coordinate of the section in the feed; the other numbers are relative to it. For a
  /// footer, rest and limit are mirrored, because the script treats it like a header on a page
  /// turned upside down.
  var sectionY: Double
  var rest: Double
  var length: Double
  var limit: Double

  func begin(in html: inout ByteWriter) {
    // Unrounded, unlike the numbers that are shown to people.
    html.write(
      markup: """
        <g role="none" class="pin" data-edge="\(edge.rawValue)" data-section="\(sectionY.description)" \
        data-rest="\(rest.description)" data-length="\(length.description)" data-limit="\(limit.description)">
        """)
  }

  /// Returns the pins of a page, by the paths of their nodes.
  static func pins(of tree: LayoutTree) -> [String: Pin] {
    var pins: [String: Pin] = [:]
    let names = tree.sectionNames
    for (index, section) in tree.sections.enumerated() {
      let isHeaderPinned = section.header?.isPinned ?? false
      let isFooterPinned = section.footer?.isPinned ?? false
      guard isHeaderPinned || isFooterPinned else { continue }
      let view = SectionView(section, environment: tree.environment, options: RenderOptions())
      let paths = view.paths(in: names[index])
      let parts = section.parts
      if isHeaderPinned, let rest = parts.header, let node = section.header?.node {
        pins[paths[node]] = Pin(
          edge: .top, sectionY: section.frame.y, rest: rest.y, length: rest.height,
          limit: max(parts.bottom - (parts.footer?.height ?? 0), rest.maxY))
      }
      if isFooterPinned, let rest = parts.footer, let node = section.footer?.node {
        pins[paths[node]] = Pin(
          edge: .bottom, sectionY: section.frame.y, rest: -rest.maxY, length: rest.height,
          limit: max(-(parts.top + (parts.header?.height ?? 0)), -rest.y))
      }
    }
    return pins
  }
}
