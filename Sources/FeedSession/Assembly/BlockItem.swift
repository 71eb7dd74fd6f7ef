package import FeedDocument

/// One item of a block whose items have an identity: a row of its section.
package struct BlockItem: Sendable, Hashable {
  /// Unique in its block: the text of a string, the digits of an integer. An item without identity has
  /// one of its place, "#3", which says nothing about another reply.
  package var id: String
  /// Of the item's value in the document of its block.
  package var index: UInt32

  package init(id: String, index: UInt32) {
    self.id = id
    self.index = index
  }
}

extension FeedValue {
  /// What a scalar says, the same for every way of writing it: "1" and 1 are one identity. An integer
  /// beyond 64 bits is its digits: as a double it would be the same as its neighbours. `nil` for null,
  /// containers and empty strings.
  package var identityText: String? {
    switch kind {
    case .string: string.flatMap { $0.isEmpty ? nil : $0 }
    case .number:
      int64.map { "\($0)" } ?? uint64.map { "\($0)" } ?? document.numberText(index)
        ?? double.map { "\($0)" }
    case .bool: bool.map { "\($0)" }
    case .missing, .null, .array, .object: nil
    }
  }
}
