package import FeedDocument

/// A text or the address of a picture that the page of a document should show.
package struct ShownContent: Sendable {
  package let value: FeedValue
  package let isPicture: Bool
}
