package import Diagnostics

/// A feed that is ready to be drawn: its blocks in the order of display, and what was found out
/// about the documents on the way.
package struct Feed: Sendable {
  package var layout: FeedLayout
  package var blocks: [Block]
  /// In the order of the layout's sources, within a source in document order.
  package var diagnostics: [Diagnostic]
  package var notices: [Notice]

  /// A text that the server has for the reader.
  package struct Notice: Sendable, Hashable {
    /// Of the feed layout: "endOfFeed".
    package var name: String
    package var text: String
  }
}

/// A page of a source that gave nothing.
package struct LostSource: Sendable, Hashable {
  package var source: String
  /// From 0.
  package var page: Int
  package var failure: SourceFailure
}

/// What came of joining the replies.
package enum FeedAssembly: Sendable {
  case feed(Feed)
  /// No source gives a section, or the layout takes all sources or none and one is lost.
  case failure([Diagnostic])

  package var diagnostics: [Diagnostic] {
    switch self {
    case .feed(let feed): feed.diagnostics
    case .failure(let diagnostics): diagnostics
    }
  }
}
