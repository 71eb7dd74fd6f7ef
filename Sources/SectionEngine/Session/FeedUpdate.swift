public import Diagnostics
public import FeedSession

/// The effect of one input or one reply on a live feed.
public struct FeedUpdate: Sendable {
  /// The laid out page in its new state.
  public let page: FeedPage
  /// The changes from the previous page to this one.
  public let changes: FeedChanges
  /// The state of the content.
  public let content: ContentState
  /// The state of the list's upper end.
  public let header: HeaderState
  /// The state of the list's lower end.
  public let footer: FooterState
  /// Messages for the reader: the end of the feed, a failure, the server's notices.
  public let notices: [SessionNotice]
  /// How far visible content moved.
  public let shift: LayoutShift
  /// Diagnostics about the replies in this step.
  public let diagnostics: [Diagnostic]

  init(_ update: SessionUpdate) {
    page = update.page
    changes = update.step.changes
    content = update.state.content
    header = update.state.header
    footer = update.state.footer
    notices = update.step.notices
    shift = update.shift
    diagnostics = update.step.diagnostics
  }
}
