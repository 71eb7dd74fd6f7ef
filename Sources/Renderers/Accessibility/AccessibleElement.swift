import LayoutCore

package struct AccessibleElement: Sendable, Hashable {
  package var part: PagePart
  package var node: Int
  /// Position in the reading order of the page, counted from 1.
  package var order: Int
  /// The announced text; empty for a button without words.
  package var label: String
  /// "text" or the word of a role.
  package var role: String
  /// The area that a tap has to hit, in feed coordinates.
  package var target: Rect
  /// Whether the user reaches it by scrolling its collection.
  package var isOffscreen: Bool
}

/// The elements of a page in reading order, as VoiceOver and TalkBack find them.
///
/// - Elements are: nodes with an action, texts, images with a label or badge, headers, page
///   controls, and boxes with a label.
/// - An element announces its own label or text, then the texts and labels below it in reading
///   order, then badges, each once, joined by ", ". An element with an action, and a page control,
///   remains an element of its own inside another.
/// - Sections are read in document order. Items and rows are read by number, those off screen after
///   the others. The content of a box is read line by line, starting at the side where lines of the
///   page begin.
/// - Nodes without a size are not read, nor is the symbol of an icon whose element has words of its
///   own.
package struct AccessibilityReading: Sendable {
  package let elements: [AccessibleElement]
  private var nodes: [PagePart: [Int: AccessibleElement]] = [:]

  /// Reads the whole page, with bars if shown, so that an element has one number in every view.
  package init(_ page: RenderedPage, options: RenderOptions) {
    var whole = RenderOptions()
    whole.all = true
    whole.chrome = options.chrome
    whole.unrounded = options.unrounded
    elements = ReadingOrder(Wireframe(page, options: whole)).elements
    for element in elements { nodes[element.part, default: [:]][element.node] = element }
  }

  subscript(part: PagePart) -> [Int: AccessibleElement] { nodes[part] ?? [:] }
}
