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
  package var outcome = InputOutcome.done
  /// Whether the input only asks about the page.
  package private(set) var isQuestion = false
  /// The input of this step if it waits for its time.
  package var delayed: DelayedInput?
  /// The inputs that waited and will not run, because this step replaces them.
  package var replaced: [DelayedInput.ID] = []

  /// The reason why the input was ignored; `nil` if it was not.
  package var ignored: IgnoredInput? {
    if case .ignored(let reason) = outcome { reason } else { nil }
  }

  /// Whether the step changed nothing: its input was ignored, joined another one, waits, or asks.
  package var hasNoEffect: Bool {
    ignored != nil || outcome == .joined || delayed != nil || isQuestion
  }

  package static func ignored(_ reason: IgnoredInput) -> SessionStep {
    var step = SessionStep()
    step.outcome = .ignored(reason)
    return step
  }

  static let question: SessionStep = {
    var step = SessionStep()
    step.isQuestion = true
    return step
  }()

  static let joined: SessionStep = {
    var step = SessionStep()
    step.outcome = .joined
    return step
  }()
}
