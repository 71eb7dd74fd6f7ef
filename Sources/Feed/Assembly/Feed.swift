internal import FeedDocument
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

  /// The lists of items that gave no block, by the names of their sources.
  package var emptyItems: [String: EmptyItems] = [:]

  /// Whether the page shows the state `empty`: there are no blocks, or a source with
  /// `"whenEmpty": "message"` has no items, as a search without results. O(blocks).
  package var isEmpty: Bool {
    blocks.isEmpty
      || layout.sources.contains { source in
        source.emptyPolicy == .message && emptyItems[source.name] != nil
          && !blocks.contains { $0.sourceName == source.name }
      }
  }

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

/// A list of items that gave no block.
package struct EmptyItems: Sendable {
  /// The value at the path of the items; it may be missing.
  var value: FeedValue
  /// The document that contains the items, or lacks them.
  var root: FeedValue
  /// Whether a warning or an error of the source gives a reason.
  var isReported: Bool
}

extension Feed {
  /// Returns a diagnostic for each source that gives no block and gave some in an earlier feed, although
  /// the layout permits this. Sources with a warning or an error of their own have no further one.
  package func emptiedSources(since earlier: Feed) -> [Diagnostic] {
    layout.sources.compactMap { source in
      guard source.emptyPolicy != .report, let items = emptyItems[source.name], !items.isReported,
        earlier.layout.sources.contains(where: { $0.name == source.name }),
        earlier.emptyItems[source.name] == nil, !earlier.lostSources.contains(source.name)
      else { return nil }
      let found = items.value.exists ? items.value : items.root
      return Diagnostic(
        .unexpectedShape, .warning,
        items.value.exists ? "`\(source.items)` is empty" : "there is no `\(source.items)`",
        at: found.location, label: "found \(found.inWords)",
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

/// A short message for the reader, shown next to the content.
public struct SessionNotice: Sendable, Hashable {
  /// The name: "end-of-feed", "failure", the layout's name for the failure, or a name in the
  /// layout's `notices`.
  public var name: String
  /// The server's message or, without one, the layout's text; empty if neither exists.
  public var text: String
  /// The name of the source that failed; `nil` if the notice is not about a failure.
  public var source: String?
  /// The kind of the failure; `nil` if the notice is not about a failure.
  package var failure: SourceFailure.Kind?

  /// The kind of the failure: "network", "status", "envelope" or "payload"; `nil` if the notice is
  /// not about a failure.
  public var failureKind: String? { failure?.name.rawValue }
  /// The HTTP status of the failure, or the number in the server's envelope; otherwise `nil`.
  public var code: Int? { failure?.code }

  package static let endOfFeed = "end-of-feed"
  package static let failure = "failure"
}

extension SessionNotice {
  package init(_ loss: LostSource, in layout: FeedLayout) {
    let kind = loss.failure.kind
    var (name, text) = (Self.failure, "")
    if case .envelope(let known, let message, _) = kind { (name, text) = (known ?? name, message) }
    if text.isEmpty { text = layout.states.notices[kind.name] ?? kind.name.words }
    self.init(name: name, text: text, source: loss.source, failure: kind)
  }
}
