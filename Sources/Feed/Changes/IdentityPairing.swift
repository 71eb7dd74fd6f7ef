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
