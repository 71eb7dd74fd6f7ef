import LayoutCore
import Renderers

/// The boxes of a page in feed coordinates, in document order.
struct PageBoxes {
  struct Box {
    var path: String
    /// Index of the containing box; -1 for a section.
    var parent: Int
    /// The index after the last box in it.
    var end: Int
    var frame: Rect
    var string: String
  }

  private(set) var boxes: [Box] = []
  /// Indices of the sections, without bars.
  private(set) var sections: [Int] = []

  init(_ page: FlatPage) {
    var page = page
    page.makeParentRelative()
    for section in page.sections {
      if section.keyword == .section { sections.append(boxes.count) }
      add(section, of: page)
    }
  }

  private mutating func add(_ section: FlatPage.Section, of page: FlatPage) {
    let end = Int(page.lines[section.line].end)
    /// The boxes that contain the next one, and the ends of their lines.
    var open: [(box: Int, end: Int)] = []
    for index in section.line..<end {
      let line = page.lines[index]
      guard line.kind != .elided else { continue }
      close(&open, before: index)
      var box = Box(
        path: section.name, parent: -1, end: 0, frame: line.frame, string: page.text(line.string))
      if let parent = open.last?.box {
        box.parent = parent
        box.path = "\(boxes[parent].path)/\(page.id(of: line))"
        box.frame.x += boxes[parent].frame.x
        box.frame.y += boxes[parent].frame.y
      }
      open.append((boxes.count, Int(line.end)))
      boxes.append(box)
    }
    close(&open, before: end)
  }

  private mutating func close(_ open: inout [(box: Int, end: Int)], before line: Int) {
    while let last = open.last, last.end <= line {
      boxes[last.box].end = boxes.count
      open.removeLast()
    }
  }
}
