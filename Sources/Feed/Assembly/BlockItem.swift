package import FeedDocument

/// One item of a block whose items have an identity, such as a row of its section.
package struct BlockItem: Sendable, Hashable {
  /// Unique in its block: the text of a string, the digits of an integer. An item without identity
  /// gets one from its position, "#3", which does not identify it in another reply.
  package var id: String
  /// The index of the item's value in the block's document.
  package var index: UInt32
}

extension FeedValue {
  /// The text of a scalar, independent of how it is written: "1" and 1 are one identity. An integer
  /// beyond 64 bits keeps its digits, because as a double it would equal its neighbours. `nil` for
  /// null, containers and empty strings.
  package var identityText: String? {
    switch kind {
    case .string: string.flatMap { $0.isEmpty ? nil : $0 }
    case .number:
      int64.map { "\($0)" } ?? uint64.map { "\($0)" } ?? digitsBeyond64Bits
        ?? double.map { "\($0)" }
    case .bool: bool.map { "\($0)" }
    case .missing, .null, .array, .object: nil
    }
  }
}
