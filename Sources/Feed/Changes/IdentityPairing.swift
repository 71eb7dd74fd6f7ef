/// Pairs the elements of two lists that have equal identities.
struct IdentityPairing {
  private let old: [SectionedList.Element]
  private let new: [SectionedList.Element]
  /// For each new element: the index of its old partner, or -1.
  private(set) var origins: [Int32]
  private(set) var isKept: [Bool]
  /// For each identity: the index of the first new element without a partner, or -1.
  private var first: [Int32]
  /// For each new element: the index of the next unpaired element with its identity, or -1.
  private var following: [Int32]

  init(_ old: [SectionedList.Element], _ new: [SectionedList.Element]) {
    (self.old, self.new) = (old, new)
    origins = [Int32](repeating: -1, count: new.count)
    isKept = [Bool](repeating: false, count: old.count)
    let greatest = max(
      old.lazy.map(\.identity).max() ?? -1, new.lazy.map(\.identity).max() ?? -1)
    first = [Int32](repeating: -1, count: greatest + 1)
    following = [Int32](repeating: -1, count: new.count)
  }

  /// Pairs the elements of two lists of which no element is paired: if an identity is repeated, by
  /// version before order. O(elements), or O(elements x log elements) for repeated identities.
  mutating func pairByVersion(_ olds: Range<Int>, with news: Range<Int>) {
    guard hasRepeated(old, olds) || hasRepeated(new, news) else { return pair(olds, with: news) }
    func elements(_ list: ArraySlice<SectionedList.Element>) -> [Pairing.Element] {
      list.map { .init(key: $0.identity, content: Int(truncatingIfNeeded: $0.version)) }
    }
    let pairing = Pairing(
      elements(old[olds]), elements(new[news]), likeness: { _, _ in 1 }, weight: { _, _ in 1 })
    for (place, origin) in pairing.origins.enumerated() where origin >= 0 {
      origins[news.lowerBound + place] = Int32(olds.lowerBound) + origin
      isKept[olds.lowerBound + Int(origin)] = true
    }
    pair(olds, with: news)
  }

  private mutating func hasRepeated(
    _ list: [SectionedList.Element], _ range: Range<Int>
  ) -> Bool {
    defer { for element in range { first[list[element].identity] = -1 } }
    return range.contains { element in
      defer { first[list[element].identity] = Int32(element) }
      return first[list[element].identity] >= 0
    }
  }

  /// Pairs the unpaired elements of two ranges: the first occurrence of an identity with its first
  /// occurrence in the other range, the second with the second. O(elements).
  mutating func pair(_ olds: Range<Int>, with news: Range<Int>) {
    for element in news.reversed() where origins[element] < 0 {
      following[element] = first[new[element].identity]
      first[new[element].identity] = Int32(element)
    }
    for element in olds where !isKept[element] {
      let partner = Int(first[old[element].identity])
      guard partner >= 0 else { continue }
      first[old[element].identity] = following[partner]
      origins[partner] = Int32(element)
      isKept[element] = true
    }
    for element in news { first[new[element].identity] = -1 }
  }
}
