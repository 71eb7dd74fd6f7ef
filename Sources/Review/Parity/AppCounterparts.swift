import SectionEngine

/// The boxes and views that only the page or only the app shows, and how much both show.
struct AppCounterparts {
  /// Boxes on the screen without a view, the outermost of each.
  private(set) var missing: [Int] = []
  /// Views on the screen that show nothing of the page, the outermost of each.
  private(set) var strangers: [Int] = []
  /// These, and those outside the screen, which have made room all the same.
  private(set) var inserted: [Int] = []
  /// The numbers of texts on the screen, and of those that the app shows.
  private(set) var texts = (visible: 0, matched: 0)

  private let matching: AppMatching
  /// Whether something in the box is matched, by box.
  let isKnown: [Bool]
  /// The part of the content that is surely on the screen.
  private var visible: Rect
  /// The first known section.
  private var first = Int.max
  /// The last known section, and how far those after it have moved.
  private var last: (section: Int, moved: Double) = (.max, 0)
  /// The innermost item around all matched ones; -1 for the root.
  private var around = -1

  init(_ matching: AppMatching) {
    self.matching = matching
    let page = matching.page
    var isKnown = page.boxes.indices.map { matching.items[$0] >= 0 || matching.wording[$0] >= 0 }
    for box in page.boxes.indices.reversed() where isKnown[box] {
      if page.boxes[box].parent >= 0 { isKnown[page.boxes[box].parent] = true }
    }
    self.isKnown = isKnown
    visible = matching.content.visible
    limit()
    findStrangers()
    measureRest()
    findMissing()
  }

  /// Limits the visible area to the view with the content. If that view is the screen, bars may cover
  /// a part of it, so the area extends from the first matched view to the last one.
  private mutating func limit() {
    guard !matching.content.isScrolling else { return }
    let items = matching.content.items
    let matched = items.indices.filter { matching.boxes[$0] >= 0 }
    guard let first = matched.first, let last = matched.last else { return }
    around = first
    while around >= 0, items[around].end <= last || matching.boxes[around] >= 0 {
      around = items[around].parent
    }
    if around >= 0 {
      visible = items[around].inside.cut(to: visible).cut(to: items[around].frame)
    }
    guard around < 0 || visible.height >= matching.content.visible.height - 1 else { return }
    let top = matched.map { items[$0].frame.y }.min() ?? visible.y
    let bottom = matched.map { items[$0].frame.maxY }.max() ?? visible.maxY
    visible = visible.cut(
      to: Rect(x: visible.x, y: top, width: visible.width, height: bottom - top))
  }

  /// Determines how far the sections after the last known one have moved: with its end, and by the
  /// heights of what only the app has there.
  private mutating func measureRest() {
    let page = matching.page
    guard let section = page.sections.last(where: { isKnown[$0] }) else { return }
    first = page.sections.first { isKnown[$0] } ?? section
    let end = page.boxes[section].frame.maxY
    let item = matching.items[section]
    let appEnd =
      item < 0 ? end + matching.moves[section].y : matching.content.items[item].frame.maxY
    let below = strangers.map { matching.content.items[$0].frame }.filter { $0.y >= appEnd - 1 }
    // Nothing tells how high a section without a view is.
    let isSure = below.allSatisfy { $0.width > 0.6 * matching.content.visible.width }
    last = (section, isSure ? appEnd - end + below.reduce(0) { $0 + $1.height } : .infinity)
  }

  /// Whether all of a box is on the screen, as far as is known.
  func isVisible(_ box: Int) -> Bool {
    let page = matching.page
    var move = matching.moves[matching.around(box)]
    if page.boxes[box].section > last.section { move.y = last.moved }
    let frame = page.boxes[box].frame.moved(by: move.x, move.y)
    let scroller = matching.scroller(of: box)
    let isInside = page.boxes[scroller].scrolls
    let clip = isInside ? visible.cut(to: matching.inside(of: scroller)) : visible
    guard frame.x >= clip.x - 1 && frame.maxX <= clip.maxX + 1 else { return false }
    // A section between two known ones is on the screen, wherever it is.
    let section = page.boxes[box].section
    return first < section && section < last.section && !isKnown[section]
      || frame.y >= clip.y - 1 && frame.maxY <= clip.maxY + 1
  }

  // MARK: The page

  private mutating func findMissing() {
    let page = matching.page
    /// The numbers of leaves without a view, and of those off the screen.
    var absent = [Int](repeating: 0, count: page.boxes.count)
    var hidden = absent
    var counts: [String: (visible: Int, matched: Int)] = [:]
    /// The name of a picture; empty for a text.
    func kind(_ box: Int) -> String { page.isText(box) ? "" : page.boxes[box].name }
    for box in page.boxes.indices where page.boxes[box].end == box + 1 && page.boxes[box].isDrawn {
      guard isVisible(box) else {
        hidden[box] = 1
        continue
      }
      absent[box] = isKnown[box] ? 0 : 1
      counts[kind(box), default: (0, 0)].visible += 1
      if page.isText(box) ? matching.wording[box] >= 0 : isKnown[box] {
        counts[kind(box), default: (0, 0)].matched += 1
      }
    }
    texts = counts["", default: (0, 0)]
    // Most formats leave out what is only drawn.
    for box in page.boxes.indices where absent[box] > 0 && !page.isText(box) {
      let count = counts[kind(box), default: (0, 0)]
      absent[box] = 2 * count.matched >= count.visible && count.matched > 0 ? 1 : 0
    }
    for box in absent.indices.reversed() where page.boxes[box].parent >= 0 {
      absent[page.boxes[box].parent] += absent[box]
      hidden[page.boxes[box].parent] += hidden[box]
    }
    collect(absent, hidden)
  }

  /// Collects absent leaves, or instead of several the box that has only them. A section that is partly
  /// on the screen is missing if several of its leaves are.
  private mutating func collect(_ absent: [Int], _ hidden: [Int]) {
    let page = matching.page
    var box = 0
    while box < absent.count {
      let isSection = page.boxes[box].parent < 0
      let isLeaf = page.boxes[box].end == box + 1
      guard absent[box] > 0, !isKnown[box] || isLeaf else {
        box += 1
        continue
      }
      let isWhole = isLeaf || (hidden[box] == 0 && (isSection || absent[box] > 1))
      if isWhole || (isSection && absent[box] > 1) { missing.append(box) }
      box = isWhole || isSection ? page.boxes[box].end : box + 1
    }
  }

  // MARK: The app

  private mutating func findStrangers() {
    let items = matching.content.items
    var holds = matching.boxes.map { $0 >= 0 }
    var hasText = items.map { isStrangeText($0.view) }
    let hasPictures = matching.page.boxes.indices.contains {
      matching.page.boxes[$0].name == "image" && matching.items[$0] >= 0
    }
    for index in items.indices.reversed() where items[index].parent >= 0 {
      if holds[index] { holds[items[index].parent] = true }
      if hasText[index] { hasText[items[index].parent] = true }
    }
    var index = max(0, around)
    let end = around < 0 ? items.count : items[around].end
    while index < end {
      let item = items[index]
      if holds[index] {
        // The views in that of a text, or in one whose label has the texts, belong to it.
        let box = matching.boxes[index]
        let isWhole = box >= 0 && (matching.page.boxes[box].end == box + 1 || isLabel(index))
        index = isWhole ? item.end : index + 1
        continue
      }
      let isPicture = hasPictures && matching.views[item.view].name.contains("Image")
      if hasText[index] || (isPicture && !matching.isCut(index)) {
        inserted.append(index)
        if isOnScreen(item) { strangers.append(index) }
      }
      index = item.end
    }
  }

  private func isLabel(_ item: Int) -> Bool {
    let box = matching.boxes[item]
    return (box..<matching.page.boxes[box].end).contains { matching.wording[$0] == item }
  }

  private func isStrangeText(_ view: Int) -> Bool {
    guard let text = matching.views[view].text, !text.isEmpty else { return false }
    return !matching.page.badges.contains(text)
  }

  private func isOnScreen(_ item: AppContent.Item) -> Bool {
    let part = item.frame.cut(to: item.clip).cut(to: visible)
    return part.width > 0 && part.height > 0
  }
}
