package import FeedDocument

/// A path that can flatten arrays: `$.tabs[*].cards`, `$.feed.edges[*].node`.
package struct FlattenedPath {
  private let pieces: [String]

  /// Returns `nil` if a part of the path is malformed.
  package init?(_ path: String) {
    var pieces = path.split(separator: "[*]", omittingEmptySubsequences: false).map(String.init)
    for index in pieces.indices.dropFirst() where pieces[index].hasPrefix(".") {
      pieces[index].removeFirst()
    }
    guard pieces.allSatisfy({ $0.isEmpty || FeedDocument.isPath($0) }) else { return nil }
    self.pieces = pieces
  }

  /// Returns the value at the path. With `[*]`, the result is an array: the elements of the arrays
  /// at the path or, if there are no arrays, the values themselves. O(values).
  package func value(in root: FeedValue) -> FeedValue { match(in: root).value }

  /// Whether a value is at the path, up to the first array that it flattens. O(path).
  func mayMatch(in root: FeedValue) -> Bool { root.value(atPath: pieces[0]).exists }

  /// Returns the value at the path, and the elements of flattened arrays without a value at the rest
  /// of the path, or with another value than an array if others have arrays.
  func match(in root: FeedValue) -> (value: FeedValue, unmatched: [FeedValue]) {
    let first = root.value(atPath: pieces[0])
    guard pieces.count > 1, first.exists else { return (first, []) }
    var found = [(element: first, value: first)]
    var unmatched: [FeedValue] = []
    for piece in pieces.dropFirst() {
      found = found.flatMap { $0.value.children.map { ($0, $0.value(atPath: piece)) } }
      unmatched += found.filter { $0.value.isNothing }.map(\.element)
      found.removeAll { $0.value.isNothing }
    }
    var builder = DocumentBuilder(name: root.document.name)
    builder.beginArray()
    let hasArrays = found.contains { $0.value.kind == .array }
    for (element, value) in found {
      if !hasArrays {
        builder.copy(value)
      } else if value.kind == .array {
        for child in value.children { builder.copy(child) }
      } else {
        unmatched.append(element)
      }
    }
    return (builder.finish().root, unmatched)
  }
}
