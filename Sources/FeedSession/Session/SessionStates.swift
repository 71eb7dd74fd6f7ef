/// What stands in the list.
public enum ContentState: String, Sendable, Hashable, CaseIterable {
  /// The first load; its skeleton stands there.
  case loading
  case completed
  /// There is nothing to show.
  case empty
  /// Nothing could be loaded, and nothing was there before.
  case failed
}

/// The upper end of the list, where it is pulled to refresh.
public enum HeaderState: String, Sendable, Hashable, CaseIterable { case idle, refreshing }

/// The lower end of the list, where more is loaded.
public enum FooterState: String, Sendable, Hashable, CaseIterable {
  case idle, refreshing
  case noMoreData = "no-more-data"
}
