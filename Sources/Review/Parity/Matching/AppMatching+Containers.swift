import SectionEngine

extension AppMatching {
  /// A possible pair and its cost.
  private typealias Pair = (cost: Double, box: Int, item: Int)

  /// Matches the sections and containers that have no view yet with views that contain the views of
  /// their content, the cheapest pair first. A view without a box costs nothing, because apps have
  /// views that only arrange others; so a pair must cost less than 1, the cost of the box alone.
  mutating func matchContainers() {
    let known = KnownContent(self)
    var pairs: [Pair] = []
    for box in page.indices
    where !page[box].isLeaf && !page[box].isFrameless && items[box] < 0 && known.count(of: box) > 0
    {
      for item in views(around: box, known) {
        let cost = cost(item, box, known)
        if cost < PairCost.alone / 2 { pairs.append((cost, box, item)) }
      }
    }
    for pair in pairs.sorted(by: { $0 < $1 }) {
      guard boxes[pair.item] < 0, items[pair.box] < 0, isNested(pair) else { continue }
      match(pair.item, pair.box)
    }
  }

  /// The items that show each box's content.
  private struct KnownContent {
    /// The item that shows each box: its view, or the label with its text.
    private var shown: [Int] = []
    /// For each box, the position in `shown` of its first item.
    private var starts: [Int] = []
    private let page: ComparedBoxes
    /// For each item, the number of boxes that the items before it show.
    private var sums: [Int] = [0]

    init(_ matching: AppMatching) {
      page = matching.page
      var counts = [Int](repeating: 0, count: matching.boxes.count)
      for box in page.indices {
        starts.append(shown.count)
        let item = matching.items[box] >= 0 ? matching.items[box] : matching.wording[box]
        guard page[box].isLeaf || matching.items[box] < 0, item >= 0 else { continue }
        shown.append(item)
        counts[item] += 1
      }
      starts.append(shown.count)
      for count in counts { sums.append(sums[sums.count - 1] + count) }
    }

    func items(of box: Int) -> ArraySlice<Int> { shown[starts[box]..<starts[page[box].end]] }
    func count(of box: Int) -> Int { starts[page[box].end] - starts[box] }
    func count(inItems range: Range<Int>) -> Int { sums[range.upperBound] - sums[range.lowerBound] }
  }

  /// Returns the unmatched views around the content of a box, outermost first: labels, and views
  /// that contain more of the content than of other boxes.
  private func views(around box: Int, _ known: KnownContent) -> [Int] {
    let content = known.items(of: box)
    let count = content.count
    var found: Set<Int> = []
    for item in [content.first, content[content.startIndex + count / 2]].compactMap(\.self) {
      let isFree = boxes[item] < 0
      for outer in sequence(
        first: isFree ? item : self.content.items[item].parent,
        next: { item in
          self.content.items[item].parent
        })
      {
        guard outer >= 0 else { break }
        let inside = known.count(inItems: outer..<self.content.items[outer].end)
        if inside > 2 * count { break }
        // The outermost of nested views with equal frames shows the box.
        let parent = self.content.items[outer].parent
        let isRepeated =
          parent >= 0
          && self.content.items[outer].frame.isNear(self.content.items[parent].frame, by: 0.5)
        if boxes[outer] < 0, !isRepeated { found.insert(outer) }
      }
    }
    return found.sorted()
  }

  /// Whether the views of the containers around and inside a box are around and inside a view.
  private func isNested(_ pair: Pair) -> Bool {
    let range = pair.item..<content.items[pair.item].end
    let outer = sequence(first: page[pair.box].parent) { page[$0].parent }
      .first { $0 < 0 || items[$0] >= 0 }
    if let outer, outer >= 0, !content.contains(items[outer], pair.item) { return false }
    return page.children(of: pair.box).allSatisfy {
      page[$0].isLeaf || items[$0] < 0 || range.contains(items[$0])
    }
  }

  /// Returns the cost of a container and a view, as `PairCost` defines it.
  private func cost(_ item: Int, _ box: Int, _ known: KnownContent) -> Double {
    let view = content.items[item]
    // A view as large as the screen only holds the page.
    let isScreen =
      view.frame.width >= content.visible.width - 1
      && view.frame.height >= content.visible.height - 1
    let size = sizeCost(item, box)
    if isScreen, size > 0.1 { return .infinity }
    let range = item..<view.end
    let own = known.items(of: box).count(where: range.contains)
    let foreign = known.count(inItems: range) - own
    let content =
      1 - Double(own) / Double(known.count(of: box)) + 2 * Double(foreign) / Double(own + foreign)
    let shift = PairShift(of: page[box].frame, to: view.frame)
    // The label of a row says nothing about what is inside, so only the size tells what it is.
    return content + (view.isLeaf ? 3.5 : 1) * size
      + PairCost.move(by: shift.edgeDistance(from: moves[box]))
  }

  /// Whether the nearest matched ancestors of a view and of a box are matched with each other.
  func fits(_ item: Int, _ box: Int) -> Bool {
    var outer = content.items[item].parent
    while outer >= 0, boxes[outer] < 0 { outer = content.items[outer].parent }
    var around = page[box].parent
    while around >= 0, items[around] < 0 { around = page[around].parent }
    return around >= 0 ? items[around] == outer : outer < 0
  }
}
