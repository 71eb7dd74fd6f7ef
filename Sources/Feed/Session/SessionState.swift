/// The state that a session shows.
package struct SessionState: Sendable {
  package internal(set) var content = ContentState.loading
  package internal(set) var header = HeaderState.idle
  package internal(set) var footer = FooterState.idle
  /// `nil` until a source has replied. Without blocks, the content state is shown instead.
  package internal(set) var feed: Feed?
  /// The reason if the content is `failed`; otherwise `nil`.
  package internal(set) var failure: LostSource?
  /// When the primary source was last read, in seconds of the session's clock.
  package internal(set) var loadTime: Double?
  /// The number of seconds for which it is fresh; `nil` for ever.
  package internal(set) var lifetime: Double?

  /// Whether the content is older than allowed; always false before the first load.
  package func isStale(at time: Double) -> Bool {
    guard let loadTime, let lifetime else { return false }
    return time - loadTime > lifetime
  }

  var hasContent: Bool { feed?.blocks.isEmpty == false }
}

/// The content of the list.
public enum ContentState: String, Sendable, Hashable, CaseIterable {
  /// The first load is under way, and the skeleton is shown.
  case loading
  case completed
  /// There is nothing to show.
  case empty
  /// Nothing could be loaded, and nothing was shown before.
  case failed
}

/// The state of the upper end of the list, where a pull refreshes it.
public enum HeaderState: String, Sendable, Hashable, CaseIterable { case idle, refreshing }

/// The state of the lower end of the list, where more is loaded.
public enum FooterState: String, Sendable, Hashable, CaseIterable {
  case idle, refreshing
  case noMoreData = "no-more-data"
}
