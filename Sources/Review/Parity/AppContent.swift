import LayoutCore

/// The views in one view of an app, in the coordinates of its content. The content of a nested
/// scroll view is placed as if it were not scrolled, as on the page. A wrapper that only fills the view
/// around it is left out.
struct AppContent {
  struct Item {
    var view: Int
    /// Index of the containing item; -1 directly in the root.
    var parent: Int
    var frame: Rect
    /// The index after the last item in it.
    var end: Int
    /// The area in which it is visible.
    var clip: Rect
    /// The area in which its content is visible.
    var inside: Rect
    /// Whether the format states how far its content is scrolled.
    var statesOffset: Bool
  }

  private(set) var items: [Item] = []
  /// The visible part of the content.
  let visible: Rect
  /// Whether the root is a scroll view, all of which is filled with content.
  let isScrolling: Bool
  /// Whether the origin of the content is that of the feed, since the root states its offset.
  let isFeed: Bool
  /// Whether frames are cut at the edges of what is visible.
  let isClipped: Bool

  /// Views that the system adds, and the bars of an app, which are not on the page.
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

  /// Flattens the views below the root.
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
    /// The containers of the current view: their item, and the origin of their content.
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
        inside = frame.cut(to: parent.clip)
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
