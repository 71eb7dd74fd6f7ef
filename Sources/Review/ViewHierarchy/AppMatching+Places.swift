import LayoutCore
import Renderers

extension AppMatching {
  /// The unmatched boxes and items around the same matched box.
  private struct Group {
    var boxes: [Int] = []
    var items: [Int] = []
  }

  /// Matches boxes that have no equal text: changed texts, or pictures and boxes without texts. The
  /// candidates are the unmatched views in the nearest matched view, then those in the section.
  mutating func matchByPlace(isText: Bool) {
    for isNear in [true, false] {
      for (box, group) in groups(isText: isText, isNear: isNear).sorted(by: { $0.key < $1.key }) {
        matchNearest(group, in: box, isText: isText)
      }
    }
  }

  /// Matches sections without a known text with views of the same size between those of the others.
  mutating func matchSections() {
    var isFree = boxes.map { $0 < 0 }
    for item in boxes.indices.reversed() where !isFree[item] {
      if content.items[item].parent >= 0 { isFree[content.items[item].parent] = false }
    }
    let hasText = hasText
    let left = boxes.indices.filter {
      isFree[$0] && content.items[$0].frame.width > 0.6 * content.visible.width
    }.sorted { (content.items[$0].frame.y, $0) < (content.items[$1].frame.y, $1) }
    func end(_ section: Int) -> Double {
      items[section] >= 0
        ? content.items[items[section]].frame.maxY
        : page.boxes[section].frame.maxY + move(of: section).y
    }
    var above = -Double.infinity
    for (index, section) in page.sections.enumerated() {
      guard !isAnchored[rank(of: section)] else {
        above = end(section)
        continue
      }
      let next = page.sections[index...].first { isAnchored[rank(of: $0)] }
      let below = next.map { end($0) - page.boxes[$0].frame.height } ?? .infinity
      let room = above > -.infinity ? above - 1..<max(above, below) : 0..<0
      let item = left.first { boxes[$0] < 0 && isView($0, of: section, within: room, hasText[$0]) }
      guard let item, items[section] < 0 else { continue }
      match(item, section)
      let frame = content.items[item].frame
      let move = difference(of: item, from: section)
      moves[rank(of: section)] = [Point(x: move.x, y: move.y)]
      isAnchored[rank(of: section)] = frame.y > content.items[item].clip.y + 1 || !isClipped
      above = content.items[item].frame.maxY
    }
  }

  /// Whether a text is in a view, by item.
  private var hasText: [Bool] {
    var hasText = content.items.map { views[$0.view].text?.isEmpty == false }
    for item in boxes.indices.reversed() where hasText[item] && content.items[item].parent >= 0 {
      hasText[content.items[item].parent] = true
    }
    return hasText
  }

  /// Whether a view may be that of a section: as large, and where that is expected, or between the
  /// sections around it. An insertion is not taken for a section with other texts.
  private func isView(
    _ item: Int, of section: Int, within room: Range<Double>, _ hasText: Bool
  ) -> Bool {
    let frame = content.items[item].frame
    func likeness(_ y: Double) -> Double {
      let place = page.boxes[section].frame.moved(by: 0, y)
      return Self.likeness(frame, visible(place, of: item))
    }
    guard abs(frame.x - page.boxes[section].frame.x - move(of: section).x) < 24 else {
      return false
    }
    let isNear = moves[rank(of: section)].contains { move in
      abs(frame.y - page.boxes[section].frame.y - move.y) < 8
        && likeness(move.y) > (hasText ? 0.97 : 0.8)
    }
    return isNear
      || !hasText && room.contains(frame.y)
        && likeness(frame.y - page.boxes[section].frame.y) > 0.97
  }

  private func groups(isText: Bool, isNear: Bool) -> [Int: Group] {
    var groups: [Int: Group] = [:]
    for box in around(isNear: isNear) {
      guard isLeft(box.box, isText), !isText || isAnchored[rank(of: box.box)] else { continue }
      groups[box.owner, default: Group()].boxes.append(box.box)
    }
    guard !groups.isEmpty else { return [:] }
    let places = places
    let hasText = hasText
    /// The nearest matched box of each item, or its section; -1 for none.
    var owners = [Int](repeating: -1, count: boxes.count)
    /// Whether a matched view is in it.
    var holds = [Bool](repeating: false, count: boxes.count)
    for item in boxes.indices.reversed() where holds[item] || boxes[item] >= 0 {
      let parent = content.items[item].parent
      if parent >= 0 { holds[parent] = true }
    }
    for item in boxes.indices {
      let parent = content.items[item].parent
      owners[item] = parent < 0 ? -1 : boxes[parent] >= 0 ? boxes[parent] : owners[parent]
      guard boxes[item] < 0, !holds[item] else { continue }
      guard isText ? views[content.items[item].view].text?.isEmpty == false : !hasText[item]
      else { continue }
      var owner = owners[item]
      if owner >= 0, !isNear { owner = page.boxes[owner].section }
      if owner < 0 {
        let frame = content.items[item].frame
        let next = places.partitioningIndex(where: { $0.y > frame.y + frame.height / 2 })
        if next > 0 { owner = places[next - 1].section }
      }
      groups[owner]?.items.append(item)
    }
    return groups
  }

  /// The beginnings of the sections in the app, without those that would be below a later one.
  private var places: [(y: Double, section: Int)] {
    var places: [(y: Double, section: Int)] = []
    var limit = Double.infinity
    for section in page.sections.reversed() where !moves[rank(of: section)].isEmpty {
      let y = page.boxes[section].frame.y + move(of: section).y
      let isKnown = isAnchored[rank(of: section)] || items[section] >= 0
      guard isKnown || y < limit else { continue }
      if isKnown { limit = min(limit, y) }
      places.append((y, section))
    }
    return places.sorted { ($0.y, $0.section) < ($1.y, $1.section) }
  }

  /// Whether a view only fills the view around it, or that of the owner, as content views do, while the
  /// box is smaller than that around it.
  private func onlyFills(_ item: Int, _ box: Int, in owner: Int) -> Bool {
    let pairs = [
      (content.items[item].parent, page.boxes[box].parent), (items[owner], owner),
    ]
    return pairs.contains { view, outer in
      view >= 0 && Self.overlap(content.items[item].frame, content.items[view].frame) > 0.995
        && Self.overlap(page.boxes[box].frame, page.boxes[outer].frame) <= 0.995
    }
  }

  /// Returns each box with the nearest matched box around it, or with its section.
  private func around(isNear: Bool) -> [(box: Int, owner: Int)] {
    var owners = [Int](repeating: -1, count: items.count)
    return page.boxes.indices.map { box in
      let parent = page.boxes[box].parent
      owners[box] =
        parent < 0
        ? box
        : isNear && items[parent] >= 0 ? parent : isNear ? owners[parent] : page.boxes[box].section
      return (box, owners[box])
    }
  }

  private func isLeft(_ box: Int, _ isText: Bool) -> Bool {
    guard items[box] < 0, wording[box] < 0, page.boxes[box].isDrawn, page.boxes[box].parent >= 0
    else {
      return false
    }
    if isText || page.isText(box) { return isText && page.isText(box) }
    return !(box..<page.boxes[box].end).contains { wording[$0] >= 0 || items[$0] >= 0 }
  }

  private mutating func matchNearest(_ group: Group, in owner: Int, isText: Bool) {
    var pairs: [(distance: Double, box: Int, item: Int)] = []
    let items = group.items.sorted { content.items[$0].frame.y < content.items[$1].frame.y }
    let reach = 64.0
    for box in group.boxes {
      let moved = self.items[owner] >= 0 ? difference(of: self.items[owner], from: owner) : nil
      let own = move(of: box)
      let place = page.boxes[box].frame.moved(
        by: moved.map { $0.x + scroll(of: box, in: owner) } ?? own.x, moved?.y ?? own.y)
      let first = items.partitioningIndex(where: { content.items[$0].frame.y >= place.y - reach })
      let near = items[first...].prefix { content.items[$0].frame.y <= place.y + reach }
      for item in near.prefix(256) {
        let frame = content.items[item].frame
        let part = visible(place, of: item)
        let isSure = isAnchored[rank(of: box)] || self.items[page.boxes[box].section] >= 0
        // A container whose texts are missing is recognised by its frame only.
        let isStrict = !isSure || (box..<page.boxes[box].end).contains { page.isText($0) }
        guard isText || !onlyFills(item, box, in: owner) else { continue }
        if isText ? isSame(line: frame, part) : isSame(picture: frame, part, isStrict) {
          pairs.append((Self.distance(frame, part), box, item))
        }
      }
    }
    // Among equal frames, a picture is the innermost, and a container the outermost.
    func order(_ pair: (distance: Double, box: Int, item: Int)) -> (Double, Int, Int, Int) {
      let isLeaf = page.boxes[pair.box].end == pair.box + 1
      return (pair.distance, isLeaf ? 0 : 1, pair.box, isLeaf ? -pair.item : pair.item)
    }
    pairs.sort { order($0) < order($1) }
    for pair in pairs where self.items[pair.box] < 0 && boxes[pair.item] < 0 {
      match(pair.item, pair.box)
      let text = views[content.items[pair.item].view].text ?? ""
      if isText, SharedTexts.areEqual(page.boxes[pair.box].string, text) {
        wording[pair.box] = pair.item
      }
    }
  }

  /// A changed text is on the lines of the old one, and begins, ends or is centred where that was.
  private func isSame(line frame: Rect, _ place: Rect) -> Bool {
    guard abs(frame.y - place.y) < 8,
      min(frame.height, place.height) > 0.45 * max(frame.height, place.height)
    else { return false }
    return [
      frame.x - place.x, frame.maxX - place.maxX, (frame.x + frame.maxX - place.x - place.maxX) / 2,
    ]
    .contains { abs($0) < 8 }
  }

  private func isSame(picture frame: Rect, _ place: Rect, _ isStrict: Bool) -> Bool {
    if !isStrict, Self.overlap(frame, place) >= 0.4 { return true }
    if Self.likeness(frame, place) > 0.9, abs(frame.x - place.x) + abs(frame.y - place.y) <= 2 {
      return true
    }
    // A picture of the same size may have moved farther.
    return abs(frame.width - place.width) + abs(frame.height - place.height) <= 2
      && abs(frame.x - place.x) + abs(frame.y - place.y) <= 40
  }
}
