import LayoutCore

/// What a screen reader stops at: one of the places that a swipe leads to.
package struct AccessibleElement: Sendable, Hashable {
  /// Index of its section in the wireframe, and of its node in the section.
  package var section: Int
  package var node: Int
  /// From 1, over the page.
  package var order: Int
  /// What is said; empty where a button has no words.
  package var label: String
  /// "text" and the words of roles.
  package var role: String
  /// What a tap has to hit, in feed coordinates.
  package var target: Rect
  /// Reached by scrolling its collection.
  package var isOffscreen: Bool
}

/// The elements of a page in reading order, as VoiceOver and TalkBack find them.
///
/// - An element is what has an action, a text, an image with a label or badge, a header, a page control, and a box
///   with a label.
/// - It says its own label or text, then the texts and labels below it in reading order, then badges, each once,
///   joined by ", ". An element with an action, a page control too, stays one of its own inside of another.
/// - Sections are read in document order, items and rows by number, those off screen after the others. What
///   stands in a box is read line by line, from where the direction of the page begins.
/// - What has no size is not read, and neither is the symbol of an icon that has words of its own.
package struct AccessibilityReading: Sendable {
  package private(set) var elements: [AccessibleElement] = []
  /// By section, by node: index of the element.
  private var indices: [[Int: Int]] = []
  /// By position in the document; bars have their own.
  private var sections: [NodePlace.Part: Int] = [:]

  /// Of the whole page, whatever the options leave out of it, so that numbers are the same in every view of it;
  /// bars are read where they are shown. Complexity: linear in the nodes but for sorting siblings.
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

  /// Elements of a part of the page by node.
  func elements(of part: NodePlace.Part) -> [Int: AccessibleElement] {
    guard let section = sections[part] else { return [:] }
    return indices[section].mapValues { elements[$0] }
  }

  /// Elements of parts of the page, in reading order.
  func elements(in parts: [NodePlace.Part]) -> [AccessibleElement] {
    let wanted = Set(parts.compactMap { sections[$0] })
    return elements.filter { wanted.contains($0.section) }
  }
}
