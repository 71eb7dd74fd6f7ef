import SectionEngine

/// Joins several screens of a scrolled view into one tall screen.
///
/// 1. The distance between two screens is the most frequent distance by which their unique equal
///    texts moved. Texts that did not move, such as those in bars, are ignored.
/// 2. The scrolled view is the innermost view that contains the moved texts and did not move.
/// 3. Its content is moved by the distance and merged with the content of earlier screens. A view
///    that is on both screens is kept once, with the union of its two frames; of several possible
///    views, the one with the greatest overlap is taken.
/// 4. The scrolled view and its ancestors grow; bars below the scrolled view move down.
///
/// O(views log views) for each screen.
struct JoinedScreens {
  private struct Node {
    var view: ViewHierarchy.View
    var frame: Rect
    var children: [Int] = []

    /// A key that is equal for two parts of the same view.
    var key: [String] { [view.name, "\(Int(frame.x.rounded()))", view.text ?? ""] }
  }

  private let source: ViewHierarchy.Source
  /// The nodes of the joined screen. The views of the first screen are first, in their order.
  private var nodes: [Node] = []
  private let first: Screen
  private var last: Screen
  /// The node of each view on the last screen; -1 if the view is not in the joined screen.
  private var nodeOfView: [Int]
  /// The index of the scrolled view's node; `nil` before the second screen.
  private var region: Int?
  private var distance = 0.0

  init(_ hierarchy: ViewHierarchy) {
    source = hierarchy.source
    first = Screen(hierarchy)
    last = first
    nodeOfView = Array(first.views.indices)
    nodes = first.views.indices.map {
      Node(view: first.views[$0], frame: first.frames[$0], children: first.children[$0])
    }
  }

  /// Adds the next screen. Returns `false` if the screen shares no text with the last screen, or
  /// shows content above the last screen.
  mutating func append(_ hierarchy: ViewHierarchy) -> Bool {
    let next = Screen(hierarchy)
    guard let run = next.run(after: last) else { return false }
    guard !run.views.isEmpty else { return true }
    guard let place = next.unmoved(containing: run.views, on: last) else { return false }
    var node = place.last
    while node >= 0, nodeOfView[node] < 0 { node = last.views[node].parent }
    guard node >= 0 else { return false }
    region = nodeOfView[node]
    distance += run.distance
    merge(next, from: place.next, into: nodeOfView[node], besides: last.children[place.last])
    last = next
    return true
  }

  private mutating func merge(
    _ next: Screen, from top: Int, into node: Int, besides known: [Int]
  ) {
    var nodeOfNext = [Int](repeating: -1, count: next.views.count)
    nodeOfNext[top] = node
    let moving = next.movingRange(after: last)
    var waiting = [(view: top, node: node)]
    while let (view, node) = waiting.popLast() {
      var used: Set<Int> = []
      let twins = Dictionary(grouping: nodes[node].children) { nodes[$0].key }
      for child in next.children[view] {
        let frame = next.frames[child].moved(by: 0, distance)
        // Skips a bar inside the scrolled view.
        let isOutside =
          next.frames[child].maxY <= moving.start || next.frames[child].y >= moving.end
        if view == top, isOutside, known.contains(where: { next.isSame(child, as: $0, on: last) }) {
          continue
        }
        let new = Node(view: next.views[child], frame: frame)
        let twin = (twins[new.key]?.suffix(64) ?? []).filter {
          !used.contains($0) && nodes[$0].frame.isPart(of: frame)
        }.max { nodes[$0].frame.overlap(frame) < nodes[$1].frame.overlap(frame) }
        if let twin { used.insert(twin) }
        nodeOfNext[child] = twin ?? nodes.count
        if let twin {
          nodes[twin].frame = nodes[twin].frame.union(frame)
        } else {
          nodes[node].children.append(nodes.count)
          nodes.append(new)
        }
        waiting.append((child, nodeOfNext[child]))
      }
    }
    nodeOfView = nodeOfNext
  }

  /// The joined screen as a view hierarchy.
  var hierarchy: ViewHierarchy {
    var result = ViewHierarchy(source)
    let around = Set(
      sequence(first: region ?? -1) { first.views[$0].parent }.prefix { $0 >= 0 })
    let edge = region.map {
      (half: nodes[$0].frame.y + nodes[$0].frame.height / 2, end: nodes[$0].frame.maxY)
    }
    let roots = first.views.indices.filter { first.views[$0].parent < 0 }
    var waiting = roots.reversed().map { (node: $0, level: 0, isInside: false) }
    while let (index, level, isInside) = waiting.popLast() {
      var (view, frame) = (nodes[index].view, nodes[index].frame)
      if around.contains(index) {
        frame.height += distance
      } else if !isInside, let edge, frame.y > edge.half, frame.maxY >= edge.end - 1 {
        frame.y += distance
      }
      (view.frame, view.level) = (frame, level)
      result.append(view, isOnScreen: true)
      let isChildInside = isInside || index == region
      waiting += nodes[index].children.reversed().map { ($0, level + 1, isChildInside) }
    }
    return result
  }
}

/// One screen, with frames in screen coordinates.
private struct Screen {
  let views: [ViewHierarchy.View]
  let frames: [Rect]
  private(set) var children: [[Int]]
  /// The indices of visible views with a text that no view inside them has.
  private(set) var texts: [Int] = []

  init(_ hierarchy: ViewHierarchy) {
    views = hierarchy.views
    frames = hierarchy.framesOnScreen
    children = Array(repeating: [], count: views.count)
    var isHidden = [Bool](repeating: false, count: views.count)
    for (index, view) in views.enumerated() {
      if view.parent >= 0 { children[view.parent].append(index) }
      isHidden[index] = view.isHidden || view.parent >= 0 && isHidden[view.parent]
      if view.text != nil, !isHidden[index] { texts.append(index) }
    }
    var isRepeated = [Bool](repeating: false, count: views.count)
    for index in texts {
      for outer in sequence(first: views[index].parent, next: { [views] in views[$0].parent })
        .prefix(while: { $0 >= 0 }) where views[outer].text == views[index].text
      {
        isRepeated[outer] = true
      }
    }
    texts.removeAll { isRepeated[$0] }
  }

  /// Returns whether a view has the same name and frame as a view on another screen.
  func isSame(_ view: Int, as other: Int, on screen: Screen) -> Bool {
    let (a, b) = (frames[view], screen.frames[other])
    return views[view].name == screen.views[other].name
      && [a.x - b.x, a.y - b.y, a.width - b.width, a.height - b.height].allSatisfy { abs($0) < 1 }
  }

  /// Returns how many points the content moved up since the previous screen, and the texts that
  /// moved by this distance; no texts if nothing moved. `nil` if too few unique texts moved alike.
  func run(after screen: Screen) -> (distance: Double, views: [Int])? {
    let before = Dictionary(grouping: screen.texts) { screen.views[$0].text }
    let now = Dictionary(grouping: texts) { views[$0].text }
    let moved = texts.compactMap { view -> (distance: Double, view: Int)? in
      let same = before[views[view].text] ?? []
      guard same.count == 1, now[views[view].text]?.count == 1 else { return nil }
      let (a, b) = (frames[view], screen.frames[same[0]])
      // A view with another size may be clipped at the edge of the screen.
      let isWhole = [a.x - b.x, a.width - b.width, a.height - b.height].allSatisfy { abs($0) < 1 }
      return isWhole && abs(b.y - a.y) >= 1 ? (b.y - a.y, view) : nil
    }
    guard !moved.isEmpty else {
      let isSame = texts.allSatisfy { view in
        before[views[view].text]?.contains { self.isSame(view, as: $0, on: screen) } ?? false
      }
      return isSame ? (0, []) : nil
    }
    let distance = AppMatching.mode(moved.map(\.distance))
    let agreeing = moved.filter { abs($0.distance - distance) <= 1 }
    return distance < 1 || 2 * agreeing.count < moved.count ? nil : (distance, agreeing.map(\.view))
  }

  /// Returns the y range of the texts that moved since another screen.
  func movingRange(after screen: Screen) -> (start: Double, end: Double) {
    let places = Dictionary(grouping: screen.texts) { screen.views[$0].text }
    let moving = texts.filter { view in
      !(places[views[view].text]?.prefix(64).contains { isSame(view, as: $0, on: screen) } ?? false)
    }
    return (moving.map { frames[$0].y }.min() ?? 0, moving.map { frames[$0].maxY }.max() ?? 0)
  }

  /// Returns the innermost view that contains the given views and did not move between the screens.
  func unmoved(containing some: [Int], on screen: Screen) -> (next: Int, last: Int)? {
    guard let first = some.min(), let last = some.max() else { return nil }
    var outer = views[first].parent
    while outer >= 0 {
      let level = views[outer].level
      let end = views[(outer + 1)...].firstIndex { $0.level <= level } ?? views.count
      let same = screen.views.indices.first {
        !screen.children[$0].isEmpty && isSame(outer, as: $0, on: screen)
      }
      if end > last, let same { return (outer, same) }
      outer = views[outer].parent
    }
    return nil
  }
}

extension Rect {
  /// The shared height along y, divided by the height of both.
  fileprivate func overlap(_ other: Rect) -> Double {
    (min(maxY, other.maxY) - max(y, other.y)) / (max(maxY, other.maxY) - min(y, other.y))
  }

  /// Returns whether the frames share at least half of the smaller height along y, or are equal.
  fileprivate func isPart(of other: Rect) -> Bool {
    let shared = min(maxY, other.maxY) - max(y, other.y)
    return shared > 0 && shared >= min(height, other.height) / 2 || self == other
  }
}

extension ViewHierarchy {
  /// Returns the screens of a scrolled view, given from top to bottom, as one tall screen. Fails at
  /// the first screen that cannot be joined with its predecessor.
  package static func joined(_ screens: [ViewHierarchy]) -> Result<ViewHierarchy, ScreenGap> {
    guard let first = screens.first else { return .success(ViewHierarchy(.uikit)) }
    var joined = JoinedScreens(first)
    for (index, screen) in screens.enumerated().dropFirst() where !joined.append(screen) {
      return .failure(ScreenGap(index: index))
    }
    return .success(joined.hierarchy)
  }
}
