public import Feeds

/// The effect of one input or one reply on a live feed.
public struct FeedUpdate: Sendable {
  package var step: SessionStep
  /// The state after the step.
  package var state: SessionState
  /// The laid out page after the step.
  public package(set) var page: FeedPage
  /// The node that a tap hit; `nil` without one, and for other inputs.
  package var tapped: PageNode?
  /// How far visible content moved in this step.
  public package(set) var shift: LayoutShift

  /// The changes from the previous page to ``page``.
  public var changes: FeedChanges { step.changes }
  /// The state of the content: loading, completed, empty or failed.
  public var content: ContentState { state.content }
  /// The message about the failure if the content state is *failed*; `nil` in other states.
  public var failure: SessionNotice? {
    state.failure.map {
      SessionNotice($0, in: page.layout.translated(for: page.environment.locale))
    }
  }
  /// The state of the refresh indicator at the top of the list.
  public var header: HeaderState { state.header }
  /// The state of the load-more indicator at the bottom of the list.
  public var footer: FooterState { state.footer }
  /// Messages to show to the reader: the end of the feed, a failure, notices of the server.
  public var notices: [SessionNotice] { step.notices }
  /// Diagnostics about the replies in this step.
  public var diagnostics: [Diagnostic] { step.diagnostics }
}
