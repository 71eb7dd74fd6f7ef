package import FeedDocument

extension FeedLayout.Envelope {
  /// Whether the server calls the reply a success.
  package func accepts(_ document: FeedDocument) -> Bool {
    document.value(atPath: successPath)?.equalsScalar(successValue) ?? false
  }
}
