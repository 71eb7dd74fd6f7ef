package import FeedDocument
internal import Synchronization

/// A feed layout that is read when it is needed, for the choice among several layouts.
///
/// Most layouts do not fit a feed, which already the paths of their primary source show. Reading a
/// layout of 10 KB takes as long as rendering a feed of 30 KB.
package final class UnreadLayout: Sendable {
  private let document: FeedDocument
  /// The result of reading the document; `nil` before it is read.
  private let read: Mutex<FeedLayout??>
  /// Whether the values may differ from those of the document.
  private let isValue: Bool

  package init(_ document: FeedDocument) {
    self.document = document
    read = Mutex(nil)
    isValue = false
  }

  package init(_ layout: FeedLayout) {
    document = layout.sections.document
    read = Mutex(.some(layout))
    isValue = true
  }

  /// The layout; `nil` if the document violates the format.
  package var layout: FeedLayout? {
    read.withLock { read in
      if let read { return read }
      let layout = FeedLayout.parse(document).value
      read = .some(layout)
      return layout
    }
  }

  /// Whether the layout was read or given.
  var isRead: Bool { read.withLock { $0 != nil } }

  /// The document's primary source; `nil` if it is not told by the document alone.
  private var primarySource: FeedValue? {
    guard !isValue else { return nil }
    let sources = document.root["sources"].children
    return sources.first { $0["primary"].bool == true } ?? sources.first
  }

  /// Whether a feed may be a success of the primary source, with its items. O(paths).
  func mayHaveItems(in feed: FeedDocument) -> Bool {
    guard let source = primarySource, !source["references"].exists else { return true }
    let success = source["envelope"]["success"]
    if let path = success["path"].string {
      guard feed.value(atPath: path)?.equalsScalar(success["equals"]) == true else { return false }
    }
    let items = source["items"]
    let paths = items.kind == .array ? items.children.map(\.string) : [items.string]
    return paths.contains { path in
      path.flatMap(FlattenedPath.init)?.mayMatch(in: feed.root) ?? true
    }
  }

  /// Whether the primary source may list the status of a feed as a failure. O(path).
  func mayNameFailure(in feed: FeedDocument) -> Bool {
    guard let source = primarySource else { return true }
    let envelope = source["envelope"]
    guard let path = envelope["success"]["path"].string else { return false }
    let status = feed.value(atPath: path)?.identityText
    return status.map { envelope["failures"][$0].exists } ?? false
  }
}
