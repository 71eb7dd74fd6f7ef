import LayoutCore

/// A stop of a screen reader: one of the elements that swiping leads to.
package struct AccessibleElement: Sendable, Hashable {
  /// The indices of its section in the wireframe, and of its node in the section.
  package var section: Int
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
  package private(set) var elements: [AccessibleElement] = []
  /// The element index by node, one dictionary per section of the wireframe.
  private var indices: [[Int: Int]] = []
  /// The section index in the wireframe by part of the page.
  private var sections: [PagePart: Int] = [:]

  /// Reads the whole page, whatever part of it the options select, so that an element has the same
  /// number in every view. Bars are read only if the options show them.
  /// - Complexity: linear in the nodes, except for sorting siblings.
  package init(_ page: RenderedPage, options: RenderOptions) {
    var whole = RenderOptions()
    whole.all = true
    whole.chrome = options.chrome
    whole.unrounded = options.unrounded
    let wireframe = Wireframe(page, options: whole)
    self.init(wireframe)
    var document = 0
    for (index, section) in wireframe.sections.enumerated() {
      switch section.keyword {
      case .top: sections[.top] = index
      case .bottom: sections[.bottom] = index
      case .section:
        sections[.section(document)] = index
        document += 1
      }
    }
  }

  init(_ wireframe: Wireframe) {
    let order = ReadingOrder(wireframe)
    elements = order.elements
    indices = [[Int: Int]](repeating: [:], count: wireframe.sections.count)
    for (index, element) in elements.enumerated() {
      indices[element.section][element.node] = index
    }
  }

  /// Returns the elements of a part of the page by node.
  func elements(of part: PagePart) -> [Int: AccessibleElement] {
    guard let section = sections[part] else { return [:] }
    return indices[section].mapValues { elements[$0] }
  }

  /// Returns the elements of parts of the page, in reading order.
  func elements(in parts: [PagePart]) -> [AccessibleElement] {
    let wanted = Set(parts.compactMap { sections[$0] })
    return elements.filter { wanted.contains($0.section) }
  }
}
