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

  /// Unique in its feed, and the same in the next reply: the code, or "code#2" for the second
  /// occurrence if the layout makes each occurrence a section.
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
}
