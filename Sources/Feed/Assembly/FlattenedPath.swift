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
  package func value(in root: FeedValue) -> FeedValue {
    let first = root.value(atPath: pieces[0])
    guard pieces.count > 1, first.exists else { return first }
    var values = [first]
    for piece in pieces.dropFirst() {
      values = values.flatMap { $0.children.map { $0.value(atPath: piece) } }
    }
    var builder = DocumentBuilder(name: root.document.name)
    builder.beginArray()
    let arrays = values.filter { $0.kind == .array }
    for value in arrays.isEmpty ? values : arrays.flatMap({ Array($0.children) }) {
      builder.copy(value)
    }
    return builder.finish().root
  }
}
