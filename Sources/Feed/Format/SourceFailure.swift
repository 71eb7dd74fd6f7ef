package import Support

/// The reason why a source gave no document.
package struct SourceFailure: Sendable, Hashable {
  package var kind: Kind
  /// The diagnostics with the reason; at least one.
  package var diagnostics: [Diagnostic]

  package init(_ kind: Kind, _ diagnostics: [Diagnostic]) {
    self.kind = kind
    self.diagnostics = diagnostics
  }

  package enum Kind: Sendable, Hashable {
    /// The reply did not arrive completely.
    case network(NetworkFailure)
    case status(Int)
    /// The reply reports a failure: the layout's name for it, the server's message and code.
    case envelope(name: String?, message: String, code: Int?)
    /// There is no document of the requested source: the file cannot be read, the request cannot be
    /// made, or the reply is something else. An app does not show this as a network failure.
    case payload

    package enum Name: String, Sendable, Hashable, CaseIterable {
      case network, status, envelope, payload

      /// The text of a notice about the failure if the layout has none.
      var words: String {
        switch self {
        case .network: "Could not load"
        case .status: "The server reported an error"
        case .envelope: "The server refused the request"
        case .payload: "The reply could not be read"
        }
      }
    }

    /// The HTTP status, or the number in the server's envelope; otherwise `nil`.
    package var code: Int? {
      switch self {
      case .status(let status): status
      case .envelope(_, _, let code): code
      case .network, .payload: nil
      }
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
    case interrupted
  }
}
