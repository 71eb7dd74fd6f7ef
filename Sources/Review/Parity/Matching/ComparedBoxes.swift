import SectionEngine

/// The boxes of a page that are matched with the views of an app.
///
/// Differences are reported for sections, and for nodes that draw something or receive taps. All other
/// nodes only arrange their children, and an app may arrange its views in another way. Nested boxes
/// with equal frames are one box, because one view may show them all.
struct ComparedBoxes {
  enum Kind { case section, text, picture, container }

  struct Box {
    /// The outermost line of the page with the frame of the box.
    var line: Int
    /// The index of the box around this one; -1 for a section.
    var parent: Int
    /// The index after the last box inside this one.
    var end: Int
    /// The index of the section's box.
    var section: Int
    var kind: Kind
    /// The frame in feed coordinates.
    var frame: Rect
    /// The text or the label.
    var text: String
    /// The name of the node, or the code of the section.
    var name: String
    /// Whether the content scrolls horizontally.
    var scrolls: Bool
    /// Whether differences of the box are reported.
    var isCompared: Bool
    /// Whether no view has the frame of the box: it is a text in the label of an app's element, or a
    /// section of a single text.
    var isFrameless: Bool

    var isLeaf: Bool { kind == .text || kind == .picture }
  }

  private(set) var boxes: [Box] = []
  /// The path of each box, such as "NOTICE#2/card[3]".
  private(set) var paths: [String] = []
  /// The box of each path, also of the paths that share a box.
  private(set) var boxOfPath: [String: Int] = [:]
  /// The texts of badges, which have no box of their own.
  private(set) var badges: Set<String> = []

  /// Collects the boxes of the sections. O(lines).
  init(_ page: Page) {
    let lines = page.linesOfSections
    let linePaths = lines.paths
    /// The box of each line; for a line without a box, that of the lines around it.
    var boxOfLine = [Int](repeating: -1, count: lines.count)
    for (index, frame) in zip(lines.indices, lines.framesInFeed) {
      let outer = lines.parent(of: index) < 0 ? -1 : boxOfLine[lines.parent(of: index)]
      boxOfLine[index] = outer
      let badge = lines.text(lines.attribute("badge", of: lines[index]))
      if !badge.isEmpty { badges.insert(badge) }
      guard let kind = lines.comparedKind(of: index), kind != .picture || lines.draws(index) else {
        continue
      }
      let draws = kind == .section || lines.draws(index)
      let scrolls = lines.scrolls(index)
      if outer >= 0, kind == .container, boxes[outer].frame.isNear(frame, by: 0.01) {
        if draws, !boxes[outer].isCompared {
          boxes[outer].isCompared = true
          paths[outer] = linePaths[index]
        }
        boxes[outer].scrolls = boxes[outer].scrolls || scrolls
        boxOfPath[linePaths[index]] = boxOfPath[linePaths[index]] ?? outer
        continue
      }
      boxOfLine[index] = boxes.count
      boxOfPath[linePaths[index]] = boxOfPath[linePaths[index]] ?? boxes.count
      paths.append(linePaths[index])
      boxes.append(
        Box(
          line: index, parent: outer, end: 0,
          section: outer < 0 ? boxes.count : boxes[outer].section,
          kind: kind, frame: frame, text: lines.string(of: index), name: lines.name(of: index),
          scrolls: scrolls, isCompared: draws, isFrameless: lines.isFrameless(index)))
    }
    for index in boxes.indices.reversed() {
      boxes[index].end = max(boxes[index].end, index + 1)
      let parent = boxes[index].parent
      if parent >= 0 { boxes[parent].end = max(boxes[parent].end, boxes[index].end) }
    }
  }

  subscript(box: Int) -> Box { boxes[box] }
  var count: Int { boxes.count }
  var indices: Range<Int> { boxes.indices }

  /// The boxes of the sections, in page order.
  var sections: [Int] { children(of: -1) }

  /// Returns the boxes whose parent is the given box; the sections for -1.
  func children(of box: Int) -> [Int] {
    var children: [Int] = []
    var child = box + 1
    let end = box < 0 ? count : boxes[box].end
    while child < end {
      children.append(child)
      child = boxes[child].end
    }
    return children
  }

  /// The box and all boxes inside it.
  func subtree(of box: Int) -> Range<Int> { box..<boxes[box].end }

  /// Returns the parent of a box; for a section, the section itself.
  func around(_ box: Int) -> Int { boxes[box].parent < 0 ? box : boxes[box].parent }

  /// Returns the nearest ancestor whose content scrolls horizontally; else the section.
  func scroller(of box: Int) -> Int {
    var parent = boxes[box].parent
    while parent >= 0, !boxes[parent].scrolls { parent = boxes[parent].parent }
    return parent < 0 ? boxes[box].section : parent
  }
}

extension Page.Lines {
  /// The attributes of lines that draw, and the roles of lines that receive taps.
  private static let drawing = ["background", "border", "shadow", "picture", "action"]
  private static let tapped: Set<String> = ["button", "link", "adjustable"]

  /// Returns the kind of a box for a line; `nil` for a line that no view can show.
  fileprivate func comparedKind(of line: Int) -> ComparedBoxes.Kind? {
    if parent(of: line) < 0 { return .section }
    guard isDrawn(line) else { return nil }
    guard isLeaf(line) else { return .container }
    return isText(line) ? .text : .picture
  }

  /// The attribute of a frameless line.
  static let frameless = " frame=none"

  fileprivate func isFrameless(_ line: Int) -> Bool {
    text(attribute("frame", of: self[line])) == "none"
  }

  /// Returns whether a view must show a node: a text, a picture, a background, a border, or a tap
  /// target.
  fileprivate func draws(_ line: Int) -> Bool {
    if isLeaf(line) {
      let isBox = kinds[line] == .box || kinds[line] == nil && name(of: line) == "box"
      if !isBox || hasString(line) { return true }
    }
    let tapped = text(attribute("role", of: self[line]))
    return kinds[line] == .button || name(of: line) == "button" || Self.tapped.contains(tapped)
      || Self.drawing.contains { !attribute($0, of: self[line]).isEmpty }
  }
}

extension Rect {
  /// Whether each edge is at most `distance` points from the other frame's edge.
  func isNear(_ other: Rect, by distance: Double) -> Bool {
    abs(x - other.x) <= distance && abs(y - other.y) <= distance
      && abs(maxX - other.maxX) <= distance && abs(maxY - other.maxY) <= distance
  }
}
