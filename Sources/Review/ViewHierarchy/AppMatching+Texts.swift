import LayoutCore
import Renderers

extension AppMatching {
  /// A view whose section is known.
  private struct Anchor {
    var item: Int
    var rank: Int
    /// Index of its text; -1 for one with an identifier.
    var text: Int
  }

  private struct Pair {
    var distance: Double
    var text: Int
    var box: Int
  }

  mutating func matchTexts(_ shared: SharedTexts) {
    let anchors = anchors(shared)
    let windows = windows(anchors, shared)
    let found = anchors.compactMap { anchor in
      box(of: anchor, windows, shared).map { (item: anchor.item, box: $0) }
    }
    measure(reliable(found), windows, shared)
    var pairs: [Pair] = []
    let fixed = Set(anchors.map(\.text))
    for text in shared.texts.indices {
      let limit = fixed.contains(text) ? .infinity : shared.texts[text].isSure ? 100.0 : 20
      for box in candidates(text, windows[text], shared) {
        let distance = distance(of: shared.texts[text].item, from: box)
        if distance <= limit { pairs.append(Pair(distance: distance, text: text, box: box)) }
      }
    }
    pairs.sort { ($0.distance, $0.text, $0.box) < ($1.distance, $1.text, $1.box) }
    for pair in pairs {
      let text = shared.texts[pair.text]
      guard boxes[text.item] < 0, items[pair.box] < 0 else { continue }
      match(text.item, pair.box)
    }
    for text in shared.texts where boxes[text.item] >= 0 {
      cover(boxes[text.item], by: text, shared)
    }
    measure(reliable(boxes.indices.filter { boxes[$0] >= 0 }.map { ($0, boxes[$0]) }))
  }

  /// Notes which texts of a box the words of its view contain.
  private mutating func cover(_ box: Int, by text: SharedTexts.AppText, _ shared: SharedTexts) {
    if !text.isLabel, page.isText(box) { wording[box] = text.item }
    for key in text.keys {
      for inner in Self.part(of: shared.boxes[key], in: box..<page.boxes[box].end)
      where wording[inner] < 0 { wording[inner] = text.item }
    }
  }

  /// Returns the elements of a sorted list that are in a range.
  private static func part(of list: [Int], in range: Range<Int>) -> ArraySlice<Int> {
    let first = list.partitioningIndex(where: { $0 >= range.lowerBound })
    let last = list.partitioningIndex(where: { $0 >= range.upperBound })
    return list[first..<max(first, last)]
  }

  // MARK: Anchors

  /// Returns the longest sequence of views, from the top down, whose sections are in order.
  private func anchors(_ shared: SharedTexts) -> [Anchor] {
    var anchors: [Anchor] = []
    for (index, text) in shared.texts.enumerated() {
      guard let rank = rank(of: text, shared) else { continue }
      anchors.append(Anchor(item: text.item, rank: rank, text: index))
    }
    for item in boxes.indices where boxes[item] >= 0 {
      anchors.append(Anchor(item: item, rank: rank(of: boxes[item]), text: -1))
    }
    anchors.sort {
      (content.items[$0.item].frame.y, $0.item) < (content.items[$1.item].frame.y, $1.item)
    }
    // Patience sorting: `ends[n]` is the last anchor of the best sequence of n + 1.
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: anchors.count)
    for (index, anchor) in anchors.enumerated() {
      let place = ends.partitioningIndex(where: { anchors[$0].rank > anchor.rank })
      if place > 0 { previous[index] = ends[place - 1] }
      if place < ends.count { ends[place] = index } else { ends.append(index) }
    }
    var kept: [Anchor] = []
    var next = ends.last ?? -1
    while next >= 0 {
      kept.append(anchors[next])
      next = previous[next]
    }
    return kept.reversed()
  }

  /// Returns the section of a text that only one section has, and the app not more often.
  private func rank(of text: SharedTexts.AppText, _ shared: SharedTexts) -> Int? {
    guard text.isSure else { return nil }
    var found: Int?
    for key in text.keys where shared.counts[key] <= shared.boxes[key].count {
      guard let first = shared.boxes[key].first, let last = shared.boxes[key].last,
        page.boxes[first].section == page.boxes[last].section
      else { continue }
      let rank = rank(of: first)
      guard found == nil || found == rank else { return nil }
      found = rank
    }
    return found
  }

  /// Returns the sections to which each text can belong: those between the anchors around it.
  private func windows(_ anchors: [Anchor], _ shared: SharedTexts) -> [ClosedRange<Int>] {
    var windows: [ClosedRange<Int>] = []
    var next = 0
    for (index, text) in shared.texts.enumerated() {
      let y = content.items[text.item].frame.y
      while next < anchors.count, content.items[anchors[next].item].frame.y < y { next += 1 }
      var other = next
      while other < anchors.count, content.items[anchors[other].item].frame.y == y,
        anchors[other].text != index
      { other += 1 }
      if other < anchors.count, anchors[other].text == index {
        windows.append(anchors[other].rank...anchors[other].rank)
      } else {
        let above = next > 0 ? anchors[next - 1].rank : 0
        let below = other < anchors.count ? anchors[other].rank : max(0, moves.count - 1)
        windows.append(above...max(above, below))
      }
    }
    return windows
  }

  // MARK: Displacements

  /// Returns the pairs of equal size; in sections without any, those that the screen does not cut.
  private func reliable(_ pairs: [(item: Int, box: Int)]) -> [(item: Int, box: Int)] {
    let exact = pairs.filter { size($0.item, $0.box) <= (isCut($0.item) ? 0.7 : 2) }
    let known = Set(exact.map { rank(of: $0.box) })
    return exact + pairs.filter { !known.contains(rank(of: $0.box)) && !isCut($0.item) }
  }

  /// Measures how far each section has moved, and how far its carousels are scrolled.
  private mutating func measure(
    _ pairs: [(item: Int, box: Int)], _ windows: [ClosedRange<Int>] = [],
    _ shared: SharedTexts? = nil
  ) {
    var down: [Int: [Double]] = [:]
    var across: [Int: [Double]] = [:]
    var local: [Int: [Point]] = [:]
    for (item, box) in pairs {
      let difference = difference(of: item, from: box)
      down[rank(of: box), default: []].append(difference.y)
      across[scroller(of: box), default: []].append(difference.x)
      let parent = page.boxes[box].parent
      if parent >= 0 { local[parent, default: []].append(Point(x: difference.x, y: difference.y)) }
    }
    localMoves = local.mapValues { Point(x: Self.mode($0.map(\.x)), y: Self.mode($0.map(\.y))) }
    let known = down.mapValues(Self.mode)
    setMoves(known, shared.map { votes(known, windows, $0) } ?? [:])
    let side = Self.mode(across.filter { page.boxes[$0.key].parent < 0 }.flatMap(\.value))
    for rank in moves.indices { for index in moves[rank].indices { moves[rank][index].x = side } }
    for (box, values) in across where page.boxes[box].scrolls {
      // If some stay in place, the others only follow what is missing or inserted before them.
      let isScrolled = 4 * values.count { abs($0 - side) <= 1 } < values.count
      scrolled[box] = isScrolled ? Self.mode(values) - side : 0
    }
  }

  /// Returns the box whose size is nearest to that of an anchor; `nil` if several are as near.
  private func box(
    of anchor: Anchor, _ windows: [ClosedRange<Int>], _ shared: SharedTexts
  ) -> Int? {
    guard anchor.text >= 0 else { return boxes[anchor.item] }
    let sizes = candidates(anchor.text, windows[anchor.text], shared)
      .map { (size: size(anchor.item, $0), box: $0) }
      .sorted { ($0.size, $0.box) < ($1.size, $1.box) }
    guard let best = sizes.first, sizes.count < 2 || sizes[1].size > best.size + 1 else {
      return nil
    }
    return best.box
  }

  private func size(_ item: Int, _ box: Int) -> Double {
    let difference = difference(of: item, from: box)
    return abs(difference.width) + abs(difference.height)
  }

  /// Sections without an anchor move as those above or below, or as most of their texts.
  private mutating func setMoves(_ known: [Int: Double], _ votes: [Int: Double]) {
    var above: [Double] = []
    for rank in moves.indices {
      isAnchored[rank] = known[rank] != nil
      if let value = known[rank] { above = [value] }
      moves[rank] = (known[rank] == nil ? [votes[rank]].compactMap { $0 } : []).map {
        Point(x: 0, y: $0)
      }
      moves[rank] += above.map { Point(x: 0, y: $0) }
    }
    var below: [Point] = []
    for rank in moves.indices.reversed() {
      if let value = known[rank] { below = [Point(x: 0, y: value)] }
      if known[rank] == nil { moves[rank] += below }
    }
  }

  /// Returns the most frequent displacement of the repeated texts of each section without anchors.
  private func votes(
    _ known: [Int: Double], _ windows: [ClosedRange<Int>], _ shared: SharedTexts
  ) -> [Int: Double] {
    var values: [Int: [Double]] = [:]
    for text in shared.texts.indices {
      for box in candidates(text, windows[text], shared).prefix(50) {
        let rank = rank(of: box)
        guard known[rank] == nil, values[rank, default: []].count < 2_500 else { continue }
        values[rank, default: []].append(difference(of: shared.texts[text].item, from: box).y)
      }
    }
    return values.mapValues(Self.mode)
  }

  /// Returns the middle of the values that are within a point of each other, of the most such.
  static func mode(_ values: [Double]) -> Double {
    let values = values.sorted()
    var best = 0..<0
    var first = 0
    for last in values.indices {
      while values[last] - values[first] > 1 { first += 1 }
      if last + 1 - first > best.count { best = first..<last + 1 }
    }
    return best.isEmpty ? 0 : values[(best.lowerBound + best.upperBound) / 2]
  }

  // MARK: Candidates

  /// Returns the boxes that a text can show, at most 64 of a repeated one.
  private func candidates(
    _ text: Int, _ window: ClosedRange<Int>, _ shared: SharedTexts
  ) -> [Int] {
    let words = shared.texts[text]
    guard let key = words.keys.min(by: { shared.boxes[$0].count < shared.boxes[$1].count }) else {
      return []
    }
    var found = shared.boxes[key][...]
    if found.count > 64 {
      let y = content.items[words.item].frame.y
      let middle = found.partitioningIndex(where: {
        page.boxes[$0].frame.y + (moves[rank(of: $0)].first?.y ?? 0) >= y
      })
      found = found[max(0, middle - 32)..<min(found.count, middle + 32)]
    }
    let inside = found.filter { window.contains(rank(of: $0)) }
    guard !words.isLabel else {
      return inside.flatMap { containers(around: $0, words.keys, shared) }
    }
    // The view of a text is no cell.
    let name = views[content.items[words.item].view].name.uppercased()
    let texts = inside.filter(page.isText)
    guard texts.isEmpty || !(name.contains("TEXT") || name.contains("LABEL")) else { return texts }
    return inside.flatMap(withContainers)
  }

  /// Returns a text and the boxes around it, of which it may be the only label.
  private func withContainers(of box: Int) -> [Int] {
    var boxes = [box]
    var parent = page.boxes[box].parent
    while parent >= 0, page.boxes[parent].parent >= 0, !page.boxes[parent].scrolls {
      boxes.append(parent)
      parent = page.boxes[parent].parent
    }
    return boxes
  }

  /// Returns the boxes around a text that contain most of the texts of a label.
  private func containers(around box: Int, _ keys: [Int], _ shared: SharedTexts) -> [Int] {
    var best: (count: Int, boxes: [Int]) = (0, [])
    var box = box
    while box >= 0, page.boxes[box].parent >= 0 || best.boxes.isEmpty {
      let range = box..<page.boxes[box].end
      let count = keys.count { !Self.part(of: shared.boxes[$0], in: range).isEmpty }
      if count > best.count { best = (count, []) }
      best.boxes.append(box)
      box = page.boxes[box].parent
    }
    return best.boxes
  }

  /// Returns the distance of a view from where a box would be; scrolling counts half.
  private func distance(of item: Int, from box: Int) -> Double {
    let frame = content.items[item].frame
    let scroll = scroll(of: box)
    let weight = page.boxes[scroller(of: box)].scrolls && scroll == 0 ? 0.5 : 1
    func distance(_ move: Point, _ weight: Double = 1) -> Double {
      var place = visible(page.boxes[box].frame.moved(by: move.x, move.y), of: item)
      place.x = frame.x + (place.x - frame.x) * weight
      return Self.distance(frame, place)
    }
    let rank = rank(of: box)
    let local = localMoves[page.boxes[box].parent].map { distance($0) }
    // Where a section without anchors is, is only likely; a neighbour tells more than the section.
    let doubt: Double = !isAnchored[rank] ? 12 : local == nil ? 0 : 4
    let others = moves[rank].map { distance(Point(x: $0.x + scroll, y: $0.y), weight) + doubt }
    return ([local].compactMap { $0 } + others).min() ?? .infinity
  }
}
