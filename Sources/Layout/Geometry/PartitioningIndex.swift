extension RandomAccessCollection where Index == Int {
  /// Returns the index of the first element that satisfies the predicate, or `endIndex` if there is
  /// none. The collection must be partitioned: elements that satisfy the predicate follow all
  /// others.
  /// Complexity: O(log count).
  package func partitioningIndex(where belongsToSecondPart: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if belongsToSecondPart(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
