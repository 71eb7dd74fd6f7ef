import SectionEngine

/// Finds the pairs of boxes and views with equal texts that cost least in total.
///
/// Visits the boxes in page order and keeps the best sequences of pairs so far, each with the shift of
/// its last pair (a Viterbi search with a limited number of states). A pair costs less if it moved as
/// the pair before. So a text that occurs once determines which of the equal texts beside it belong
/// to it, and repeated texts never determine anything.
///
/// - Complexity: O(n) for n texts, each with 16 states and about 8 candidates.
struct TextAlignment {
  private struct State {
    var cost: Double
    var shift: Point
    /// Whether a pair determined the y shift.
    var isPlaced: Bool
    /// The section of the last box.
    var section: Int
    /// The bottom edge of the last box, and the top edge of its view.
    var boxEnd: Double
    var viewStart: Double
    /// The index of the last step; -1 for none.
    var last: Int
  }

  private struct Step {
    var box: Int
    var text: Int
    /// The cost of the pair, apart from what follows it.
    var cost: Double
    /// Whether it moved as the pair before.
    var isSameMove: Bool
    var previous: Int
  }

  private struct Pair: Hashable {
    var box: Int
    var text: Int
  }

  private let matching: AppMatching
  private let texts: SharedTexts
  /// The pairs that lost a view to a better pair.
  private var excluded: Set<Pair> = []
  /// The sections of which the app seems to have nothing.
  private var orphans: Set<Int> = []

  private static let mostStates = 16
  private static let mostCandidates = 8
  /// The greatest distance of a repeated text from an expected place, in points.
  private static let reach = 64.0

  init(_ matching: AppMatching, _ texts: SharedTexts) {
    self.matching = matching
    self.texts = texts
  }

  /// Returns the boxes with their texts of the app, each by its index in `SharedTexts.texts`.
  mutating func pairs() -> [(box: Int, text: Int)] {
    // The first pass uses unique texts only. Their shifts limit where the others are searched.
    let unique = steps { box in
      let key = texts.keys[box]
      return texts.isUnique(key) ? texts.places[key] : []
    }
    let shifts = unique.map { (box: $0.box, y: shift($0)) }
    findOrphans()
    var result = unique
    for _ in 0..<8 {
      result = steps { box in
        let next = shifts.partitioningIndex { $0.box >= box }
        let before = next > 0 ? shifts[next - 1].y : -.infinity
        let after = next < shifts.count ? shifts[next].y : .infinity
        return nearest(texts.keys[box], to: box, [before, after])
      }
      guard exclude(result) else { break }
    }
    return result.filter { !excluded.contains(Pair(box: $0.box, text: $0.text)) }
      .map { ($0.box, $0.text) }
  }

  /// Finds the sections that have texts which occur once on the page, none of which the app has.
  private mutating func findOrphans() {
    let page = matching.page
    var found: Set<Int> = []
    for box in page.indices where texts.keys[box] >= 0 && texts.counts[texts.keys[box]] == 1 {
      let isAbsent = texts.places[texts.keys[box]].isEmpty
      if isAbsent { orphans.insert(page[box].section) } else { found.insert(page[box].section) }
    }
    orphans.subtract(found)
  }

  /// Excludes all pairs of a view but the best, unless the view is a label. The best has a unique text
  /// in its section that moved with it, or the most unique texts before and after it. Returns `false`
  /// if each view has one pair.
  private mutating func exclude(_ steps: [Step]) -> Bool {
    var support = support(of: steps)
    var sections: [Int: [Double]] = [:]
    for step in steps where texts.isUnique(texts.keys[step.box]) {
      sections[matching.page[step.box].section, default: []].append(shift(step))
    }
    for (index, step) in steps.enumerated() {
      let near = sections[matching.page[step.box].section] ?? []
      if near.contains(where: { abs($0 - shift(step)) <= 1 }) { support[index] += steps.count }
    }
    var best: [Int: Int] = [:]
    let before = excluded.count
    for (index, step) in steps.enumerated() where !texts.texts[step.text].isLabel {
      guard let other = best[step.text] else {
        best[step.text] = index
        continue
      }
      let isBetter =
        (-support[index], step.cost, index) < (-support[other], steps[other].cost, other)
      let worse = isBetter ? other : index
      if isBetter { best[step.text] = index }
      excluded.insert(Pair(box: steps[worse].box, text: step.text))
    }
    return excluded.count > before
  }

  /// Returns for each step the number of unique texts in its run: the steps around it that moved by
  /// the same distance.
  private func support(of steps: [Step]) -> [Int] {
    var support = [Int](repeating: 0, count: steps.count)
    var first = 0
    while first < steps.count {
      var last = first + 1
      while last < steps.count, steps[last].isSameMove { last += 1 }
      let unique = steps[first..<last].count { texts.isUnique(texts.keys[$0.box]) }
      for index in first..<last { support[index] = unique }
      first = last
    }
    return support
  }

  /// Whether a view shows the text and nothing else. Otherwise, the text is a part of its label, and
  /// the frame of the view says nothing about the frame of the text.
  func isOwn(_ text: Int, of box: Int) -> Bool {
    let (item, page) = (texts.texts[text].item, matching.page)
    guard !texts.texts[text].isLabel, page[box].kind == .text else { return false }
    guard !matching.content.items[item].isText else { return true }
    let cost = matching.sizeCost(item, box)
    let outer = sequence(first: box) { page[$0].parent }.dropFirst().prefix { $0 >= 0 }
    return outer.allSatisfy { matching.sizeCost(item, $0) > cost }
  }

  // MARK: Search

  private func shift(_ step: Step) -> Double {
    let item = matching.content.items[texts.texts[step.text].item]
    return item.frame.y - matching.page[step.box].frame.y
  }

  /// Returns the steps of the best sequence of pairs of a box and one of its candidates.
  private func steps(_ candidates: (Int) -> [Int]) -> [Step] {
    var trace: [Step] = []
    var states = [
      State(
        cost: 0, shift: .zero, isPlaced: matching.content.isFeed, section: -1, boxEnd: -.infinity,
        viewStart: -.infinity, last: -1)
    ]
    for box in matching.page.indices where texts.keys[box] >= 0 {
      var next: [State] = []
      for text in candidates(box) where !excluded.contains(Pair(box: box, text: text)) {
        if let state = best(states, box, text, &trace) { next.append(state) }
      }
      guard !next.isEmpty else { continue }
      for state in states {
        next.append(state)
        next[next.count - 1].cost += PairCost.alone
      }
      states = pruned(next)
    }
    guard let best = states.min(by: { $0.cost < $1.cost }) else { return [] }
    return sequence(state: best.last) { last in
      guard last >= 0 else { return nil }
      defer { last = trace[last].previous }
      return trace[last]
    }.reversed()
  }

  /// Returns the cheapest sequence that ends with a pair, and adds the pair to the trace; `nil` if
  /// both are cheaper alone in each sequence.
  private func best(
    _ states: [State], _ box: Int, _ text: Int, _ trace: inout [Step]
  ) -> State? {
    let (item, isLabel) = (texts.texts[text].item, !isOwn(text, of: box))
    let (frame, view) = (matching.page[box].frame, matching.content.items[item].frame)
    let (shift, section) = (PairShift(of: frame, to: view), matching.page[box].section)
    let own =
      (isLabel ? PairCost.partOfLabel : 0.3 * matching.sizeCost(item, box))
      + (texts.isUnique(texts.keys[box]) ? 0 : PairCost.repeatedText)
      + (orphans.contains(matching.page[box].section) ? PairCost.orphan : 0)
    var best: (cost: Double, pair: Double, isSameMove: Bool, state: State)?
    for state in states {
      let expected = state.isPlaced ? state.shift : Point(x: state.shift.x, y: shift.y.lowerBound)
      let isDisordered = frame.y >= state.boxEnd - 1 && view.y < state.viewStart - 1 && !isLabel
      var move =
        state.last < 0 ? PairCost.first : PairCost.move(by: shift.distance(from: expected))
      if move > 0, state.section == section { move += PairCost.moveInSection }
      let pair = own + move + (isDisordered ? PairCost.disorder : 0)
      guard pair < PairCost.alone, state.cost + pair < best?.cost ?? .infinity else { continue }
      best = (
        state.cost + pair, pair, move == 0,
        State(
          cost: state.cost + pair, shift: shift.nearest(to: expected), isPlaced: true,
          section: section, boxEnd: frame.maxY, viewStart: isLabel ? state.viewStart : view.y,
          last: state.last)
      )
    }
    guard var best else { return nil }
    trace.append(
      Step(
        box: box, text: text, cost: best.pair, isSameMove: best.isSameMove,
        previous: best.state.last))
    best.state.last = trace.count - 1
    return best.state
  }

  /// Removes states with the shift of a cheaper one, and the most expensive of the others.
  private func pruned(_ states: [State]) -> [State] {
    var kept: [State] = []
    for state in states.sorted(by: { $0.cost < $1.cost }) where kept.count < Self.mostStates {
      let isKnown = kept.contains {
        abs($0.shift.x - state.shift.x) <= 0.5 && abs($0.shift.y - state.shift.y) <= 0.5
          && $0.isPlaced == state.isPlaced
      }
      if !isKnown { kept.append(state) }
    }
    return kept
  }

  /// Returns the texts of the app that a box may be: the only one, or those that are near its
  /// expected places. `shifts` are the y shifts of the unique texts before and after the box;
  /// infinite if there are none.
  private func nearest(_ key: Int, to box: Int, _ shifts: [Double]) -> [Int] {
    let (places, page) = (texts.places[key], matching.page)
    guard !texts.isUnique(key), let least = shifts.min(), let most = shifts.max() else {
      return Array(places.prefix(Self.mostCandidates))
    }
    let frame = page[box].frame
    func view(_ text: Int) -> Rect { matching.content.items[texts.texts[text].item].frame }
    func partition(_ y: Double) -> Int { places.partitioningIndex { view($0).y >= y } }
    let range =
      partition(frame.y + least - Self.reach)..<partition(frame.y + most + Self.reach)
    var found = Set(range.prefix(Self.mostCandidates))
    for shift in shifts where shift.isFinite {
      let middle = partition(frame.y + shift - 1)
      found.formUnion(
        max(range.lowerBound, middle - 2)..<max(middle, min(range.upperBound, middle + 6)))
    }
    let isScrolled = page[page.scroller(of: box)].scrolls
    return found.sorted().map { places[$0] }.filter { text in
      isScrolled
        || PairShift(of: frame, to: view(text)).distance(
          from: Point(x: 0, y: view(text).y - frame.y)) <= Self.reach
    }
  }
}
