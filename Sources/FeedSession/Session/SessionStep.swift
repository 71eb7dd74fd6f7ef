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
  /// Nothing is different, and nothing is asked: a second pull within a second, a load of more while
  /// one is under way, a late reply, an update that says what is there already.
  package var isIgnored = false

  static let ignored = {
    var step = SessionStep()
    step.isIgnored = true
    return step
  }()
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
