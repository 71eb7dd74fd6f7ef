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
    /// The text of the view; `nil` if it has none.
    var text: String?
    /// Whether the view shows its text and nothing else.
    var isText: Bool
    /// Whether the view is a picture by its class.
    var isPicture: Bool
    /// Whether no view is inside it.
    var isLeaf = true
    /// Whether the view or a view inside it has a text.
    var hasText = false
  }

  private(set) var items: [Item] = []
  /// The visible part of the content.
  let visible: Rect
  /// Whether the root is a scroll view. The whole frame of a scroll view shows content.
  let isScrolling: Bool
  /// Whether the content has feed coordinates, because the root states its scroll offset.
  var isFeed: Bool
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
        && frame.isNear(items[parent.item].frame, by: 0.5)
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
      if parent.item >= 0 { items[parent.item].isLeaf = false }
      items.append(
        Item(
          view: index, parent: parent.item, frame: frame, end: 0, clip: parent.clip, inside: inside,
          statesOffset: view.contentOffset != nil,
          text: view.text.flatMap { $0.isEmpty ? nil : $0 }, isText: view.isText,
          isPicture: view.isPicture))
      let hasText = items[items.count - 1].text != nil
      for container in open where container.item >= 0 {
        items[container.item].end = items.count
        if hasText { items[container.item].hasText = true }
      }
    }
  }
}

extension AppContent {
  /// Whether an item is inside another one.
  func contains(_ outer: Int, _ item: Int) -> Bool { outer < item && item < items[outer].end }
}

extension ViewHierarchy.View {
  /// Whether the class shows a text and nothing else. Other views have a text as their label.
  fileprivate var isText: Bool {
    if let kind = designKind { return kind == "TEXT" }
    let name = name.uppercased()
    return name.contains("TEXT") || name.contains("LABEL")
  }

  /// Whether the view is a picture by its class.
  fileprivate var isPicture: Bool {
    if let kind = designKind { return Self.shapes.contains(kind) }
    return name.contains("Image") || name.contains("Icon")
  }

  /// The types of layers without children in a design.
  private static let shapes: Set<String> = [
    "RECTANGLE", "ELLIPSE", "VECTOR", "STAR", "LINE", "POLYGON", "REGULAR_POLYGON",
    "BOOLEAN_OPERATION",
  ]

  /// The type of a layer of a design, such as "TEXT"; `nil` for the view of an app.
  private var designKind: String? {
    baseName.flatMap { $0.allSatisfy { $0.isUppercase || $0 == "_" } ? $0 : nil }
  }
}
