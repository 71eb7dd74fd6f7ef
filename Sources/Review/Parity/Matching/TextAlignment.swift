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
    /// Until then, the y shifts that the labels before allow; `nil` before the first label.
    var range: ClosedRange<Double>?
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
    /// The shift of the box; of a box in a label, a possible one.
    var shift: Point
    /// Whether it moved as the pair before.
    var isSameMove: Bool
    var previous: Int
  }

  private struct Pair: Hashable {
    var box: Int
    var text: Int
  }

  /// A text of the page in a text of the app.
  private struct Claim: Hashable {
    var text: Int
    var key: Int
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
  /// How much more or less a text before the first or after the last unique text may have moved.
  private static let slack = 120.0

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
    let shifts = unique.map { (box: $0.box, y: $0.shift.y) }
    findOrphans()
    var result = unique
    for _ in 0..<8 {
      result = steps { box in
        let next = shifts.partitioningIndex { $0.box >= box }
        var around = shifts[max(0, next - 1)..<min(next + 1, shifts.count)].map(\.y)
        // Before the first and after the last unique text, sections may be missing or inserted.
        if around.count == 1 { around += [around[0] - Self.slack, around[0] + Self.slack] }
        return nearest(texts.keys[box], to: box, around)
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

  /// Excludes the pairs of a text of the app beyond the number of its occurrences. The best pairs have an
  /// anchor in the section that moved with them, or a unique text beside them in the label, or else the
  /// most anchors before and after them. Returns `false` if there is nothing to exclude.
  private mutating func exclude(_ steps: [Step]) -> Bool {
    var support = support(of: steps)
    var sections: [Int: [Double]] = [:]
    /// The boxes around unique texts, with the labels of these texts.
    var labels: Set<Pair> = []
    for step in steps where texts.isUnique(texts.keys[step.box]) {
      labels.insert(Pair(box: matching.page[step.box].parent, text: step.text))
      guard isAnchor(step) else { continue }
      sections[matching.page[step.box].section, default: []].append(step.shift.y)
    }
    for (index, step) in steps.enumerated() {
      let near = sections[matching.page[step.box].section] ?? []
      let isInLabel = labels.contains(
        Pair(box: matching.page[step.box].parent, text: step.text))
      if isInLabel || near.contains(where: { abs($0 - step.shift.y) <= 1 })
        || isBesideAnchor(index, steps)
      {
        support[index] += steps.count
      }
    }
    let before = excluded.count
    let claims = Dictionary(grouping: steps.indices) {
      Claim(text: steps[$0].text, key: texts.keys[steps[$0].box])
    }
    for (claim, claimants) in claims {
      // A label may have a text several times.
      let count = texts.texts[claim.text].keys.count { $0 == claim.key }
      guard claimants.count > count else { continue }
      let order = claimants.sorted {
        (-support[$0], steps[$0].cost, $0) < (-support[$1], steps[$1].cost, $1)
      }
      for index in order.dropFirst(count) {
        excluded.insert(Pair(box: steps[index].box, text: claim.text))
      }
    }
    return excluded.count > before
  }

  /// Whether an anchor beside a box moved as the box did. The texts of a row may be sections of their own.
  private func isBesideAnchor(_ index: Int, _ steps: [Step]) -> Bool {
    let (step, frame) = (steps[index], matching.page[steps[index].box].frame)
    return steps[max(0, index - 3)..<min(steps.count, index + 4)].contains {
      let other = matching.page[$0.box].frame
      return abs($0.shift.y - step.shift.y) <= 1 && other.y < frame.maxY && frame.y < other.maxY
        && isAnchor($0)
    }
  }

  /// Whether a step says where a section moved: its text is unique, and its view shows only the text.
  private func isAnchor(_ step: Step) -> Bool {
    texts.isUnique(texts.keys[step.box]) && isOwn(step.text, of: step.box)
  }

  /// Returns for each step the number of anchors in its run: the steps around it that moved by the same
  /// distance.
  private func support(of steps: [Step]) -> [Int] {
    var support = [Int](repeating: 0, count: steps.count)
    var first = 0
    while first < steps.count {
      var last = first + 1
      while last < steps.count, steps[last].isSameMove { last += 1 }
      let anchors = steps[first..<last].count(where: isAnchor)
      for index in first..<last { support[index] = anchors }
      first = last
    }
    return support
  }

  /// Whether a view shows the text and nothing else. Otherwise, the text is a part of its label, and
  /// the frame of the view says nothing about the frame of the text.
  func isOwn(_ text: Int, of box: Int) -> Bool {
    let (item, page) = (texts.texts[text].item, matching.page)
    guard !texts.texts[text].isLabel, page[box].kind == .text, !page[box].isFrameless else {
      return false
    }
    guard !matching.content.items[item].isText else { return true }
    // The size of a view that the screen cuts does not tell a text from the row around it.
    if matching.isCut(item) { return false }
    let cost = matching.sizeCost(item, box)
    let outer = sequence(first: box) { page[$0].parent }.dropFirst().prefix { $0 >= 0 }
    return outer.allSatisfy { matching.sizeCost(item, $0) > cost }
  }

  /// Returns the cost of a box whose text is in a label. A view of a single text that has other words,
  /// too, is no label: its text is changed.
  private func partCost(_ text: Int, of box: Int) -> Double {
    let view = matching.content.items[texts.texts[text].item]
    let isChanged = view.isText && texts.texts[text].isLabel && texts.texts[text].keys.count == 1
    return isChanged ? PairCost.otherText : PairCost.partOfLabel
  }

  // MARK: Search

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
    let isUnique = texts.isUnique(texts.keys[box])
    let isWeak = !isUnique && matching.page[section].isFrameless
    let own =
      (isLabel ? partCost(text, of: box) : 0.3 * matching.sizeCost(item, box))
      + (isUnique ? 0 : PairCost.repeatedText)
      + (orphans.contains(matching.page[box].section) ? PairCost.orphan : 0)
    var best: (cost: Double, pair: Double, isSameMove: Bool, state: State)?
    for state in states {
      let place = isLabel ? (shift.y.lowerBound + shift.y.upperBound) / 2 : shift.y.lowerBound
      let y = state.range.map { Self.nearest($0, shift.y) } ?? place
      let expected = state.isPlaced ? state.shift : Point(x: state.shift.x, y: y)
      let isAbove = (isLabel ? view.maxY : view.y) < state.viewStart - 1
      let isDisordered = frame.y >= state.boxEnd - 1 && isAbove
      var move =
        state.last < 0 ? PairCost.first : PairCost.move(by: shift.distance(from: expected))
      if move > 0, state.section == section || isWeak { move += PairCost.moveInSection }
      let pair = own + move + (isDisordered ? PairCost.disorder : 0)
      guard pair < PairCost.alone, state.cost + pair < best?.cost ?? .infinity else { continue }
      best = (
        state.cost + pair, pair, move == 0,
        State(
          cost: state.cost + pair, shift: shift.nearest(to: expected),
          isPlaced: state.isPlaced || !isLabel,
          range: state.range.flatMap { $0.overlaps(shift.y) ? $0.clamped(to: shift.y) : nil }
            ?? shift.y,
          section: section, boxEnd: frame.maxY, viewStart: view.y,
          last: state.last)
      )
    }
    guard var best else { return nil }
    trace.append(
      Step(
        box: box, text: text, cost: best.pair, shift: best.state.shift, isSameMove: best.isSameMove,
        previous: best.state.last))
    best.state.last = trace.count - 1
    return best.state
  }

  /// Returns the value of a range that is nearest to another range.
  private static func nearest(
    _ range: ClosedRange<Double>, _ other: ClosedRange<Double>
  ) -> Double {
    min(range.upperBound, max(range.lowerBound, other.lowerBound))
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
  /// expected places. `shifts` are those of the unique texts before and after the box.
  private func nearest(_ key: Int, to box: Int, _ shifts: [Double]) -> [Int] {
    let (places, page) = (texts.places[key], matching.page)
    guard !texts.isUnique(key), let least = shifts.min(), let most = shifts.max() else {
      return Array(places.prefix(Self.mostCandidates))
    }
    let frame = page[box].frame
    func view(_ text: Int) -> Rect { matching.content.items[texts.texts[text].item].frame }
    func partition(_ y: Double) -> Int { places.partitioningIndex { view($0).y >= y } }
    // A label begins above the text that it joins with others.
    let height = texts.tallest[key]
    let range =
      partition(frame.y + least - Self.reach - height)..<partition(frame.y + most + Self.reach)
    var found = Set(range.prefix(Self.mostCandidates))
    for shift in shifts {
      let middle = partition(frame.y + shift - 1 - height)
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
