import LayoutCore

extension Wireframe {
  /// Measures what containers place: insets, gaps, and sizes of items and images, each value once in a
  /// container, where it stands first.
  mutating func addMeasures() {
    var items: [Int: [Int]] = [:]
    for (index, box) in boxes.enumerated() where box.flags.contains(.item) {
      items[box.parent < 0 ? -1 - box.section : box.parent, default: []].append(index)
    }
    var previous: Int?
    for (index, section) in sections.enumerated() {
      if section.keyword == .section, section.placement == .flow {
        measureGap(above: index, previous)
        previous = index
      }
      if !section.rowBoxes.isEmpty {
        measure(section.rowBoxes, in: section.frame, section: index)
      }
      for box in section.boxes {
        if boxes[box].kind.isCollection, let items = items[box] {
          measure(items, in: boxes[box].drawnFrame, section: index)
        }
      }
      measureImages(of: index)
    }
  }

  private mutating func measureGap(above index: Int, _ previous: Int?) {
    let top = previous.map { sections[$0].frame.maxY } ?? 0
    let frame = sections[index].frame
    guard frame.y - top >= Self.least else { return }
    measures.append(
      Measure(
        kind: .gap(.y), section: index,
        frame: Rect(x: 0, y: top, width: size.width, height: frame.y - top)))
  }

  /// Less is rounding.
  private static let least = 0.25

  /// - Parameters:
  ///   - items: in document order.
  ///   - container: where it is drawn.
  private mutating func measure(_ items: [Int], in container: Rect, section: Int) {
    var known: Set<Measure.Key> = []
    func add(_ kind: Measure.Kind, _ frame: Rect, of box: Int? = nil) {
      let shown = frame.intersection(container)
      let measure = Measure(kind: kind, section: section, frame: frame, box: box)
      guard shown.width > 0, shown.height > 0, measure.value >= Self.least,
        known.insert(measure.key).inserted
      else { return }
      measures.append(measure)
    }
    guard let first = items.first.map({ boxes[$0].drawnFrame }) else { return }
    let last = boxes[items[items.count - 1]].drawnFrame
    for edge in insets(of: first, last, in: container) { add(edge.kind, edge.frame) }
    for index in items.indices {
      let box = boxes[items[index]]
      let frame = box.drawnFrame
      if index > 0 {
        let before = boxes[items[index - 1]].drawnFrame
        if let gap = gap(before, frame) { add(gap.kind, gap.frame) }
      }
      add(.size, frame, of: items[index])
    }
  }

  /// Free space between the container's edges and its items.
  private func insets(
    of first: Rect, _ last: Rect, in container: Rect
  ) -> [(kind: Measure.Kind, frame: Rect)] {
    let start = isRightToLeft ? last : first
    let end = isRightToLeft ? first : last
    return [
      (
        .inset(.x),
        Rect(x: container.x, y: start.y, width: start.x - container.x, height: start.height)
      ),
      (
        .inset(.x),
        Rect(x: end.maxX, y: end.y, width: container.maxX - end.maxX, height: end.height)
      ),
      (
        .inset(.y),
        Rect(x: first.x, y: container.y, width: first.width, height: first.y - container.y)
      ),
      (
        .inset(.y),
        Rect(x: last.x, y: last.maxY, width: last.width, height: container.maxY - last.maxY)
      ),
    ]
  }

  /// Free space between two neighbours: along x where they share a line, else along y.
  private func gap(_ a: Rect, _ b: Rect) -> (kind: Measure.Kind, frame: Rect)? {
    let top = max(a.y, b.y)
    let bottom = min(a.maxY, b.maxY)
    if bottom > top {
      let left = min(a.maxX, b.maxX)
      let right = max(a.x, b.x)
      return right > left
        ? (.gap(.x), Rect(x: left, y: top, width: right - left, height: bottom - top)) : nil
    }
    let left = max(a.x, b.x)
    let right = min(a.maxX, b.maxX)
    return b.y > a.maxY && right > left
      ? (.gap(.y), Rect(x: left, y: a.maxY, width: right - left, height: b.y - a.maxY)) : nil
  }

  /// Images that are no items, each size once in a section.
  private mutating func measureImages(of section: Int) {
    var known: Set<Size> = []
    for index in sections[section].boxes {
      let box = boxes[index]
      guard box.kind == .image, !box.flags.contains(.item), box.frame.width > 0,
        box.frame.height > 0,
        known.insert(Size(width: box.frame.width, height: box.frame.height)).inserted
      else { continue }
      measures.append(
        Measure(kind: .size, section: section, frame: box.drawnFrame, box: index))
    }
  }
}

extension Wireframe.Measure {
  /// What two measures of a container share that say the same.
  fileprivate struct Key: Hashable {
    var kind: Kind
    var width, height: Double
  }

  /// The distance in points; of a size the smaller of width and height.
  package var value: Double {
    switch kind {
    case .gap(.x), .inset(.x): frame.width
    case .gap(.y), .inset(.y): frame.height
    case .size: min(frame.width, frame.height)
    }
  }

  fileprivate var key: Key {
    switch kind {
    case .gap(.x), .inset(.x): Key(kind: kind, width: frame.width, height: 0)
    case .gap(.y), .inset(.y): Key(kind: kind, width: 0, height: frame.height)
    case .size: Key(kind: kind, width: frame.width, height: frame.height)
    }
  }
}
