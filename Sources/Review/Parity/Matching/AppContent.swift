import LayoutCore

/// The views below one view of an app, in the coordinates of its content. Nested scroll views are
/// treated as not scrolled, as on the page. Omits a wrapper view that has the same frame as its
/// parent.
struct AppContent {
  struct Item {
    var view: Int
    /// The index of the parent item; -1 for a top-level item.
    var parent: Int
    var frame: Rect
    /// The index after the last descendant.
    var end: Int
    /// The area in which the item is visible.
    var clip: Rect
    /// The area in which the item's content is visible.
    var inside: Rect
    /// Whether the format states the scroll offset of the item.
    var statesOffset: Bool
  }

  private(set) var items: [Item] = []
  /// The visible part of the content.
  let visible: Rect
  /// Whether the root is a scroll view. The whole frame of a scroll view shows content.
  let isScrolling: Bool
  /// Whether the content has feed coordinates, because the root states its scroll offset.
  let isFeed: Bool
  /// Whether the format clips frames to the visible area, as Android formats do.
  let isClipped: Bool

  /// The classes of system views and app bars, which are not part of the page.
  private static let decorations: Set<String> = [
    "_UIScrollViewScrollIndicator", "UIRefreshControl", "_UITableViewCellSeparatorView",
    "_UISystemBackgroundView", "_UIFocusBackgroundView", "UITabBar", "UINavigationBar",
    "UIToolbar", "UIStatusBar", "TabBar", "NavigationBar", "Toolbar", "StatusBar", "Keyboard",
    "BottomNavigationView", "NavigationBarView", "UIRemoteKeyboardWindow",
    "XCUIElementTypeTabBar", "XCUIElementTypeNavigationBar", "XCUIElementTypeToolbar",
    "XCUIElementTypeStatusBar", "XCUIElementTypeKeyboard",
  ]

  private static func isDecoration(_ view: ViewHierarchy.View) -> Bool {
    let last = view.name.split(separator: ".").last.map(String.init) ?? view.name
    return decorations.contains(last) || view.baseName.map(decorations.contains) ?? false
      || ["android:id/statusBarBackground", "android:id/navigationBarBackground"]
        .contains(view.identifier)
  }

  /// Collects the views below the root as a flat list.
  init(_ hierarchy: ViewHierarchy, root: Int) {
    let views = hierarchy.views
    let offset = views[root].contentOffset
    let level = views[root].level
    isFeed = offset != nil
    isScrolling = views[root].isScrolling
    isClipped = hierarchy.source.platform == "Android"
    visible = Rect(
      x: offset?.x ?? 0, y: offset?.y ?? 0, width: max(0, views[root].frame.width),
      height: max(0, views[root].frame.height))
    /// The ancestors of the current view, each with its item and the origin of its content.
    var open: [(level: Int, item: Int, origin: Point, clip: Rect, isHidden: Bool)] = [
      (level, -1, Point.zero, visible, false)
    ]
    for index in views.indices.dropFirst(root + 1).prefix(while: { views[$0].level > level }) {
      let view = views[index]
      while let last = open.last, last.level >= view.level { open.removeLast() }
      guard let parent = open.last else { break }
      let frame = view.frame.moved(by: parent.origin.x, parent.origin.y)
      let isHidden = parent.isHidden || view.isHidden || Self.isDecoration(view)
      let isWrapper =
        parent.item >= 0 && !view.isScrolling && view.text == nil && view.identifier == nil
        && index + 1 < views.count && views[index + 1].parent == index
        && AppMatching.distance(frame, items[parent.item].frame) <= 1
      let isLeftOut = isHidden || isWrapper
      var inside = parent.clip
      if view.isScrolling {
        inside = frame.intersection(parent.clip)
          .moved(by: view.contentOffset?.x ?? 0, view.contentOffset?.y ?? 0)
      }
      open.append(
        (
          view.level, isLeftOut ? parent.item : items.count, Point(x: frame.x, y: frame.y), inside,
          isHidden
        ))
      guard !isLeftOut else { continue }
      items.append(
        Item(
          view: index, parent: parent.item, frame: frame, end: 0, clip: parent.clip, inside: inside,
          statesOffset: view.contentOffset != nil))
      for container in open where container.item >= 0 { items[container.item].end = items.count }
    }
  }
}
