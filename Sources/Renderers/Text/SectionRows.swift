/// Step 2 of text rendering: assigns rows to drawables, starting with the content of each box.
struct SectionRows {
  private let scale: PageScale
  /// The distance in points within which a symbol shares the row of a line of text.
  private static let symbolReach = 12.0
  private(set) var drawables: [Drawable]
  private(set) var count = 0

  init(_ drawables: [Drawable], scale: PageScale) {
    self.scale = scale
    self.drawables = drawables
    var contents = [[Int]](repeating: [], count: drawables.count)
    for (index, drawable) in drawables.enumerated() {
      if let container = drawable.container { contents[container].append(index) }
    }
    let inner = contents.map { contents -> RowAllocator? in
      guard !contents.isEmpty else { return nil }
      return RowAllocator(contents.map { band(of: drawables[$0], interior: 0) })
    }
    for index in drawables.indices {
      guard case .pill = drawables[index].shape else { continue }
      if !fits(contents[index], in: index, rows: inner[index]?.count ?? 0) {
        self.drawables[index].shape = .lines([])
        for content in contents[index] { self.drawables[content].container = nil }
      }
    }
    placeOuter(inner)
    for (index, inner) in inner.enumerated() {
      if let inner { place(contents[index], of: inner, in: index) }
    }
  }

  /// Returns whether a pill's content is one line that leaves two cells for the pill's ends.
  private func fits(_ contents: [Int], in pill: Int, rows: Int) -> Bool {
    let width = contents.reduce(0) { $0 + widest(drawables[$1]) }
    return rows == 1 && width <= scale.columns(of: drawables[pill].frame).count - 2
  }

  private func widest(_ drawable: Drawable) -> Int {
    guard case .lines(let lines) = drawable.shape else { return 0 }
    return lines.reduce(0) { max($0, $1.width) }
  }

  private mutating func placeOuter(_ inner: [RowAllocator?]) {
    let outer = drawables.indices.filter { drawables[$0].container == nil && !isEmpty($0) }
    let allocator = RowAllocator(
      outer.map { band(of: drawables[$0], interior: inner[$0]?.count ?? 0) })
    for (index, rows) in zip(outer, allocator.rows) {
      drawables[index].firstRow = rows.first
      drawables[index].lastRow = rows.last
    }
    count = allocator.count
  }

  private func isEmpty(_ index: Int) -> Bool {
    if case .lines(let lines) = drawables[index].shape { return lines.isEmpty }
    return false
  }

  private mutating func place(_ contents: [Int], of inner: RowAllocator, in container: Int) {
    let box = drawables[container]
    var first = box.firstRow
    var spare = 0
    if case .box = box.shape {
      first += 1
      spare = box.lastRow - box.firstRow - 1 - inner.count
    }
    for (index, rows) in zip(contents, inner.rows) where drawables[index].container != nil {
      let frame = drawables[index].frame
      // Content in the lower part of the box is aligned with the bottom of the box.
      let share = (frame.y + frame.height / 2 - box.frame.y) / max(box.frame.height, 1)
      let shift = share < 0.4 ? 0 : share > 0.6 ? spare : spare / 2
      drawables[index].firstRow = first + rows.first + shift
      drawables[index].lastRow = first + rows.last + shift
      if rows.isMoved { drawables[index].alignment = other(drawables[index].alignment) }
    }
  }

  private func other(_ side: Side) -> Side { side == .right ? .left : .right }

  private func band(of drawable: Drawable, interior: Int) -> RowAllocator.Band {
    let frame = drawable.frame
    var band = RowAllocator.Band(
      kind: .lines(1), top: frame.y, bottom: frame.maxY, columns: scale.columns(of: frame))
    switch drawable.shape {
    case .pill: break
    case .rule: band.columns = scale.page
    case .box:
      // One row per 40 points, at most three. Large boxes look larger, and few rows are wasted.
      let height = Int(min(max((frame.height / 40).rounded(), 1), 3))
      band.kind = .box(interior: max(height, interior))
    case .lines(let lines):
      band.kind = .lines(lines.count)
      band.bottom = frame.y + drawable.lineHeight * Double(lines.count)
      band.columns = columns(of: drawable, width: widest(drawable))
      if drawable.isSymbol {
        // Beside two lines, the band overlaps both, so the symbol shares the row of the first line.
        let reach = 2 * max(Self.symbolReach, frame.height / 4)
        band.top = frame.y + frame.height / 2 - reach
        band.bottom = band.top + 2 * reach
      }
      if drawable.isMovable {
        var moved = drawable
        moved.alignment = other(drawable.alignment)
        band.otherColumns = columns(of: moved, width: widest(drawable))
      }
    }
    return band
  }

  private func columns(of drawable: Drawable, width: Int) -> Range<Int> {
    let frame = scale.columns(of: drawable.frame)
    var start = drawable.alignment.start(of: width, in: frame)
    guard let container = drawable.container else {
      return (start..<(start + width)).clamped(to: frame)
    }
    let room = drawables[container].inside(scale, for: width)
    start = max(min(start, room.upperBound - width), room.lowerBound)
    return (start..<(start + width)).clamped(to: room)
  }
}

extension Side {
  /// Returns the first cell of a text aligned in `cells`. The text may be wider than the cells.
  func start(of width: Int, in cells: Range<Int>) -> Int {
    switch self {
    case .left: cells.lowerBound
    case .right: cells.upperBound - width
    case .center: cells.lowerBound + (cells.count - width) / 2
    }
  }
}
