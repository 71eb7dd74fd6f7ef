import SectionEngine

extension AppMatching {
  private typealias Pair = (distance: Double, box: Int, item: Int)

  /// Matches the boxes that have no match yet by position, the nearest pair first.
  mutating func matchPlaces() {
    let contents = Contents(self)
    for box in items.indices where contents.count[box] > 0 {
      // Matches nested boxes with the same content together, starting with the outermost box.
      let parent = page.parent(of: box)
      let isOutermost = parent < 0 || contents.count[parent] != contents.count[box]
      if isOutermost, !page.isText(box) {
        align(nested(from: box, contents), views(around: box, contents))
      }
    }
    let left = items.indices.filter { contents.last[$0] < 0 && page.isDrawn($0) }
    let sections = left.filter { page.parent(of: $0) < 0 }
    matchNearest(sections.flatMap { sectionViews($0, contents) })
    matchNearest(
      left.filter { page.parent(of: $0) >= 0 }.flatMap { neighbours(of: $0, contents) })
  }

  private mutating func matchNearest(_ pairs: [Pair]) {
    // If several views have equal frames, a leaf gets the innermost, a container the outermost.
    func order(_ pair: Pair) -> (Double, Int, Int, Int) {
      let isLeaf = page.isLeaf(pair.box)
      return (pair.distance, isLeaf ? 0 : 1, pair.box, isLeaf ? -pair.item : pair.item)
    }
    for pair in pairs.sorted(by: { order($0) < order($1) }) {
      guard boxes[pair.item] < 0, items[pair.box] < 0, fits(pair) else { continue }
      match(pair.item, pair.box)
      let text = text(pair.item)
      for box in pair.box..<page.end(of: pair.box)
      where page.isText(box) && wording[box] < 0
        && SharedTexts.areEqual(page.string(of: box), text)
      {
        wording[box] = pair.item
      }
    }
  }

  /// The matches inside each box and item, and the items without matches.
  private struct Contents {
    /// For each box, the first, the last and the number of the matched items in its subtree.
    var first: [Int]
    var last: [Int]
    var count: [Int]
    /// For each item, whether its subtree has a text.
    var hasText: [Bool]
    /// For each item, the number of matched items before it.
    var sums: [Int] = [0]
    /// The items without a match inside, from top to bottom. `wide` has those as wide as sections.
    var free: [Int] = []
    var wide: [Int] = []

    init(_ matching: AppMatching) {
      first = [Int](repeating: .max, count: matching.items.count)
      last = [Int](repeating: -1, count: matching.items.count)
      count = [Int](repeating: 0, count: matching.items.count)
      let items = matching.content.items
      for box in matching.boxes { sums.append(sums[sums.count - 1] + (box < 0 ? 0 : 1)) }
      for box in matching.items.indices.reversed() {
        for item in [matching.items[box], matching.wording[box]] where item >= 0 {
          first[box] = min(first[box], item)
          last[box] = max(last[box], item)
          count[box] += item == matching.items[box] ? 1 : 0
        }
        let parent = matching.page.parent(of: box)
        guard parent >= 0 else { continue }
        first[parent] = min(first[parent], first[box])
        last[parent] = max(last[parent], last[box])
        count[parent] += count[box]
      }
      hasText = items.map { matching.views[$0.view].text?.isEmpty == false }
      for item in items.indices.reversed() where hasText[item] && items[item].parent >= 0 {
        hasText[items[item].parent] = true
      }
      free = items.indices.filter { sums[items[$0].end] == sums[$0] }
      free.sort { (items[$0].frame.y, $0) < (items[$1].frame.y, $1) }
      wide = free.filter { items[$0].frame.width > 0.6 * matching.content.visible.width }
    }
  }

  // MARK: Containers

  /// Returns the unmatched chain of nested boxes with the same matched content, outermost first.
  private func nested(from box: Int, _ contents: Contents) -> [Int] {
    let same = sequence(first: box) { outer in
      page.children(of: outer).first { contents.count[$0] == contents.count[box] }
    }
    return same.prefix { items[$0] < 0 && !page.isText($0) }
  }

  /// Returns the unmatched items that contain all matched content of a box and no other matched
  /// content, outermost first.
  private func views(around box: Int, _ contents: Contents) -> [Int] {
    let first = contents.first[box]
    let outer = sequence(first: boxes[first] < 0 ? first : content.items[first].parent) {
      content.items[$0].parent
    }
    let free = outer.prefix { item in
      item >= 0 && boxes[item] < 0
        && contents.sums[content.items[item].end] - contents.sums[item] <= contents.count[box]
    }
    return free.filter { content.items[$0].end > contents.last[box] }.reversed()
  }

  /// Matches nested boxes with nested views, in order, with the least total difference. If more
  /// views than boxes have the same size, the surplus views are wrappers and are skipped.
  private mutating func align(_ nested: [Int], _ all: [Int]) {
    let frames = all.map { content.items[$0].frame }
    let views = all.indices.filter { index in
      let before = frames[..<index].count { Self.distance($0, frames[index]) <= 1 }
      return before
        < max(1, nested.count { Self.likeness(self.frames[$0], frames[index]) > 0.98 })
    }.map { all[$0] }
    guard !views.isEmpty else { return }
    /// `costs[n][m]`: the least cost of matching the first n boxes with the first m views. An
    /// unmatched box costs `left`.
    var costs = [[Double]](
      repeating: [Double](repeating: 0, count: views.count + 1), count: nested.count + 1)
    let left = 0.6
    for (row, box) in nested.enumerated() {
      costs[row + 1][0] = costs[row][0] + left
      for (column, view) in views.enumerated() {
        costs[row + 1][column + 1] = min(
          costs[row][column] + unlikeness(view, box), costs[row][column + 1] + left,
          costs[row + 1][column])
      }
    }
    var (row, column) = (nested.count, views.count)
    while row > 0, column > 0 {
      if costs[row][column] == costs[row][column - 1] {
        column -= 1
      } else if costs[row][column] == costs[row - 1][column] + left {
        row -= 1
      } else {
        (row, column) = (row - 1, column - 1)
        match(views[column], nested[row])
      }
    }
  }

  /// Returns the difference of a view and a box, mainly by size, then by position; 0 is equal.
  private func unlikeness(_ item: Int, _ box: Int) -> Double {
    let (frame, move) = (content.items[item].frame, moves[around(box)])
    let whole = frames[box].moved(by: move.x, move.y)
    let place = visible(whole, of: item, for: box)
    // Also compares the whole box, because a box that is partly off the page may be on the screen.
    let likeness = max(Self.likeness(frame, place), Self.likeness(frame, whole))
    let distance = abs(frame.x - place.x) + abs(frame.y - place.y)
    return 1 - likeness + min(distance, 60) / 150
  }

  // MARK: Pictures, changed texts and sections

  /// Whether the nearest matched ancestors of a view and of a box are matched with each other.
  private func fits(_ pair: Pair) -> Bool {
    var outer = content.items[pair.item].parent
    while outer >= 0, boxes[outer] < 0 { outer = content.items[outer].parent }
    var around = page.parent(of: pair.box)
    while around >= 0, items[around] < 0 { around = page.parent(of: around) }
    return around >= 0 ? items[around] == outer : outer < 0
  }

  /// Returns the unmatched views near an unmatched box that may show the box.
  private func neighbours(of box: Int, _ contents: Contents) -> [Pair] {
    let (section, reach, isText) = (page.section(of: box), 64.0, page.isText(box))
    // Without another match in the section, only a picture is distinctive enough.
    let isKnown = isPlaced[section]
    guard isKnown || page.isLeaf(box) && !isText else { return [] }
    // A changed text may have moved its ancestors, so the section's offset is tried, too.
    let (near, far) = (moves[around(box)], moves[section])
    let moves =
      near == far || !isText
      ? [near] : [near, Point(x: far.x, y: near.y), Point(x: near.x, y: far.y)]
    return moves.flatMap { move in
      let whole = frames[box].moved(by: move.x, move.y)
      let first = contents.free.partitioningIndex { content.items[$0].frame.y >= whole.y - reach }
      return contents.free[first...].prefix(256).compactMap { item -> Pair? in
        let (frame, place) = (content.items[item].frame, visible(whole, of: item, for: box))
        guard frame.y <= place.y + reach else { return nil }
        let isSame =
          isText
          ? !text(item).isEmpty && isSame(line: frame, place)
          : !contents.hasText[item] && !onlyFills(item, box)
            && isSame(picture: frame, place, isKnown, isLeaf: page.isLeaf(box))
        // Adds a penalty if the section's offset is not known from a match.
        let unsure = isKnown ? 0.0 : 4
        return isSame ? (Self.distance(frame, place) + unsure, box, item) : nil
      }
    }
  }

  /// Returns the views that may show an unmatched section or its only box. They lie between the
  /// neighbouring sections and have the same width and, unless clipped, the same height. A view
  /// must share a text with the section or be at an expected position.
  private func sectionViews(_ section: Int, _ contents: Contents) -> [Pair] {
    let (places, range) = places(of: section)
    let first = contents.wide.partitioningIndex { content.items[$0].frame.y >= range.lowerBound }
    let inside = contents.wide[first...].prefix(64)
      .prefix { content.items[$0].frame.y <= range.upperBound }
    let boxes = sequence(first: section) { box in
      let children = page.children(of: box)
      return children.count == 1 ? children[0] : nil
    }
    return boxes.flatMap { box in
      let frame = frames[box]
      return inside.flatMap { item -> [Pair] in
        let view = content.items[item].frame
        guard abs(view.width - frame.width) <= 2 else { return [] }
        let hasText = contents.hasText[item]
        // A view with neither texts nor child views is a picture.
        guard box == section || hasText || content.items[item].end > item + 1 else { return [] }
        let edges = edges(of: item, for: box, alongY: true)
        let isCut = edges.start.isNaN || edges.end.isNaN
        guard isCut || Self.likeness(view, frame) > 0.97 else { return [] }
        let shares = hasText && shareText(item, box)
        return places.compactMap { move in
          let place = visible(frame.moved(by: moves[section].x, move), of: item, for: box)
          let distance = Self.distance(view, place)
          let isNear = !isCut && distance <= (hasText ? 0.8 : 2)
          guard isNear || shares else { return nil }
          return (distance + (shares ? 0 : 1_000), box, item)
        }
      }
    }
  }

  /// Returns the possible y offsets of an unmatched section: those of the neighbouring matched
  /// sections, and those that result if the sections between are missing. `range` is the space
  /// between the neighbouring sections.
  private func places(of section: Int) -> (moves: [Double], range: ClosedRange<Double>) {
    let index = sections.partitioningIndex { $0 >= section }
    let above = sections[..<index].lastIndex { isPlaced[$0] }
    let below = sections[(index + 1)...].firstIndex { isPlaced[$0] }
    func frame(_ index: Int) -> Rect { frames[sections[index]] }
    func move(_ index: Int) -> Double { moves[sections[index]].y }
    var result = [moves[section].y] + (below.map { [move($0)] } ?? [])
    if let above, let below {
      result.append(frame(above + 1).y + move(above) - frame(index).y)
      result.append(frame(below).y + move(below) - frame(index + 1).y)
    }
    let start = above.map { frame($0).maxY + move($0) - 32 } ?? -.infinity
    return (result, start...max(start, below.map { frame($0).y + move($0) } ?? .infinity))
  }

  private func text(_ item: Int) -> String { views[content.items[item].view].text ?? "" }

  /// Whether a view only fills its parent view, while the box does not fill the box around it.
  private func onlyFills(_ item: Int, _ box: Int) -> Bool {
    let outer = content.items[item].parent
    return outer >= 0
      && Self.distance(content.items[item].frame, content.items[outer].frame) <= 1
      && Self.distance(
        frames[box], frames[boxes[outer] < 0 ? around(box) : boxes[outer]]) > 1
  }

  /// Whether a text in the view equals a text in the box.
  private func shareText(_ item: Int, _ box: Int) -> Bool {
    let texts = Set((box..<page.end(of: box)).filter(page.isText).map { page.string(of: $0) })
    return (item..<content.items[item].end).contains { texts.contains(text($0)) }
  }

  /// Whether a text may replace a changed one: at about the same y, with the same line height, and
  /// with the same start, end or center.
  private func isSame(line frame: Rect, _ place: Rect) -> Bool {
    let lines = max(frame.height, place.height) / max(1, min(frame.height, place.height))
    guard abs(frame.y - place.y) < 8, lines < 2.5, abs(lines - lines.rounded()) < 0.08 else {
      return false
    }
    let (start, end) = (frame.x - place.x, frame.maxX - place.maxX)
    return [start, end, (start + end) / 2].contains { abs($0) < 8 }
  }

  private func isSame(
    picture frame: Rect, _ place: Rect, _ isKnown: Bool, isLeaf: Bool
  ) -> Bool {
    if isKnown, Self.overlap(frame, place) >= 0.4 { return true }
    let distance = abs(frame.x - place.x) + abs(frame.y - place.y)
    if distance <= 2 {
      let sides = [(frame.width, place.width), (frame.height, place.height)]
      let isOneSame = !isLeaf && sides.contains { abs($0 - $1) <= 2 }
      return Self.likeness(frame, place) > (isOneSame ? 0.5 : 0.9)
    }
    // A picture of the same size may have moved by at most 40 points.
    return isKnown && distance <= 40
      && abs(frame.width - place.width) + abs(frame.height - place.height) <= 2
  }
}
