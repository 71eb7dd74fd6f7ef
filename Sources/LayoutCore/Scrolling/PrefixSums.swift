/// Lengths of which one may change, with the sums of the first of them: a Fenwick tree (P. M. Fenwick,
/// "A new data structure for cumulative frequency tables", 1994).
struct PrefixSums: Sendable {
  /// Element i holds the sum of as many lengths before i + 1 as the lowest bit of i + 1 says.
  private var tree: [Double]

  /// Complexity: O(count).
  init(_ lengths: [Double]) {
    tree = lengths
    for index in tree.indices {
      let next = index | (index + 1)
      if next < tree.count { tree[next] += tree[index] }
    }
  }

  /// Sum of the first lengths. Complexity: O(log count).
  func sum(_ count: Int) -> Double {
    var sum = 0.0
    var end = count
    while end > 0 {
      sum += tree[end - 1]
      end &= end - 1
    }
    return sum
  }

  /// Makes one length longer, or shorter; an index behind the last is ignored.
  /// Complexity: O(log count).
  mutating func add(_ difference: Double, at index: Int) {
    var index = index
    while index < tree.count {
      tree[index] += difference
      index |= index + 1
    }
  }

  /// The first index up to and with which the lengths, none of them negative, sum to more than a limit;
  /// their count where all do not. Complexity: O(log count).
  func firstIndex(exceeding limit: Double) -> Int {
    var index = 0
    var rest = limit
    var step = tree.isEmpty ? 0 : 1 << (Int.bitWidth - 1 - tree.count.leadingZeroBitCount)
    while step > 0 {
      if index + step <= tree.count, tree[index + step - 1] <= rest {
        index += step
        rest -= tree[index - 1]
      }
      step >>= 1
    }
    return index
  }
}
