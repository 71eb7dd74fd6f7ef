/// A distribution of free space: the offset of the first box, and the space added between boxes.
struct Distribution<Number: LayoutNumber> {
  var offset: Number
  var between: Number

  /// Applies CSS Box Alignment §4.5 and its fallbacks: overflowing boxes begin at the start edge,
  /// but centred and end-aligned boxes keep their alignment unless `isSafe` is set.
  /// - Parameters:
  ///   - isSafe: Whether overflowing boxes always begin at the start edge of the text direction.
  ///   - isReversed: Whether positions are relative to the end edge of the text direction. Boxes
  ///     that must begin at the start edge then have a negative offset.
  init(
    _ justify: Style.Justify, free: Number, count: Int, isSafe: Bool = false,
    isReversed: Bool = false
  ) {
    let items = Number(max(1, count))
    let room = Number.most(0, free)
    if free.value < 0 && (isSafe || justify == .spaceAround || justify == .spaceEvenly) {
      self.init(offset: isReversed ? free : 0, between: 0)
      return
    }
    switch justify {
    case .start, .textStart, .textEnd, .left, .right: self.init(offset: 0, between: 0)
    case .center: self.init(offset: free / 2, between: 0)
    case .end: self.init(offset: free, between: 0)
    case .spaceBetween: self.init(offset: 0, between: count > 1 ? room / (items - 1) : 0)
    case .spaceAround: self.init(offset: room / items / 2, between: room / items)
    case .spaceEvenly: self.init(offset: room / (items + 1), between: room / (items + 1))
    }
  }

  private init(offset: Number, between: Number) {
    self.offset = offset
    self.between = between
  }
}
