import LayoutCore
import Renderers

/// Matches the views of an app with the boxes of a page.
///
/// 1. By identifier: the path of a box, or the code of a section.
/// 2. Views directly in the scroll view, from the top down: by texts shared with a section, then by
///    the largest overlap when the section is moved as far as the one above it.
/// 3. Views in a matched one: a text by the same text, another view by the largest overlap.
///
/// - Complexity: O(views × sections) directly in the scroll view, O(views × boxes) in a section.
struct AppMatching {
  let page: PageBoxes
  let content: AppContent
  let views: [ViewHierarchy.View]
  /// The box, or -1, by item.
  private(set) var boxes: [Int]
  /// The item, or -1, by box.
  private(set) var items: [Int]

  /// The minimum overlap of a section and its view.
  private static let leastOverlap = 0.5
  /// The minimum overlap of a node and its view, larger because many boxes are close together.
  private static let leastOverlapOfNodes = 0.6

  init(_ page: PageBoxes, _ content: AppContent, _ hierarchy: ViewHierarchy) {
    self.page = page
    self.content = content
    views = hierarchy.views
    boxes = [Int](repeating: -1, count: content.items.count)
    items = [Int](repeating: -1, count: page.boxes.count)
    matchIdentifiers()
    matchSections()
    matchWithin()
  }

  private mutating func match(_ item: Int, _ box: Int) {
    boxes[item] = box
    items[box] = item
  }

  private mutating func matchIdentifiers() {
    var byPath: [String: Int] = [:]
    for (box, value) in page.boxes.enumerated() { byPath[value.path] = byPath[value.path] ?? box }
    for item in content.items.indices {
      guard let identifier = views[content.items[item].view].identifier,
        let box = byPath[identifier], items[box] < 0
      else { continue }
      match(item, box)
    }
  }

  private mutating func matchSections() {
    let cells = content.items.indices.filter { content.items[$0].parent < 0 && boxes[$0] < 0 }
      .sorted { content.items[$0].frame.y < content.items[$1].frame.y }
    var owners: [String: [Int]] = [:]
    for section in page.sections where items[section] < 0 {
      for box in section..<page.boxes[section].end where !page.boxes[box].string.isEmpty {
        owners[page.boxes[box].string, default: []].append(section)
      }
    }
    for cell in cells {
      guard let section = section(of: cell, owners) ?? overlapping(cell) else { continue }
      match(cell, section)
    }
  }

  /// Returns the section that has most of a cell's texts, and at least half of them.
  private func section(of cell: Int, _ owners: [String: [Int]]) -> Int? {
    var counts: [Int: Int] = [:]
    var texts = 0
    for item in cell..<content.items[cell].end {
      guard let text = views[content.items[item].view].text, !text.isEmpty else { continue }
      texts += 1
      for section in Set(owners[text] ?? []) where items[section] < 0 {
        counts[section, default: 0] += 1
      }
    }
    // If several have as many, the first one is chosen.
    let best = counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }
    guard let best, best.value * 2 >= texts else { return nil }
    // A cell that is one row of a section is matched with that row later.
    return page.boxes[best.key].frame.height <= 2.5 * content.items[cell].frame.height
      ? best.key : nil
  }

  private func overlapping(_ cell: Int) -> Int? {
    let frame = content.items[cell].frame
    guard frame.width > 0, frame.height > 0 else { return nil }
    let shift = shift(above: frame.y)
    let best = page.sections.filter { items[$0] < 0 }
      .map { ($0, overlap: Self.overlap(frame, page.boxes[$0].frame.moved(by: 0, shift))) }
      .max { $0.overlap < $1.overlap }
    guard let best, best.overlap >= Self.leastOverlap else { return nil }
    return best.0
  }

  /// Returns how far the end of the last matched section that begins above `y` has moved.
  func shift(above y: Double) -> Double {
    var best: (y: Double, shift: Double) = (-.infinity, 0)
    for section in page.sections where items[section] >= 0 {
      let frame = content.items[items[section]].frame
      if frame.y < y, frame.y > best.y {
        best = (frame.y, frame.maxY - page.boxes[section].frame.maxY)
      }
    }
    return best.shift
  }

  private mutating func matchWithin() {
    for item in content.items.indices where boxes[item] < 0 {
      guard let (box, owner) = matchedAncestor(of: item) else {
        // It may be a row directly in the scroll view.
        matchRow(item)
        continue
      }
      // A content view, for instance, only fills its container.
      if views[content.items[item].view].text == nil,
        Self.overlap(content.items[item].frame, content.items[owner].frame) > 0.995
      {
        continue
      }
      match(item, within: box + 1..<page.boxes[box].end, of: box, owner: content.items[owner].frame)
    }
  }

  private mutating func matchRow(_ item: Int) {
    guard content.items[item].parent < 0 else { return }
    let frame = content.items[item].frame
    let shift = shift(above: frame.y)
    for section in page.sections where items[section] < 0 {
      let moved = page.boxes[section].frame.moved(by: 0, shift)
      guard frame.y >= moved.y - 1, frame.maxY <= moved.maxY + 1 else { continue }
      return match(item, within: section + 1..<page.boxes[section].end, of: section, owner: moved)
    }
  }

  /// Returns the box and the item of the nearest matched ancestor.
  private func matchedAncestor(of item: Int) -> (box: Int, item: Int)? {
    var parent = content.items[item].parent
    while parent >= 0 {
      if boxes[parent] >= 0 { return (boxes[parent], parent) }
      parent = content.items[parent].parent
    }
    return nil
  }

  private mutating func match(_ item: Int, within range: Range<Int>, of box: Int, owner: Rect) {
    let view = views[content.items[item].view]
    let onPage = page.boxes[box].frame
    // The position that the view would have on the page.
    let frame = content.items[item].frame.moved(by: onPage.x - owner.x, onPage.y - owner.y)
    var best: (score: Double, box: Int)?
    for candidate in range where items[candidate] < 0 {
      let other = page.boxes[candidate]
      var score = Self.overlap(frame, other.frame)
      if let text = view.text, !text.isEmpty {
        if other.string == text, other.end == candidate + 1 || isLabelled(candidate) == false {
          // If texts are equal, the nearest one is chosen.
          let distance = abs(frame.x - other.frame.x) + abs(frame.y - other.frame.y)
          score = 2 + 1 / (1 + distance)
        } else if other.string.isEmpty || other.end > candidate + 1 {
          score = 0
        }
      } else if other.end == candidate + 1, !other.string.isEmpty {
        // A text of the page is not shown by a view without text.
        score = 0
      }
      if score >= Self.leastOverlapOfNodes, score > best?.score ?? 0 { best = (score, candidate) }
    }
    if let best { match(item, best.box) }
  }

  /// Returns whether a box repeats the text of a box in it.
  private func isLabelled(_ box: Int) -> Bool {
    (box + 1..<max(box + 1, page.boxes[box].end)).contains {
      page.boxes[$0].string == page.boxes[box].string
    }
  }

  /// Returns the intersection of two rectangles as a share of their union.
  static func overlap(_ a: Rect, _ b: Rect) -> Double {
    let common = a.intersection(b).area
    return common > 0 ? common / (a.width * a.height + b.width * b.height - common) : 0
  }
}
