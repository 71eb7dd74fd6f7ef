package import Support

/// The effect of one input, or of one reply, on a session.
package struct SessionStep: Sendable {
  /// Requests to load now. Each is answered once, or cancelled.
  package var requests: [SourceRequest] = []
  /// Requests that are cancelled; replies to them are ignored.
  package var cancelled: [SourceRequest.ID] = []
  /// The changes from the feed that was shown before to the current one.
  package var changes = FeedChanges()
  /// The number of blocks at the start of the feed that the step left as they were; 0 if unknown.
  package var unchangedBlocks = 0
  package var notices: [SessionNotice] = []
  /// Diagnostics that are new in this step.
  package var diagnostics: [Diagnostic] = []
  /// Why the input had no effect; `nil` if it had one.
  package var ignored: IgnoredInput?

  package var isIgnored: Bool { ignored != nil }

  static func ignored(_ reason: IgnoredInput) -> SessionStep {
    var step = SessionStep()
    step.ignored = reason
    return step
  }
}

/// Why an input or a reply has no effect.
package enum IgnoredInput: String, Sendable, Hashable, CaseIterable {
  /// A second pull within a second.
  case pulledAgain = "pulled-again"
  /// A load is under way.
  case busy
  case hasEnded = "has-ended"
  /// The layout has no paging, or its source cannot be requested.
  case notPaged = "not-paged"
  /// Nothing is loaded yet that more could be added to.
  case notLoaded = "not-loaded"
  case unknownSection = "unknown-section"
  case unknownItem = "unknown-item"
  /// The update changes nothing.
  case unchanged
  /// An update of a whole section whose payload is a list, which has no members.
  case notAnObject = "not-an-object"
  /// The section has no button that closes it.
  case notClosable = "not-closable"
  case unknownParameter = "unknown-parameter"
  /// A reply to a request that was cancelled or answered, or a cancellation without a request.
  case notAwaited = "not-awaited"
}

/// A short message for the reader, shown next to the content.
public struct SessionNotice: Sendable, Hashable {
  /// "end-of-feed"; "failure", or the layout's name for this failure; or the name of one of the
  /// layout's notices.
  public var name: String
  /// The server's message, or the layout's words; empty if neither gives a text.
  public var text: String
  /// The source that failed; `nil` if the notice is about no failure.
  public var source: String?
  /// The kind of the failure; `nil` if the notice is about none.
  package var failure: SourceFailure.Kind?

  /// The kind of the failure: "network", "status", "envelope" or "payload"; `nil` if the notice is
  /// about none.
  public var failureKind: String? { failure?.name.rawValue }
  /// The HTTP status, or the number in the server's envelope, of the failure.
  public var code: Int? { failure?.code }

  package static let endOfFeed = "end-of-feed"
  package static let failure = "failure"
}

extension SessionNotice {
  package init(_ loss: LostSource, in layout: FeedLayout) {
    let kind = loss.failure.kind
    var (name, text) = (Self.failure, "")
    if case .envelope(let known, let message, _) = kind { (name, text) = (known ?? name, message) }
    if text.isEmpty { text = layout.states.notices[kind.name] ?? kind.name.words }
    self.init(name: name, text: text, source: loss.source, failure: kind)
  }
}
