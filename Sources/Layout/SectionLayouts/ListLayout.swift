/// Items one below the other. Adjacent items that request the same part of the width share a line
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
/// A line ends when it is full, when the next item requests a different width, and after the last
/// item. A line is as high as its highest item (airbnb/MagazineLayout).
struct ListLayout<Number: LayoutNumber> {
  var rowGap: Number
  var columnGap: Number = 0
  /// The distance by which full-bleed items extend over the leading inset.
  var bleed: Number = 0
  var itemAlignment: Style.Align = .start

  /// - Returns: The size of the content. Complexity: O(items).
  func place(_ items: LayoutItems<Number>) -> Extent<Number> {
    var y: Number = 0
    var width: Number = 0
    var index = 0
    while index < items.count {
      if index > 0 { y += rowGap }
      let end = endOfLine(from: index, items)
      var height: Number = 0
      for item in items[index..<end] { height = .most(height, item.neededHeight) }
      let start: Number = items[index].isFullBleed ? 0 - bleed : 0
      let advance = items[index].width + columnGap
      for column in 0..<(end - index) {
        items[index + column].x = start + Number(column) * advance
        items[index + column].align(itemAlignment, top: y, height: height)
        width = .most(width, items[index + column].x + items[index + column].width)
      }
      y += height
      index = end
    }
    return Extent(width: width, height: y)
  }

  private func endOfLine(from start: Int, _ items: LayoutItems<Number>) -> Int {
    let first = items[start]
    let limit = min(items.count, start + Int(max(1, first.perLine)))
    var end = start + 1
    while end < limit && items[end].width.value == first.width.value
      && items[end].perLine == first.perLine && items[end].isFullBleed == first.isFullBleed
    {
      end += 1
    }
    return end
  }
}

/// The width that a row takes, and the number of rows of this width that fit on a line.
struct LinePart<Number: LayoutNumber> {
  var width: Number
  var perLine: Int32

  /// - Parameters:
  ///   - width: The requested width; automatic is the whole line.
  ///   - total: The inner width of the section.
  ///   - scale: The pixels per point of the grid that widths are rounded to, so that items of equal
  ///     requested width are equally many pixels wide; 0 disables rounding.
  init(_ width: RequestedWidth<Number>, total: Number, gap: Number, scale: Double = 0) {
    switch width {
    case .automatic:
      self.init(width: total, perLine: 1)
    case .points(let points):
      self.init(
        width: .least(points, total),
        perLine: Self.count((total.value + gap.value) / (points.value + gap.value)))
    case .fraction(let fraction):
      self.init(
        width: .most(0, fraction * (total + gap) - gap), perLine: Self.count(1 / fraction.value))
    }
    if scale > 0 { self.width = self.width.rounded(scale: scale) }
  }

  private init(width: Number, perLine: Int32) {
    self.width = width
    self.perLine = perLine
  }

  /// Returns a quotient rounded down, at least 1. The tolerance lets 1 / (1/3) give 3.
  private static func count(_ quotient: Double) -> Int32 {
    quotient.isNaN ? 1 : Int32(min(max(1, (quotient + 1e-6).rounded(.down)), 1e6))
  }
}

/// The width that a row requests, in the layout's number type.
enum RequestedWidth<Number: LayoutNumber> {
  case automatic, points(Number), fraction(Number)

  init<Inputs: LayoutInputs>(
    _ width: Section.RowWidth, row: Int, _ inputs: Inputs
  ) where Inputs.Number == Number {
    switch width {
    case .automatic: self = .automatic
    case .points(let points): self = .points(inputs.input(.width, nil, row: row, points.saneSize))
    case .fraction(let fraction):
      let fraction = fraction.isNaN ? 1 : min(max(fraction, 1e-6), 1)
      self = .fraction(inputs.input(.fraction, nil, row: row, fraction))
    }
  }
}
