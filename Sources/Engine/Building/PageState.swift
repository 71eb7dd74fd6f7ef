package import Feeds

/// The parts of a page besides its blocks, or in place of them.
package struct PageState: Sendable, Hashable {
  package var content: ContentState
  package var header: HeaderState
  /// `nil` shows nothing at the end, as for a feed without pages.
  package var footer: FooterState?

  package init(
    content: ContentState = .completed, header: HeaderState = .idle, footer: FooterState? = nil
  ) {
    self.content = content
    self.header = header
    self.footer = footer
  }

  package static let completed = PageState()
}
