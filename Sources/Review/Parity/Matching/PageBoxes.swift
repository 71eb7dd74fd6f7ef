import SectionEngine

/// The boxes of a page in feed coordinates, in document order. Bars of the page are omitted.
struct PageBoxes {
  struct Box {
    var path: String
    /// The name without its number, such as "card".
    var name: String
    /// The index of the parent box; -1 for a section.
    var parent: Int
    /// The index after the last descendant.
    var end: Int
    /// The index of the section's box.
    var section: Int
    var frame: Rect
    var string: String
    /// Whether the content of the box scrolls horizontally.
    var scrolls = false

    /// Whether a view can show the box. False for spacers and for boxes without a size.
    var isDrawn: Bool { name != "spacer" && frame.width > 0 && frame.height > 0 }
    /// Whether the box shows its text. The text of an icon, an image or the dots of a pager is only
    /// a description.
    var hasWords: Bool { !string.isEmpty && !["icon", "image", "page-control"].contains(name) }
  }

  private(set) var boxes: [Box] = []
  /// The box indices of the sections.
  private(set) var sections: [Int] = []
  /// The texts of image badges, which have no box of their own.
  private(set) var badges: Set<String> = []

  init(_ page: Page) {
    var lines = page.lines ?? page.projected(RenderOptions(all: true)).lines ?? Page.Lines()
    lines.makeParentRelative()
    for section in lines.sections where section.keyword == .section {
      sections.append(boxes.count)
      add(section, of: lines)
    }
  }

  /// Whether a box shows a text and has no children.
  func isText(_ box: Int) -> Bool { boxes[box].end == box + 1 && boxes[box].hasWords }

  /// Returns the children of a box; the sections for -1.
  func children(of box: Int) -> [Int] {
    var children: [Int] = []
    var child = box + 1
    let end = box < 0 ? boxes.count : boxes[box].end
    while child < end {
      children.append(child)
      child = boxes[child].end
    }
    return children
  }

  private mutating func add(_ section: Page.SectionLine, of page: Page.Lines) {
    /// The ancestors of the next box, each with the end of its lines.
    var open: [(box: Int, end: Int)] = []
    let first = boxes.count
    for index in section.line..<Int(page[section.line].end) {
      let line = page[index]
      guard line.kind != .elided else { continue }
      while let last = open.last, last.end <= index { open.removeLast() }
      var box = Box(
        path: section.name, name: page.text(line.name), parent: -1, end: 0, section: first,
        frame: line.frame, string: page.text(line.string),
        scrolls: ["x", "carousel", "pager"].contains(
          page.text(page.attribute(index == section.line ? "layout" : "axis", of: line))))
      let badge = page.text(page.attribute("badge", of: line))
      if !badge.isEmpty { badges.insert(badge) }
      if let parent = open.last?.box {
        box.parent = parent
        box.path = "\(boxes[parent].path)/\(page.id(of: line))"
        box.frame.x += boxes[parent].frame.x
        box.frame.y += boxes[parent].frame.y
      }
      open.append((boxes.count, Int(line.end)))
      boxes.append(box)
      for ancestor in open { boxes[ancestor.box].end = boxes.count }
    }
  }
}
