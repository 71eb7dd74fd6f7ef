/// Elements by identity, in order within an identity. Adding and removing an element is O(1).
struct Occurrences {
  /// For each identity: the first remaining element, or -1.
  private var first: [Int32]
  /// For each element: the next one with the same identity, or -1.
  private var following: [Int32]

  /// Creates storage for the indices of `elements`, and for the identities of both lists.
  init(of elements: [SectionedList.Element], and others: [SectionedList.Element]) {
    let greatest = max(
      elements.lazy.map(\.identity).max() ?? -1, others.lazy.map(\.identity).max() ?? -1)
    first = [Int32](repeating: -1, count: greatest + 1)
    following = [Int32](repeating: -1, count: elements.count)
  }

  /// Adds an element before the others of its identity.
  mutating func addBefore(_ element: Int, identity: Int) {
    following[element] = first[identity]
    first[identity] = Int32(element)
  }

  /// Removes the first element of an identity and returns it, or `nil` if none is left.
  mutating func takeFirst(identity: Int) -> Int? {
    let element = Int(first[identity])
    guard element >= 0 else { return nil }
    first[identity] = following[element]
    return element
  }

  mutating func clear(identity: Int) { first[identity] = -1 }
}
