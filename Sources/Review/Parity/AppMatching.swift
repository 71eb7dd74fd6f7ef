import SectionEngine

/// Matches the views of an app with the boxes of a page.
///
/// 1. Identifiers: the path of a box, or the code of a section.
/// 2. Texts (`matchTexts`): those of one section and as often in the app are anchors if they keep the
///    order of the sections (the longest such sequence). They tell how far everything has moved, and
///    so which view shows which of the other texts: the nearest first.
/// 3. Places (`matchPlaces`): the view around the same texts, and views of pictures, changed texts and
///    whole sections where these are expected; again the nearest first.
///
/// Nothing is matched by force: what has no likely counterpart has none.
///
/// - Complexity: O(n log n) for n views and boxes of limited depth.
struct AppMatching {
  let page: PageBoxes
  let content: AppContent
  let views: [ViewHierarchy.View]
  /// The box, or -1, by item.
  private(set) var boxes: [Int]
  /// The item, or -1, by box.
  private(set) var items: [Int]
  /// The item that shows the text of a box, alone or in a longer label, or -1, by box.
  var wording: [Int]
  private var identified: Set<Int> = []
  /// How far a box has moved: as most of what is known of it, else as what is around it, by box.
  private(set) var moves: [Point]
  /// Whether a view of something in a box tells where it is, by box.
  private(set) var isPlaced: [Bool]
  /// How far the next section below of which something is known has moved, by box of a section.
  private(set) var movesBelow: [Int: Double] = [:]

  init(_ page: PageBoxes, _ content: AppContent, _ hierarchy: ViewHierarchy) {
    self.page = page
    self.content = content
    views = hierarchy.views
    boxes = [Int](repeating: -1, count: content.items.count)
    items = [Int](repeating: -1, count: page.boxes.count)
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
    for (box, value) in page.boxes.enumerated() { byPath[value.path] = byPath[value.path] ?? box }
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

  /// Computes how far each box of the page has moved in the app.
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
        if isOutside, !x.isNaN, outer != box || !page.boxes[box].scrolls { across[outer].append(x) }
        isOutside = isOutside && (outer == box || !page.boxes[outer].scrolls)
        outer = page.boxes[outer].parent
      }
      if isOutside, !x.isNaN { sides.append(x) }
    }
    let side = Self.mode(sides)
    let first = page.sections.first { !down[$0].isEmpty }
    var above = content.isFeed ? 0 : first.map { Self.mode(down[$0]) } ?? 0
    for box in items.indices {
      let parent = page.boxes[box].parent
      isPlaced[box] = !down[box].isEmpty
      moves[box] = parent < 0 ? Point(x: side, y: above) : moves[parent]
      if page.boxes[box].scrolls { moves[box].x = side }
      if !down[box].isEmpty { moves[box].y = Self.mode(down[box]) }
      let values = across[box]
      // If some stay in place, the others only follow what is missing or inserted before them.
      let stays =
        page.boxes[box].scrolls
        && (statesOffset(of: box) || values.count { abs($0 - side) <= 1 } >= min(2, values.count))
      let move = Self.mode(values)
      // One text in a section may have moved alone.
      let isSure = parent >= 0 || items[box] >= 0 || values.count { abs($0 - move) <= 1 } > 1
      if !values.isEmpty, !stays, isSure { moves[box].x = move }
      if parent < 0 { above = moves[box].y }
    }
    var below: Double?
    for section in page.sections.reversed() {
      if isPlaced[section] { below = moves[section].y }
      movesBelow[section] = isPlaced[section] ? nil : below
    }
  }

  /// Whether the app states how far a box is scrolled.
  func statesOffset(of box: Int) -> Bool {
    items[box] >= 0 && content.items[items[box]].statesOffset
  }

  /// Returns how far a view is from a box along an axis; not a number if both its edges are cut.
  private func shift(of item: Int, from box: Int, alongY: Bool) -> Double {
    let edges = edges(of: item, for: box, alongY: alongY)
    let frame = page.boxes[box].frame
    let start = edges.start - (alongY ? frame.y : frame.x)
    return start.isNaN ? edges.end - (alongY ? frame.maxY : frame.maxX) : start
  }

  /// Returns the edges of a view along an axis, not a number where the screen or a scroll view has cut
  /// it: a smaller view that ends there, while the box would end beyond.
  func edges(of item: Int, for box: Int, alongY: Bool) -> (start: Double, end: Double) {
    let (frame, clip) = (content.items[item].frame, clip(of: item, for: box))
    let (start, end) = alongY ? (frame.y, frame.maxY) : (frame.x, frame.maxX)
    let (first, last) = alongY ? (clip.y, clip.maxY) : (clip.x, clip.maxX)
    let (whole, move) = (page.boxes[box].frame, moves[around(box)])
    let size = alongY ? whole.height : whole.width
    guard content.isClipped, end - start < size - 0.05 else { return (start, end) }
    // Boxes above may have grown, so where a box would end along y is not exact.
    let place = alongY ? whole.y + move.y : whole.x + move.x
    let reaches =
      alongY
      ? !isPlaced[page.boxes[box].section] || first - place > -32 : abs(first - place) > 1
    let isCut = abs(start - first) <= 1 && reaches
    return (isCut ? .nan : start, abs(end - last) <= 1 ? .nan : end)
  }

  /// Returns where a view can be visible: a dump may lack the scroll view that cuts it.
  private func clip(of item: Int, for box: Int) -> Rect {
    let (clip, scroller) = (content.items[item].clip, scroller(of: box))
    guard page.boxes[scroller].scrolls, items[scroller] < 0 else { return clip }
    return clip.cut(to: inside(of: scroller))
  }

  /// Returns the area in which the content of a scrolling box is visible.
  func inside(of box: Int) -> Rect {
    let move = moves[around(box)]
    return items[box] < 0
      ? page.boxes[box].frame.moved(by: move.x, move.y) : content.items[items[box]].inside
  }

  /// Returns the part of the frame of a box, moved, that a view can have.
  func visible(_ frame: Rect, of item: Int, for box: Int) -> Rect {
    guard content.isClipped else { return frame }
    let part = frame.cut(to: clip(of: item, for: box))
    return part.isEmpty ? frame : part
  }

  /// Whether the edge of what is visible may have cut a view.
  func isCut(_ item: Int) -> Bool {
    let (frame, clip) = (content.items[item].frame, content.items[item].clip)
    return content.isClipped
      && (frame.x <= clip.x + 1 || frame.maxX >= clip.maxX - 1 || frame.y <= clip.y + 1
        || frame.maxY >= clip.maxY - 1)
  }

  /// Returns the box directly around a box; a section itself.
  func around(_ box: Int) -> Int { page.boxes[box].parent < 0 ? box : page.boxes[box].parent }

  /// Returns the box around a box whose content scrolls along x, or its section.
  func scroller(of box: Int) -> Int {
    var parent = page.boxes[box].parent
    while parent >= 0, !page.boxes[parent].scrolls { parent = page.boxes[parent].parent }
    return parent < 0 ? page.boxes[box].section : parent
  }

  /// Returns the middle of the values that are within a point of each other, of the most such.
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

  /// Returns the sum of the differences of two frames, sizes at half weight.
  static func distance(_ frame: Rect, _ other: Rect) -> Double {
    abs(frame.x - other.x) + abs(frame.y - other.y)
      + (abs(frame.width - other.width) + abs(frame.height - other.height)) / 2
  }

  /// Returns the shared area of two sizes as a share of their union.
  static func likeness(_ a: Rect, _ b: Rect) -> Double {
    let common = min(a.width, b.width) * min(a.height, b.height)
    let all = a.area + b.area - common
    return all > 0 ? common / all : 0
  }

  /// Returns the intersection of two rectangles as a share of their union.
  static func overlap(_ a: Rect, _ b: Rect) -> Double {
    let common = a.intersection(b).area
    return common > 0 ? common / (a.area + b.area - common) : 0
  }
}
