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
