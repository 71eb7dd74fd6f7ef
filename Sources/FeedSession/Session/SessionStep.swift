package import Diagnostics

/// What one input, or one reply, did to a session.
package struct SessionStep: Sendable {
  /// To be loaded now. Each is answered once, or cancelled.
  package var requests: [SourceRequest] = []
  /// No longer wanted; replies to them are ignored.
  package var cancelled: [SourceRequest.ID] = []
  /// From the feed that was shown before to the one that is shown now.
  package var changes = FeedChanges()
  package var notices: [SessionNotice] = []
  /// What this step found out, and no earlier one.
  package var diagnostics: [Diagnostic] = []
  /// Why nothing is different and nothing is asked; `nil`: something is.
  package var ignored: IgnoredInput?

  package var isIgnored: Bool { ignored != nil }

  static func ignored(_ reason: IgnoredInput) -> SessionStep {
    var step = SessionStep()
    step.ignored = reason
    return step
  }
}

/// Why an input or a reply comes to nothing.
package enum IgnoredInput: String, Sendable, Hashable, CaseIterable {
  /// A second pull within a second.
  case pulledAgain = "pulled-again"
  /// A load is under way.
  case busy
  case hasEnded = "has-ended"
  /// The layout has no paging, or its source cannot be asked.
  case notPaged = "not-paged"
  /// There is nothing yet that more could be added to.
  case notLoaded = "not-loaded"
  case unknownSection = "unknown-section"
  case unknownItem = "unknown-item"
  /// It is so already.
  case unchanged
  /// A reply to a request that was cancelled or answered, a cancellation of nothing.
  case notAwaited = "not-awaited"
}

/// A short message for the reader, beside the content.
public struct SessionNotice: Sendable, Hashable {
  /// "end-of-feed"; "failure", or the layout's name for this failure; the name of one of the layout's
  /// notices.
  public var name: String
  /// Empty where neither the server nor the layout has one.
  public var text: String
  /// Of a failure: the source that gave nothing.
  public var source: String?
  /// Of a failure: why.
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
