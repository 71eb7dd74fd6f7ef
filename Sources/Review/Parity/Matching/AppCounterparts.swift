import SectionEngine

/// Finds the boxes that only the page has, and the views that only the app has.
struct AppCounterparts {
  /// The boxes that should be on the screen but have no view; only the outermost boxes.
  private(set) var missing: [Int] = []
  /// The views on the screen that match nothing on the page; only the outermost views.
  private(set) var strangers: [Int] = []
  /// The `strangers`, and unmatched views off the screen, because these push other content, too.
  private(set) var inserted: [Int] = []
  /// The number of page texts on the screen, and the number of those that the app shows.
  private(set) var texts = (visible: 0, matched: 0)

  private let matching: AppMatching
  /// The texts of image badges, which have no box of their own.
  private let badges: Set<String>
  /// For each box, whether the box or a descendant is matched.
  let isKnown: [Bool]
  /// The part of the content that is certainly on the screen.
  private var visible: Rect
  /// The first section with a match.
  private var first = Int.max
  /// The last section with a match, and the distance in points by which later sections moved.
  private var last: (section: Int, moved: Double) = (.max, 0)
  /// The innermost item that contains all matched items; -1 for the root.
  private var around = -1

  init(_ matching: AppMatching) {
    self.matching = matching
    let page = matching.page
    badges = Set(page.map { page.text(page.attribute("badge", of: $0)) })
    var isKnown = page.indices.map { matching.items[$0] >= 0 || matching.wording[$0] >= 0 }
    for box in page.indices.reversed() where isKnown[box] {
      if page.parent(of: box) >= 0 { isKnown[page.parent(of: box)] = true }
    }
    self.isKnown = isKnown
    visible = matching.content.visible
    limit()
    findStrangers()
    measureRest()
    findMissing()
  }

  /// Limits the visible area to the view around all matched views. If that view is as high as the
  /// screen, bars may cover it, so the area is limited to the extent of the matched views.
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
      visible = items[around].inside.intersection(visible).intersection(items[around].frame)
    }
    guard around < 0 || visible.height >= matching.content.visible.height - 1 else { return }
    let top = matched.map { items[$0].frame.y }.min() ?? visible.y
    let bottom = matched.map { items[$0].frame.maxY }.max() ?? visible.maxY
    visible = visible.intersection(
      Rect(x: visible.x, y: top, width: visible.width, height: bottom - top))
  }

  /// Computes how far the sections after the last matched section moved: by the shift of its bottom
  /// edge, plus the heights of views that only the app has below it.
  private mutating func measureRest() {
    guard let section = matching.sections.last(where: { isKnown[$0] }) else { return }
    first = matching.sections.first { isKnown[$0] } ?? section
    let end = matching.frames[section].maxY
    let item = matching.items[section]
    let appEnd =
      item < 0 ? end + matching.moves[section].y : matching.content.items[item].frame.maxY
    let below = strangers.map { matching.content.items[$0].frame }.filter { $0.y >= appEnd - 1 }
    // A narrow view does not show how far it pushes the sections below.
    let isSure = below.allSatisfy { $0.width > 0.6 * matching.content.visible.width }
    last = (section, isSure ? appEnd - end + below.reduce(0) { $0 + $1.height } : .infinity)
  }

  /// Whether a box should be completely on the screen, as far as its position is known.
  func isVisible(_ box: Int) -> Bool {
    let page = matching.page
    var move = matching.moves[matching.around(box)]
    if page.section(of: box) > last.section { move.y = last.moved }
    let frame = matching.frames[box].moved(by: move.x, move.y)
    let scroller = matching.scroller(of: box)
    let isInside = matching.scrolls[scroller]
    let clip = isInside ? visible.intersection(matching.inside(of: scroller)) : visible
    guard frame.x >= clip.x - 1 && frame.maxX <= clip.maxX + 1 else { return false }
    // An unmatched section between two matched sections must be on the screen.
    let section = page.section(of: box)
    return first < section && section < last.section && !isKnown[section]
      || frame.y >= clip.y - 1 && frame.maxY <= clip.maxY + 1
  }

  // MARK: The page

  private mutating func findMissing() {
    let page = matching.page
    /// For each box, the number of unmatched leaves on screen. `hidden` counts those off screen.
    var absent = [Int](repeating: 0, count: page.count)
    var hidden = absent
    var counts: [String: (visible: Int, matched: Int)] = [:]
    /// Returns the node name of a picture; empty for a text.
    func kind(_ box: Int) -> String { page.isText(box) ? "" : page.name(of: box) }
    for box in page.indices where page.isLeaf(box) && page.isDrawn(box) {
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
    // Many formats omit pictures. A picture counts as absent only if at least half of the visible
    // pictures with the same name are matched.
    for box in page.indices where absent[box] > 0 && !page.isText(box) {
      let count = counts[kind(box), default: (0, 0)]
      absent[box] = 2 * count.matched >= count.visible && count.matched > 0 ? 1 : 0
    }
    for box in absent.indices.reversed() where page.parent(of: box) >= 0 {
      absent[page.parent(of: box)] += absent[box]
      hidden[page.parent(of: box)] += hidden[box]
    }
    collect(absent, hidden)
  }

  /// Collects the outermost boxes that have absent leaves and no matched one. A section that is
  /// partly off the screen is collected only if at least two of its leaves are absent.
  private mutating func collect(_ absent: [Int], _ hidden: [Int]) {
    let page = matching.page
    var box = 0
    while box < absent.count {
      let isSection = page.parent(of: box) < 0
      let isLeaf = page.isLeaf(box)
      guard absent[box] > 0, !isKnown[box] || isLeaf else {
        box += 1
        continue
      }
      let isWhole = isLeaf || (hidden[box] == 0 && (isSection || absent[box] > 1))
      if isWhole || (isSection && absent[box] > 1) { missing.append(box) }
      box = isWhole || isSection ? page.end(of: box) : box + 1
    }
  }

  // MARK: The app

  private mutating func findStrangers() {
    let items = matching.content.items
    var holds = matching.boxes.map { $0 >= 0 }
    var hasText = items.map { isStrangeText($0.view) }
    let hasPictures = matching.page.indices.contains {
      matching.page.name(of: $0) == "image" && matching.items[$0] >= 0
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
        // Skips the views inside a view that shows a leaf, or whose label has texts of its box.
        let box = matching.boxes[index]
        let isWhole = box >= 0 && (matching.page.isLeaf(box) || isLabel(index))
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
    return (box..<matching.page.end(of: box)).contains { matching.wording[$0] == item }
  }

  private func isStrangeText(_ view: Int) -> Bool {
    guard let text = matching.views[view].text, !text.isEmpty else { return false }
    return !badges.contains(text)
  }

  private func isOnScreen(_ item: AppContent.Item) -> Bool {
    let part = item.frame.intersection(item.clip).intersection(visible)
    return part.width > 0 && part.height > 0
  }
}
