import LayoutCore

/// Walks the boxes of a page in reading order and collects the announced text of each element.
struct ReadingOrder {
  private(set) var elements: [AccessibleElement] = []

  private let wireframe: Wireframe
  /// The index of the element that announces the box's content, or -1, by box.
  private var owners: [Int]
  private var words: [Words] = []

  private struct Words {
    var texts: [String] = []
    var badges: [String] = []

    var label: String {
      var known: Set<String> = []
      return (texts + badges).filter { !$0.isEmpty && known.insert($0).inserted }
        .joined(separator: ", ")
    }
  }

  init(_ wireframe: Wireframe) {
    self.wireframe = wireframe
    owners = [Int](repeating: -1, count: wireframe.boxes.count)
    let children = Children(wireframe)
    for section in wireframe.sections.indices {
      // A stack: the next box to read is the last one.
      var waiting = Array(children.roots(of: section, in: wireframe).reversed())
      while let box = waiting.popLast() {
        visit(box)
        waiting.append(contentsOf: children.inOrder(below: box, in: wireframe).reversed())
      }
    }
    finish()
  }

  private mutating func visit(_ index: Int) {
    let box = wireframe.boxes[index]
    let outer = box.parent < 0 ? -1 : owners[box.parent]
    let isElement = box.standsAlone || (outer < 0 && box.isRead)
    guard isElement, box.frame.width > 0, box.frame.height > 0 else {
      owners[index] = outer
      if outer >= 0, box.frame.width > 0, box.frame.height > 0 { say(box, in: outer) }
      return
    }
    owners[index] = elements.count
    elements.append(
      AccessibleElement(
        part: wireframe.sections[box.section].part, node: box.node, order: 0, label: "",
        role: box.spokenRole,
        target: box.drawnFrame, isOffscreen: box.isOffscreen))
    words.append(Words())
    say(box, in: elements.count - 1)
  }

  private mutating func say(_ box: Wireframe.Box, in element: Int) {
    words[element].texts.append(box.label)
    if let text = box.text?.string {
      switch box.kind {
      case .icon: break
      case .badge: words[element].badges.append(text)
      default: words[element].texts.append(text)
      }
    }
    if box.kind == .pageControl, box.label.isEmpty {
      words[element].texts.append("page \(min(box.current, box.count - 1) + 1) of \(box.count)")
    }
    words[element].badges.append(box.badge)
  }

  /// Numbers the elements, and drops those that have neither a text nor an action.
  private mutating func finish() {
    var read: [AccessibleElement] = []
    for (index, var element) in elements.enumerated() {
      element.label = words[index].label
      if element.label.isEmpty, element.role != AccessibilityRole.button.word,
        element.role != AccessibilityRole.link.word
      {
        continue
      }
      element.order = read.count + 1
      read.append(element)
    }
    elements = read
  }
}

extension Wireframe.Box {
  fileprivate var standsAlone: Bool {
    !action.isEmpty || (kind == .pageControl && count > 1) || role == .adjustable
  }

  fileprivate var isRead: Bool {
    if !label.isEmpty || (role != .none && role != kind.impliedRole) { return true }
    switch kind {
    case .text, .button, .badge: return text != nil
    case .image: return !badge.isEmpty
    case .placeholder: return true
    case .box, .icon, .spacer, .pageControl, .list, .carousel, .pager: return false
    }
  }

  fileprivate var spokenRole: String {
    if kind == .pageControl { return AccessibilityRole.adjustable.word }
    if role != .none, role != kind.impliedRole { return role.word }
    if !action.isEmpty { return AccessibilityRole.button.word }
    return role == .none ? "text" : role.word
  }
}

private struct Children {
  /// Children in document order: by box, then those directly below each section.
  private var lists: [[Int]]
  private let count: Int

  init(_ wireframe: Wireframe) {
    count = wireframe.boxes.count
    lists = [[Int]](repeating: [], count: count + wireframe.sections.count)
    for (index, box) in wireframe.boxes.enumerated() {
      lists[box.parent < 0 ? count + box.section : box.parent].append(index)
    }
  }

  /// Returns the boxes directly below a section: those above its rows, the rows, the rest.
  func roots(of section: Int, in wireframe: Wireframe) -> [Int] {
    parts(lists[count + section], rows: wireframe.sections[section].rowBoxes, in: wireframe)
  }

  func inOrder(below box: Int, in wireframe: Wireframe) -> [Int] {
    let children = lists[box]
    guard children.count > 1 else { return children }
    let parent = wireframe.boxes[box]
    if parent.kind.isCollection {
      return wireframe.visibleFirst(children.filter { wireframe.isItem($0) })
        + wireframe.lines(of: children.filter { !wireframe.isItem($0) })
    }
    let rows = wireframe.sections[parent.section].rowBoxes
    guard let row = rows.first, wireframe.boxes[row].parent == box else {
      return wireframe.lines(of: children)
    }
    return parts(children, rows: rows, in: wireframe)
  }

  private func parts(_ boxes: [Int], rows: [Int], in wireframe: Wireframe) -> [Int] {
    guard let top = rows.map({ wireframe.boxes[$0].frame.y }).min() else {
      return wireframe.lines(of: boxes)
    }
    let isRow = Set(rows)
    let others = wireframe.lines(of: boxes.filter { !isRow.contains($0) })
    let above = others.filter { wireframe.boxes[$0].frame.maxY <= top + 0.5 }
    let rest = others.filter { wireframe.boxes[$0].frame.maxY > top + 0.5 }
    return above + wireframe.visibleFirst(rows) + rest
  }
}

extension Wireframe {
  fileprivate func isItem(_ box: Int) -> Bool { boxes[box].isItem }

  /// Sorts boxes in document order, those off screen after the others.
  fileprivate func visibleFirst(_ indices: [Int]) -> [Int] {
    let ordered = indices.sorted { boxes[$0].node < boxes[$1].node }
    return ordered.filter { !boxes[$0].isOffscreen }
      + ordered.filter { boxes[$0].isOffscreen }
  }

  /// Sorts boxes line by line from top to bottom, each line from the side where lines of the page
  /// begin. A line holds the boxes that begin above the middle of its first box.
  fileprivate func lines(of indices: [Int]) -> [Int] {
    guard indices.count > 1 else { return indices }
    let byTop = indices.sorted {
      (boxes[$0].frame.y, boxes[$0].node) < (boxes[$1].frame.y, boxes[$1].node)
    }
    var result: [Int] = []
    var line: [Int] = []
    var middle = -Double.infinity
    func flush() {
      result += line.sorted {
        let a = boxes[$0].frame
        let b = boxes[$1].frame
        return isRightToLeft
          ? (-a.maxX, boxes[$0].node) < (-b.maxX, boxes[$1].node)
          : (a.x, boxes[$0].node) < (b.x, boxes[$1].node)
      }
      line.removeAll()
    }
    for box in byTop {
      let frame = boxes[box].frame
      if frame.y >= middle {
        flush()
        middle = frame.y + max(frame.height / 2, 0.5)
      }
      line.append(box)
    }
    flush()
    return result
  }
}
