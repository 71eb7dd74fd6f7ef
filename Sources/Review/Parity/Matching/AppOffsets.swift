import SectionEngine

/// Explains along one axis how far the boxes of a page have moved in an app.
///
/// 1. The offset of a box is that of its matched view. Without a view, it is the offset that leaves
///    the fewest inner boxes with an offset of their own.
/// 2. From the root down, a box moves with its parent, and with the end of the boxes before it.
///    Boxes after a missing box may take its place. Boxes after an inserted view may make room for
///    it.
/// 3. The remaining distance is the box's own offset.
///
/// - Complexity: O(n log n) for n boxes of limited depth.
struct AppOffsets {
  /// The vertical range of a view that only the app has, in app coordinates.
  typealias Gap = (start: Double, end: Double, isSection: Bool)

  private let page: Page.Lines
  /// The boxes of the sections.
  private let sections: [Int]
  /// The frame of each box in feed coordinates.
  private let frames: [Rect]
  /// For each box, whether its content scrolls along the axis.
  private let scrolls: [Bool]
  private let alongY: Bool
  private let tolerance: Double
  private let inserted: [Gap]
  /// The start and end of each box in the app; NaN if unknown.
  private var starts: [Double]
  private var ends: [Double]
  /// The offset of each box, app minus page; NaN if unknown.
  private(set) var moved: [Double]
  /// For each box, the part of its offset that nothing else explains.
  private(set) var own: [Double]
  /// For each box, its growth, unless the growth of its content explains it.
  private(set) var growth: [Double]
  /// The offset of the page, or of the known part of the page.
  private(set) var base = 0.0
  /// For each box, the known end of its content, on the page and in the app.
  private var known: [(page: Double, app: Double)]
  /// For each box, the inner boxes whose offsets are relative to the box.
  private var content: [[Int]]
  /// For each section without a view, the equally likely offsets.
  private var options: [Int: [Double]] = [:]

  init(
    _ matching: AppMatching, alongY: Bool, tolerance: Double, inserted: [Gap] = [],
    missing: [Int] = []
  ) {
    page = matching.page
    sections = matching.sections
    frames = matching.frames
    scrolls = matching.scrolls.map { $0 && !alongY }
    self.alongY = alongY
    self.tolerance = tolerance
    self.inserted = inserted
    let count = page.count
    starts = [Double](repeating: .nan, count: count)
    (ends, moved) = (starts, starts)
    own = [Double](repeating: 0, count: count)
    growth = own
    known = [(Double, Double)](repeating: (-.infinity, -.infinity), count: count)
    content = [[Int]](repeating: [], count: count)
    for box in page.indices where matching.items[box] >= 0 {
      (starts[box], ends[box]) = matching.edges(of: matching.items[box], for: box, alongY: alongY)
    }
    for box in page.indices.reversed() { summarize(box) }
    let top = effective(sections)
    setBase(top, matching, missing)
    choose(top)
    settle(top, among: sections, base: base, isTop: true)
    for box in page.indices where !content[box].isEmpty {
      var start = moved[box]
      if scrolls[box], !matching.statesOffset(of: box) { start = matching.moves[box].x }
      guard !start.isNaN else { continue }
      let size = ends[box] - starts[box] - end(box) + self.start(box)
      settle(
        content[box], among: page.children(of: box), base: start, stretch: size.isNaN ? 0 : size)
    }
    for box in page.indices.reversed() where !starts[box].isNaN { grow(box) }
  }

  /// Sets the offset of the page. The content above the first known box is unknown, so that box
  /// defines the offset; unless nothing is above it and the app states its scroll offset.
  private mutating func setBase(_ top: [Int], _ matching: AppMatching, _ missing: [Int]) {
    guard let first = top.first else { return }
    guard alongY else {
      base = matching.content.isFeed ? 0 : AppMatching.mode(top.map { moved[$0] })
      return
    }
    let above = sections.prefix { $0 < page.section(of: first) }
    let isTop = above.allSatisfy(missing.contains)
    if !matching.content.isFeed || !isTop { base = moved[first] }
  }

  private func start(_ box: Int) -> Double {
    alongY ? frames[box].y : frames[box].x
  }
  private func end(_ box: Int) -> Double {
    alongY ? frames[box].maxY : frames[box].maxX
  }

  /// Computes the offset and the known end of a box, from its view or from its content.
  private mutating func summarize(_ box: Int) {
    let children = page.children(of: box)
    for child in children {
      known[box].page = max(known[box].page, known[child].page)
      known[box].app = max(known[box].app, known[child].app)
    }
    if !ends[box].isNaN { known[box] = (end(box), ends[box]) }
    let boxes = effective(children)
    content[box] = boxes
    if !starts[box].isNaN {
      moved[box] = starts[box] - start(box)
    } else if boxes.count == 1, page.parent(of: box) < 0, alongY {
      // If only one inner box is known, the section is assumed to have the same offset.
      moved[box] = moved[boxes[0]]
    } else if boxes.count > 1, !scrolls[box] {
      let likely = likeliest(boxes, children)
      let isSection = page.parent(of: box) < 0 && alongY
      if isSection { options[box] = likely }
      if likely.count == 1 || isSection { moved[box] = likely[0] }
    }
  }

  /// Chooses, for a section with several likely offsets, the one that sections above explain best.
  private mutating func choose(_ top: [Int]) {
    for (index, box) in top.enumerated() {
      guard let likely = options[box], likely.count > 1 else { continue }
      let rests = likely.map { option in
        moved[box] = option
        let above = Array(top[...index])
        return abs(rest(above, among: sections, base: base, isTop: true)[index])
      }
      moved[box] = likely[rests.indices.min { rests[$0] < rests[$1] } ?? 0]
    }
  }

  /// Replaces boxes with an unknown offset by their content; omits such boxes if they scroll.
  private func effective(_ boxes: [Int]) -> [Int] {
    boxes.flatMap { moved[$0].isNaN ? scrolls[$0] ? [] : content[$0] : [$0] }
  }

  /// Returns the offsets with which the fewest inner boxes need an offset of their own; of these,
  /// the offsets with which the fewest inner boxes are pushed by others.
  private func likeliest(_ boxes: [Int], _ children: [Int]) -> [Double] {
    var options: [Double] = []
    for box in boxes where options.count < 8 {
      if !options.contains(where: { abs($0 - moved[box]) <= tolerance }) {
        options.append(moved[box])
      }
    }
    let costs = options.map { base -> (own: Int, pushed: Int) in
      let rests = rest(boxes, among: children, base: base)
      let own = rests.count { abs($0) > tolerance }
      return (own, boxes.count { abs(moved[$0] - base) > tolerance } - own)
    }
    guard let least = costs.min(by: { $0 < $1 }) else { return [] }
    return zip(options, costs).filter { $0.1 == least }.map(\.0)
  }

  private mutating func settle(
    _ boxes: [Int], among children: [Int], base: Double, stretch: Double = 0, isTop: Bool = false
  ) {
    for (box, rest) in zip(boxes, rest(boxes, among: children, base: base, isTop: isTop)) {
      let isOwn = abs(rest) > tolerance
      // A box that is aligned with the end or middle of its parent moves when the parent grows.
      let isAligned = [stretch, stretch / 2].contains { abs(moved[box] - base - $0) <= tolerance }
      own[box] = isOwn && !isAligned ? rest : 0
    }
  }

  // MARK: Reasons

  /// Returns the part of each box's offset that neither `base` nor the boxes before it explain.
  private func rest(
    _ boxes: [Int], among children: [Int], base: Double, isTop: Bool = false
  ) -> [Double] {
    var result = [Double](repeating: 0, count: boxes.count)
    let order = boxes.indices.sorted { (start(boxes[$0]), $0) < (start(boxes[$1]), $1) }
    let ends = boxes.filter { known[$0].page > -.infinity }
      .sorted { (known[$0].page, $0) < (known[$1].page, $1) }
    let absent = children.filter { known[$0].page == -.infinity && page.isDrawn($0) }
      .sorted { (start($0), $0) < (start($1), $1) }
    var before = 0
    var appEnd = -Double.infinity
    var gone = 0
    /// The distance moved by the latest box that needed no offset of its own.
    var usual = 0.0
    for index in order {
      let box = boxes[index]
      while before < ends.count, known[ends[before]].page <= start(box) + 0.5 {
        appEnd = max(appEnd, known[ends[before]].app)
        before += 1
      }
      let pageEnd = before > 0 ? known[ends[before - 1]].page : -.infinity
      while gone < absent.count, end(absent[gone]) <= pageEnd + 0.5 { gone += 1 }
      let distance = moved[box] - base
      guard abs(distance) > tolerance else {
        usual = 0
        continue
      }
      // The boxes before this box whose ends are nearest to it, the likeliest reason first.
      let last = ends[..<before].reversed().prefix { known[$0].page >= pageEnd - 0.5 }
      var pushes = [appEnd - pageEnd] + last.flatMap { [moved[$0]] + endMoves(of: $0) }
      pushes = before == 0 ? [0] : pushes.map { $0 - base } + (isTop ? [] : [0])
      let missing = absent[gone...].prefix { end($0) <= start(box) + 0.5 }
      result[index] = rest(
        of: distance, usual, pushes,
        collapses: collapses(missing, before: box, among: children),
        insertions: [0] + (isTop ? insertions(before: box, after: (pageEnd, appEnd)) : []), isTop)
      if result[index] == 0 { usual = distance }
    }
    return result
  }

  /// Returns the possible offsets of a box's end: the offset of its view's end; without a view, the
  /// offsets of the ends of its children, because any child may have made the box larger.
  private func endMoves(of box: Int) -> [Double] {
    guard ends[box].isNaN else { return [ends[box] - end(box)] }
    return page.children(of: box).filter { known[$0].page > -.infinity }.flatMap(endMoves)
  }

  /// Returns 0 if a combination of reasons explains a distance; otherwise the unexplained distance.
  ///
  /// - Parameters:
  ///   - pushes: The offsets of the boxes before the box.
  ///   - collapses: 0, and negative distances by which the box takes the place of missing boxes.
  ///   - insertions: 0, and positive distances that make room for views that only the app has.
  private func rest(
    of distance: Double, _ usual: Double, _ pushes: [Double], collapses: [Double],
    insertions: [Double], _ isTop: Bool
  ) -> Double {
    let rests = pushes.flatMap { push in
      collapses.flatMap { collapse in insertions.map { distance - push - collapse - $0 } }
    }
    // An insertion of unknown size explains any positive distance.
    let isUnknown = insertions.contains(.infinity)
    if rests.contains(where: { abs($0) <= tolerance || isUnknown && $0 > 0 }) { return 0 }
    guard isTop else { return distance - usual }
    // Sections are stacked, so inserted and missing sections move those below. A section that is
    // only unknown, not missing, keeps its space if there is room for it.
    let room = isUnknown ? 0 : insertions.prefix(2).last ?? 0
    let left = collapses.dropLast().map { distance - pushes[0] - $0 - room }
    return left.filter { $0 > 0 }.min() ?? left[0]
  }

  /// Returns the distances by which a box moves if all missing boxes disappear with the space after
  /// them, if some disappear, or if all disappear with the space before them.
  private func collapses(
    _ missing: ArraySlice<Int>, before box: Int, among children: [Int]
  ) -> [Double] {
    guard let first = missing.first, let last = missing.last else { return [0, 0] }
    var box = box
    while page.parent(of: box) != page.parent(of: first) { box = page.parent(of: box) }
    // A box that seems missing may only be unknown, and then keeps its space.
    var sums = [0.0]
    for (one, next) in zip(missing, missing.dropFirst() + [box]).prefix(6) {
      sums += sums.map { $0 + start(one) - start(next) }
    }
    let whole = start(first) - start(box)
    let before = children.last { $0 < first }
    return [whole] + sums + [before.map { end($0) - end(last) } ?? whole]
  }

  /// Returns the distances by which a section moves to make room for views that only the app has.
  private func insertions(
    before box: Int, after end: (page: Double, app: Double)
  ) -> [Double] {
    guard alongY, !inserted.isEmpty else { return [] }
    let first = inserted.partitioningIndex(where: { $0.start + $0.end >= 2 * end.app })
    let between = inserted[first...].prefix { $0.start < self.start(box) + moved[box] }
    guard let last = between.last else { return [] }
    let heights = between.reduce(0) { $0 + $1.end - $1.start }
    guard !between.contains(where: { !$0.isSection }) else {
      // Views smaller than sections do not show how much room they take.
      let space = start(box) + moved[box] - max(last.end, end.app)
      return space >= 0 ? [.infinity] : []
    }
    return [heights]
  }

  /// Sets the growth of a box, unless its content has grown by the same length.
  private mutating func grow(_ box: Int) {
    guard !ends[box].isNaN else { return }
    let size = ends[box] - starts[box] - end(box) + start(box)
    guard abs(size) > tolerance else { return }
    growth[box] = size
    let inner = content[box].map { known[$0] }.filter { $0.page > -.infinity }
    guard page.parent(of: box) >= 0, let pageEnd = inner.map(\.page).max(),
      let appEnd = inner.map(\.app).max()
    else { return }
    if abs(appEnd - pageEnd - moved[box] - size) <= tolerance { growth[box] = 0 }
  }
}
