/// Pairs the elements of two lists that kept their order: equal elements, and changed elements at
/// the same place. The remaining elements were added, removed or moved.
///
/// A short list is aligned at the lowest cost of its edits (`fill`). In a long list, a longest
/// common subsequence is found first, and only the elements near changes are aligned by cost.
struct Alignment {
  /// The numbers of keys and contents: equal numbers for equal elements, -1 for elements to skip.
  private typealias Symbols = (old: [Int32], new: [Int32])
  /// The properties that two elements must share to be paired in a long list, the closest first.
  private enum Level: Int { case content, title, key }

  private let old: [Pairing.Element]
  private let new: [Pairing.Element]
  private let likeness: (Int, Int) -> Double
  /// The numbers of the contents; for a key that is unique in both lists, of the key.
  private(set) var content: (old: [Int32], new: [Int32]) = ([], [])
  /// Whether the other list has as many elements with this content, so that the element was neither
  /// removed nor changed, but possibly moved.
  private var isKept: (old: [Bool], new: [Bool]) = ([], [])
  /// How often each content occurs in one list, at most.
  private(set) var occurrences: [Int] = []
  private var keys: (old: [Int32], new: [Int32]) = ([], [])
  /// For each old element, the index of its new element, or -1.
  private(set) var destinations: [Int32]

  /// The maximum number of pairs of elements that are compared with each other.
  static let mostCells = 16_384
  /// The maximum number of edits, and of steps, of a longest common subsequence.
  private static let mostEdits = 1_500
  private static let mostSteps = 4_000_000
  /// The number of elements with unique keys that are examined, and the likeness that they need.
  private static let mostStrangers = 256
  private static let leastLikeness = 0.2
  /// The number of equal pairs around a change that are aligned again, by cost.
  private static let context = 8

  init(
    _ old: [Pairing.Element], _ new: [Pairing.Element],
    likeness: @escaping (Int, Int) -> Double
  ) {
    (self.old, self.new, self.likeness) = (old, new, likeness)
    destinations = [Int32](repeating: -1, count: old.count)
    keys = Self.numbers(old.map(\.key), new.map(\.key))
    let others = strangers()
    let counts = Self.counts(keys)
    struct Content: Hashable { let key, content: Int }
    func contents(
      _ elements: [Pairing.Element], _ keys: [Int32], _ others: Set<Int>
    ) -> [Content] {
      elements.indices.map { index in
        let key = Int(keys[index])
        let isUnique = counts.old[key] == 1 && counts.new[key] == 1 && !others.contains(index)
        return Content(key: key, content: isUnique ? 0 : elements[index].content)
      }
    }
    let isRepeated = zip(counts.old, counts.new).contains { $0 + $1 > 2 }
    content = keys
    if isRepeated || !others.old.isEmpty {
      let news = contents(new, keys.new, others.new)
      content = Self.numbers(contents(old, keys.old, others.old), news)
      // Contents of unique keys are not compared, so the new strangers get numbers of their own.
      var next = (max(content.old.max() ?? 0, content.new.max() ?? 0)) + 1
      for index in others.new.sorted() {
        content.new[index] = next
        next += 1
      }
    }
    let same = Self.counts(content)
    occurrences = zip(same.old, same.new).map { max($0, $1) }
    isKept = (
      content.old.map { same.new[Int($0)] >= same.old[Int($0)] },
      content.new.map { same.old[Int($0)] >= same.new[Int($0)] }
    )
  }

  /// Returns the elements whose key is unique in both lists, but that have other neighbours, and
  /// little in common except the key: one was removed, and another was added.
  private func strangers() -> (old: Set<Int>, new: Set<Int>) {
    let counts = Self.counts(keys)
    var places = [Int](repeating: -1, count: counts.new.count)
    for (index, key) in keys.new.enumerated() { places[Int(key)] = index }
    func isSame(_ i: Int, _ j: Int) -> Bool {
      guard keys.old.indices.contains(i), keys.new.indices.contains(j) else {
        return keys.old.indices.contains(i) == keys.new.indices.contains(j)
      }
      return keys.old[i] == keys.new[j] && old[i].content == new[j].content
    }
    var found: (old: Set<Int>, new: Set<Int>) = ([], [])
    var left = Self.mostStrangers
    for (index, key) in keys.old.enumerated() where left > 0 {
      let place = places[Int(key)]
      guard place >= 0, counts.old[Int(key)] == 1, counts.new[Int(key)] == 1,
        !isSame(index - 1, place - 1) || !isSame(index + 1, place + 1)
      else { continue }
      left -= 1
      guard likeness(index, place) < Self.leastLikeness else { continue }
      found.old.insert(index)
      found.new.insert(place)
    }
    return found
  }

  private static func numbers<Value: Hashable>(_ old: [Value], _ new: [Value]) -> Symbols {
    var known: [Value: Int32] = [:]
    known.reserveCapacity(max(old.count, new.count))
    func number(_ value: Value) -> Int32 {
      let next = Int32(known.count)
      return { (found: inout Int32?) in
        if let found { return found }
        found = next
        return next
      }(&known[value])
    }
    return (old.map(number), new.map(number))
  }

  /// Returns how often each number occurs in each list.
  private static func counts(_ symbols: Symbols) -> (old: [Int], new: [Int]) {
    let count = Int(max(symbols.old.max() ?? -1, symbols.new.max() ?? -1)) + 1
    func counts(_ symbols: [Int32]) -> [Int] {
      var counts = [Int](repeating: 0, count: count)
      for symbol in symbols where symbol >= 0 { counts[Int(symbol)] += 1 }
      return counts
    }
    return (counts(symbols.old), counts(symbols.new))
  }

  mutating func align() {
    align(old.indices, new.indices, by: .content)
    slide()
  }

  private func symbols(_ level: Level, _ olds: Range<Int>, _ news: Range<Int>) -> Symbols {
    func skippingKept(_ symbols: ArraySlice<Int32>, _ isKept: ArraySlice<Bool>) -> [Int32] {
      zip(symbols, isKept).map { $1 ? -1 : $0 }
    }
    let keys = (
      old: skippingKept(keys.old[olds], isKept.old[olds]),
      new: skippingKept(keys.new[news], isKept.new[news])
    )
    switch level {
    case .content: return (Array(content.old[olds]), Array(content.new[news]))
    case .key: return keys
    case .title:
      struct Title: Hashable { let key: Int32, title: Int }
      func titles(_ keys: [Int32], _ elements: ArraySlice<Pairing.Element>) -> [Title] {
        zip(keys, elements).map { Title(key: $1.title == 0 ? -1 : $0, title: $1.title) }
      }
      let (before, after) = (titles(keys.old, old[olds]), titles(keys.new, new[news]))
      let numbers = Self.numbers(before, after)
      return (
        zip(numbers.old, before).map { $1.key < 0 ? -1 : $0 },
        zip(numbers.new, after).map { $1.key < 0 ? -1 : $0 }
      )
    }
  }

  private mutating func align(_ olds: Range<Int>, _ news: Range<Int>, by level: Level) {
    let (a, b) = symbols(level, olds, news)
    var (o, n) = (0..<a.count, 0..<b.count)
    func isSame(_ i: Int, _ j: Int) -> Bool { a[i] >= 0 && a[i] == b[j] }
    while let i = o.first, let j = n.first, isSame(i, j) {
      join(olds.lowerBound + i, news.lowerBound + j)
      (o, n) = (o.dropFirst(), n.dropFirst())
    }
    while let i = o.last, let j = n.last, isSame(i, j) {
      join(olds.lowerBound + i, news.lowerBound + j)
      (o, n) = (o.dropLast(), n.dropLast())
    }
    guard !o.isEmpty, !n.isEmpty else { return }
    let (x, y) = (olds.lowerBound + o.lowerBound, news.lowerBound + n.lowerBound)
    let (before, after) = (x..<x + o.count, y..<y + n.count)
    if o.count * n.count <= Self.mostCells { return fill(before, after) }
    let found = Self.common(Array(a[o]), Array(b[n]))
    guard !found.isEmpty else {
      if let next = Level(rawValue: level.rawValue + 1) { align(before, after, by: next) }
      return
    }
    let matches = found.map { (old: x + $0.old, new: y + $0.new) }
    for match in matches { join(match.old, match.new) }
    refine(matches, before, after, level)
  }

  private mutating func join(_ old: Int, _ new: Int) { destinations[old] = Int32(new) }

  /// Aligns the elements near changes again: by cost if they are few, else by the next level.
  private mutating func refine(
    _ matches: [(old: Int, new: Int)], _ olds: Range<Int>, _ news: Range<Int>, _ level: Level
  ) {
    // Gap k is before match k; the last one is after all matches.
    func gap(_ k: Int) -> (old: Range<Int>, new: Range<Int>) {
      let start =
        k == 0 ? (olds.lowerBound, news.lowerBound) : (matches[k - 1].0 + 1, matches[k - 1].1 + 1)
      let end = k == matches.count ? (olds.upperBound, news.upperBound) : matches[k]
      return (start.0..<end.0, start.1..<end.1)
    }
    let gaps = (0...matches.count).filter { !gap($0).old.isEmpty || !gap($0).new.isEmpty }
    var rest = gaps[...]
    while let first = rest.popFirst() {
      var cluster = [first]
      while let next = rest.first, let last = cluster.last, next - last <= 2 * Self.context {
        cluster.append(next)
        rest.removeFirst()
      }
      let (low, high) = (first - Self.context, (cluster.last ?? first) + Self.context)
      let start = low <= 0 ? (old: olds.lowerBound, new: news.lowerBound) : matches[low]
      let end = high >= matches.count ? (old: olds.upperBound, new: news.upperBound) : matches[high]
      let (before, after) = (start.old..<end.old, start.new..<end.new)
      if before.count * after.count <= Self.mostCells {
        for index in before { destinations[index] = -1 }
        fill(before, after)
      } else if let next = Level(rawValue: level.rawValue + 1) {
        for index in cluster {
          let gap = gap(index)
          if !gap.old.isEmpty, !gap.new.isEmpty { align(gap.old, gap.new, by: next) }
        }
      }
    }
  }

  // MARK: Short lists

  /// Pairs elements so that the cost of all edits is the lowest. A pair of different content costs
  /// less than a removal and an addition, and the less, the more alike its elements are.
  private mutating func fill(_ olds: Range<Int>, _ news: Range<Int>) {
    let width = news.count + 1
    var costs = [Int32](repeating: 0, count: (olds.count + 1) * width)
    func at(_ old: Int, _ new: Int) -> Int {
      (old - olds.lowerBound) * width + new - news.lowerBound
    }
    func single(_ old: Int, _ new: Int) -> Int32 {
      var least = Int32.max
      if old < olds.upperBound { least = costs[at(old + 1, new)] + 60 }
      if new < news.upperBound { least = min(least, costs[at(old, new + 1)] + 60) }
      return least
    }
    var isPaired = [Bool](repeating: false, count: costs.count)
    for old in (olds.lowerBound...olds.upperBound).reversed() {
      for new in (news.lowerBound...news.upperBound).reversed()
      where old < olds.upperBound || new < news.upperBound {
        var least = single(old, new)
        if old < olds.upperBound, new < news.upperBound, let cost = cost(old, new),
          costs[at(old + 1, new + 1)] + cost <= least
        {
          least = costs[at(old + 1, new + 1)] + cost
          isPaired[at(old, new)] = true
        }
        costs[at(old, new)] = least
      }
    }
    var (old, new) = (olds.lowerBound, news.lowerBound)
    while old < olds.upperBound, new < news.upperBound {
      if isPaired[at(old, new)] {
        join(old, new)
        (old, new) = (old + 1, new + 1)
      } else if costs[at(old, new)] == costs[at(old + 1, new)] + 60 {
        old += 1
      } else {
        new += 1
      }
    }
  }

  /// Returns the cost of pairing two elements, 60 being that of an addition; `nil` if they cannot be
  /// the same element.
  private func cost(_ old: Int, _ new: Int) -> Int32? {
    if content.old[old] == content.new[new] { return 0 }
    let (a, b) = (isKept.old[old], isKept.new[new])
    guard keys.old[old] == keys.new[new], !a || !b else { return nil }
    // An element that is kept has probably moved; an element that is repeated less probably.
    let kept = a ? content.old[old] : content.new[new]
    let penalty: Int32 = a || b ? (occurrences[Int(kept)] > 1 ? 12 : 30) : 0
    return 70 + Int32(40 * (1 - likeness(old, new))) + penalty
  }

  /// Makes the first of equal elements in a row the removed ones, and the last the added ones.
  private mutating func slide() {
    func runs(_ symbols: [Int32], _ body: (Range<Int>) -> Void) {
      var start = 0
      for end in 1..<max(1, symbols.count + 1)
      where end == symbols.count || symbols[end] != symbols[start] {
        if end - start > 1 { body(start..<end) }
        start = end
      }
    }
    func isEqual(_ old: Int) -> Bool {
      destinations[old] < 0 || content.old[old] == content.new[Int(destinations[old])]
    }
    var found = destinations
    runs(content.old) { run in
      let partners = destinations[run].filter { $0 >= 0 }
      guard partners.count < run.count, run.allSatisfy(isEqual) else { return }
      for index in run { found[index] = -1 }
      for (index, partner) in zip(run.suffix(partners.count), partners) { found[index] = partner }
    }
    destinations = found
    var origins = [Int32](repeating: -1, count: new.count)
    for (index, partner) in found.enumerated() where partner >= 0 {
      origins[Int(partner)] = Int32(index)
    }
    runs(content.new) { run in
      let partners = origins[run].filter { $0 >= 0 }
      guard partners.count < run.count, partners.allSatisfy({ isEqual(Int($0)) }) else { return }
      for (index, partner) in zip(run, partners) { found[Int(partner)] = Int32(index) }
    }
    destinations = found
  }

  // MARK: Long lists

  /// Returns the pairs of a long common subsequence: a longest one if few elements differ, or if no
  /// symbol is repeated.
  private static func common(_ old: [Int32], _ new: [Int32]) -> [(old: Int, new: Int)] {
    let counts = counts((old, new))
    func shared(_ symbols: [Int32], _ other: [Int]) -> [Int] {
      symbols.indices.filter { symbols[$0] >= 0 && other[Int(symbols[$0])] > 0 }
    }
    let (olds, news) = (shared(old, counts.new), shared(new, counts.old))
    guard !olds.isEmpty else { return [] }
    let (a, b) = (olds.map { old[$0] }, news.map { new[$0] })
    let isUnique =
      olds.count == news.count && zip(counts.old, counts.new).allSatisfy { $0 < 2 || $1 < 1 }
    let found = isUnique ? byOccurrence(a, b) : longest(a, b) ?? byOccurrence(a, b)
    return found.map { (olds[$0.old], news[$0.new]) }
  }

  /// Pairs the first occurrence of a symbol with the first, the second with the second, and returns
  /// the longest ascending subsequence of these pairs.
  private static func byOccurrence(_ old: [Int32], _ new: [Int32]) -> [(old: Int, new: Int)] {
    var pairing = Pairing(old: old.count, new: new.count)
    pairing.pair(old: { old[$0] }, new: { new[$0] })
    var elements = UnmovedElements(origins: pairing.origins)
    elements.mark(new.indices) { $0 >= 0 }
    return new.indices.filter { elements.isUnmoved[$0] }.map { (Int(pairing.origins[$0]), $0) }
  }

  /// Returns the pairs of a longest common subsequence, or `nil` if too many elements differ.
  /// After Eugene W. Myers, "An O(ND) difference algorithm and its variations", 1986.
  private static func longest(_ old: [Int32], _ new: [Int32]) -> [(old: Int, new: Int)]? {
    let most = min(mostEdits, old.count + new.count)
    /// For each diagonal, new index minus old index, the old index reached so far.
    var reached = [Int32](repeating: 0, count: 2 * most + 3)
    /// For each number of edits, `reached` on the diagonals from -edits - 1 to edits + 1.
    var trace: [[Int32]] = []
    var steps = 0
    /// Returns where a diagonal starts with this number of edits. From the diagonal below, a new
    /// element is added; from the one above, an old one is removed.
    func start(
      _ diagonal: Int, _ edits: Int, _ reached: (Int) -> Int32
    ) -> (old: Int, isAdded: Bool) {
      guard edits > 0 else { return (0, false) }
      let isAdded =
        diagonal == edits || (diagonal != -edits && reached(diagonal - 1) > reached(diagonal + 1))
      return (Int(isAdded ? reached(diagonal - 1) : reached(diagonal + 1) + 1), isAdded)
    }
    func path(from diagonal: Int, _ old: Int) -> [(old: Int, new: Int)] {
      var pairs: [(old: Int, new: Int)] = []
      var (diagonal, end) = (diagonal, old)
      for edits in (0...trace.count).reversed() {
        let (first, isAdded) = start(diagonal, edits) { trace[edits - 1][edits + $0] }
        for old in (first..<max(first, end)).reversed() { pairs.append((old, old + diagonal)) }
        diagonal += isAdded ? -1 : 1
        end = isAdded ? first : first - 1
      }
      return pairs.reversed()
    }
    for edits in 0...most {
      for diagonal in stride(from: -edits, through: edits, by: 2) {
        let first = start(diagonal, edits) { reached[most + 1 + $0] }.old
        var next = first
        while next < old.count, next + diagonal < new.count, old[next] == new[next + diagonal] {
          next += 1
        }
        steps += next - first + 1
        reached[most + 1 + diagonal] = Int32(next)
        if next >= old.count, next + diagonal >= new.count { return path(from: diagonal, next) }
      }
      guard steps < mostSteps else { return nil }
      trace.append(Array(reached[most - edits...most + 2 + edits]))
    }
    return nil
  }
}
