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
    var level: Int
  }

  private(set) var boxes: [Box] = []
  /// Indices of the sections, without bars.
  private(set) var sections: [Int] = []

  /// - Complexity: O(lines).
  init(_ page: DumpTable) {
    var table = page
    table.makeParentRelative()
    var seen: [String: Int] = [:]
    var open: [Int] = []
    for line in table.lines {
      while let last = open.last, boxes[last].level >= Int(line.level) {
        boxes[last].end = boxes.count
        open.removeLast()
      }
      guard line.kind != .elided else { continue }
      let name = table.text(line.name)
      var box = Box(
        path: line.number < 0 ? name : "\(name)[\(line.number)]", parent: open.last ?? -1, end: 0,
        frame: line.frame, string: table.text(line.string), level: Int(line.level))
      if let parent = open.last {
        box.path = "\(boxes[parent].path)/\(box.path)"
        box.frame.x += boxes[parent].frame.x
        box.frame.y += boxes[parent].frame.y
      } else if line.kind == .section {
        let occurrence = seen[name, default: 0] + 1
        seen[name] = occurrence
        if occurrence > 1 { box.path = "\(name)#\(occurrence)" }
        sections.append(boxes.count)
      } else {
        box.path = "\(line.kind)"
      }
      open.append(boxes.count)
      boxes.append(box)
    }
    for last in open { boxes[last].end = boxes.count }
  }
}
