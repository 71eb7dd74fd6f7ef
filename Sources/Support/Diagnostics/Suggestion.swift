/// Finds the intended word for a mistyped one, for the "did you mean" of a diagnostic.
package enum Suggestion {
  /// Returns the candidate closest to `word`, or `nil` if none is close enough.
  ///
  /// Distance is the optimal string alignment distance (insert, delete, replace, swap neighbours)
  /// over characters, ignoring case. The first of equally close candidates wins, so the result
  /// follows the caller's order. O(candidates x length squared); words longer than 128 characters
  /// are not compared.
  /// - Parameter limit: The largest accepted distance; by default a third of the longer word's
  ///   length, at least one.
  package static func closest(
    to word: String, among candidates: some Sequence<String>, limit: Int? = nil
  ) -> String? {
    let target = folded(word)
    guard !target.isEmpty, target.count <= longestWord else { return nil }
    var best: (candidate: String, distance: Int)?
    for candidate in candidates where candidate != word {
      let other = folded(candidate)
      guard !other.isEmpty, other.count <= longestWord else { continue }
      let allowed = limit ?? max(1, max(target.count, other.count) / 3)
      let closer = min(allowed, best.map { $0.distance - 1 } ?? allowed)
      guard closer >= 0, let distance = distance(target, other, atMost: closer) else { continue }
      best = (candidate, distance)
    }
    return best?.candidate
  }

  /// Returns the help "did you mean `x`?", or else `other`, as an array of at most one text.
  package static func helps(
    for word: String?, among candidates: some Sequence<String>, limit: Int? = nil,
    else other: String? = nil
  ) -> [String] {
    let meant = word.flatMap { closest(to: $0, among: candidates, limit: limit) }
    return [meant.map { "did you mean `\($0)`?" } ?? other].compactMap { $0 }
  }

  private static let longestWord = 128

  private static func folded(_ word: String) -> [Character] { Array(word.lowercased()) }

  private static func distance(_ a: [Character], _ b: [Character], atMost limit: Int) -> Int? {
    guard abs(a.count - b.count) <= limit else { return nil }
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    var row = last
    for i in a.indices {
      row[0] = i + 1
      var smallest = row[0]
      for j in b.indices {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row[j + 1] = cost
        smallest = min(smallest, cost)
      }
      // A swap uses the row before the last, so both must exceed the limit to end the search.
      if smallest > limit, last.allSatisfy({ $0 > limit }) { return nil }
      (beforeLast, last, row) = (last, row, beforeLast)
    }
    return last[b.count] <= limit ? last[b.count] : nil
  }
}
