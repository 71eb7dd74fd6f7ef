import SectionEngine

/// The differences between a real app and a page, section by section.
///
/// Sections off screen are only counted. A section that moved only because sections above are
/// larger or smaller is not listed, and neither is a node that moved only with its container.
package struct AppComparison: Sendable {
  /// The difference between a box of the page and its matched view in the app.
  package struct Deviation: Sendable, Hashable {
    package var path: String
    /// The class of the view; empty if only descendants of the box have views.
    package var view: String
    package var page: Rect
    package var app: Rect
    /// The deviation of the box itself, in points: app minus page.
    package var difference: Rect
    /// The rest of app minus page, which other boxes explain: the box moved with its container or
    /// with boxes before it, or grew with its content.
    package var explained: Rect
    /// The text of the page and the text of the app, if they differ; else empty.
    package var texts: [String] = []

    var sides: [Double] { [difference.x, difference.y, difference.width, difference.height] }

    /// The greatest amount among the four differences, in points.
    package var greatest: Double { sides.map(abs).max() ?? 0 }
  }

  package struct Section: Sendable {
    package var path: String
    /// The deviation of the section itself; `nil` if only nodes deviate.
    package var own: Deviation?
    package var nodes: [Deviation] = []
  }

  /// A run of sections that moved only because sections above are larger or smaller.
  package struct Push: Sendable, Hashable {
    package var first: String
    package var last: String
    /// The number of sections in the run.
    package var count: Int
    /// The distance in points, positive downwards in the app.
    package var distance: Double
  }

  /// A box that should be on the screen, but has no matching view.
  package struct Missing: Sendable, Hashable {
    package var path: String
    package var text: String
    package var frame: Rect
  }

  /// A view that matches no box of the page.
  package struct Stranger: Sendable, Hashable {
    package var view: String
    package var identifier: String?
    package var text: String?
    package var frame: Rect
  }

  package let feed: String
  /// The class of the scroll view, such as "UICollectionView".
  package let scrollView: String
  let source: ViewHierarchy.Source
  /// The ignored deviation in points. At least the error that rounded frames of the app cause.
  package let tolerance: Double
  package private(set) var sections: [Section] = []
  package private(set) var pushes: [Push] = []
  package private(set) var strangers: [Stranger] = []
  /// The paths of sections that are in the visible part, but have no matching view.
  package private(set) var missing: [String] = []
  package private(set) var missingNodes: [Missing] = []
  /// The number of sections outside the visible part of the app.
  package private(set) var notShown = 0
  package private(set) var agreeing = 0
  package private(set) var comparedSections = 0
  package private(set) var comparedNodes = 0
  /// The number of page texts on the screen, and the number of those that the app shows.
  package let texts: (visible: Int, matched: Int)
  package private(set) var greatest: Deviation?
  /// The distances in a design's auto layout from which the page deviates.
  package let autoLayout: [AutoLayoutDifference]
  /// The boxes and views, and the pairs that were matched.
  let matching: AppMatching
  private let isIdentified: Bool
  let pageSize: Size
  /// The offset of the content in app coordinates; zero if the app states the scroll offset.
  let base: Point
  /// The page with which the app is compared.
  let reference: ReferencePage
  var sides: ReferencePage.Sides { reference.sides }
  /// The width of the view that was compared, in points.
  let rootWidth: Double
  /// The number of pixels per point of the app; `nil` if its frames are in points.
  let scale: Double?

  package var isEmpty: Bool {
    sections.isEmpty && strangers.isEmpty && missing.isEmpty && missingNodes.isEmpty
      && autoLayout.isEmpty
  }

  /// Whether there are enough matches to trust the differences: two thirds of the visible texts, or
  /// identifiers for two thirds of the matched sections.
  package var isReliable: Bool {
    isIdentified || comparedSections > 0 && 3 * texts.matched >= 2 * texts.visible
  }

  /// Returns the views with the given name. Without a name, returns up to eight visible scroll
  /// views, largest first, or the windows if there is no scroll view.
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
    let visible = views.indices.filter { !views[$0].isHidden }
    let scrolling = visible.filter { views[$0].isScrolling }
    return Array(
      (scrolling.isEmpty ? visible.filter { views[$0].parent < 0 } : scrolling)
        .sorted { (area($0), $1) > (area($1), $0) }.prefix(8))
  }

  /// Compares two apps, or an app with a design: the parts of both that have most in common. `nil` if
  /// they have nothing in common.
  package static func best(
    _ hierarchy: ViewHierarchy, beside old: ViewHierarchy, named name: String?, tolerance: Double
  ) -> AppComparison? {
    /// The name, if a view of a hierarchy has it.
    func known(in hierarchy: ViewHierarchy) -> String? {
      name.flatMap { candidates(in: hierarchy, named: $0).isEmpty ? nil : $0 }
    }
    var best: AppComparison?
    for reference in old.references(named: known(in: old), beside: hierarchy) {
      let found = AppComparison.best(
        hierarchy, named: known(in: hierarchy), page: reference, tolerance: tolerance)
      guard let found, found.amount > best?.amount ?? 0 else { continue }
      best = found
      if found.isReliable { break }
    }
    return best
  }

  /// Compares the page with the scroll view that shows most of it. If no result is reliable,
  /// also tries the windows. Without `name`, returns `nil` if no view shows a part of the page.
  package static func best(
    _ hierarchy: ViewHierarchy, named name: String? = nil, page: ReferencePage, tolerance: Double
  ) -> AppComparison? {
    var roots = candidates(in: hierarchy, named: name)
    var best: AppComparison?
    for _ in 0..<2 {
      for root in roots {
        let found = AppComparison(hierarchy, root: root, page: page, tolerance: tolerance)
        if found.amount > best?.amount ?? (name == nil ? 0 : -1) { best = found }
        // The largest reliable view is the feed. Smaller scroll views are carousels in it.
        if name == nil, found.isReliable { return best }
      }
      guard name == nil else { break }
      roots = hierarchy.views.indices.filter {
        hierarchy.views[$0].parent < 0 && !hierarchy.views[$0].isHidden
      }
    }
    return best
  }

  /// The width of the first candidate view; `nil` if it is not a valid page width.
  package static func width(of hierarchy: ViewHierarchy, named name: String? = nil) -> Double? {
    let root = candidates(in: hierarchy, named: name).first
    let width = root.map { hierarchy.views[$0].frame.width }
    return width.flatMap { 1...100_000 ~= $0 ? $0 : nil }
  }

  private var amount: Int { comparedSections + comparedNodes }

  /// Compares a page with the view at the index `root`. `tolerance` is in points.
  package init(
    _ hierarchy: ViewHierarchy, root: Int, page reference: ReferencePage, tolerance: Double = 0.5
  ) {
    let page = reference.page
    self.reference = reference
    rootWidth = hierarchy.views[root].frame.width
    scale = hierarchy.scale
    feed = page.feedID
    pageSize = page.lines?.size ?? Size(width: page.environment.width, height: page.height)
    scrollView = hierarchy.views[root].name
    source = hierarchy.source
    var content = AppContent(hierarchy, root: root)
    content.isFeed = content.isFeed && reference.isFromTop
    let matching = AppMatching(page, content, hierarchy, clip: reference.clip)
    self.matching = matching
    // An offset results from up to three rounded edges. Frames of a design are not rounded.
    let rounding =
      content.isFeed || hierarchy.source == .figma ? 0 : 1.5 * Self.pixel(of: matching) + 0.05
    self.tolerance = max(tolerance, rounding, 0.005)
    autoLayout = AutoLayoutDifference.all(
      matching, hierarchy, root: root, tolerance: tolerance)
    let counterparts = AppCounterparts(matching)
    texts = counterparts.texts
    let sections = matching.page.sections
    isIdentified =
      3 * sections.count { matching.isIdentified($0) }
      >= 2 * max(1, sections.count { counterparts.isKnown[$0] })
    let inserted = counterparts.inserted.map { content.items[$0].frame }
    let limit = self.tolerance
    let (across, down) = (
      AppOffsets(
        matching, alongY: false, tolerance: limit, inserted: inserted,
        missing: counterparts.missing),
      AppOffsets(
        matching, alongY: true, tolerance: limit, inserted: inserted, missing: counterparts.missing)
    )
    base = content.isFeed ? .zero : Point(x: 0, y: down.base)
    compareSections(across, down, counterparts)
    list(counterparts)
  }

  /// Returns the pixel size in points to which frames are rounded, such as 1 for whole points; 0 if
  /// fewer than two sizes differ from the page by a rounding error: 0.05 points to a pixel.
  private static func pixel(of matching: AppMatching) -> Double {
    let items = matching.content.items
    let sides = items.flatMap { [$0.frame.x, $0.frame.y, $0.frame.width, $0.frame.height] }
    let scales: [Double] = [1, 1.5, 2, 2.625, 2.75, 3, 3.5]
    let scale = scales.first { scale in
      sides.count { abs(($0 * scale).rounded() - $0 * scale) > 0.03 * scale } * 20 <= sides.count
    }
    guard let pixel = scale.map({ 1 / $0 }) else { return 0 }
    let changes = items.indices.filter { matching.boxes[$0] >= 0 }.flatMap { item in
      let (app, page) = (items[item].frame, matching.page[matching.boxes[item]].frame)
      return [abs(app.width - page.width), abs(app.height - page.height)]
    }
    return changes.count { 0.05...(pixel + 0.05) ~= $0 } > 1 ? pixel : 0
  }

  // MARK: Sections

  private mutating func compareSections(
    _ across: AppOffsets, _ down: AppOffsets, _ counterparts: AppCounterparts
  ) {
    let page = matching.page
    for section in page.sections {
      var result = Section(path: page.paths[section])
      for box in page.subtree(of: section) where page[box].isCompared {
        guard let found = deviation(box, across, down) else { continue }
        if box == section { result.own = found } else { result.nodes.append(found) }
        if found.greatest > greatest?.greatest ?? 0 { greatest = found }
      }
      guard counterparts.isKnown[section] else { continue }
      comparedSections += 1
      comparedNodes += page.subtree(of: section).dropFirst().count {
        page[$0].isCompared && matching.items[$0] >= 0
      }
      let moved = down.moved[section] - base.y
      if abs(moved) > tolerance, down.own[section] == 0 { push(result.path, by: moved) }
      if result.own != nil || !result.nodes.isEmpty {
        sections.append(result)
      } else {
        agreeing += 1
      }
    }
  }

  private mutating func push(_ path: String, by distance: Double) {
    if let last = pushes.indices.last, abs(pushes[last].distance - distance) <= tolerance {
      pushes[last].last = path
      pushes[last].count += 1
    } else {
      pushes.append(Push(first: path, last: path, count: 1, distance: distance))
    }
  }

  private func deviation(_ box: Int, _ across: AppOffsets, _ down: AppOffsets) -> Deviation? {
    let item = matching.items[box]
    let difference = Rect(
      x: across.own[box], y: down.own[box], width: across.growth[box], height: down.growth[box])
    let texts = texts(box)
    guard difference != .zero || !texts.isEmpty else { return nil }
    let page = matching.page[box].frame
    let (x, y) = (
      across.range(of: box, matching.moves[box].x), down.range(of: box, matching.moves[box].y)
    )
    let app = Rect(x: x.start, y: y.start - base.y, width: x.length, height: y.length)
    let whole = [app.x - page.x, app.y - page.y, app.width - page.width, app.height - page.height]
    let own = [difference.x, difference.y, difference.width, difference.height]
    let rest = zip(whole, own).map { abs($0 - $1) > tolerance ? $0 - $1 : 0 }
    return Deviation(
      path: matching.page.paths[box],
      view: item < 0 ? "" : matching.views[matching.content.items[item].view].name,
      page: page, app: app, difference: difference,
      explained: Rect(x: rest[0], y: rest[1], width: rest[2], height: rest[3]), texts: texts)
  }

  /// Returns the text of a box and of its view if they differ; else an empty array.
  private func texts(_ box: Int) -> [String] {
    let (item, text) = (matching.wording[box], matching.page[box].text)
    guard item >= 0, matching.page[box].kind == .text,
      let shown = matching.content.items[item].text
    else { return [] }
    let isLabel = matching.items[box] != item
    let isShown =
      isLabel ? SharedTexts.contains(shown, text) : SharedTexts.areEqual(text, shown)
    return isShown ? [] : [text, shown]
  }

  // MARK: Views and sections without a counterpart

  private mutating func list(_ counterparts: AppCounterparts) {
    for box in counterparts.missing {
      let path = matching.page.paths[box]
      if matching.page[box].kind == .section {
        missing.append(path)
      } else {
        missingNodes.append(
          Missing(path: path, text: matching.page[box].text, frame: matching.page[box].frame))
      }
    }
    notShown = matching.page.sections.count - comparedSections - missing.count
    for index in counterparts.strangers {
      let item = matching.content.items[index]
      let view = matching.views[item.view]
      let texts = (index..<item.end).map {
        matching.views[matching.content.items[$0].view].text ?? ""
      }
      strangers.append(
        Stranger(
          view: view.name, identifier: view.identifier, text: texts.first { !$0.isEmpty },
          frame: item.frame.moved(by: -base.x, -base.y)))
    }
  }
}
