/// Pairs the elements of two lists, and finds the pairs whose order changed.
package struct Pairing: Sendable {
  /// An element of a list, as far as pairing needs it.
  package struct Element: Sendable {
    /// A number that is equal for elements of the same kind, such as sections of one block code.
    package var key: Int
    /// A hash of the content, without the position; unused if the key is unique in both lists.
    package var content: Int
    /// A hash of the title, for long lists in which all contents changed; 0 for none.
    package var title: Int

    package init(key: Int, content: Int, title: Int = 0) {
      self.key = key
      self.content = content
      self.title = title
    }
  }

  /// For each new element, the index of its old element, or -1.
  package private(set) var origins: [Int32]
  /// For each old element, the index of its new element, or -1.
  package private(set) var destinations: [Int32]
  /// For each new element, whether it is paired and kept its order.
  package private(set) var isUnmoved: [Bool] = []

  /// The likeness from which elements in different places are the same, moved and changed.
  package static let leastLikeness = 0.5

  /// Pairs each element with the element at the same index.
  package init(identical count: Int) {
    origins = Array(0..<Int32(count))
    destinations = origins
    isUnmoved = [Bool](repeating: true, count: count)
  }

  /// Creates a pairing without pairs, for lists of these lengths.
  package init(old: Int, new: Int) {
    origins = [Int32](repeating: -1, count: new)
    destinations = [Int32](repeating: -1, count: old)
  }

  /// Pairs two lists so that few elements were added, removed, moved or changed:
  ///
  /// 1. An element whose key is unique in both lists is paired with its counterpart, unless it moved
  ///    and has almost nothing else in common with it.
  /// 2. The lists are aligned by content (`Alignment`): in the same order, equal elements are
  ///    paired, and changed elements at the same place.
  /// 3. The remaining elements of equal content are paired: they moved.
  /// 4. The remaining elements of one key that are alike are paired: they moved and changed. An
  ///    element with a copy is left out, because the copy has rather been added or removed.
  ///
  /// O(n log n) for n elements, apart from the elements near changes.
  /// - Parameters:
  ///   - likeness: Returns the share of the content that two elements of one key have in common,
  ///     from 0 to 1, given the old and the new index.
  ///   - weight: Returns the weight of a pair; of two pairs that changed places, the lighter moved.
  package init(
    _ old: [Element], _ new: [Element], likeness: @escaping (Int, Int) -> Double,
    weight: (Int, Int) -> Int
  ) {
    self.init(old: old.count, new: new.count)
    var alignment = Alignment(old, new, likeness: likeness)
    alignment.align()
    for (index, partner) in alignment.destinations.enumerated() where partner >= 0 {
      join(index, Int(partner))
    }
    if destinations.contains(-1), origins.contains(-1) {
      pair(old: { alignment.content.old[$0] }, new: { alignment.content.new[$0] })
      let (numbers, occurrences) = (alignment.content, alignment.occurrences)
      pairAlike(
        old, new, olds: destinations.indices.filter { occurrences[Int(numbers.old[$0])] == 1 },
        news: origins.indices.filter { occurrences[Int(numbers.new[$0])] == 1 }, likeness)
    }
    findUnmoved(weight: weight)
  }

  private mutating func join(_ old: Int, _ new: Int) {
    destinations[old] = Int32(new)
    origins[new] = Int32(old)
  }

  /// Pairs those of the given elements that have no partner yet, the most alike first.
  private mutating func pairAlike(
    _ old: [Element], _ new: [Element], olds: [Int], news: [Int],
    _ likeness: (Int, Int) -> Double
  ) {
    let olds = Dictionary(grouping: olds.filter { destinations[$0] < 0 }) { old[$0].key }
    let news = Dictionary(grouping: news.filter { origins[$0] < 0 }) { new[$0].key }
    var pairs: [(likeness: Double, old: Int, new: Int)] = []
    var left = Alignment.mostCells
    for (key, sources) in olds.sorted(by: { $0.key < $1.key }) {
      guard let targets = news[key] else { continue }
      guard sources.count * targets.count <= left else {
        let (sources, targets) = (Set(sources), Set(targets))
        func title(_ element: Element) -> Int? { element.title == 0 ? nil : element.title }
        pair(
          onlyUnique: true, old: { sources.contains($0) ? title(old[$0]) : nil },
          new: { targets.contains($0) ? title(new[$0]) : nil })
        continue
      }
      left -= sources.count * targets.count
      for source in sources {
        for target in targets {
          let found = likeness(source, target)
          if found >= Self.leastLikeness { pairs.append((found, source, target)) }
        }
      }
    }
    pairs.sort { ($1.likeness, $0.old, $0.new) < ($0.likeness, $1.old, $1.new) }
    for pair in pairs where destinations[pair.old] < 0 && origins[pair.new] < 0 {
      join(pair.old, pair.new)
    }
  }

  /// Pairs old and new elements with equal keys, in order. Skips paired elements, and `nil` keys.
  /// - Parameter onlyUnique: Whether to skip a key that several elements have.
  package mutating func pair<Key: Hashable>(
    onlyUnique: Bool = false, old: (Int) -> Key?, new: (Int) -> Key?
  ) {
    var waiting: [Key: [Int32]] = [:]
    for index in origins.indices.reversed() where origins[index] < 0 {
      if let key = new(index) { waiting[key, default: []].append(Int32(index)) }
    }
    guard !waiting.isEmpty else { return }
    var counts: [Key: Int] = [:]
    if onlyUnique {
      for index in destinations.indices where destinations[index] < 0 {
        if let key = old(index) { counts[key, default: 0] += 1 }
      }
    }
    for index in destinations.indices where destinations[index] < 0 {
      guard let key = old(index) else { continue }
      if onlyUnique, counts[key] != 1 || waiting[key]?.count != 1 { continue }
      guard let partner = waiting[key]?.popLast() else { continue }
      join(index, Int(partner))
    }
  }

  /// The pairs in the new order; -1 means no partner. A removed element is before the next old
  /// element that did not move.
  package var steps: [(old: Int, new: Int)] {
    var steps: [(old: Int, new: Int)] = []
    var nextOld = 0
    func addRemoved(before end: Int) {
      while nextOld < end {
        if destinations[nextOld] < 0 { steps.append((nextOld, -1)) }
        nextOld += 1
      }
    }
    for (index, origin) in origins.enumerated() {
      if isUnmoved[index] { addRemoved(before: Int(origin)) }
      steps.append((Int(origin), index))
    }
    addRemoved(before: destinations.count)
    return steps
  }

  /// Finds the elements that did not move: a longest increasing subsequence of the pairs. Searches
  /// from both pages and takes the heavier result, so that light elements count as moved.
  /// Swapping the pages does not change the result.
  /// - Parameter weight: Returns the weight of a pair, given the old and the new index.
  package mutating func findUnmoved(weight: (Int, Int) -> Int) {
    isUnmoved = origins.map { $0 >= 0 }
    let paired = origins.filter { $0 >= 0 }
    guard zip(paired, paired.dropFirst()).contains(where: { $0 > $1 }) else { return }
    let forward = Self.unmoved(origins)
    var mirrored = [Bool](repeating: false, count: origins.count)
    for (old, isUnmoved) in Self.unmoved(destinations).enumerated() where isUnmoved {
      mirrored[Int(destinations[old])] = true
    }
    // Takes the heavier result. For equal weights, swapping the pages does not change the choice.
    var balance = 0
    var tie = 0
    for new in origins.indices where forward[new] != mirrored[new] {
      let old = Int(origins[new])
      balance += (forward[new] ? 1 : -1) * weight(old, new)
      let place = (min(old, new) &* 1_000_003) &+ max(old, new)
      tie = tie &+ (forward[new] ? 1 : -1) &* place
    }
    isUnmoved = balance > 0 || (balance == 0 && tie >= 0) ? forward : mirrored
  }

  private static func unmoved(_ origins: [Int32]) -> [Bool] {
    var elements = UnmovedElements(origins: origins)
    elements.mark(origins.indices) { $0 >= 0 }
    return elements.isUnmoved
  }
}
