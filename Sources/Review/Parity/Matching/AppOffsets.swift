import SectionEngine

/// Explains along one axis how far the boxes of a page have moved in an app.
///
/// The shift of a box is the distance from the page to the app. Each box is expected to move with its
/// parent, and with the boxes before it:
///
/// - as the box before it, or as the end of that box, which may have grown;
/// - less, if boxes between them are missing in the app, by their extent and one gap;
/// - more, if the app has views between them: by their extent, or until the distance to the last view
///   is the gap of the page. Views that fit in the gap need no room. If neither of their distances is
///   the gap of the page, the app has its own gap there, and the box is where it is expected.
///
/// The rest is the box's own shift. Own shift and expected shift always add up to the whole shift.
///
/// - Complexity: O(n log n) for n boxes of limited depth.
struct AppOffsets {
  /// The range of a view that only the app has, in app coordinates.
  typealias Gap = (start: Double, end: Double, across: ClosedRange<Double>)

  private let page: ComparedBoxes
  private let alongY: Bool
  private let tolerance: Double
  /// The views that only the app has, by their middle.
  private let inserted: [Gap]
  /// The boxes that only the page has, by their parents, in order along the axis.
  private let missing: [Int: [Int]]
  /// The start and end of each box in the app; NaN if unknown.
  private(set) var starts: [Double]
  private(set) var ends: [Double]
  /// The shift of each box, app minus page; NaN if unknown.
  private(set) var moved: [Double]
  /// For each box, the part of its shift that nothing else explains.
  private(set) var own: [Double]
  /// For each box, its growth, unless the growth of its content explains it.
  private(set) var growth: [Double]
  /// The offset of the page, or of the known part of the page.
  private(set) var base = 0.0
  /// For each box, the known range of its content, on the page and in the app; empty if unknown.
  private var known: [Extent]
  /// For each box, the inner boxes whose shifts are relative to the box.
  private var content: [[Int]]
  /// The most frequent distances between neighbouring sections of the page.
  private let usualGaps: [Double]
  /// For each section without a view, the equally likely shifts.
  private var options: [Int: [Double]] = [:]

  private struct Extent {
    var page: (start: Double, end: Double) = (.infinity, -.infinity)
    var app: (start: Double, end: Double) = (.infinity, -.infinity)
    var isEmpty: Bool { page.end == -.infinity }

    mutating func join(_ other: Extent) {
      page = (min(page.start, other.page.start), max(page.end, other.page.end))
      app = (min(app.start, other.app.start), max(app.end, other.app.end))
    }
  }

  init(
    _ matching: AppMatching, alongY: Bool, tolerance: Double, inserted: [Rect], missing: [Int]
  ) {
    page = matching.page
    self.alongY = alongY
    self.tolerance = tolerance
    let page = matching.page
    self.missing = Dictionary(grouping: missing) { page[$0].parent }.mapValues { boxes in
      boxes.sorted {
        let (a, b) = (page[$0].frame, page[$1].frame)
        return (alongY ? a.y : a.x, $0) < (alongY ? b.y : b.x, $1)
      }
    }
    self.inserted = inserted.map { frame in
      let across = Self.range(across: frame, alongY)
      return alongY ? (frame.y, frame.maxY, across) : (frame.x, frame.maxX, across)
    }.sorted { $0.start + $0.end < $1.start + $1.end }
    let sections = page.sections.map { page[$0].frame }
    let gaps = zip(sections, sections.dropFirst()).map { (($1.y - $0.maxY) * 2).rounded() / 2 }
    usualGaps = Dictionary(gaps.map { ($0, 1) }, uniquingKeysWith: +)
      .sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }.prefix(4).map(\.key)
    let count = page.count
    starts = [Double](repeating: .nan, count: count)
    (ends, moved) = (starts, starts)
    own = [Double](repeating: 0, count: count)
    growth = own
    known = [Extent](repeating: Extent(), count: count)
    content = [[Int]](repeating: [], count: count)
    for box in page.indices
    where matching.items[box] >= 0 && (hasOwnShift(box) || isElement(box, matching)) {
      (starts[box], ends[box]) = matching.edges(of: matching.items[box], for: box, alongY: alongY)
    }
    for box in page.indices.reversed() { summarize(box) }
    let top = effective(page.sections)
    if alongY { setBase(top, matching) }
    choose(top)
    settle(top, in: -1, base: base, stretch: 0)
    for box in page.indices where !content[box].isEmpty || !ends[box].isNaN {
      var start = moved[box]
      if scrolls(box), !matching.statesOffset(of: box) { start = matching.moves[box].x }
      let size = ends[box] - starts[box] - end(box) + self.start(box)
      let isGrown = abs(size) > tolerance
      if isGrown { growth[box] = size }
      guard !start.isNaN else { continue }
      let isAligned = settle(content[box], in: box, base: start, stretch: isGrown ? size : 0)
      // A section that grew is always told, as in a comparison of two feeds.
      if isGrown, !isAligned, page[box].parent >= 0, isExplained(box) { growth[box] = 0 }
    }
  }

  /// Sets the offset of the page. The content above the first known box may be unknown, so the app
  /// may be scrolled: of the possible offsets, the one with which the fewest sections have a shift of
  /// their own. If several are equal, prefers the page at the top, then the first section.
  private mutating func setBase(_ top: [Int], _ matching: AppMatching) {
    guard let first = top.first else { return }
    let above = page.sections.prefix { $0 < page[first].section }
    let gone = missing[-1] ?? []
    if matching.content.isFeed, above.allSatisfy(gone.contains) { return }
    let bases = [0, moved[first], AppMatching.mode(top.map { moved[$0] })]
    let costs = bases.map { base in
      rest(top, in: -1, base: base).count { abs($0) > tolerance }
    }
    base = bases[costs.indices.min { (costs[$0], $0) < (costs[$1], $1) } ?? 0]
  }

  private func scrolls(_ box: Int) -> Bool { page[box].scrolls && !alongY }

  /// Whether the content of a box moves with the box. A box that draws nothing has no place of its own.
  private func hasOwnShift(_ box: Int) -> Bool {
    (page[box].isCompared || page[box].scrolls) && !page[box].isFrameless
  }

  /// Whether the app shows a box as one element with one label, which has a place even if the box draws
  /// nothing.
  private func isElement(_ box: Int, _ matching: AppMatching) -> Bool {
    matching.content.items[matching.items[box]].isLeaf && !page[box].isFrameless
  }

  private func start(_ box: Int) -> Double { alongY ? page[box].frame.y : page[box].frame.x }
  private func end(_ box: Int) -> Double { alongY ? page[box].frame.maxY : page[box].frame.maxX }
  private func across(_ box: Int) -> ClosedRange<Double> {
    Self.range(across: page[box].frame, alongY)
  }

  /// Returns the range of a frame across the axis. A dump may have negative sizes.
  private static func range(across frame: Rect, _ alongY: Bool) -> ClosedRange<Double> {
    alongY ? frame.x...max(frame.x, frame.maxX) : frame.y...max(frame.y, frame.maxY)
  }

  /// Computes the shift and the known extent of a box, from its view or from its content.
  private mutating func summarize(_ box: Int) {
    let children = page.children(of: box)
    for child in children { known[box].join(known[child]) }
    // A carousel that draws nothing is never reported, so its edges explain nothing.
    if !starts[box].isNaN, page[box].isCompared {
      known[box].page.start = start(box)
      known[box].app.start = starts[box]
    }
    if !ends[box].isNaN, page[box].isCompared {
      known[box].page.end = end(box)
      known[box].app.end = ends[box]
    }
    let boxes = effective(children)
    content[box] = boxes
    if !starts[box].isNaN {
      moved[box] = starts[box] - start(box)
    } else if boxes.count == 1, page[box].parent < 0, alongY {
      // If only one inner box is known, the section is assumed to have the same shift.
      moved[box] = moved[boxes[0]]
    } else if boxes.count > 1, hasOwnShift(box), !scrolls(box) {
      let likely = likeliest(boxes, in: box)
      let isSection = page[box].parent < 0 && alongY
      if isSection { options[box] = likely }
      if likely.count == 1 || isSection { moved[box] = likely[0] }
    }
  }

  /// Chooses, for a section with several likely shifts, the one that sections above explain best.
  private mutating func choose(_ top: [Int]) {
    for (index, box) in top.enumerated() {
      guard let likely = options[box], likely.count > 1 else { continue }
      let above = Array(top[max(0, index - 8)...index])
      let rests = likely.map { option in
        moved[box] = option
        return abs(rest(above, in: -1, base: base).last ?? 0)
      }
      moved[box] = likely[rests.indices.min { rests[$0] < rests[$1] } ?? 0]
    }
  }

  /// Replaces boxes with an unknown shift by their content; omits such boxes if they scroll.
  private func effective(_ boxes: [Int]) -> [Int] {
    boxes.flatMap { moved[$0].isNaN ? scrolls($0) ? [] : content[$0] : [$0] }
  }

  /// Returns the shifts with which the fewest inner boxes need a shift of their own; of these, the
  /// shifts with which the fewest inner boxes are pushed by others.
  private func likeliest(_ boxes: [Int], in parent: Int) -> [Double] {
    var options: [Double] = []
    for box in boxes where options.count < 8 {
      if !options.contains(where: { abs($0 - moved[box]) <= tolerance }) {
        options.append(moved[box])
      }
    }
    let costs = options.map { base -> (own: Int, pushed: Int) in
      let own = rest(boxes, in: parent, base: base).count { abs($0) > tolerance }
      return (own, boxes.count { abs(moved[$0] - base) > tolerance } - own)
    }
    guard let least = costs.min(by: { $0 < $1 }) else { return [] }
    return zip(options, costs).filter { $0.1 == least }.map(\.0)
  }

  /// Sets the own shifts of the boxes in a parent. A box that is aligned with the end or the middle of
  /// its parent moves when the parent grows by `stretch`. Returns whether such a box moved.
  @discardableResult private mutating func settle(
    _ boxes: [Int], in parent: Int, base: Double, stretch: Double
  ) -> Bool {
    var isAligned = false
    for (box, rest) in zip(boxes, rest(boxes, in: parent, base: base)) {
      guard abs(rest) > tolerance else { continue }
      let moves =
        stretch != 0
        && [stretch, stretch / 2].contains {
          abs(moved[box] - base - $0) <= tolerance
        }
      isAligned = isAligned || moves
      own[box] = moves ? 0 : rest
    }
    return isAligned
  }

  /// Whether the content of a grown box explains its growth: the space after the content is that of
  /// the page.
  private func isExplained(_ box: Int) -> Bool {
    guard !scrolls(box) else { return false }
    var (pageEnd, appEnd) = (-Double.infinity, -Double.infinity)
    for child in page.children(of: box) {
      if !known[child].isEmpty {
        (pageEnd, appEnd) = (max(pageEnd, known[child].page.end), max(appEnd, known[child].app.end))
      } else if missing[box]?.contains(child) ?? false {
        pageEnd = max(pageEnd, end(child))
      }
    }
    let first = inserted.partitioningIndex { $0.start + $0.end >= 2 * starts[box] }
    for gap in inserted[first...] {
      if gap.start + gap.end > 2 * ends[box] { break }
      if gap.start >= starts[box], gap.end <= ends[box] { appEnd = max(appEnd, gap.end) }
    }
    return pageEnd > -.infinity && appEnd > -.infinity
      && abs((ends[box] - appEnd) - (end(box) - pageEnd)) <= tolerance
  }

  /// Returns the start and the length of a box in the app. A cut edge is where the length on the page
  /// puts it; without a view, the box is where it moved to, or by `shift` from the page.
  func range(of box: Int, _ shift: Double) -> (start: Double, length: Double) {
    let length = end(box) - start(box)
    guard starts[box].isNaN else {
      return (starts[box], ends[box].isNaN ? length : ends[box] - starts[box])
    }
    guard ends[box].isNaN else { return (ends[box] - length, length) }
    return (start(box) + (moved[box].isNaN ? shift : moved[box]), length)
  }

  // MARK: Reasons

  /// Returns the part of each box's shift that neither `base` nor the boxes before it explain.
  private func rest(_ boxes: [Int], in parent: Int, base: Double) -> [Double] {
    var result = [Double](repeating: 0, count: boxes.count)
    let isTop = parent < 0
    let order = boxes.indices.sorted { (start(boxes[$0]), $0) < (start(boxes[$1]), $1) }
    // A section that is missing moves those below it, and none along x.
    let absent = alongY || !isTop ? missing[parent] ?? [] : []
    /// The box with the greatest end of all boxes so far.
    var furthest: Int?
    var gone = 0
    /// The shift of the latest box that needed no shift of its own.
    var usual = 0.0
    for (position, index) in order.enumerated() {
      let box = boxes[index]
      let distance = moved[box] - base
      let latest = order[..<position].suffix(6).reversed().map { boxes[$0] }
        .filter { start($0) < start(box) - 0.5 && isInLine($0, box, isTop) }
      if let last = latest.max(by: { known[$0].page.end < known[$1].page.end }) {
        let isFurther = furthest.map { known[$0].page.end > known[last].page.end } ?? false
        if !isFurther { furthest = last }
      }
      let before = furthest.flatMap { isInLine($0, box, isTop) ? $0 : latest.first }
      let pageEnd = before.map { known[$0].page.end } ?? -.infinity
      while gone < absent.count, end(absent[gone]) <= min(pageEnd, start(box)) + 0.5 { gone += 1 }
      guard abs(distance) > tolerance else {
        usual = 0
        continue
      }
      let lost = absent[gone...].prefix { start($0) < start(box) - 0.5 }
      let pushes = before.map { [known[$0].app.end - known[$0].page.end - base] } ?? []
      let others = latest.flatMap { [moved[$0]] + endMoves(of: $0) }.map { $0 - base }
      let room = room(before: box, after: before, lost: lost.last, base, isTop)
      let collapses = collapses(lost, before: box, after: before)
      let rooms = [0] + room.heights
      let free: [Double] = isTop && before != nil ? [] : [0]
      var expected = room.shifts
      for push in pushes + others + free {
        for collapse in collapses { expected += rooms.map { push + collapse + $0 } }
      }
      // Texts without rows have spaces of unknown size around them, which a missing row takes with it.
      let isUnsure = isTop && page[box].isFrameless && !lost.isEmpty && before != nil
      let rest = distance - (pushes.first ?? 0)
      let isCollapsed = isUnsure && rest <= 0 && rest >= pageEnd - start(box)
      if !isCollapsed, !expected.contains(where: { abs(distance - $0) <= tolerance }) {
        // The missing boxes took one gap with them. Of the other reasons, the likeliest is that which
        // leaves least.
        let first = (pushes.first ?? 0) + collapses[0]
        let likely = isTop ? rooms.map { first + $0 } + room.shifts : [usual]
        result[index] = likely.map { distance - $0 }.min { abs($0) < abs($1) } ?? distance
      }
      if result[index] == 0 { usual = distance }
    }
    return result
  }

  /// Whether a box before another one can move it. Sections are below each other, so that along x, a
  /// box of one section cannot move that of another one.
  private func isInLine(_ one: Int, _ other: Int, _ isTop: Bool) -> Bool {
    alongY || !isTop || across(one).overlaps(across(other))
  }

  /// Returns the shifts of a box's end: that of its view's end; without a view, those of the ends of
  /// its children, because any child may have made the box larger.
  private func endMoves(of box: Int) -> [Double] {
    if !ends[box].isNaN, page[box].isCompared { return [ends[box] - end(box)] }
    return page.children(of: box).filter { !known[$0].isEmpty }.suffix(4).flatMap(endMoves)
  }

  /// Returns the distances by which a box moves because boxes before it are missing: 0 if they keep
  /// their space, or their extent with the gap after or before them.
  private func collapses(
    _ lost: ArraySlice<Int>, before box: Int, after last: Int?
  ) -> [Double] {
    guard !lost.isEmpty else { return [0] }
    var sums = [0.0]
    let boxes = Array(lost) + [box]
    for (one, next) in zip(boxes, boxes.dropFirst()).prefix(6) {
      sums += sums.map { $0 + start(one) - start(next) }
    }
    let whole = start(boxes[0]) - start(box)
    let gap = last.map { known[$0].page.end - end(boxes[boxes.count - 2]) } ?? whole
    return [whole, gap] + sums
  }

  /// Returns how a box makes room for views that only the app has before it: the height that it moves
  /// by, beside other reasons, and the shifts that include all reasons.
  private func room(
    before box: Int, after last: Int?, lost: Int?, _ base: Double, _ isTop: Bool
  ) -> (heights: [Double], shifts: [Double]) {
    let extent = known[box]
    let appEnd = extent.app.end.isFinite ? extent.app.end : .infinity
    let top = last.map { known[$0].app.end } ?? -.infinity
    let first = inserted.partitioningIndex { $0.start + $0.end >= 2 * top }
    let between = inserted[first...].prefix { $0.start < extent.app.start - tolerance }
      .filter { $0.across.overlaps(across(box)) && $0.end <= appEnd }
    guard let start = between.map(\.start).min(), let end = between.map(\.end).max() else {
      return ([], [])
    }
    let distance = extent.app.start - extent.page.start - base
    // In a scrolled app, the offset of the page already includes what is above the first section.
    guard let last else { return ([], isTop && base == 0 ? [distance] : []) }
    let (above, below) = (start - top, extent.app.start - end)
    let gaps =
      [
        extent.page.start - max(known[last].page.end, lost.map(self.end) ?? -.infinity)
      ] + usualGaps
    // Without views of their own, sections have spaces of unknown size around their texts.
    let isUnsure = starts[box].isNaN || ends[last].isNaN
    let push = top - known[last].page.end - base
    if isTop, isUnsure, distance - push >= end - start { return ([], [distance]) }
    if end - start <= gaps[0] + tolerance { return ([], []) }
    guard gaps.contains(where: { abs(above - $0) <= tolerance || abs(below - $0) <= tolerance })
    else { return ([], isTop ? [distance] : []) }
    return ([end - start], gaps.map { end + $0 - extent.page.start - base })
  }
}
