import LayoutCore
import Renderers

/// The views in one scroll view of an app, in the coordinates of its content: those of the feed.
struct AppContent {
  struct Item {
    var view: Int
    /// Index of the containing item; -1 directly in the scroll view.
    var parent: Int
    var frame: Rect
    /// The index after the last item in it.
    var end: Int
  }

  private(set) var items: [Item] = []

  /// Views that UIKit adds on its own.
  private static let decorations: Set<String> = [
    "_UIScrollViewScrollIndicator", "UIRefreshControl", "_UITableViewCellSeparatorView",
    "_UISystemBackgroundView", "_UIFocusBackgroundView",
  ]

  /// Flattens the views below the root. Content of nested scroll views is moved by their offsets.
  init(_ hierarchy: ViewHierarchy, root: Int) {
    let level = hierarchy.views[root].level
    /// The containers of the current view: their item, and the origin of their content.
    var open: [(level: Int, item: Int, origin: Point, isHidden: Bool)] = [
      (level, -1, Point.zero, false)
    ]
    var index = root + 1
    while index < hierarchy.views.count, hierarchy.views[index].level > level {
      let view = hierarchy.views[index]
      while let last = open.last, last.level >= view.level {
        if last.item >= 0 { items[last.item].end = items.count }
        open.removeLast()
      }
      guard let parent = open.last else { break }
      let frame = view.frame.moved(by: parent.origin.x, parent.origin.y)
      let isHidden = parent.isHidden || view.isHidden || Self.decorations.contains(view.name)
      let offset = view.contentOffset ?? .zero
      let origin = Point(x: frame.x - offset.x, y: frame.y - offset.y)
      if isHidden {
        open.append((view.level, parent.item, origin, true))
      } else {
        open.append((view.level, items.count, origin, false))
        items.append(Item(view: index, parent: parent.item, frame: frame, end: 0))
      }
      index += 1
    }
    for last in open where last.item >= 0 { items[last.item].end = items.count }
    // Hidden views share the item of their container, so that an item may not end after itself.
    for index in items.indices where items[index].end <= index { items[index].end = index + 1 }
  }
}
