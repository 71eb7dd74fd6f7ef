import SectionEngine

/// Matches the boxes of a page with the views of an app, so that the total cost is least (`PairCost`).
///
/// 1. Identifiers: a view whose identifier is the path of a box, or the code of a section.
/// 2. Texts (`TextAlignment`): the best sequence of pairs with equal texts, in page order.
/// 3. Containers (`matchContainers`): each box with a view around the views of its content.
/// 4. Pictures and changed texts (`matchPlaces`): each with a view at the place where its neighbours
///    moved. Then the containers again, because more of their content is known.
///
/// - Complexity: O(n log n) for n views and boxes of limited depth.
struct AppMatching {
  let page: ComparedBoxes
  let content: AppContent
  let views: [ViewHierarchy.View]
  private let pageClip: Rect?
  /// For each item, the matched box, or -1.
  private(set) var boxes: [Int]
  /// For each box, the matched item, or -1.
  private(set) var items: [Int]
  /// For each box, the item that shows its text, alone or in a longer label; or -1.
  var wording: [Int]
  private var identified: Set<Int> = []
  /// For each box, the most frequent shift of the matches in it; without matches, the parent's
  /// shift. A section without matches has the y shift of the section above.
  private(set) var moves: [Point]
  /// For each box, whether a match in it determines its y shift.
  private(set) var isPlaced: [Bool]

  /// - Parameter clip: The area that cuts the boxes of the page; `nil` for a whole page.
  init(_ page: Page, _ content: AppContent, _ hierarchy: ViewHierarchy, clip: Rect?) {
    pageClip = clip
    let page = ComparedBoxes(page)
    self.page = page
    self.content = content
    views = hierarchy.views
    boxes = [Int](repeating: -1, count: content.items.count)
    items = [Int](repeating: -1, count: page.count)
    wording = items
    moves = [Point](repeating: .zero, count: items.count)
    isPlaced = [Bool](repeating: false, count: items.count)
    matchIdentifiers()
    matchTexts(SharedTexts(page, content))
    measure()
    matchContainers()
    measure()
    matchPlaces()
    matchContainers()
    matchTextsInLabels()
    measure()
  }

  mutating func match(_ item: Int, _ box: Int) {
    boxes[item] = box
    items[box] = item
  }

  private mutating func matchIdentifiers() {
    for item in content.items.indices {
      guard let identifier = views[content.items[item].view].identifier,
        let box = page.boxOfPath[identifier], items[box] < 0
      else { continue }
      match(item, box)
      if page[box].kind == .text, content.items[item].text != nil { wording[box] = item }
      identified.insert(box)
    }
  }

  func isIdentified(_ box: Int) -> Bool { identified.contains(box) }

  // MARK: Texts

  private mutating func matchTexts(_ texts: SharedTexts) {
    var alignment = TextAlignment(self, texts)
    for (box, text) in alignment.pairs() {
      let item = texts.texts[text].item
      wording[box] = item
      if boxes[item] < 0, items[box] < 0, alignment.isOwn(text, of: box) { match(item, box) }
    }
  }

  // MARK: Shifts

  /// Computes the shift of each box of the page in the app.
  private mutating func measure() {
    var across = [[Double]](repeating: [], count: items.count)
    var down = across
    for box in items.indices where items[box] >= 0 && !page[box].isFrameless {
      let (x, y) = (
        shift(of: items[box], from: box, alongY: false),
        shift(of: items[box], from: box, alongY: true)
      )
      var outer = box
      var isOutside = true
      while outer >= 0 {
        if !y.isNaN { down[outer].append(y) }
        if isOutside, !x.isNaN, outer != box || !page[box].scrolls { across[outer].append(x) }
        isOutside = isOutside && (outer == box || !page[outer].scrolls)
        outer = page[outer].parent
      }
    }
    let first = page.sections.first { !down[$0].isEmpty }
    var above = content.isFeed ? 0 : first.map { Self.mode(down[$0]) } ?? 0
    for box in items.indices {
      let parent = page[box].parent
      isPlaced[box] = !down[box].isEmpty
      moves[box] = parent < 0 ? Point(x: 0, y: above) : moves[parent]
      if page[box].scrolls { moves[box].x = parent < 0 ? 0 : moves[parent].x }
      if !down[box].isEmpty { moves[box].y = Self.mode(down[box]) }
      let values = across[box]
      // If some items stay in place, the box is not scrolled; the others moved for another reason.
      let stays =
        page[box].scrolls
        && (statesOffset(of: box)
          || values.count { abs($0 - moves[box].x) <= 1 } >= min(2, values.count))
      // A single text may have moved alone, so it does not determine the shift of its section.
      let move = Self.mode(values)
      let isSure = parent >= 0 || items[box] >= 0 || values.count { abs($0 - move) <= 1 } > 1
      if !values.isEmpty, !stays, isSure { moves[box].x = move }
      if parent < 0 { above = moves[box].y }
    }
  }

  /// Whether the app states the scroll offset of a box.
  func statesOffset(of box: Int) -> Bool {
    items[box] >= 0 && content.items[items[box]].statesOffset
  }

  /// Returns the shift of a view from a box along an axis; NaN if both edges are cut.
  private func shift(of item: Int, from box: Int, alongY: Bool) -> Double {
    let edges = edges(of: item, for: box, alongY: alongY)
    let frame = page[box].frame
    let start = edges.start - (alongY ? frame.y : frame.x)
    return start.isNaN ? edges.end - (alongY ? frame.maxY : frame.maxX) : start
  }

  /// Returns the edges of a view along an axis; NaN for an edge that the screen or a scroll view
  /// cuts, in the app or on the page: the view is smaller than the box, or the box than the view, and
  /// the edge is at the edge of the visible area.
  func edges(of item: Int, for box: Int, alongY: Bool) -> (start: Double, end: Double) {
    var edges = edgesOfView(item, for: box, alongY: alongY)
    if let clip = pageClip {
      let (frame, view) = (page[box].frame, content.items[item].frame)
      let isLarger = alongY ? view.height > frame.height : view.width > frame.width
      let (start, end) =
        alongY
        ? (frame.y - clip.y, clip.maxY - frame.maxY) : (frame.x - clip.x, clip.maxX - frame.maxX)
      if isLarger, start <= 1 { edges.start = .nan }
      if isLarger, end <= 1 { edges.end = .nan }
    }
    return edges
  }

  private func edgesOfView(
    _ item: Int, for box: Int, alongY: Bool
  ) -> (start: Double, end: Double) {
    let (frame, clip) = (content.items[item].frame, clip(of: item, for: box))
    let (start, end) = alongY ? (frame.y, frame.maxY) : (frame.x, frame.maxX)
    let (first, last) = alongY ? (clip.y, clip.maxY) : (clip.x, clip.maxX)
    let (whole, move) = (page[box].frame, moves[page.around(box)])
    let size = alongY ? whole.height : whole.width
    guard content.isClipped, end - start < size - 0.05 else { return (start, end) }
    // Boxes above may have grown, so the expected y position is not exact.
    let place = alongY ? whole.y + move.y : whole.x + move.x
    let reaches =
      alongY ? !isPlaced[page[box].section] || first - place > -32 : abs(first - place) > 1
    let isCut = abs(start - first) <= 1 && reaches
    return (isCut ? .nan : start, abs(end - last) <= 1 ? .nan : end)
  }

  /// Returns the clip area of a view. If the scrolling box around `box` has no view, it clips, too.
  private func clip(of item: Int, for box: Int) -> Rect {
    let (clip, scroller) = (content.items[item].clip, page.scroller(of: box))
    guard page[scroller].scrolls, items[scroller] < 0 else { return clip }
    return clip.intersection(inside(of: scroller))
  }

  /// Returns the area in which the content of a scrollable box is visible.
  func inside(of box: Int) -> Rect {
    let move = moves[page.around(box)]
    return items[box] < 0
      ? page[box].frame.moved(by: move.x, move.y) : content.items[items[box]].inside
  }

  /// Whether the visible area may cut a view.
  func isCut(_ item: Int) -> Bool { isCut(item, alongY: false) || isCut(item, alongY: true) }

  private func isCut(_ item: Int, alongY: Bool) -> Bool {
    let (frame, clip) = (content.items[item].frame, content.items[item].clip)
    let (start, end) =
      alongY
      ? (frame.y - clip.y, clip.maxY - frame.maxY) : (frame.x - clip.x, clip.maxX - frame.maxX)
    return content.isClipped && (start <= 1 || end <= 1)
  }

  /// Returns how much the sizes of a box and a view differ, from 0 to 1: one half for the widths, one
  /// for the heights. A size that the visible area cuts does not differ, unless `countsCuts`.
  func sizeCost(_ item: Int, _ box: Int, countsCuts: Bool = false) -> Double {
    let (frame, view) = (page[box].frame, content.items[item].frame)
    func difference(_ box: Double, _ view: Double, alongY: Bool) -> Double {
      let isPart = !countsCuts && view < box && isCut(item, alongY: alongY)
      return isPart || max(box, view) <= 0 ? 0 : 1 - min(box, view) / max(box, view)
    }
    return difference(frame.width, view.width, alongY: false) / 2
      + difference(frame.height, view.height, alongY: true) / 2
  }

  /// Returns the median of the largest group of values that differ by at most one point.
  static func mode(_ values: [Double]) -> Double {
    let values = values.sorted()
    var best = 0..<0
    var first = 0
    for last in values.indices {
      while values[last] - values[first] > 1 { first += 1 }
      if last + 1 - first > best.count { best = first..<last + 1 }
    }
    return best.isEmpty ? 0 : values[(best.lowerBound + best.upperBound) / 2]
  }
}
