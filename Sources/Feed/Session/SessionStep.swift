package import Support

/// The effect of one input, or of one reply, on a session.
package struct SessionStep: Sendable {
  /// Requests to load now. Each is answered once, or cancelled.
  package var requests: [SourceRequest] = []
  /// Requests that are cancelled; replies to them are ignored.
  package var cancelled: [SourceRequest.ID] = []
  /// The changes from the feed that was shown before to the current one.
  package var changes = FeedChanges()
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
  /// A reply to a request that was cancelled or answered, or a cancellation without a request.
  case notAwaited = "not-awaited"
}

/// A short message for the reader, shown next to the content.
public struct SessionNotice: Sendable, Hashable {
  /// "end-of-feed"; "failure", or the layout's name for this failure; or the name of one of the
  /// layout's notices.
  public var name: String
  /// Empty if neither the server nor the layout gives a text.
  public var text: String
  /// The source that failed; `nil` if the notice is about no failure.
  public var source: String?
  /// The kind of the failure; `nil` if the notice is about none.
  package var failure: SourceFailure.Kind?

  package static let endOfFeed = "end-of-feed"
  package static let failure = "failure"
}

extension SessionNotice {
  init(_ loss: LostSource) {
    var text = ""
    var name = Self.failure
    if case .envelope(let known, let message) = loss.failure.kind {
      text = message
      name = known ?? name
    }
    if text.isEmpty { text = loss.failure.diagnostics.first?.message ?? "" }
    self.init(name: name, text: text, source: loss.source, failure: loss.failure.kind)
  }
}
