extension FeedLayout {
  /// The bars that the app draws around the feed.
  package struct Chrome: Sendable, Hashable {
    package var navigationBar: NavigationBar?
    package var tabBar: TabBar?
  }

  /// Lengths in points.
  package struct NavigationBar: Sendable, Hashable {
    package var height: Double
    package var searchField: SearchField?
  }

  package struct SearchField: Sendable, Hashable {
    package var placeholder: String
    package var insetX: Double
    package var insetY: Double
  }

  package struct TabBar: Sendable, Hashable {
    package struct Item: Sendable, Hashable {
      package var title: String
      package var action: String?
    }

    package var height: Double
    package var items: [Item]
    package var selected: Int
  }
}
