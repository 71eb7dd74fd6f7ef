package import FeedSession

/// What a page shows besides its blocks, or instead of them.
package struct PageState: Sendable, Hashable {
  package var content: ContentState
  package var header: HeaderState
  /// `nil`: nothing is said at the end, as where a feed has no pages.
  package var footer: FooterState?

  package init(
    content: ContentState = .completed, header: HeaderState = .idle, footer: FooterState? = nil
  ) {
    self.content = content
    self.header = header
    self.footer = footer
  }

  /// Content at rest.
  package static let completed = PageState()
}
