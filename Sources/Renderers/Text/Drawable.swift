import LayoutCore

/// An object for the text renderer: its frame in points of the section, and its shape in cells.
struct Drawable {
  enum Shape {
    /// Text, symbols and dots: one line per row, in consecutive rows.
    case lines([[Glyph]])
    /// An image, or a placeholder with dashed borders.
    case box(isDashed: Bool)
    /// A rounded container with one line, such as a search field or a tag.
    case pill
    /// A title over the whole width: text, a horizontal line, and a button at the trailing edge.
    case rule(HeaderRule)
  }

  var shape: Shape
  var frame: Rect
  var clip: ClipRect
  var lineHeight = 0.0
  var alignment = Side.left
  var style = CellStyle.plain
  var container: Int?
  /// Whether the object, such as a symbol, is drawn in the row of the nearest text beside it.
  var isSymbol = false
  /// Whether the object may move to the other side of its container if its own side is occupied.
  var isMovable = false

  // `SectionRows` sets these, relative to the section's first row.
  var firstRow = 0
  var lastRow = 0

  /// Removes lines that are clipped by more than half at the top or bottom. Keeps at least one.
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

  /// Returns the cells for a text inside the borders, with one cell of padding if there is room.
  func inside(_ scale: PageScale, for width: Int) -> Range<Int> {
    let columns = scale.columns(of: frame)
    var padding = 1
    if case .box = shape, columns.count >= width + 4 { padding = 2 }
    let start = columns.lowerBound + padding
    return start..<max(start, columns.upperBound - padding)
  }

  /// Returns whether the text is centered in a box, and must still be so after rounding to cells.
  func isCentered(in box: Drawable) -> Bool {
    let distance = frame.x + frame.width / 2 - box.frame.x - box.frame.width / 2
    return alignment == .center && abs(distance) <= 1
  }
}

struct HeaderRule {
  var title: [Glyph]
  /// The texts and buttons at the trailing edge.
  var other: [Glyph]
  /// Whether the title is at the right, for a right-to-left page.
  var isMirrored: Bool
}

/// A rectangle defined by its edges, which may be infinite.
struct ClipRect {
  var minX, maxX, minY, maxY: Double

  func intersects(_ frame: Rect) -> Bool {
    frame.x < maxX && frame.maxX > minX && frame.y < maxY && frame.maxY > minY
  }

  /// Returns whether a frame lies within `minX` and `maxX`, with a tolerance of 0.01 points.
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
