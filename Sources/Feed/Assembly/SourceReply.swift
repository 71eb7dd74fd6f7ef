package import FeedDocument

/// A reply for one page of a source: its document, or the reason why there is none.
package struct SourceReply: Sendable {
  package enum Outcome: Sendable {
    /// The reply was parsed. The associated values are the document and the parser's diagnostics.
    case document(FeedDocument, [Diagnostic])
    case failed(SourceFailure)

    package init(_ parsed: Diagnosed<FeedDocument?>) {
      self =
        parsed.value.map { .document($0, parsed.diagnostics) }
        ?? .failed(SourceFailure(.payload, parsed.diagnostics))
    }
  }

  package var source: String
  /// The number of the page, from 0.
  package var page: Int
  package var outcome: Outcome

  package init(source: String, page: Int = 0, outcome: Outcome) {
    self.source = source
    self.page = page
    self.outcome = outcome
  }
}
