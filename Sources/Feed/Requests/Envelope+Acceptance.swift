package import FeedDocument

extension FeedLayout.Envelope {
  /// Whether the reply reports success.
  package func accepts(_ document: FeedDocument) -> Bool {
    document.value(atPath: successPath)?.equalsScalar(successValue) ?? false
  }
}
