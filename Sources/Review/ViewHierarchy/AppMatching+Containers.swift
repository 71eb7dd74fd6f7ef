import LayoutCore
import Renderers

extension AppMatching {
  /// The matched views in each box, from which the view of the box itself follows.
  private struct Contents {
    /// The first and the last of them, and their number, by box.
    var first: [Int]
    var last: [Int]
    var count: [Int]
    /// The number of matched items before each item.
    var sums: [Int]

    init(_ matching: AppMatching) {
      first = [Int](repeating: .max, count: matching.items.count)
      last = [Int](repeating: -1, count: matching.items.count)
      count = [Int](repeating: 0, count: matching.items.count)
      sums = [0]
      for box in matching.boxes { sums.append(sums[sums.count - 1] + (box < 0 ? 0 : 1)) }
      for box in matching.items.indices.reversed() {
        let item = matching.items[box]
        if item >= 0 {
          first[box] = min(first[box], item)
          last[box] = max(last[box], item)
          count[box] += 1
        }
        let parent = matching.page.boxes[box].parent
        guard parent >= 0 else { continue }
        first[parent] = min(first[parent], first[box])
        last[parent] = max(last[parent], last[box])
        count[parent] += count[box]
      }
    }
  }

  /// The share of their sizes that a container and its view have in common at least.
  private static let leastLikeness = 0.4

  mutating func matchContainers() {
    let contents = Contents(self)
    for box in items.indices where contents.count[box] > 0 {
      if page.isText(box) {
        widen(box, contents)
        continue
      }
      let parent = page.boxes[box].parent
      // Boxes with the same texts are matched together, from the outermost.
      if parent < 0 || contents.count[parent] != contents.count[box] { matchNested(box, contents) }
    }
  }

  /// Moves the match of a button from its label to the view around it, if the size of that is nearer.
  private mutating func widen(_ box: Int, _ contents: Contents) {
    guard page.boxes[box].name != "text", items[box] >= 0 else { return }
    let frame = page.boxes[box].frame
    let own = Self.likeness(content.items[items[box]].frame, frame)
    let best = views(around: contents.first[box], contents, 1).max {
      Self.likeness(content.items[$0].frame, frame) < Self.likeness(content.items[$1].frame, frame)
    }
    guard let best, Self.likeness(content.items[best].frame, frame) > own + 0.1 else { return }
    match(best, box)
  }

  /// Returns the unmatched views that contain a view and as many matched ones, from the innermost. A
  /// wrapper with the frame of the view in it is left out.
  private func views(around item: Int, _ contents: Contents, _ count: Int) -> [Int] {
    var views: [Int] = []
    /// The frame of the last container.
    var last: Rect?
    if boxes[item] >= 0, page.boxes[boxes[item]].end > boxes[item] + 1 {
      last = content.items[item].frame
    }
    var item = boxes[item] >= 0 ? content.items[item].parent : item
    while item >= 0, boxes[item] < 0,
      contents.sums[content.items[item].end] - contents.sums[item] == count
    {
      let frame = content.items[item].frame
      if last.map({ Self.distance($0, frame) > 1 }) ?? true { views.append(item) }
      last = frame
      item = content.items[item].parent
    }
    return views
  }

  /// Matches a box and those in it that have the same texts with the views that have them.
  private mutating func matchNested(_ outermost: Int, _ contents: Contents) {
    let count = contents.count[outermost]
    var nested: [Int] = []
    var box = outermost
    while true {
      if items[box] < 0, !page.isText(box) { nested.append(box) }
      guard items[box] < 0,
        let inner = page.children(of: box).first(where: { contents.count[$0] == count })
      else { break }
      box = inner
    }
    guard !nested.isEmpty else { return }
    var item = contents.first[outermost]
    while item >= 0, content.items[item].end <= contents.last[outermost] {
      item = content.items[item].parent
    }
    guard item >= 0 else { return }
    align(nested, Array(views(around: item, contents, count).reversed()))
  }

  /// Matches nested boxes and nested views in order so that their sizes differ least.
  private mutating func align(_ nested: [Int], _ views: [Int]) {
    guard !views.isEmpty else { return }
    /// The cost of matching the first boxes with the first views.
    var costs = [[Double]](
      repeating: [Double](repeating: 0, count: views.count + 1), count: nested.count + 1)
    let left = 1 - Self.leastLikeness
    for row in nested.indices {
      costs[row + 1][0] = costs[row][0] + left
      for column in views.indices {
        let matched = costs[row][column] + cost(views[column], nested[row])
        costs[row + 1][column + 1] = min(
          matched, costs[row][column + 1] + left, costs[row + 1][column])
      }
    }
    var (row, column) = (nested.count, views.count)
    while row > 0, column > 0 {
      if costs[row][column] == costs[row][column - 1] {
        column -= 1
      } else if costs[row][column] == costs[row - 1][column] + left {
        row -= 1
      } else {
        match(views[column - 1], nested[row - 1])
        row -= 1
        column -= 1
      }
    }
  }

  /// Returns how unlike a view and a box are: by size, and among equal sizes by place.
  private func cost(_ item: Int, _ box: Int) -> Double {
    let frame = content.items[item].frame
    let move = move(of: box)
    let whole = page.boxes[box].frame.moved(by: move.x, move.y)
    let place = visible(whole, of: item)
    let distance = abs(frame.x - place.x) + abs(frame.y - place.y)
    // A box that is cut on the page may have moved into the screen.
    let likeness = max(Self.likeness(frame, place), Self.likeness(frame, whole))
    return 1 - likeness + min(distance, 1_000) / 10_000
  }
}
