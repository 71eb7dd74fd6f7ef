import LayoutCore
import Page

/// The elements of a page in reading order, as VoiceOver and TalkBack announce them.
///
/// - An element is a node with an action, a text, an image with a label or badge, a header, a page
///   control, or a box with a label.
/// - An element announces its own label or text, then the texts and labels of its descendants in
///   reading order, then badges. Duplicates are omitted, and the parts are joined by ", ". A node
///   with an action, or a page control, is a separate element even inside another element.
/// - Sections are read in document order. Items and rows are read by number; off-screen items are
///   last. The content of a box is read line by line, from the leading edge of each line.
/// - A node without a size is not read. The symbol of an icon is never read.
package struct AccessibilityReading: Sendable {
  package let elements: [AccessibleElement]
  private var nodes: [PagePart: [Int: AccessibleElement]] = [:]

  /// Reads the whole page, and bars if the options show them. Options such as `section` and `depth`
  /// do not change the number of an element.
  package init(_ page: Page, options: RenderOptions) {
    var whole = RenderOptions()
    whole.all = true
    whole.chrome = options.chrome
    elements = ReadingOrder(Wireframe(page, options: whole)).elements
    for element in elements { nodes[element.part, default: [:]][element.node] = element }
  }

  subscript(part: PagePart) -> [Int: AccessibleElement] { nodes[part] ?? [:] }
}
