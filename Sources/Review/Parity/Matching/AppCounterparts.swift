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
  /// For each box, whether the box or a descendant is matched.
  let isKnown: [Bool]
  /// For each text that no view shows, how often the page has it; negative if a view shows it.
  private var untold: [String: Int] = [:]
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
    var isKnown = page.indices.map { matching.items[$0] >= 0 || matching.wording[$0] >= 0 }
    for box in page.indices.reversed() where isKnown[box] {
      if page[box].parent >= 0 { isKnown[page[box].parent] = true }
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
    guard let section = matching.page.sections.last(where: { isKnown[$0] }) else { return }
    first = matching.page.sections.first { isKnown[$0] } ?? section
    let end = matching.page[section].frame.maxY
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
    var move = matching.moves[page.around(box)]
    if page[box].section > last.section { move.y = last.moved }
    let frame = page[box].frame.moved(by: move.x, move.y)
    let scroller = page.scroller(of: box)
    let isInside = page[scroller].scrolls
    let clip = isInside ? visible.intersection(matching.inside(of: scroller)) : visible
    guard frame.x >= clip.x - 1 && frame.maxX <= clip.maxX + 1 else { return false }
    // An unmatched section between two matched sections must be on the screen.
    let section = page[box].section
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
    for box in page.indices where page[box].kind == .text {
      untold[page[box].text, default: 0] += isKnown[box] ? -page.count : 1
    }
    /// Returns the node name of a picture; empty for a text.
    func kind(_ box: Int) -> String { page[box].kind == .text ? "" : page[box].name }
    for box in page.indices where page[box].isLeaf {
      guard isVisible(box) else {
        hidden[box] = 1
        continue
      }
      if isUntold(box) { continue }
      absent[box] = isKnown[box] ? 0 : 1
      // The pictures of a missing section do not tell whether the format has pictures.
      guard page[box].kind == .text || isKnown[page[box].section] else { continue }
      counts[kind(box), default: (0, 0)].visible += 1
      if page[box].kind == .text ? matching.wording[box] >= 0 : isKnown[box] {
        counts[kind(box), default: (0, 0)].matched += 1
      }
    }
    texts = counts["", default: (0, 0)]
    // Many formats omit pictures. A picture counts as absent only if at least half of the visible
    // pictures with the same name are matched.
    for box in page.indices where absent[box] > 0 && page[box].kind == .picture {
      let count = counts[kind(box), default: (0, 0)]
      absent[box] = 2 * count.matched >= count.visible && count.matched > 0 ? 1 : 0
    }
    for box in absent.indices.reversed() where page[box].parent >= 0 {
      absent[page[box].parent] += absent[box]
      hidden[page[box].parent] += hidden[box]
    }
    collect(absent, hidden)
  }

  /// Whether a text is in a row that the app describes with one label, and no label has the text: the
  /// labels leave it out, such as the name of an icon.
  private func isUntold(_ box: Int) -> Bool {
    guard matching.page[box].kind == .text, !isKnown[box] else { return false }
    let outer = sequence(first: matching.page[box].parent) { matching.page[$0].parent }
      .first { $0 < 0 || matching.items[$0] >= 0 }
    guard let outer, outer >= 0 else { return false }
    let view = matching.content.items[matching.items[outer]]
    return view.isLeaf && view.text != nil && (untold[matching.page[box].text] ?? 0) > 1
  }

  /// Collects the outermost boxes that have absent leaves and no matched one. A section that is
  /// partly off the screen is collected only if at least two of its leaves are absent.
  private mutating func collect(_ absent: [Int], _ hidden: [Int]) {
    let page = matching.page
    var box = 0
    while box < absent.count {
      let isSection = page[box].kind == .section
      let isLeaf = page[box].isLeaf
      guard absent[box] > 0, !isKnown[box] || isLeaf else {
        box += 1
        continue
      }
      let isWhole = isLeaf || (hidden[box] == 0 && (isSection || absent[box] > 1))
      if isWhole || (isSection && absent[box] > 1) { missing.append(box) }
      box = isWhole || isSection ? page[box].end : box + 1
    }
  }

  // MARK: The app

  private mutating func findStrangers() {
    let (page, items) = (matching.page, matching.content.items)
    let labels = Set(matching.wording)
    var holds = items.indices.map { matching.boxes[$0] >= 0 || labels.contains($0) }
    var hasText = items.map { $0.text.map { !page.badges.contains($0) } ?? false }
    let hasPictures = page.indices.contains {
      page[$0].name == "image" && matching.items[$0] >= 0
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
        // Skips the views inside a view that shows a leaf.
        let box = matching.boxes[index]
        let isWhole = box >= 0 && page[box].isLeaf || item.isLeaf
        index = isWhole ? item.end : index + 1
        continue
      }
      let isPicture = hasPictures && item.isPicture
      if hasText[index] || (isPicture && !matching.isCut(index)) {
        inserted.append(index)
        if isOnScreen(item) { strangers.append(index) }
      }
      index = item.end
    }
  }

  private func isOnScreen(_ item: AppContent.Item) -> Bool {
    let part = item.frame.intersection(item.clip).intersection(visible)
    return part.width > 0 && part.height > 0
  }
}
