import LayoutCore
import Support

/// Walks the boxes of a page in reading order and collects the announced text of each element.
struct ReadingOrder {
  private(set) var elements: [AccessibleElement] = []

  private let wireframe: Wireframe
  /// The child boxes by box index, then the top-level boxes by section index; in document order.
  private var children: [[Int]]
  /// For each box, the index of the element that announces the box's content, or -1.
  private var owners: [Int]
  private var words: [Words] = []

  private struct Words {
    var texts: [String] = []
    var badges: [String] = []

    var label: String { (texts + badges).filter { !$0.isEmpty }.uniqued.joined(separator: ", ") }
  }

  init(_ wireframe: Wireframe) {
    self.wireframe = wireframe
    let boxes = wireframe.boxes
    owners = [Int](repeating: -1, count: boxes.count)
    children = [[Int]](repeating: [], count: boxes.count + wireframe.sections.count)
    for (index, box) in boxes.enumerated() {
      children[box.parent < 0 ? boxes.count + box.section : box.parent].append(index)
    }
    for (index, section) in wireframe.sections.enumerated() {
      // A stack: the last element of `waiting` is read next.
      var waiting = Array(parts(children[boxes.count + index], rows: section.rowBoxes).reversed())
      while let box = waiting.popLast() {
        visit(box)
        waiting.append(contentsOf: inOrder(below: box).reversed())
      }
    }
    finish()
  }

  private mutating func visit(_ index: Int) {
    let box = wireframe.boxes[index]
    let outer = box.parent < 0 ? -1 : owners[box.parent]
    owners[index] = outer
    guard box.frame.width > 0, box.frame.height > 0 else { return }
    if box.standsAlone || (outer < 0 && box.isRead) {
      owners[index] = elements.count
      elements.append(
        AccessibleElement(
          part: wireframe.sections[box.section].part, node: box.node, order: 0, label: "",
          role: box.spokenRole, target: box.drawnFrame, isOffscreen: box.isOffscreen))
      words.append(Words())
    }
    if owners[index] >= 0 { say(box, in: owners[index]) }
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

  /// Numbers the elements, and removes elements that have neither a text nor an action.
  private mutating func finish() {
    var read: [AccessibleElement] = []
    let actions = [AccessibilityRole.button.word, AccessibilityRole.link.word]
    for (index, var element) in elements.enumerated() {
      element.label = words[index].label
      guard !element.label.isEmpty || actions.contains(element.role) else { continue }
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

extension ReadingOrder {
  private func inOrder(below box: Int) -> [Int] {
    let children = children[box]
    guard children.count > 1 else { return children }
    let parent = wireframe.boxes[box]
    if parent.kind.isCollection {
      return visibleFirst(children.filter { wireframe.boxes[$0].isItem })
        + lines(of: children.filter { !wireframe.boxes[$0].isItem })
    }
    let rows = wireframe.sections[parent.section].rowBoxes
    let hasRows = rows.first.map { wireframe.boxes[$0].parent == box } ?? false
    return parts(children, rows: hasRows ? rows : [])
  }

  /// Returns the boxes above the rows, then the rows, then all other boxes.
  private func parts(_ boxes: [Int], rows: [Int]) -> [Int] {
    guard let top = rows.map({ wireframe.boxes[$0].frame.y }).min() else { return lines(of: boxes) }
    let isRow = Set(rows)
    let others = lines(of: boxes.filter { !isRow.contains($0) })
    func isAbove(_ box: Int) -> Bool { wireframe.boxes[box].frame.maxY <= top + 0.5 }
    return others.filter(isAbove) + visibleFirst(rows) + others.filter { !isAbove($0) }
  }

  /// Sorts boxes in document order; off-screen boxes come last.
  private func visibleFirst(_ indices: [Int]) -> [Int] {
    let boxes = wireframe.boxes
    let ordered = indices.sorted { boxes[$0].node < boxes[$1].node }
    return ordered.filter { !boxes[$0].isOffscreen } + ordered.filter { boxes[$0].isOffscreen }
  }

  /// Sorts boxes line by line. All boxes of a line begin above the middle of the line's first box.
  private func lines(of indices: [Int]) -> [Int] {
    guard indices.count > 1 else { return indices }
    func sorted(_ indices: [Int], by start: (Rect) -> Double) -> [Int] {
      let boxes = wireframe.boxes
      return indices.sorted {
        (start(boxes[$0].frame), boxes[$0].node) < (start(boxes[$1].frame), boxes[$1].node)
      }
    }
    var lines: [[Int]] = [[]]
    var middle = -Double.infinity
    for box in sorted(indices, by: \.y) {
      let frame = wireframe.boxes[box].frame
      if frame.y >= middle {
        lines.append([])
        middle = frame.y + max(frame.height / 2, 0.5)
      }
      lines[lines.count - 1].append(box)
    }
    return lines.flatMap { sorted($0) { wireframe.isRightToLeft ? -$0.maxX : $0.x } }
  }
}
