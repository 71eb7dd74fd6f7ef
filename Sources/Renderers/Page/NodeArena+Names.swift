import LayoutCore

extension NodeArena {
  /// The indices of a node's children, without an array of them.
  struct Children: Sequence, IteratorProtocol {
    fileprivate let records: [NodeArena.Record]
    fileprivate var child: Int
    fileprivate let end: Int

    mutating func next() -> Int? {
      guard child < end else { return nil }
      defer { child = Int(records[child].subtreeEnd) }
      return child
    }
  }

  func children(of node: Int) -> Children {
    Children(records: records, child: node + 1, end: Int(records[node].subtreeEnd))
  }

  /// Returns whether a node is an item: absolutely positioned nodes lie on top of the items.
  func isItem(_ node: Int) -> Bool {
    let style = Int(records[node].style)
    return styles[style].position != .absolute && styles[style].display != .none
  }

  /// Returns the node's own name or, if it has none, that of its kind.
  func name(of node: Int) -> String {
    let content = records[node].content
    guard content != .max, contents[Int(content)].name.count > 0 else {
      return records[node].kind.word
    }
    return string(contents[Int(content)].name)
  }
}
