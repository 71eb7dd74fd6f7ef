/// Items one below the other; neighbours that request the same part of the width are side by side
/// while they fit.
///
/// ```
/// ┌────┐ ┌────┐ ┌────┐  1/3, 1/3, 1/3: a line
/// └────┘ └────┘ └────┘
/// ┌────┐                1/3: the line is full, so the next one begins
/// └────┘
/// ┌───────┐ ┌───────┐   1/2, 1/2: a different width begins a new line
/// └───────┘ └───────┘
/// ```
///
/// A line ends when it is full, when the next item requests a different width, and at the end. It
/// is as high as its highest item (airbnb/MagazineLayout).
struct ListLayout {
  var rowGap: Double
  var columnGap = 0.0
  /// The distance by which full-bleed items extend over the leading inset.
  var bleed = 0.0
  var itemAlignment: Style.Align = .start

  /// - Returns: The size of the content. Complexity: O(items).
  func place(_ items: SectionItems) -> Size {
    var y = 0.0
    var width = 0.0
    var index = 0
    while index < items.count {
      if index > 0 { y += rowGap }
      let end = endOfLine(from: index, items)
      var height = 0.0
      for item in items[index..<end] { height = max(height, item.neededHeight) }
      let start = items[index].isFullBleed ? -bleed : 0
      let advance = items[index].width + columnGap
      for column in 0..<(end - index) {
        items[index + column].isBesideLast = column > 0
        items[index + column].x = start + Double(column) * advance
        items[index + column].align(itemAlignment, top: y, height: height)
        width = max(width, items[index + column].x + items[index + column].width)
      }
      y += height
      index = end
    }
    return Size(width: width, height: y)
  }

  private func endOfLine(from start: Int, _ items: SectionItems) -> Int {
    let first = items[start]
    let limit = min(items.count, start + Int(max(1, first.perLine)))
    var end = start + 1
    while end < limit && items[end].width == first.width && items[end].perLine == first.perLine
      && items[end].isFullBleed == first.isFullBleed
    {
      end += 1
    }
    return end
  }
}

/// The part of a line that a row requests.
struct LinePart {
  var width: Double
  var perLine: Int32

  /// - Parameters:
  ///   - width: The requested width; automatic is the whole line.
  ///   - total: The inner width of the section.
  ///   - scale: The pixels per point that widths are rounded to, so that items of one width have
  ///     the same number of pixels; 0 leaves them exact.
  init(_ width: Section.RowWidth, total: Double, gap: Double, scale: Double = 0) {
    switch width {
    case .automatic:
      self.init(width: total, perLine: 1)
    case .points(let points):
      let points = points.saneSize
      self.init(width: min(points, total), perLine: Self.count((total + gap) / (points + gap)))
    case .fraction(let fraction):
      let fraction = fraction.isNaN ? 1 : min(max(fraction, 1e-6), 1)
      self.init(
        width: max(0, fraction * (total + gap) - gap), perLine: Self.count(1 / fraction))
    }
    if scale > 0 { self.width = (self.width * scale).rounded() / scale }
  }

  private init(width: Double, perLine: Int32) {
    self.width = width
    self.perLine = perLine
  }

  /// Returns the number of whole parts; 1 / (1/3) counts as three.
  private static func count(_ quotient: Double) -> Int32 {
    quotient.isNaN ? 1 : Int32(min(max(1, (quotient + 1e-6).rounded(.down)), 1e6))
  }
}
