import Feeds
import Renderers

/// Pairs the elements of two lists, and finds those that changed their order.
struct Pairing {
  /// The index of the old element, or -1, by new element.
  private(set) var origins: [Int32]
  /// The index of the new element, or -1, by old element.
  private(set) var destinations: [Int32]
  /// Whether the element keeps its order, by new element.
  private(set) var isUnmoved: [Bool] = []

  init(old: Int, new: Int) {
    origins = [Int32](repeating: -1, count: new)
    destinations = [Int32](repeating: -1, count: old)
  }

  /// Pairs each element with the one at the same index.
  init(identical count: Int) {
    origins = Array(0..<Int32(count))
    destinations = origins
    isUnmoved = [Bool](repeating: true, count: count)
  }

  /// Pairs remaining elements with the same key, in order. Elements without a key stay unpaired.
  /// - Parameter onlyUnique: whether a key that several remaining elements have pairs none of them.
  mutating func pair<Key: Hashable>(
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
      destinations[index] = partner
      origins[Int(partner)] = Int32(index)
    }
  }

  /// The pairs in the new order, with -1 for a missing partner. A removed element follows its old
  /// predecessor.
  var steps: [(old: Int, new: Int)] {
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

  /// Finds a longest subsequence of the pairs that keeps its order. If there are several, the result
  /// does not depend on which page is the old one: the heaviest is chosen, so that small elements
  /// move past large ones.
  /// - Parameter weight: the weight of a pair, by old and new index.
  mutating func findUnmoved(weight: (Int, Int) -> Int) {
    isUnmoved = origins.map { $0 >= 0 }
    let paired = origins.filter { $0 >= 0 }
    guard zip(paired, paired.dropFirst()).contains(where: { $0 > $1 }) else { return }
    let forward = Self.unmoved(origins)
    var mirrored = [Bool](repeating: false, count: origins.count)
    for (old, isUnmoved) in Self.unmoved(destinations).enumerated() where isUnmoved {
      mirrored[Int(destinations[old])] = true
    }
    // The heavier one wins, then the one that keeps the pair that comes first on either page.
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
    var result = [Bool](repeating: false, count: origins.count)
    var elements = UnmovedElements(count: origins.count)
    elements.mark(origins.indices, origins: origins, into: &result) { $0 >= 0 }
    return result
  }
}
