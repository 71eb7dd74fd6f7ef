import LayoutCore

extension Wireframe {
  /// Adds insets, gaps, and sizes of items and images. Each value is shown once per container.
  /// - Parameter start: The y coordinate from which the gap above the first section is measured.
  mutating func addMeasures(from start: Double = 0) {
    var items: [Int: [Int]] = [:]
    for (index, box) in boxes.enumerated() where box.isItem {
      items[box.parent, default: []].append(index)
    }
    var above = start
    for (index, section) in sections.enumerated() {
      if section.keyword == .section, section.placement == .flow {
        measureGap(above: index, from: above)
        above = section.frame.maxY
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

  private mutating func measureGap(above index: Int, from top: Double) {
    let frame = sections[index].frame
    guard !isPart, !sections[index].isNamed, frame.y - top >= Self.least else { return }
    measures.append(
      Measure(
        kind: .gap(.y), section: index,
        frame: Rect(x: 0, y: top, width: size.width, height: frame.y - top)))
  }

  /// The smallest shown value in points. Smaller values result from rounding.
  private static let least = 0.25

  /// Measures the items of a container. `items` must be in document order.
  private mutating func measure(_ items: [Int], in container: Rect, section: Int) {
    let frames = items.map { boxes[$0].drawnFrame }
    guard let first = frames.first else { return }
    // Whether all items overlap the first item along y.
    let isLine = frames.dropFirst().allSatisfy { $0.y < first.maxY && $0.maxY > first.y }
    var known = KnownMeasures(scale: environment.scale)
    func add(_ kind: Measure.Kind, _ frame: Rect, of box: Int? = nil) {
      let shown = frame.intersection(container)
      var measure = Measure(kind: kind, section: section, frame: frame, box: box)
      measure.isInLine = isLine
      guard shown.width > 0, shown.height > 0, measure.value >= Self.least,
        known.isNew(measure)
      else { return }
      measures.append(measure)
    }
    for edge in insets(of: frames, in: room(around: items, frames, in: container)) {
      add(edge.kind, edge.frame)
    }
    // A line ends at an item that is not beside the previous item. Items with the same leading edge
    // form a column.
    var line = first
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
          add(
            .gap(.x),
            Rect(
              left: min(before.maxX, frame.maxX), top: max(before.y, frame.y),
              right: max(before.x, frame.x), bottom: min(before.maxY, frame.maxY)))
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
      // Skips clipped items after the first: their size labels would lie outside the visible part.
      if index == 0 || !boxes[items[index]].isClipped { add(.size, frame, of: items[index]) }
    }
  }

  /// Returns a container without other boxes above and below its items, such as header and footer.
  private func room(around items: [Int], _ frames: [Rect], in container: Rect) -> Rect {
    guard boxes[items[0]].parent < 0 else { return container }
    let hull = frames.dropFirst().reduce(frames[0]) { $0.union($1) }
    let isItem = Set(items)
    var (top, bottom) = (container.y, container.maxY)
    for index in sections[boxes[items[0]].section].boxes
    where boxes[index].parent < 0 && !isItem.contains(index) {
      let other = boxes[index].drawnFrame
      if other.maxY <= hull.y { top = max(top, other.maxY) }
      if other.y >= hull.maxY { bottom = min(bottom, other.y) }
    }
    return Rect(x: container.x, y: top, width: container.width, height: max(0, bottom - top))
  }

  /// Measures circles, and images that are not items. Each size is shown once per section.
  private mutating func measureImages(of section: Int) {
    var known = KnownMeasures(scale: environment.scale)
    // Excludes an image that fills its item, because the item already shows the size.
    var measured = Set<Rect>()
    for measure in measures.reversed() {
      guard measure.section == section else { break }
      if measure.kind == .size { measured.insert(measure.frame) }
    }
    for index in sections[section].boxes {
      let box = boxes[index]
      let isCircle = box.kind == .box && box.frame.width >= 24 && box.isCircle
      guard box.kind == .image || isCircle, box.frame.width > 0, box.frame.height > 0,
        !box.isClipped, !measured.contains(box.drawnFrame)
      else { continue }
      let measure = Measure(kind: .size, section: section, frame: box.drawnFrame, box: index)
      if known.isNew(measure) { measures.append(measure) }
    }
  }
}

extension Wireframe.Box {
  var isCircle: Bool { frame.width == frame.height && radius * 2 >= frame.width - 0.5 }
}

/// Returns the free space between each edge of a container and the nearest item.
private func insets(
  of frames: [Rect], in container: Rect
) -> [(kind: Wireframe.Measure.Kind, frame: Rect)] {
  guard let left = frames.min(by: { $0.x < $1.x }), let top = frames.min(by: { $0.y < $1.y }),
    let right = frames.max(by: { $0.maxX < $1.maxX }),
    let bottom = frames.max(by: { $0.maxY < $1.maxY })
  else { return [] }
  let (x, y) = (container.x, container.y)
  let (endX, endY) = (container.maxX - right.maxX, container.maxY - bottom.maxY)
  return [
    (.inset(.x), Rect(x: x, y: left.y, width: left.x - x, height: left.height)),
    (.inset(.x), Rect(x: right.maxX, y: right.y, width: endX, height: right.height)),
    (.inset(.y), Rect(x: top.x, y: y, width: top.width, height: top.y - y)),
    (.inset(.y), Rect(x: bottom.x, y: bottom.maxY, width: bottom.width, height: endY)),
  ]
}

/// The distances and sizes measured so far. Values that differ by at most one pixel are equal.
private struct KnownMeasures {
  private struct Key: Hashable {
    var kind: Wireframe.Measure.Kind
    var width, height: Double
  }

  let scale: Double
  private var keys: Set<Key> = []

  init(scale: Double) { self.scale = max(1, scale) }

  mutating func isNew(_ measure: Wireframe.Measure) -> Bool {
    // For a distance, only the length along its axis is compared.
    let width = measure.kind.axis == .y ? 0 : (measure.frame.width * scale).rounded()
    let height = measure.kind.axis == .x ? 0 : (measure.frame.height * scale).rounded()
    for x in [width - 1, width, width + 1] {
      for y in [height - 1, height, height + 1]
      where keys.contains(Key(kind: measure.kind, width: x, height: y)) {
        return false
      }
    }
    keys.insert(Key(kind: measure.kind, width: width, height: height))
    return true
  }
}

extension Wireframe.Measure {
  /// The distance in points; for a size, the smaller of width and height.
  package var value: Double {
    switch kind.axis {
    case .x: frame.width
    case .y: frame.height
    case nil: min(frame.width, frame.height)
    }
  }
}

extension Wireframe.Measure.Kind {
  fileprivate var axis: Wireframe.Measure.Axis? {
    switch self {
    case .gap(let axis), .inset(let axis): axis
    case .size: nil
    }
  }
}
