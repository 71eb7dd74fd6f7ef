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
    guard !isPart, frame.y - top >= Self.least else { return }
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
    let frames = items.map { boxes[$0].drawnFrame }
    guard let hull = Hull(frames) else { return }
    var known = KnownMeasures(scale: scale)
    func add(_ kind: Measure.Kind, _ frame: Rect, of box: Int? = nil) {
      let shown = frame.intersection(container)
      var measure = Measure(kind: kind, section: section, frame: frame, box: box)
      measure.isInLine = hull.isLine
      guard shown.width > 0, shown.height > 0, measure.value >= Self.least,
        known.isNew(measure)
      else { return }
      measures.append(measure)
    }
    let inner = container.without(besides(items, hull), around: hull)
    for edge in hull.insets(in: inner) { add(edge.kind, edge.frame) }
    // Lines end where an item does not stand beside the one before it; columns are known by where they start.
    var line = frames[0]
    var columns: [Double: Rect] = [:]
    for (index, frame) in frames.enumerated() {
      let column = isRightToLeft ? frame.maxX : frame.x
      if index > 0 {
        if let above = columns[column], frame.y > above.maxY {
          add(
            .gap(.y),
            Rect(x: above.x, y: above.maxY, width: above.width, height: frame.y - above.maxY))
        }
        let before = frames[index - 1]
        if min(before.maxY, frame.maxY) > max(before.y, frame.y) {
          line = line.union(frame)
          let left = min(before.maxX, frame.maxX)
          let top = max(before.y, frame.y)
          add(
            .gap(.x),
            Rect(
              x: left, y: top, width: max(before.x, frame.x) - left,
              height: min(before.maxY, frame.maxY) - top))
        } else {
          if columns[column] == nil {
            add(
              .gap(.y),
              Rect(x: line.x, y: line.maxY, width: line.width, height: frame.y - line.maxY))
          }
          line = frame
        }
      }
      columns[column] = frame
      // Of what is cut off the number would stand beside it.
      if index == 0 || !boxes[items[index]].flags.contains(.clipped) {
        add(.size, frame, of: items[index])
      }
    }
  }

  /// What stands beside the items in their container without being one: header, footer, background.
  private func besides(_ items: [Int], _ hull: Hull) -> [Rect] {
    let parent = boxes[items[0]].parent
    let section = boxes[items[0]].section
    guard parent < 0 else { return [] }
    let items = Set(items)
    return sections[section].boxes.compactMap {
      boxes[$0].parent == parent && !items.contains($0) ? boxes[$0].drawnFrame : nil
    }
  }

  /// Images that are no items, and circles, each size once in a section.
  private mutating func measureImages(of section: Int) {
    var known = KnownMeasures(scale: scale)
    // A picture that fills its item has the item's size.
    var measured = Set<Rect>()
    for measure in measures.reversed() {
      guard measure.section == section else { break }
      if measure.kind == .size { measured.insert(measure.frame) }
    }
    for index in sections[section].boxes {
      let box = boxes[index]
      let isCircle =
        box.kind == .box && box.frame.width == box.frame.height && box.frame.width >= 24
        && box.radius * 2 >= box.frame.width - 0.5
      guard box.kind == .image || isCircle, box.frame.width > 0, box.frame.height > 0,
        !box.flags.contains(.clipped), !measured.contains(box.drawnFrame)
      else { continue }
      let measure = Measure(kind: .size, section: section, frame: box.drawnFrame, box: index)
      if known.isNew(measure) { measures.append(measure) }
    }
  }
}

/// What the items of a container take, and which of them stand at its edges.
private struct Hull {
  private(set) var frame: Rect
  /// The first that reaches each edge.
  private var left, right, top, bottom: Rect
  /// All stand beside each other.
  private(set) var isLine = true

  init?(_ frames: [Rect]) {
    guard let first = frames.first else { return nil }
    frame = first
    (left, right, top, bottom) = (first, first, first, first)
    for item in frames.dropFirst() {
      frame = frame.union(item)
      if item.x < left.x { left = item }
      if item.maxX > right.maxX { right = item }
      if item.y < top.y { top = item }
      if item.maxY > bottom.maxY { bottom = item }
      if item.y >= first.maxY || item.maxY <= first.y { isLine = false }
    }
  }

  /// Free space between the container's edges and its items.
  func insets(in container: Rect) -> [(kind: Wireframe.Measure.Kind, frame: Rect)] {
    [
      (
        .inset(.x),
        Rect(x: container.x, y: left.y, width: left.x - container.x, height: left.height)
      ),
      (
        .inset(.x),
        Rect(
          x: right.maxX, y: right.y, width: container.maxX - right.maxX, height: right.height)
      ),
      (
        .inset(.y),
        Rect(x: top.x, y: container.y, width: top.width, height: top.y - container.y)
      ),
      (
        .inset(.y),
        Rect(
          x: bottom.x, y: bottom.maxY, width: bottom.width, height: container.maxY - bottom.maxY)
      ),
    ]
  }
}

extension Rect {
  /// The least rectangle that holds two.
  func union(_ other: Rect) -> Rect {
    let left = min(x, other.x)
    let top = min(y, other.y)
    return Rect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// A container without what stands in it above and below its items.
  fileprivate func without(_ others: [Rect], around hull: Hull) -> Rect {
    var top = y
    var bottom = maxY
    for other in others {
      if other.maxY <= hull.frame.y { top = max(top, other.maxY) }
      if other.y >= hull.frame.maxY { bottom = min(bottom, other.y) }
    }
    return Rect(x: x, y: top, width: width, height: max(0, bottom - top))
  }
}

/// Distances and sizes that are said already: one that differs by a pixel is rounded, not another.
private struct KnownMeasures {
  private struct Key: Hashable {
    var kind: Wireframe.Measure.Kind
    var width, height: Double
  }

  /// Pixels per point.
  let scale: Double
  private var keys: Set<Key> = []

  init(scale: Int) { self.scale = Double(max(1, scale)) }

  mutating func isNew(_ measure: Wireframe.Measure) -> Bool {
    let size = measure.size
    let width = (size.width * scale).rounded()
    let height = (size.height * scale).rounded()
    for x in -1...1 {
      for y in -1...1 {
        let near = Key(
          kind: measure.kind, width: width + Double(x), height: height + Double(y))
        if keys.contains(near) { return false }
      }
    }
    keys.insert(Key(kind: measure.kind, width: width, height: height))
    return true
  }
}

extension Wireframe.Measure {
  /// The distance in points; of a size the smaller of width and height.
  package var value: Double {
    switch kind {
    case .gap(.x), .inset(.x): frame.width
    case .gap(.y), .inset(.y): frame.height
    case .size: min(frame.width, frame.height)
    }
  }

  /// What is said of the frame: of a distance the length along its axis.
  fileprivate var size: Size {
    switch kind {
    case .gap(.x), .inset(.x): Size(width: frame.width, height: 0)
    case .gap(.y), .inset(.y): Size(width: 0, height: frame.height)
    case .size: Size(width: frame.width, height: frame.height)
    }
  }
}
