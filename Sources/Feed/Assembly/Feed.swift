package import FeedDocument
package import LayoutCore
package import Support

/// A feed that is ready to be rendered: blocks in display order, and its documents' diagnostics.
package struct Feed: Sendable {
  package var layout: FeedLayout
  package var blocks: GrowingArray<Block>
  /// The diagnostics in the order of the layout's sources, then in document order.
  package var diagnostics: [Diagnostic]
  /// Texts from the server for the reader; each has its name in the feed layout.
  package var notices: [SessionNotice]
  /// The pages of sources that gave no usable reply, if the feed is not part of a session.
  package var losses: [LostSource] = []
  /// The names of the sources that are not given, if the feed is not part of a session.
  package var absentSources: [String] = []

  /// The values of the lists of items that gave no block, by the names of their sources, if the feed
  /// is not part of a session.
  package var emptyItems: [String: FeedValue] = [:]

  /// The names of the sources that gave nothing for the first page.
  package var lostSources: Set<String> {
    Set(losses.filter { $0.page == 0 }.map(\.source) + absentSources)
  }

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

extension Feed {
  /// Returns a diagnostic for each source that gives no block and gave some in an earlier feed, although
  /// the layout permits an empty list.
  package func emptiedSources(since earlier: Feed) -> [Diagnostic] {
    layout.sources.compactMap { source in
      guard source.emptyPolicy != .report, let items = emptyItems[source.name],
        earlier.layout.sources.contains(where: { $0.name == source.name }),
        earlier.emptyItems[source.name] == nil, !earlier.lostSources.contains(source.name)
      else { return nil }
      return Diagnostic(
        .unexpectedShape, .warning, "`\(source.items)` is empty", at: items.location,
        label: "found \(items.inWords)",
        notes: ["source `\(source.name)` gave items before, and gives none now"],
        helps: ["send the items; if an empty list is right, commit the feed"])
    }
  }
}

/// A page of a source that delivered no usable reply.
package struct LostSource: Sendable, Hashable {
  package var source: String
  /// The number of the page, from 0.
  package var page: Int
  package var failure: SourceFailure
}
