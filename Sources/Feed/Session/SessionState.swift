/// The state that a session shows.
package struct SessionState: Sendable {
  package internal(set) var content = ContentState.loading
  package internal(set) var header = HeaderState.idle
  package internal(set) var footer = FooterState.idle
  /// The feed; `nil` until a source has replied. Without blocks, `content` is shown instead.
  package internal(set) var feed: Feed?
  /// The failure that the content state *failed* shows; otherwise `nil`.
  package internal(set) var failure: LostSource?
  /// The time when the primary source was last read, in seconds of the session's clock.
  package internal(set) var loadTime: Double?
  /// The age up to which the content is fresh, in seconds; `nil` for no limit.
  package internal(set) var lifetime: Double?

  /// Whether the content is older than its lifetime; false if either is unknown.
  package func isStale(at time: Double) -> Bool {
    guard let loadTime, let lifetime else { return false }
    return time - loadTime > lifetime
  }

  var hasContent: Bool { feed?.blocks.isEmpty == false }
}

/// The state of the list's content.
public enum ContentState: String, Sendable, Hashable, CaseIterable {
  /// The first load is in progress, and the skeleton is shown.
  case loading
  case completed
  /// All loads are complete, and there is nothing to show.
  case empty
  /// The load failed, and there is no earlier content to show.
  case failed
}

/// The state of the list's header, where a pull refreshes the list.
public enum HeaderState: String, Sendable, Hashable, CaseIterable { case idle, refreshing }

/// The state of the list's footer, where more content is loaded.
public enum FooterState: String, Sendable, Hashable, CaseIterable {
  case idle, refreshing
  case noMoreData = "no-more-data"
}
