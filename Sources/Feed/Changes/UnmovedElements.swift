/// Finds the elements of a list that do not have to move: a longest increasing subsequence of their
/// old positions. The number of moved elements is therefore minimal.
///
/// Uses patience sorting (Fredman 1975). The search starts at the previous element's position, so
/// an element after its old neighbour costs O(1), any other element O(log n). A list with few
/// moves takes O(n), a list in random order O(n log n). The storage is reused for the next list.
package struct UnmovedElements {
  /// The old position of each element.
  private let origins: [Int32]
  package private(set) var isUnmoved: [Bool]
  /// For each length - 1 of an increasing subsequence: the index of the element with the lowest old
  /// position that ends a subsequence of this length. These positions ascend.
  private var tails: [Int32] = []
  /// For each element: the preceding element in the longest subsequence ending with it, or -1.
  private var predecessors: [Int32]

  /// - Parameter origins: The old position of each element, in the new order.
  package init(origins: [Int32]) {
    self.origins = origins
    isUnmoved = [Bool](repeating: false, count: origins.count)
    predecessors = [Int32](repeating: -1, count: origins.count)
  }

  /// Marks the elements that do not move. Elements whose origin `includes` rejects are skipped.
  package mutating func mark(_ elements: Range<Int>, where includes: (Int32) -> Bool) {
    tails.removeAll(keepingCapacity: true)
    var latest = 0
    for element in elements where includes(origins[element]) {
      latest = place(for: origins[element], after: latest)
      predecessors[element] = latest == 0 ? -1 : tails[latest - 1]
      if latest == tails.count { tails.append(0) }
      tails[latest] = Int32(element)
    }
    var element = tails.last ?? -1
    while element >= 0 {
      isUnmoved[Int(element)] = true
      element = predecessors[Int(element)]
    }
  }

  /// Returns the first index of `tails` whose old position is not before `origin`. The index after
  /// `latest` is tried first.
  private func place(for origin: Int32, after latest: Int) -> Int {
    func isBefore(_ index: Int) -> Bool { origins[Int(tails[index])] < origin }
    var (low, high) = (0, tails.count)
    if latest < high, isBefore(latest) {
      low = latest + 1
      if low == high || !isBefore(low) { return low }
    }
    while low < high {
      let middle = low + (high - low) / 2
      if isBefore(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
