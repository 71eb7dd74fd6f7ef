/// Items one below the other; neighbours that ask for the same part of the width stand side by side
/// as long as they fit.
///
/// ```
/// ┌────┐ ┌────┐ ┌────┐  1/3, 1/3, 1/3: a line
/// └────┘ └────┘ └────┘
/// ┌────┐                1/3: the line is full, the next one begins
/// └────┘
/// ┌───────┐ ┌───────┐   1/2, 1/2: another width begins another line
/// └───────┘ └───────┘
/// ```
///
/// A line ends when it is full, when the next item asks for another width, and at the end. It is as
/// high as its highest item (airbnb/MagazineLayout).
struct ListLayout {
  var rowGap: Double
  var columnGap = 0.0
  /// How far full-bleed items reach over the leading inset.
  var bleed = 0.0
  var itemAlignment: Style.Align = .start

  /// - Returns: the size of the content. Complexity: O(items).
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

/// The part of a line that a row asks for.
struct LinePart {
  var width: Double
  var perLine: Int32

  /// - Parameters:
  ///   - width: NaN is all of it.
  ///   - total: inner width of the section.
  ///   - scale: pixels per point that widths are rounded to, so that items of one width are as many
  ///     pixels wide; 0 leaves them exact.
  init(_ width: LayoutSection.RowWidth, total: Double, gap: Double, scale: Double = 0) {
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

  /// How many whole ones; 1 / (1/3) counts as three.
  private static func count(_ quotient: Double) -> Int32 {
    quotient.isNaN ? 1 : Int32(min(max(1, (quotient + 1e-6).rounded(.down)), 1e6))
  }
}
