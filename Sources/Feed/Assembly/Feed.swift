package import LayoutCore
package import Support

/// A feed that is ready to be drawn: blocks in display order, and diagnostics of its documents.
package struct Feed: Sendable {
  package var layout: FeedLayout
  package var blocks: GrowingArray<Block>
  /// The diagnostics in the order of the layout's sources; those of a source in document order.
  package var diagnostics: [Diagnostic]
  /// Texts from the server to the reader, under their names in the feed layout.
  package var notices: [SessionNotice]

  package init(
    layout: FeedLayout, blocks: GrowingArray<Block> = [], diagnostics: [Diagnostic] = [],
    notices: [SessionNotice] = []
  ) {
    self.layout = layout
    self.blocks = blocks
    self.diagnostics = diagnostics
    self.notices = notices
  }
}

/// A page of a source that delivered nothing.
package struct LostSource: Sendable, Hashable {
  package var source: String
  /// Page number, from 0.
  package var page: Int
  package var failure: SourceFailure
}
