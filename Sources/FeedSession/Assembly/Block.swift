package import FeedDocument

/// One section of a feed before anybody has drawn it.
package struct Block: Sendable {
  /// The payload.
  package var value: FeedValue
  /// The feed layout's defaults merged with its entry for this code; of a document of its own.
  package var settings: FeedValue
  package var blockCode: String
  /// Empty: the payload has none.
  package var showType: String
  /// Name of the source that gave it.
  package var sourceName: String
  /// Whether the reader may dismiss it.
  package var isClosable: Bool
  package var heightHint: HeightHint?
  /// Where the payload says the code; the block itself where the feed layout does.
  package var codeValue: FeedValue

  /// Unique in its feed, and the same in the next reply: the code, or with its occurrence "code#2"
  /// where each occurrence is a section.
  package var identity = ""
  /// The elements of `value`, where the layout says what identifies them; empty where it does not.
  package var items: [BlockItem] = []

  /// The server's own word about the height.
  package struct HeightHint: Sendable, Hashable {
    /// Points at the design width.
    package var height: Double
    package var designWidth: Double

    /// Points on a page of a width.
    package func height(forWidth width: Double) -> Double { height * (width / designWidth) }
  }
}
