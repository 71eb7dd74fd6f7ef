extension RandomAccessCollection where Index == Int {
  /// First index whose element belongs to the second part of a collection in which every element of the
  /// first part stands before every one of the second; `endIndex` where there is none.
  /// Complexity: O(log count).
  func partitioningIndex(where belongsToSecondPart: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if belongsToSecondPart(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
