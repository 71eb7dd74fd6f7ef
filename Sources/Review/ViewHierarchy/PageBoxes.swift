import LayoutCore
import Renderers

/// The boxes of a page in feed coordinates, in document order.
struct PageBoxes {
  struct Box {
    var path: String
    /// Index of the containing box; -1 for a section.
    var parent: Int
    /// The index after the last box in it.
    var end: Int
    var frame: Rect
    var string: String
  }

  private(set) var boxes: [Box] = []
  /// Indices of the sections, without bars.
  private(set) var sections: [Int] = []

  init(_ page: FlatPage) {
    var page = page
    page.makeParentRelative()
    for section in page.sections {
      if section.keyword == .section { sections.append(boxes.count) }
      add(section, of: page)
    }
  }

  private mutating func add(_ section: FlatPage.Section, of page: FlatPage) {
    /// The boxes that contain the next one, and the ends of their lines.
    var open: [(box: Int, end: Int)] = []
    for index in section.line..<Int(page.lines[section.line].end) {
      let line = page.lines[index]
      guard line.kind != .elided else { continue }
      while let last = open.last, last.end <= index { open.removeLast() }
      var box = Box(
        path: section.name, parent: -1, end: 0, frame: line.frame, string: page.text(line.string))
      if let parent = open.last?.box {
        box.parent = parent
        box.path = "\(boxes[parent].path)/\(page.id(of: line))"
        box.frame.x += boxes[parent].frame.x
        box.frame.y += boxes[parent].frame.y
      }
      open.append((boxes.count, Int(line.end)))
      boxes.append(box)
      for ancestor in open { boxes[ancestor.box].end = boxes.count }
    }
  }
}

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
    let below = hierarchy.views.indices.dropFirst(root + 1)
    for index in below.prefix(while: { hierarchy.views[$0].level > level }) {
      let view = hierarchy.views[index]
      while let last = open.last, last.level >= view.level { open.removeLast() }
      guard let parent = open.last else { break }
      let frame = view.frame.moved(by: parent.origin.x, parent.origin.y)
      let isHidden = parent.isHidden || view.isHidden || Self.decorations.contains(view.name)
      let offset = view.contentOffset ?? .zero
      let origin = Point(x: frame.x - offset.x, y: frame.y - offset.y)
      open.append((view.level, isHidden ? parent.item : items.count, origin, isHidden))
      guard !isHidden else { continue }
      items.append(Item(view: index, parent: parent.item, frame: frame, end: 0))
      for container in open where container.item >= 0 { items[container.item].end = items.count }
    }
  }
}
