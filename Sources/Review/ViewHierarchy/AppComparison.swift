import Support
import LayoutCore
import Renderers

/// The differences between a real app and a page, section by section.
///
/// Sections off screen are only counted. A section that is pushed by a larger one above, and a node
/// that only moved with its container, are not listed.
package struct AppComparison: Sendable {
  /// The difference between a box of the page and the view that shows it.
  package struct Deviation: Sendable, Hashable {
    package var path: String
    package var view: String
    package var page: Rect
    package var app: Rect
    /// The box's own deviation in points, app minus page.
    package var difference: Rect
    /// The differing texts: that of the page, then that of the app.
    package var texts: [String] = []

    package var greatest: Double {
      [difference.x, difference.y, difference.width, difference.height].map(abs).max() ?? 0
    }
  }

  package struct Section: Sendable {
    package var path: String
    /// `nil` if only nodes of the section deviate.
    package var own: Deviation?
    package var nodes: [Deviation] = []
  }

  /// Consecutive sections that moved only because of those above.
  package struct Push: Sendable, Hashable {
    package var first: String
    package var last: String
    package var count: Int
    package var distance: Double
  }

  /// A view that shows no box of the page.
  package struct Stranger: Sendable, Hashable {
    package var view: String
    package var identifier: String?
    package var frame: Rect
  }

  package let feed: String
  /// The class of the scroll view, such as "UICollectionView".
  package let scrollView: String
  package let tolerance: Double
  package private(set) var sections: [Section] = []
  package private(set) var pushes: [Push] = []
  package private(set) var strangers: [Stranger] = []
  /// Sections in the visible part without a view.
  package private(set) var missing: [String] = []
  /// The number of sections outside the visible part.
  package private(set) var notShown = 0
  package private(set) var agreeing = 0
  package private(set) var comparedSections = 0
  package private(set) var comparedNodes = 0
  package private(set) var greatest: Deviation?

  package var isEmpty: Bool { sections.isEmpty && strangers.isEmpty && missing.isEmpty }

  /// Returns the scroll views with a name; without one, up to eight visible ones, largest first.
  package static func candidates(in hierarchy: ViewHierarchy, named name: String?) -> [Int] {
    let views = hierarchy.views
    if let name {
      return views.indices.filter {
        views[$0].identifier == name || views[$0].name == name
          || views[$0].name.split(separator: ".").last.map(String.init) == name
      }
    }
    func area(_ index: Int) -> Double {
      let frame = views[index].frame
      return frame.width * max(frame.height, views[index].contentSize?.height ?? 0)
    }
    return Array(
      views.indices.filter { views[$0].isScrolling && !views[$0].isHidden }
        .sorted { (area($0), $1) > (area($1), $0) }.prefix(8))
  }

  package init(
    _ hierarchy: ViewHierarchy, root: Int, page: FlatPage, tolerance: Double = 0.5
  ) {
    feed = page.feed.name
    scrollView = hierarchy.views[root].name
    self.tolerance = max(tolerance, 0.005)
    let boxes = PageBoxes(page)
    let content = AppContent(hierarchy, root: root)
    let matching = AppMatching(boxes, content, hierarchy)
    compareSections(matching)
    findStrangers(matching)
    findMissing(matching, hierarchy.views[root])
  }

  // MARK: Sections

  private mutating func compareSections(_ matching: AppMatching) {
    let page = matching.page
    /// The distance along y of the last shown section's end from its expected position.
    var shift = 0.0
    var isFirst = true
    for section in page.sections {
      let item = matching.items[section]
      var result = Section(path: page.boxes[section].path)
      if item >= 0 {
        comparedSections += 1
        let frame = matching.content.items[item].frame
        let expected = page.boxes[section].frame
        let moved = frame.y - expected.y
        var found = deviation(matching, section)
        found.difference.y = moved - shift
        // If the page begins lower, all of it moves: the first section reports that.
        if isFirst { found.difference.y = moved }
        result.own = isDeviating(found) ? found : nil
        if abs(moved) > tolerance, abs(found.difference.y) <= tolerance {
          push(found.path, by: moved)
        }
        shift = frame.maxY - expected.maxY
        isFirst = false
      }
      compareNodes(of: section, matching, into: &result)
      if result.own != nil || !result.nodes.isEmpty {
        sections.append(result)
        for deviation in [result.own].compactMap({ $0 }) + result.nodes
        where deviation.greatest > greatest?.greatest ?? 0 {
          greatest = deviation
        }
      } else if item >= 0 {
        agreeing += 1
      }
    }
  }

  private mutating func push(_ path: String, by distance: Double) {
    if let last = pushes.last, abs(last.distance - distance) <= tolerance {
      pushes[pushes.count - 1].last = path
      pushes[pushes.count - 1].count += 1
    } else {
      pushes.append(Push(first: path, last: path, count: 1, distance: distance))
    }
  }

  private func deviation(_ matching: AppMatching, _ box: Int) -> Deviation {
    let item = matching.content.items[matching.items[box]]
    let page = matching.page.boxes[box]
    return Deviation(
      path: page.path, view: matching.views[item.view].name, page: page.frame, app: item.frame,
      difference: Rect(
        x: item.frame.x - page.frame.x, y: item.frame.y - page.frame.y,
        width: item.frame.width - page.frame.width, height: item.frame.height - page.frame.height))
  }

  private func isDeviating(_ deviation: Deviation) -> Bool {
    deviation.greatest > tolerance || !deviation.texts.isEmpty
  }

  /// Compares nodes relative to the nearest matched ancestor and to the previous sibling.
  private mutating func compareNodes(
    of section: Int, _ matching: AppMatching, into result: inout Section
  ) {
    let page = matching.page
    /// The movement of the end of the last matched box, by containing box.
    var pushed: [Int: Point] = [:]
    for box in section + 1..<max(section + 1, page.boxes[section].end)
    where matching.items[box] >= 0 {
      comparedNodes += 1
      var found = deviation(matching, box)
      var ancestor = page.boxes[box].parent
      while ancestor >= 0, matching.items[ancestor] < 0 { ancestor = page.boxes[ancestor].parent }
      if ancestor >= 0 {
        let base = deviation(matching, ancestor)
        found.difference = found.difference.moved(by: -base.difference.x, -base.difference.y)
      }
      let shift = Point(x: found.difference.maxX, y: found.difference.maxY)
      if let before = pushed[ancestor] {
        if abs(found.difference.x - before.x) <= tolerance { found.difference.x = 0 }
        if abs(found.difference.y - before.y) <= tolerance { found.difference.y = 0 }
      }
      pushed[ancestor] = shift
      let text = matching.views[matching.content.items[matching.items[box]].view].text
      let string = page.boxes[box].string
      if let text, !string.isEmpty, page.boxes[box].end == box + 1, text != string {
        found.texts = [string, text]
      }
      if isDeviating(found) { result.nodes.append(found) }
    }
  }

  // MARK: Views and sections without a counterpart

  private mutating func findStrangers(_ matching: AppMatching) {
    for (index, item) in matching.content.items.enumerated()
    where item.parent < 0 && matching.boxes[index] < 0 && item.frame.width > 0
      && item.frame.height > 0
    {
      // A container of a matched view is not a stranger.
      guard !(index..<item.end).contains(where: { matching.boxes[$0] >= 0 }) else { continue }
      let view = matching.views[item.view]
      strangers.append(
        Stranger(view: view.name, identifier: view.identifier, frame: item.frame))
    }
  }

  private mutating func findMissing(_ matching: AppMatching, _ root: ViewHierarchy.View) {
    let offset = root.contentOffset ?? .zero
    let visible = offset.y...(offset.y + max(0, root.frame.height))
    for section in matching.page.sections where matching.items[section] < 0 {
      let box = matching.page.boxes[section]
      // One of its rows may have a view although the section has none.
      let hasRow = (section..<box.end).contains { matching.items[$0] >= 0 }
      guard !hasRow else {
        comparedSections += 1
        if !sections.contains(where: { $0.path == box.path }) { agreeing += 1 }
        continue
      }
      let y = box.frame.y + matching.shift(above: box.frame.y)
      let isVisible = y + box.frame.height > visible.lowerBound + 1 && y < visible.upperBound - 1
      if isVisible, box.frame.height > 0 { missing.append(box.path) } else { notShown += 1 }
    }
  }
}
