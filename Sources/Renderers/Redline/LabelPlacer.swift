import LayoutCore

/// Finds room for the numbers of measures: they never overlap each other, and avoid texts if there
/// is room.
///
/// Rectangles are stored in the cells of a coarse grid, so that a number is compared only with its
/// neighbourhood.
struct LabelPlacer {
  private struct Cell: Hashable { var x, y: Int }

  private static let cell = 48.0

  private var labels: [Cell: [Rect]] = [:]
  private var texts: [Cell: [Rect]] = [:]

  mutating func avoid(_ text: Rect) {
    for cell in cells(of: text) { texts[cell, default: []].append(text) }
  }

  /// Takes the first candidate that covers no label and, if possible, no text.
  mutating func place(_ candidates: [Rect]) -> Rect? {
    let free = candidates.filter { isFree($0, in: labels) }
    guard let place = free.first(where: { isFree($0, in: texts) }) ?? free.first else { return nil }
    for cell in cells(of: place) { labels[cell, default: []].append(place) }
    return place
  }

  private func isFree(_ rect: Rect, in taken: [Cell: [Rect]]) -> Bool {
    cells(of: rect).allSatisfy { cell in
      taken[cell]?.allSatisfy { !$0.overlaps(rect) } ?? true
    }
  }

  /// Returns the cells that a rectangle covers, at most 65 each way.
  private func cells(of rect: Rect) -> [Cell] {
    func range(_ start: Double, _ end: Double) -> ClosedRange<Int> {
      let limit = 1e12
      let first = Int((max(-limit, min(limit, start)) / Self.cell).rounded(.down))
      let last = Int((max(-limit, min(limit, end)) / Self.cell).rounded(.down))
      return first...max(first, min(last, first + 64))
    }
    let columns = range(rect.x, rect.maxX)
    let rows = range(rect.y, rect.maxY)
    return rows.flatMap { y in columns.map { Cell(x: $0, y: y) } }
  }
}

extension Rect {
  /// Returns whether the rectangles share an area. Rectangles that only touch do not.
  func overlaps(_ other: Rect) -> Bool {
    min(maxX, other.maxX) > max(x, other.x) && min(maxY, other.maxY) > max(y, other.y)
  }
}
