import Support
import LayoutCore

/// The text of a measure, and its frame in feed coordinates.
struct RedlineLabel {
  var text: String
  var frame: Rect

  static let fontSize = 11.0

  /// The advance of a monospaced character in ems, measured on DejaVu Sans Mono.
  static let advance = 0.602

  static func size(of text: String) -> Size {
    Size(width: Double(text.unicodeScalars.count) * fontSize * advance + 2, height: 12)
  }

  var baseline: Double { frame.y + 10 }
  var center: Double { frame.x + frame.width / 2 }

  /// Returns the corner positions with room for an image's badge, bottom trailing corner first.
  static func places(forBadgeOf box: Wireframe.Box, _ wireframe: Wireframe) -> [Rect]? {
    var badge = box.badge
    guard !badge.isEmpty, box.frame.height >= 20 else { return nil }
    let size = badge.withUTF8 {
      RecordedTextMeasurer().measure($0, font: Font(size: 10), maxWidth: .infinity, maxLines: 1)
    }
    let width = 8 + size.width
    let frame = box.drawnFrame
    guard width + 8 <= frame.width else { return nil }
    let left = frame.x + 4
    let right = frame.maxX - width - 4
    let (start, end) = wireframe.isRightToLeft ? (right, left) : (left, right)
    return [
      (end, frame.maxY - 19), (end, frame.y + 4), (start, frame.maxY - 19), (start, frame.y + 4),
    ].map { Rect(x: $0.0, y: $0.1, width: width, height: 15) }
  }
}

extension Wireframe.Measure {
  /// Returns the measure as text: "12", "120×160" or "⌀48".
  func text(isCircle: Bool) -> String {
    switch kind {
    case .gap, .inset: points(value)
    case .size where isCircle: "⌀\(points(frame.width))"
    case .size: "\(points(frame.width))×\(points(frame.height))"
    }
  }

  /// Returns positions for the text at the `visible` part of the frame, the best position first.
  func places(for text: String, in visible: Rect, of section: Rect) -> [Rect] {
    let size = RedlineLabel.size(of: text)
    let middle = Point(
      x: visible.x + visible.width / 2 - size.width / 2,
      y: visible.y + visible.height / 2 - size.height / 2)
    let right = visible.maxX - size.width - 4
    let left = visible.x + 4
    let below = visible.maxY + 2
    let above = visible.y - size.height - 1
    let points: [(Double, Double)]
    switch kind {
    case .gap(.x), .inset(.x):
      points = [
        (middle.x, below), (middle.x, middle.y), (middle.x, above), (middle.x, middle.y + 14),
        (middle.x, middle.y - 14), (middle.x, below + 13), (middle.x, above - 13),
      ]
    case .gap(.y), .inset(.y):
      points = [
        (middle.x, middle.y), (right, middle.y), (left, middle.y),
        (visible.x + visible.width * 0.25 - size.width / 2, middle.y),
        (visible.x + visible.width * 0.75 - size.width / 2, middle.y),
        (middle.x + 40, middle.y), (middle.x - 40, middle.y),
      ]
    case .size:
      let bottom = visible.maxY - size.height - 3
      let top = visible.y + 3
      var beside: [(Double, Double)] = []
      if isInLine, below + size.height <= section.maxY { beside.append((middle.x, below)) }
      if isInLine, above >= section.y { beside.append((middle.x, above)) }
      points =
        beside + [(middle.x, middle.y), (right, middle.y), (middle.x, top), (middle.x, bottom)]
        + [(right, top), (right, bottom), (left, middle.y), (left, top), (left, bottom)]
        + [(middle.x, middle.y + 14), (middle.x, middle.y - 14), (middle.x, below)]
    }
    return points.map { Rect(x: $0.0, y: $0.1, width: size.width, height: size.height) }
  }
}

/// Finds positions for labels. They never overlap each other, and avoid texts if possible. A coarse
/// grid of cells limits comparisons to nearby rectangles.
struct LabelPlacer {
  struct Cell: Hashable { var x, y: Int }

  private static let cell = 48.0

  private var labels: [Cell: [Rect]] = [:]
  private var texts: [Cell: [Rect]] = [:]

  /// Avoids the lines of all texts of a page.
  mutating func avoidTexts(of wireframe: Wireframe) {
    for box in wireframe.boxes {
      guard let text = box.text else { continue }
      for line in text.lines.indices { avoid(text.frame(ofLine: line, in: box, wireframe)) }
    }
  }

  private mutating func avoid(_ text: Rect) {
    for cell in Self.cells(of: text) { texts[cell, default: []].append(text) }
  }

  /// Returns and occupies the first candidate that overlaps no label and, if possible, no text.
  mutating func place(_ candidates: [Rect]) -> Rect? {
    let free = candidates.filter { isFree($0, in: labels) }
    guard let place = free.first(where: { isFree($0, in: texts) }) ?? free.first else { return nil }
    for cell in Self.cells(of: place) { labels[cell, default: []].append(place) }
    return place
  }

  private func isFree(_ rect: Rect, in taken: [Cell: [Rect]]) -> Bool {
    Self.cells(of: rect).allSatisfy { cell in
      taken[cell]?.allSatisfy { !$0.overlaps(rect) } ?? true
    }
  }

  /// Returns the grid cells that a rectangle covers, at most 65 along each axis.
  static func cells(of rect: Rect) -> [Cell] {
    func range(_ start: Double, _ end: Double) -> ClosedRange<Int> {
      let limit = 1e12
      let first = Int((max(-limit, min(limit, start)) / cell).rounded(.down))
      let last = Int((max(-limit, min(limit, end)) / cell).rounded(.down))
      return first...max(first, min(last, first + 64))
    }
    let columns = range(rect.x, rect.maxX)
    let rows = range(rect.y, rect.maxY)
    return rows.flatMap { y in columns.map { Cell(x: $0, y: y) } }
  }
}
