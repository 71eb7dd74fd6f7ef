import SectionEngine

extension AppMatching {
  /// A view whose section is certain, and the index of its text; -1 if an identifier matched it.
  private typealias Anchor = (item: Int, section: Int, text: Int)
  private typealias Pair = (distance: Double, text: Int, box: Int)

  mutating func matchTexts(_ shared: SharedTexts) {
    for text in shared.texts where boxes[text.item] >= 0 {
      cover(boxes[text.item], by: text, shared)
    }
    let anchors = anchors(shared).filter { $0.text >= 0 }
    // Anchors with an unambiguous box size are matched temporarily, to measure the offsets.
    let found = anchors.compactMap { anchor in
      nearest(anchor, shared).map { (item: anchor.item, box: $0) }
    }.filter { items[$0.box] < 0 }
    for pair in found where items[pair.box] < 0 { match(pair.item, pair.box) }
    measure()
    for pair in found where items[pair.box] >= 0 { unmatch(pair.box) }
    matchNearest(shared, among: Set(anchors.map(\.text)))
    measure()
    matchNearest(shared)
    measure()
  }

  /// Matches texts with the nearest boxes. With `anchors`, matches only these, at any distance;
  /// otherwise all texts, up to a maximum distance.
  mutating func matchNearest(_ shared: SharedTexts, among anchors: Set<Int>? = nil) {
    var pairs: [Pair] = []
    for (index, text) in shared.texts.enumerated() where boxes[text.item] < 0 {
      guard anchors?.contains(index) ?? true else { continue }
      for box in candidates(text, shared) where items[box] < 0 {
        let distance = distance(of: text.item, from: box)
        let isSure = text.isSure && hasSize(text.item, of: box)
        if anchors != nil || distance <= (isSure ? 100.0 : 20) {
          pairs.append((distance, index, box))
        }
      }
    }
    for pair in pairs.sorted(by: { $0 < $1 }) {
      let text = shared.texts[pair.text]
      guard boxes[text.item] < 0, items[pair.box] < 0 else { continue }
      match(text.item, pair.box)
      cover(pair.box, by: text, shared)
    }
  }

  /// Records the view for each text in a box that the text of the view contains.
  private mutating func cover(_ box: Int, by text: SharedTexts.AppText, _ shared: SharedTexts) {
    if !text.isLabel, page.isText(box) { wording[box] = text.item }
    for key in text.keys {
      for inner in Self.part(of: shared.boxes[key], in: box..<page.end(of: box))
      where wording[inner] < 0 { wording[inner] = text.item }
    }
  }

  /// Returns the elements of a sorted list that lie in a range.
  private static func part(of list: [Int], in range: Range<Int>) -> ArraySlice<Int> {
    let first = list.partitioningIndex(where: { $0 >= range.lowerBound })
    let last = list.partitioningIndex(where: { $0 >= range.upperBound })
    return list[first..<max(first, last)]
  }

  // MARK: Anchors

  /// Returns the longest sequence of anchors, top to bottom, whose sections are in page order.
  private func anchors(_ shared: SharedTexts) -> [Anchor] {
    var anchors: [Anchor] = []
    for (index, text) in shared.texts.enumerated() {
      guard let section = section(of: text, shared) else { continue }
      anchors.append((text.item, section, index))
    }
    for item in boxes.indices where boxes[item] >= 0 {
      anchors.append((item, page.section(of: boxes[item]), -1))
    }
    anchors.sort {
      (content.items[$0.item].frame.y, $0.item) < (content.items[$1.item].frame.y, $1.item)
    }
    // Patience sorting: `ends[n]` is the last anchor of the best sequence with n + 1 anchors.
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: anchors.count)
    for (index, anchor) in anchors.enumerated() {
      let place = ends.partitioningIndex(where: { anchors[$0].section > anchor.section })
      if place > 0 { previous[index] = ends[place - 1] }
      if place < ends.count { ends[place] = index } else { ends.append(index) }
    }
    return sequence(first: ends.last ?? -1) { previous[$0] }.prefix { $0 >= 0 }
      .map { anchors[$0] }.reversed()
  }

  /// Returns the only section with a text; `nil` if the app has the text more often than the page.
  private func section(of text: SharedTexts.AppText, _ shared: SharedTexts) -> Int? {
    guard text.isSure else { return nil }
    let boxes = text.keys.map { shared.counts[$0] > shared.boxes[$0].count ? [] : shared.boxes[$0] }
    let sections = Set(
      boxes.compactMap { boxes in
        let found = [boxes.first, boxes.last].compactMap { $0.map { page.section(of: $0) } }
        return found.first == found.last ? found.first : nil
      })
    return sections.count == 1 ? sections.first : nil
  }

  /// Returns the box whose size is nearest to the anchor's size; of boxes with equal frames, the
  /// outermost. `nil` if boxes with different frames are about equally near.
  private func nearest(_ anchor: Anchor, _ shared: SharedTexts) -> Int? {
    let sizes = candidates(shared.texts[anchor.text], shared)
      .map { (size: size(anchor.item, $0), box: $0) }.sorted { $0 < $1 }
    guard let best = sizes.first else { return nil }
    let frame = frames[best.box]
    let isUnclear = sizes.contains { size, box in
      size <= best.size + 1 && frames[box] != frame
    }
    return isUnclear ? nil : best.box
  }

  /// Whether a view has the width or the height of a box.
  private func hasSize(_ item: Int, of box: Int) -> Bool {
    guard !isCut(item) else { return size(item, box) <= 2 }
    let (frame, other) = (content.items[item].frame, frames[box])
    return min(abs(frame.width - other.width), abs(frame.height - other.height)) <= 2
  }

  /// Returns the size difference of a view and a box in points. Ignores an axis that is clipped.
  private func size(_ item: Int, _ box: Int) -> Double {
    let (view, other) = (content.items[item], frames[box])
    func difference(_ frame: (Double, Double), _ clip: (Double, Double), _ size: Double) -> Double {
      let isCut = content.isClipped && (frame.0 <= clip.0 + 1 || frame.1 >= clip.1 - 1)
      return isCut && frame.1 - frame.0 < size ? 0 : abs(frame.1 - frame.0 - size)
    }
    return difference(
      (view.frame.x, view.frame.maxX), (view.clip.x, view.clip.maxX), other.width)
      + difference((view.frame.y, view.frame.maxY), (view.clip.y, view.clip.maxY), other.height)
  }

  // MARK: Candidates

  /// Returns the boxes of the page that may show a text of the app, and their containers. If more
  /// than 64 boxes have the text, considers only the nearest 32 above and the nearest 32 below.
  private func candidates(_ text: SharedTexts.AppText, _ shared: SharedTexts) -> [Int] {
    guard let key = text.keys.min(by: { shared.boxes[$0].count < shared.boxes[$1].count }) else {
      return []
    }
    var found = shared.boxes[key][...]
    if found.count > 64 {
      let y = content.items[text.item].frame.y
      let middle = found.partitioningIndex { frames[$0].y + moves[$0].y >= y }
      found = found[max(0, middle - 32)..<min(found.count, middle + 32)]
    }
    guard !text.isLabel else {
      return Set(found.flatMap { containers(around: $0, text.keys, shared) }).sorted()
    }
    // A text view or label shows only the text, not a container of the text.
    let name = views[content.items[text.item].view].name.uppercased()
    let texts = found.filter(page.isText)
    guard texts.isEmpty || !(name.contains("TEXT") || name.contains("LABEL")) else { return texts }
    return Set(found.flatMap(withContainers)).sorted()
  }

  /// Returns a text box and its ancestors. A container's view may have the text as its label.
  private func withContainers(of box: Int) -> [Int] {
    let outer = sequence(first: box) { page.parent(of: $0) }.dropFirst()
    return [box] + outer.prefix { page.parent(of: $0) >= 0 && !scrolls[$0] }
  }

  /// Returns the boxes around a text that contain the greatest number of the texts of a label.
  private func containers(around box: Int, _ keys: [Int], _ shared: SharedTexts) -> [Int] {
    var best: (count: Int, boxes: [Int]) = (0, [])
    var box = box
    while box >= 0, page.parent(of: box) >= 0 || best.boxes.isEmpty {
      let range = box..<page.end(of: box)
      let count = keys.count { !Self.part(of: shared.boxes[$0], in: range).isEmpty }
      if count > best.count { best = (count, []) }
      best.boxes.append(box)
      box = page.parent(of: box)
    }
    return best.boxes
  }

  /// Returns the distance of a view from the expected position of a box.
  private func distance(of item: Int, from box: Int) -> Double {
    let (section, parent) = (page.section(of: box), around(box))
    func distance(_ y: Double) -> Double {
      let place = frames[box].moved(by: moves[parent].x, y)
      return Self.distance(content.items[item].frame, visible(place, of: item, for: box))
    }
    // Without matches in the section, its offset is a guess: adds a penalty, and also tries the
    // offset of the next placed section below.
    guard isPlaced[section] else {
      return 12 + min(distance(moves[section].y), movesBelow[section].map(distance) ?? .infinity)
    }
    return distance(moves[parent].y)
  }
}
