public import Diagnostics
public import FeedSession

/// What one input or one reply did to a live feed.
public struct FeedUpdate: Sendable {
  /// Laid out, in its new state.
  public let page: FeedPage
  /// From the page before to this one.
  public let changes: FeedChanges
  /// What stands in the list.
  public let content: ContentState
  /// Its upper end.
  public let header: HeaderState
  /// Its lower end.
  public let footer: FooterState
  /// Words for the reader: the end of the feed, a failure, the server's own.
  public let notices: [SessionNotice]
  /// How far what was on the screen moved.
  public let shift: LayoutShift
  /// What was found out about the replies in this step.
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
