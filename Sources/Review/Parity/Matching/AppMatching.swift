import SectionEngine

/// Matches the views of an app with the boxes of a page.
///
/// 1. Identifiers: the path of a box, or the code of a section.
/// 2. Texts (`matchTexts`): a text is an anchor if only one section has it and the app does not
///    have it more often than the page. Anchors in section order determine the offsets of the
///    sections. Every other text is matched with the view nearest to its moved position.
/// 3. Places (`matchPlaces`): views that contain the same texts, and the views nearest to the
///    expected positions of pictures, changed texts and whole sections.
///
/// A box or view without a likely counterpart remains unmatched.
///
/// - Complexity: O(n log n) for n views and boxes of limited depth.
struct AppMatching {
  /// The lines of the page's sections. The index of a line identifies its box.
  let page: Page.Lines
  /// The frame of each box in feed coordinates.
  let frames: [Rect]
  /// For each box, whether its content scrolls horizontally.
  let scrolls: [Bool]
  /// The path of each box, such as "NOTICE#2/card[3]".
  let paths: [String]
  /// The boxes of the sections.
  let sections: [Int]
  let content: AppContent
  let views: [ViewHierarchy.View]
  /// For each item, the matched box, or -1.
  private(set) var boxes: [Int]
  /// For each box, the matched item, or -1.
  private(set) var items: [Int]
  /// For each box, the item that shows its text, alone or in a longer label; or -1.
  var wording: [Int]
  private var identified: Set<Int> = []
  /// For each box, the most frequent offset of the matches in it; without matches, the parent's
  /// offset. A section without matches has the y offset of the section above.
  private(set) var moves: [Point]
  /// For each box, whether a match in it determines its y offset.
  private(set) var isPlaced: [Bool]
  /// For each unplaced section, the y offset of the next placed section below.
  private(set) var movesBelow: [Int: Double] = [:]

  init(_ page: Page, _ content: AppContent, _ hierarchy: ViewHierarchy) {
    let page = page.linesOfSections
    self.page = page
    frames = page.framesInFeed
    scrolls = page.indices.map(page.scrolls)
    paths = page.paths
    sections = page.sections.map(\.line)
    self.content = content
    views = hierarchy.views
    boxes = [Int](repeating: -1, count: content.items.count)
    items = [Int](repeating: -1, count: page.count)
    wording = items
    moves = [Point](repeating: .zero, count: items.count)
    isPlaced = [Bool](repeating: false, count: items.count)
    matchIdentifiers()
    let shared = SharedTexts(page, content, hierarchy.views)
    matchTexts(shared)
    for _ in 0..<2 {
      matchPlaces()
      measure()
    }
  }

  mutating func match(_ item: Int, _ box: Int) {
    if items[box] >= 0 { boxes[items[box]] = -1 }
    boxes[item] = box
    items[box] = item
  }

  mutating func unmatch(_ box: Int) {
    boxes[items[box]] = -1
    items[box] = -1
  }

  private mutating func matchIdentifiers() {
    var byPath: [String: Int] = [:]
    for (box, path) in paths.enumerated() { byPath[path] = byPath[path] ?? box }
    for item in content.items.indices {
      guard let identifier = views[content.items[item].view].identifier,
        let box = byPath[identifier], items[box] < 0
      else { continue }
      match(item, box)
      identified.insert(box)
    }
  }

  func isIdentified(_ box: Int) -> Bool { identified.contains(box) }

  // MARK: Places

  /// Computes the offset of each box of the page in the app.
  mutating func measure() {
    var (across, down) = ([[Double]](repeating: [], count: items.count), [[Double]]())
    down = across
    var sides: [Double] = []
    for box in items.indices {
      let item = items[box] >= 0 ? items[box] : wording[box]
      guard item >= 0, items[box] >= 0 || boxes[item] < 0 else { continue }
      let (x, y) = (
        shift(of: item, from: box, alongY: false), shift(of: item, from: box, alongY: true)
      )
      var outer = box
      var isOutside = true
      while outer >= 0 {
        if !y.isNaN { down[outer].append(y) }
        if isOutside, !x.isNaN, outer != box || !scrolls[box] { across[outer].append(x) }
        isOutside = isOutside && (outer == box || !scrolls[outer])
        outer = page.parent(of: outer)
      }
      if isOutside, !x.isNaN { sides.append(x) }
    }
    let side = Self.mode(sides)
    let first = sections.first { !down[$0].isEmpty }
    var above = content.isFeed ? 0 : first.map { Self.mode(down[$0]) } ?? 0
    for box in items.indices {
      let parent = page.parent(of: box)
      isPlaced[box] = !down[box].isEmpty
      moves[box] = parent < 0 ? Point(x: side, y: above) : moves[parent]
      if scrolls[box] { moves[box].x = side }
      if !down[box].isEmpty { moves[box].y = Self.mode(down[box]) }
      let values = across[box]
      // If some items stay in place, the box is not scrolled; the others moved for another reason.
      let stays =
        scrolls[box]
        && (statesOffset(of: box) || values.count { abs($0 - side) <= 1 } >= min(2, values.count))
      let move = Self.mode(values)
      // A single text may have moved alone, so it does not determine the offset of its section.
      let isSure = parent >= 0 || items[box] >= 0 || values.count { abs($0 - move) <= 1 } > 1
      if !values.isEmpty, !stays, isSure { moves[box].x = move }
      if parent < 0 { above = moves[box].y }
    }
    var below: Double?
    for section in sections.reversed() {
      if isPlaced[section] { below = moves[section].y }
      movesBelow[section] = isPlaced[section] ? nil : below
    }
  }

  /// Whether the app states the scroll offset of a box.
  func statesOffset(of box: Int) -> Bool {
    items[box] >= 0 && content.items[items[box]].statesOffset
  }

  /// Returns the offset of a view from a box along an axis; NaN if both edges are clipped.
  private func shift(of item: Int, from box: Int, alongY: Bool) -> Double {
    let edges = edges(of: item, for: box, alongY: alongY)
    let frame = frames[box]
    let start = edges.start - (alongY ? frame.y : frame.x)
    return start.isNaN ? edges.end - (alongY ? frame.maxY : frame.maxX) : start
  }

  /// Returns the edges of a view along an axis; NaN for an edge that the screen or a scroll view
  /// clips: the view is smaller than the box, and the edge is at the edge of the clip area.
  func edges(of item: Int, for box: Int, alongY: Bool) -> (start: Double, end: Double) {
    let (frame, clip) = (content.items[item].frame, clip(of: item, for: box))
    let (start, end) = alongY ? (frame.y, frame.maxY) : (frame.x, frame.maxX)
    let (first, last) = alongY ? (clip.y, clip.maxY) : (clip.x, clip.maxX)
    let (whole, move) = (frames[box], moves[around(box)])
    let size = alongY ? whole.height : whole.width
    guard content.isClipped, end - start < size - 0.05 else { return (start, end) }
    // Boxes above may have grown, so the expected y position is not exact.
    let place = alongY ? whole.y + move.y : whole.x + move.x
    let reaches =
      alongY
      ? !isPlaced[page.section(of: box)] || first - place > -32 : abs(first - place) > 1
    let isCut = abs(start - first) <= 1 && reaches
    return (isCut ? .nan : start, abs(end - last) <= 1 ? .nan : end)
  }

  /// Returns the clip area of a view. If the scrolling box around `box` has no view, it clips, too.
  private func clip(of item: Int, for box: Int) -> Rect {
    let (clip, scroller) = (content.items[item].clip, scroller(of: box))
    guard scrolls[scroller], items[scroller] < 0 else { return clip }
    return clip.intersection(inside(of: scroller))
  }

  /// Returns the area in which the content of a scrollable box is visible.
  func inside(of box: Int) -> Rect {
    let move = moves[around(box)]
    return items[box] < 0
      ? frames[box].moved(by: move.x, move.y) : content.items[items[box]].inside
  }

  /// Returns a moved box frame, clipped as a view would be.
  func visible(_ frame: Rect, of item: Int, for box: Int) -> Rect {
    guard content.isClipped else { return frame }
    let part = frame.intersection(clip(of: item, for: box))
    return part.isEmpty ? frame : part
  }

  /// Whether the visible area may clip a view.
  func isCut(_ item: Int) -> Bool {
    let (frame, clip) = (content.items[item].frame, content.items[item].clip)
    return content.isClipped
      && (frame.x <= clip.x + 1 || frame.maxX >= clip.maxX - 1 || frame.y <= clip.y + 1
        || frame.maxY >= clip.maxY - 1)
  }

  /// Returns the parent of a box; for a section, the section itself.
  func around(_ box: Int) -> Int { page.parent(of: box) < 0 ? box : page.parent(of: box) }

  /// Returns the nearest ancestor that scrolls horizontally; else the section.
  func scroller(of box: Int) -> Int {
    var parent = page.parent(of: box)
    while parent >= 0, !scrolls[parent] { parent = page.parent(of: parent) }
    return parent < 0 ? page.section(of: box) : parent
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

  /// Returns the sum of the position differences of two frames, plus half of the size differences.
  static func distance(_ frame: Rect, _ other: Rect) -> Double {
    abs(frame.x - other.x) + abs(frame.y - other.y)
      + (abs(frame.width - other.width) + abs(frame.height - other.height)) / 2
  }

  /// Returns the similarity of two sizes from 0 to 1: their shared area divided by their union.
  static func likeness(_ a: Rect, _ b: Rect) -> Double {
    let common = min(a.width, b.width) * min(a.height, b.height)
    let all = a.area + b.area - common
    return all > 0 ? common / all : 0
  }

  /// Returns the overlap of two frames from 0 to 1: their shared area divided by their union.
  static func overlap(_ a: Rect, _ b: Rect) -> Double {
    let common = a.intersection(b).area
    return common > 0 ? common / (a.area + b.area - common) : 0
  }
}
