package import Support

/// The effect of one input, or of one reply, on a session.
package struct SessionStep: Sendable {
  /// Requests to load now. Each one is either answered once or cancelled.
  package var requests: [SourceRequest] = []
  /// Requests that are cancelled; replies to them are ignored.
  package var cancelled: [SourceRequest.ID] = []
  /// The changes from the feed before the step to the feed after it.
  package var changes = FeedChanges()
  /// The number of blocks at the start of the feed that the step left unchanged; 0 if unknown.
  package var unchangedBlocks = 0
  package var notices: [SessionNotice] = []
  /// Diagnostics that are new in this step.
  package var diagnostics: [Diagnostic] = []
  /// The reason why the input had no effect; `nil` if it had an effect.
  package var ignored: IgnoredInput?

  package var isIgnored: Bool { ignored != nil }

  static func ignored(_ reason: IgnoredInput) -> SessionStep {
    var step = SessionStep()
    step.ignored = reason
    return step
  }
}

/// The reasons why an input or a reply has no effect.
package enum IgnoredInput: String, Sendable, Hashable, CaseIterable {
  /// The input repeats a pull, or a request for more, within a second.
  case pulledAgain = "pulled-again"
  /// A load is in progress.
  case busy
  case hasEnded = "has-ended"
  /// The layout has no paging, or its source cannot be requested.
  case notPaged = "not-paged"
  /// The first load has not delivered a feed, so no page can follow.
  case notLoaded = "not-loaded"
  case unknownSection = "unknown-section"
  case unknownItem = "unknown-item"
  /// The update changes nothing.
  case unchanged
  /// The update is for a whole section, but the payload of the section is a list without members.
  case notAnObject = "not-an-object"
  /// The section is not closable.
  case notClosable = "not-closable"
  case unknownParameter = "unknown-parameter"
  /// The request was cancelled or is already answered, or there is no load to cancel.
  case notAwaited = "not-awaited"
}
