package import FeedDocument

/// One section of a feed, before a plugin draws it.
package struct Block: Sendable {
  package var value: FeedValue
  /// The feed layout's defaults merged with its entry for this code, in a document of their own.
  package var settings: FeedValue
  package var blockCode: String
  /// Empty if the payload has none.
  package var showType: String
  package var sourceName: String
  package var isClosable: Bool
  package var heightHint: HeightHint?
  /// The value that holds the code; the block itself if the feed layout gives the code.
  package var codeValue: FeedValue

  /// Unique in its feed and stable across replies: the code, or "code#2" for a second occurrence.
  package var identity = ""
  /// The elements of `value`, if the layout names their identity; otherwise empty.
  package var items: [BlockItem] = []

  package struct HeightHint: Sendable, Hashable {
    /// In points at the design width.
    package var height: Double
    package var designWidth: Double

    /// Returns the height in points on a page of the given width.
    package func height(forWidth width: Double) -> Double { height * (width / designWidth) }
  }

  /// Whether both blocks have the same section: they are one value of one document, in one form. O(1).
  package func isDrawnAs(_ other: Block) -> Bool {
    value.document === other.value.document && value.index == other.value.index
      && blockCode == other.blockCode && showType == other.showType
      && isClosable == other.isClosable
  }

  func has(_ item: String?) -> Bool {
    item.map { value(ofItem: $0) != nil } ?? true
  }
}

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
