import SectionEngine

extension AppMatching {
  /// A possible pair and its cost.
  private typealias Pair = (cost: Double, box: Int, item: Int)

  /// The greatest distance from the expected place at which a view is searched, in points.
  private static let reach = 64.0

  /// Matches pictures, texts, and sections and containers of unknown content, with the views near their
  /// expected places, the cheapest pair first.
  mutating func matchPlaces() {
    var pairs: [Pair] = []
    let free = content.items.indices.filter { boxes[$0] < 0 }.sorted {
      (content.items[$0].frame.y, $0) < (content.items[$1].frame.y, $1)
    }
    let shifts = expectedShifts()
    /// The top of the view of the latest section that has one.
    var above = -Double.infinity
    for section in page.sections {
      if items[section] >= 0 { above = content.items[items[section]].frame.y }
      let texts = page.subtree(of: section).filter { page[$0].kind == .text }
      let isUnknown = texts.allSatisfy { wording[$0] < 0 && items[$0] < 0 }
      for box in page.subtree(of: section) where items[box] < 0 && wording[box] < 0 {
        guard
          page[box].isLeaf || page[box].isCompared && !page[box].isFrameless && !isKnown(box)
        else { continue }
        let others = texts.count - (page[box].kind == .text ? 1 : 0)
        let own = box != section && isUnknown && others > 0 ? PairCost.unknownSection : 0
        for var pair in candidates(for: box, shifts[box], among: free, own) {
          let isDisordered = box == section && content.items[pair.item].frame.y < above - 1
          if isDisordered { pair.cost += PairCost.disorder }
          if pair.cost < PairCost.alone { pairs.append(pair) }
        }
      }
    }
    for pair in pairs.sorted(by: { $0 < $1 }) {
      guard boxes[pair.item] < 0, items[pair.box] < 0, fits(pair.item, pair.box) else { continue }
      match(pair.item, pair.box)
      if page[pair.box].kind == .text { wording[pair.box] = pair.item }
    }
  }

  /// Whether something in a box has a view.
  private func isKnown(_ box: Int) -> Bool {
    page.subtree(of: box).contains { items[$0] >= 0 || wording[$0] >= 0 }
  }

  /// Assigns the label of a matched row to the texts of the row that it contains. If the label has other
  /// words, too, assigns it to the first other text: that text is changed.
  mutating func matchTextsInLabels() {
    for item in content.items.indices where content.items[item].isLeaf && boxes[item] >= 0 {
      guard let label = content.items[item].text, !page[boxes[item]].isLeaf else { continue }
      let texts = page.subtree(of: boxes[item]).filter { page[$0].kind == .text }
      let known = texts.filter { SharedTexts.contains(label, page[$0].text) }
      let words = known.reduce(0) { $0 + SharedTexts.words(of: page[$1].text).count }
      for box in known where wording[box] < 0 { wording[box] = item }
      guard SharedTexts.words(of: label).count > words else { continue }
      if let changed = texts.first(where: { wording[$0] < 0 }) { wording[changed] = item }
    }
  }

  /// Returns the shifts that each leaf may have: those of the leaves before and after it in its
  /// section, and that of the boxes around it.
  private func expectedShifts() -> [[Point]] {
    var shifts = [[Point]](repeating: [], count: page.count)
    func visit(_ order: some Sequence<Int>) {
      var last: (section: Int, shift: Point)?
      for box in order where page[box].isLeaf {
        if items[box] >= 0 {
          let shift = PairShift(of: page[box].frame, to: content.items[items[box]].frame)
          last = (page[box].section, shift.nearest(to: moves[page.around(box)]))
        } else if let last, last.section == page[box].section || !isPlaced[page[box].section] {
          shifts[box].append(last.shift)
        }
      }
    }
    visit(page.indices)
    visit(page.indices.reversed())
    for box in page.indices { shifts[box].append(moves[page.around(box)]) }
    var last: Point?
    for section in page.sections.reversed() {
      if isPlaced[section] {
        last = moves[section]
      } else if let last {
        shifts[section].append(last)
      }
    }
    return shifts
  }

  private func candidates(for box: Int, _ shifts: [Point], among free: [Int], _ own: Double)
    -> [Pair]
  {
    var found: [Int: Double] = [:]
    let frame = page[box].frame
    for expected in shifts {
      let y = frame.y + expected.y
      let first = free.partitioningIndex { content.items[$0].frame.y >= y - Self.reach }
      for item in free[first...].prefix(256) {
        guard content.items[item].frame.y <= y + Self.reach else { break }
        let cost = own + cost(item, box, expected)
        if cost < PairCost.alone { found[item] = min(cost, found[item] ?? .infinity) }
      }
    }
    return found.map { ($0.value, box, $0.key) }
  }

  /// Returns the cost of a text or a picture and a view, as `PairCost` defines it.
  private func cost(_ item: Int, _ box: Int, _ expected: Point) -> Double {
    let view = content.items[item]
    let distance = PairShift(of: page[box].frame, to: view.frame).distance(from: expected)
    guard distance <= Self.reach else { return .infinity }
    let move = PairCost.move(by: distance)
    if !page[box].isLeaf {
      // The smaller the visible part of a view, the less it tells.
      let place =
        6 * sizeCost(item, box) + 2 * sizeCost(item, box, countsCuts: true) + 3 * move
      if let label = view.text, view.isLeaf, covers(label, box) {
        return PairCost.repeatedText + place
      }
      if page[box].kind == .section || view.hasText {
        return PairCost.otherSection + 34 * sizeCost(item, box) + place
      }
      // A picture of the same size is rather the picture in the container.
      return (view.isPicture ? PairCost.unsurePicture : PairCost.picture) + place
    }
    guard view.isLeaf || view.text != nil else { return .infinity }
    guard page[box].kind == .text else {
      guard view.text == nil, view.isLeaf,
        view.isPicture || !onlyFills(item, box) && !isCut(item)
      else { return .infinity }
      let size = sizeCost(item, box)
      let cut = sizeCost(item, box, countsCuts: true) - size
      return 2 * move + cut
        + (view.isPicture ? PairCost.picture + 1.5 * size : PairCost.unsurePicture + 8 * size)
    }
    guard let text = view.text else { return .infinity }
    let size = page[box].isFrameless ? 0 : (view.isText ? 0.3 : 4) * sizeCost(item, box)
    guard !SharedTexts.areEqual(page[box].text, text) else { return move + size }
    let heights = [page[box].frame.height, view.frame.height]
    let lines = page[box].isFrameless ? 0 : 1 - (heights.min() ?? 0) / max(1, heights.max() ?? 0)
    return PairCost.otherText + move + (view.isText ? 0.45 * lines : size)
  }

  /// Whether a label contains all texts of a box, of which there is at least one.
  private func covers(_ label: String, _ box: Int) -> Bool {
    let texts = page.subtree(of: box).filter { page[$0].kind == .text }
    return !texts.isEmpty && texts.allSatisfy { SharedTexts.contains(label, page[$0].text) }
  }

  /// Whether a view is only the background of the view around it: it has the frame of that view, and
  /// the box has another size.
  private func onlyFills(_ item: Int, _ box: Int) -> Bool {
    let outer = content.items[item].parent
    return outer >= 0 && sizeCost(item, box) > 0.02
      && content.items[item].frame.isNear(content.items[outer].frame, by: 0.5)
  }
}
