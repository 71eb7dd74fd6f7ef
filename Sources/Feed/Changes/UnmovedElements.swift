/// Finds the elements of a list that do not have to move: a longest increasing subsequence of their
/// old positions, so that as few as possible move.
///
/// Patience sorting (Fredman 1975), with the search starting at the place of the previous element:
/// a run of neighbours costs O(1) each, an element out of order O(log n). A list with few moves is
/// O(n), one in random order O(n log n). The storage is reused for the next list.
package struct UnmovedElements {
  /// The old position of each element.
  private let origins: [Int32]
  package private(set) var isUnmoved: [Bool]
  /// For each length - 1 of an increasing subsequence: the element with the lowest old position
  /// that ends a subsequence of this length. These positions ascend.
  private var tails: [Int32] = []
  /// For each element: the one before it in the longest subsequence that it ends, or -1.
  private var predecessors: [Int32]

  package init(origins: [Int32]) {
    self.origins = origins
    isUnmoved = [Bool](repeating: false, count: origins.count)
    predecessors = [Int32](repeating: -1, count: origins.count)
  }

  /// Marks the elements of a list that keep their order; others are not in the list.
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

  /// Returns the first index of `tails` whose old position is after this one; the one after the
  /// latest place is tried first.
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
