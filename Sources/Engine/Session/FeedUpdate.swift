public import Feeds

/// The effect of one input or one reply on a feed over time.
public struct FeedUpdate: Sendable {
  package var step: SessionStep
  /// The state after the step.
  package var state: SessionState
  /// The laid out page in its new state.
  public package(set) var page: FeedPage
  /// How far visible content moved.
  public package(set) var shift: LayoutShift

  /// The changes from the previous page to this one.
  public var changes: FeedChanges { step.changes }
  /// The state of the content.
  public var content: ContentState { state.content }
  /// The failure that the content state *failed* shows; `nil` in other states.
  public var failure: SessionNotice? {
    state.failure.map {
      SessionNotice($0, in: page.layout.translated(for: page.environment.locale))
    }
  }
  /// The state of the list's upper end.
  public var header: HeaderState { state.header }
  /// The state of the list's lower end.
  public var footer: FooterState { state.footer }
  /// Messages for the reader: the end of the feed, a failure, the server's notices.
  public var notices: [SessionNotice] { step.notices }
  /// Diagnostics about the replies in this step.
  public var diagnostics: [Diagnostic] { step.diagnostics }
}
