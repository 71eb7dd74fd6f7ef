import LayoutCore

/// An object to draw: its position in points of the section, and its shape in cells.
struct Drawable {
  enum Shape {
    /// Text, symbols and dots: one line per row, in consecutive rows.
    case lines([[Glyph]])
    /// An image, or a placeholder with dashed borders.
    case box(isDashed: Bool)
    /// A rounded container that holds one line: a search field, a tag.
    case pill
    /// A title that spans the whole width: text, a line, and the button at its end.
    case rule(HeaderRule)
  }

  var shape: Shape
  var frame: Rect
  var clip: ClipRect
  var lineHeight = 0.0
  var alignment = Side.left
  var style = CellStyle.plain
  var container: Int?
  /// Whether it shares the row of the nearest line of text beside it, as symbols and buttons do.
  var isSymbol = false
  /// Whether it may move to the other side of its container if its own is taken.
  var isMovable = false

  // Set when rows are assigned, relative to the section's first row.
  var firstRow = 0
  var lastRow = 0

  /// Drops lines that are more than half hidden above or below, except for the last one.
  mutating func keepVisibleLines() {
    guard case .lines(var lines) = shape, lines.count > 1 else { return }
    while lines.count > 1, frame.y + lineHeight / 2 < clip.minY {
      lines.removeFirst()
      frame.y += lineHeight
      frame.height -= lineHeight
    }
    while lines.count > 1, frame.y + (Double(lines.count) - 0.5) * lineHeight > clip.maxY {
      lines.removeLast()
      frame.height -= lineHeight
    }
    shape = .lines(lines)
  }

  /// Returns the cells for a text. One beside each border of a box stays free if possible.
  func inside(_ scale: PageScale, for width: Int) -> Range<Int> {
    let columns = scale.columns(of: frame)
    var padding = 1
    if case .box = shape, columns.count >= width + 4 { padding = 2 }
    let start = columns.lowerBound + padding
    return start..<max(start, columns.upperBound - padding)
  }

  /// Returns whether it is centered in a box, so that rounding of its own edges must not move it.
  func isCentered(in box: Drawable) -> Bool {
    let distance = frame.x + frame.width / 2 - box.frame.x - box.frame.width / 2
    return alignment == .center && abs(distance) <= 1
  }
}

struct HeaderRule {
  var title: [Glyph]
  /// The texts and buttons at the other end.
  var other: [Glyph]
  /// Whether the title is at the right, as in a right-to-left page.
  var isMirrored: Bool
}

/// A rectangle given by its edges, which may be infinite.
struct ClipRect {
  var minX, maxX, minY, maxY: Double

  func intersects(_ frame: Rect) -> Bool {
    frame.x < maxX && frame.maxX > minX && frame.y < maxY && frame.maxY > minY
  }

  /// Returns whether all of a frame is on screen along x, within a hundredth of a point.
  func holds(_ frame: Rect) -> Bool { frame.x >= minX - 0.01 && frame.maxX <= maxX + 0.01 }

  func rows(of frame: Rect) -> Rect {
    let y = max(frame.y, minY)
    return Rect(x: frame.x, y: y, width: frame.width, height: min(frame.maxY, maxY) - y)
  }

  func clipped(to frame: Rect) -> ClipRect {
    ClipRect(
      minX: max(minX, frame.x), maxX: min(maxX, frame.maxX), minY: max(minY, frame.y),
      maxY: min(maxY, frame.maxY))
  }
}
