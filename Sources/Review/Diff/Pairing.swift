import SectionEngine

/// Pairs the elements of two lists, and finds the pairs whose order changed.
struct Pairing {
  /// For each new element, the index of its old element, or -1.
  private(set) var origins: [Int32]
  /// For each old element, the index of its new element, or -1.
  private(set) var destinations: [Int32]
  /// For each new element, whether it is paired and kept its order.
  private(set) var isUnmoved: [Bool] = []

  init(old: Int, new: Int) {
    origins = [Int32](repeating: -1, count: new)
    destinations = [Int32](repeating: -1, count: old)
  }

  /// Pairs each element with the element at the same index.
  init(identical count: Int) {
    origins = Array(0..<Int32(count))
    destinations = origins
    isUnmoved = [Bool](repeating: true, count: count)
  }

  /// Pairs old and new elements with equal keys, in order. Skips paired elements, and `nil` keys.
  /// - Parameter onlyUnique: Whether to skip a key that several elements have.
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

  /// The pairs in the new order; -1 means no partner. A removed element is before the next old
  /// element that did not move.
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

  /// Finds the elements that did not move: a longest increasing subsequence of the pairs. Searches
  /// from both pages and takes the heavier result, so that light elements count as moved.
  /// Swapping the pages does not change the result.
  /// - Parameter weight: Returns the weight of a pair, given the old and the new index.
  mutating func findUnmoved(weight: (Int, Int) -> Int) {
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

  /// Pairs the sections and bars of two pages.
  ///
  /// Sections whose code occurs once on each page are paired. If a code occurs several times, first
  /// sections with equal lines are paired, then sections with equal titles, then the rest in order.
  /// O(n log n).
  init(
    _ old: FlatPage, _ oldSections: [FlatPage.Section],
    _ new: FlatPage, _ newSections: [FlatPage.Section]
  ) {
    self.init(old: oldSections.count, new: newSections.count)
    func codes(_ page: FlatPage, _ sections: [FlatPage.Section]) -> [String] {
      sections.map { section in
        // A bar has a key that no section has, so bars are paired only with bars.
        section.keyword == .section
          ? page.text(page.lines[section.line].name) : "\(section.name)\n"
      }
    }
    let (oldCodes, newCodes) = (codes(old, oldSections), codes(new, newSections))
    let repeated = Set(
      [oldCodes, newCodes].flatMap { codes in
        Dictionary(codes.map { ($0, 1) }, uniquingKeysWith: +).filter { $0.value > 1 }.keys
      })
    struct Key: Hashable {
      let code: String
      let hash: Int
    }
    for hash in [FlatPage.contentHash, FlatPage.titleHash] {
      func key(_ page: FlatPage, _ section: FlatPage.Section, _ code: String) -> Key? {
        guard repeated.contains(code) else { return nil }
        return hash(page)(section.line).map { Key(code: code, hash: $0) }
      }
      pair(
        old: { key(old, oldSections[$0], oldCodes[$0]) },
        new: { key(new, newSections[$0], newCodes[$0]) })
    }
    pair(old: { oldCodes[$0] }, new: { newCodes[$0] })
    findUnmoved {
      old.lineCount(oldSections[$0].line) + new.lineCount(newSections[$1].line)
    }
  }
}

extension FlatPage {
  /// Returns a hash of a section without its position. A collision can only cause a worse pairing.
  fileprivate func contentHash(_ index: Int) -> Int? {
    let line = lines[index]
    var hasher = Hasher()
    hasher.combine(line.frame.width)
    hasher.combine(line.frame.height)
    bytes.withUnsafeBytes {
      let range = Int(line.tail.start)..<endOfBytes(below: index)
      hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0[range]))
    }
    return hasher.finalize()
  }

  /// Returns a hash of the title or, without a title, of the first text.
  fileprivate func titleHash(_ index: Int) -> Int? {
    var span = attribute("title", of: lines[index])
    var next = index + 1
    while span.isEmpty, next < Int(lines[index].end) {
      span = lines[next].string
      next += 1
    }
    return span.isEmpty ? nil : text(span).hashValue
  }

  /// Returns the number of lines of a node and its descendants.
  func lineCount(_ line: Int) -> Int { Int(lines[line].end) - line }

  /// Returns the byte offset at which the last line of a node's subtree ends.
  func endOfBytes(below line: Int) -> Int {
    let last = lines[Int(lines[line].end) - 1]
    return Int(max(last.tail.end, last.name.end))
  }
}
