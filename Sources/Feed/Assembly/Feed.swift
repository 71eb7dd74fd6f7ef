package import Support

/// A feed that is ready to be drawn: its blocks in display order, and the diagnostics about its
/// documents.
package struct Feed: Sendable {
  package var layout: FeedLayout
  package var blocks: [Block]
  /// The diagnostics in the order of the layout's sources; those of a source in document order.
  package var diagnostics: [Diagnostic]
  package var notices: [Notice]

  package init(
    layout: FeedLayout, blocks: [Block] = [], diagnostics: [Diagnostic] = [],
    notices: [Notice] = []
  ) {
    self.layout = layout
    self.blocks = blocks
    self.diagnostics = diagnostics
    self.notices = notices
  }

  /// A text from the server to the reader.
  package struct Notice: Sendable, Hashable {
    /// The name in the feed layout, such as "endOfFeed".
    package var name: String
    package var text: String
  }
}

/// A page of a source that delivered nothing.
package struct LostSource: Sendable, Hashable {
  package var source: String
  /// Page number, from 0.
  package var page: Int
  package var failure: SourceFailure
}

package enum FeedAssembly: Sendable {
  case feed(Feed)
  /// No source gives a section, or the layout requires all sources and one is lost.
  case failure([Diagnostic])

  package var diagnostics: [Diagnostic] {
    switch self {
    case .feed(let feed): feed.diagnostics
    case .failure(let diagnostics): diagnostics
    }
  }
}
