/// A list of lengths that may change, with fast prefix sums: a Fenwick tree (P. M. Fenwick, "A new
/// data structure for cumulative frequency tables", 1994).
struct PrefixSums: Sendable {
  /// Element i is the sum of the n lengths that end at index i, where n is the lowest set bit of i
  /// + 1.
  private var tree: [Double]

  /// Creates the tree. Complexity: O(count).
  init(_ lengths: [Double]) {
    tree = lengths
    for index in tree.indices {
      let next = index | (index + 1)
      if next < tree.count { tree[next] += tree[index] }
    }
  }

  /// Returns the sum of the first `count` lengths. Complexity: O(log count).
  func sum(_ count: Int) -> Double {
    var sum = 0.0
    var end = count
    while end > 0 {
      sum += tree[end - 1]
      end &= end - 1
    }
    return sum
  }

  /// Changes one length by a difference; an index beyond the end is ignored.
  /// Complexity: O(log count).
  mutating func add(_ difference: Double, at index: Int) {
    var index = index
    while index < tree.count {
      tree[index] += difference
      index |= index + 1
    }
  }

  /// Returns the first index at which the sum of the lengths up to and including it exceeds a
  /// limit, or the count if there is none. Lengths must not be negative. Complexity: O(log count).
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
