package import Diagnostics
package import FeedDocument

/// What came of one request.
package struct SourceReply: Sendable {
  package enum Outcome: Sendable {
    /// What was read, and what reading it found.
    case document(FeedDocument, [Diagnostic])
    case failed(SourceFailure)
  }

  package var source: String
  /// From 0.
  package var page: Int
  package var outcome: Outcome

  package init(source: String, page: Int = 0, outcome: Outcome) {
    self.source = source
    self.page = page
    self.outcome = outcome
  }
}

/// A source gives nothing.
package struct SourceFailure: Sendable, Hashable {
  package var kind: Kind
  /// Say why, at least once.
  package var diagnostics: [Diagnostic]

  package init(_ kind: Kind, _ diagnostics: [Diagnostic]) {
    self.kind = kind
    self.diagnostics = diagnostics
  }

  package enum Kind: Sendable, Hashable {
    /// No reply arrived, or not the whole of it; an unreadable file too.
    case network(NetworkFailure)
    /// The HTTP status is not one of success.
    case status(Int)
    /// The server refused: the layout's name for this failure, and the server's own words.
    case envelope(name: String?, message: String)
    /// The reply is not a document of this source.
    case payload

    package enum Name: String, Sendable, Hashable, CaseIterable {
      case network, status, envelope, payload
    }

    package var name: Name {
      switch self {
      case .network: .network
      case .status: .status
      case .envelope: .envelope
      case .payload: .payload
      }
    }
  }

  package enum NetworkFailure: String, Sendable, Hashable, CaseIterable {
    case timeout, hostNotFound, cannotConnect, offline, insecure, tooLarge, badRedirect, badEncoding
    case interrupted, unreadableFile
  }
}
