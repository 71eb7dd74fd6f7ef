/// Items in equal columns, each at the highest free position.
///
/// ```
/// ┌───┐ ┌───┐ ┌───┐
/// │ 0 │ │ 1 │ │ 2 │
/// │   │ └───┘ │   │
/// │   │ ┌───┐ └───┘  3: column 1 is the shortest
/// └───┘ │ 3 │ ┌───┐
///       └───┘ │ 4 │
///             └───┘
/// ```
///
/// An item that spans k columns takes the k adjacent columns where it can start highest; on a tie,
/// the leftmost. All k columns then end below the item, even if this leaves gaps above the item.
struct WaterfallLayout<Number: LayoutNumber> {
  var tracks: ColumnTracks<Number>
  var rowGap: Number

  /// - Returns: The size of the content. Complexity: O(items x columns x span).
  func place(_ items: LayoutItems<Number>) -> Extent<Number> {
    guard !items.isEmpty else { return Extent(width: 0, height: 0) }
    var height: Number = 0
    withUnsafeTemporaryAllocation(of: Number.self, capacity: tracks.count) { ends in
      ends.initialize(repeating: 0)
      defer { ends.deinitialize() }
      for index in items.indices {
        let span = tracks.span(items[index].columnSpan)
        var top = Number(Double.infinity)
        var column = 0
        for start in 0...(tracks.count - span) {
          var end = ends[start]
          for lane in 1..<max(1, span) { end = .most(end, ends[start + lane]) }
          if end.value < top.value {
            top = end
            column = start
          }
        }
        items[index].height = items[index].neededHeight
        items[index].width = tracks.width(of: items[index].columnSpan)
        items[index].x = tracks.x(column)
        items[index].y = top.named(.y, row: index)
        let bottom = items[index].y + items[index].height
        height = .most(height, bottom)
        for lane in column..<(column + span) { ends[lane] = bottom + rowGap }
      }
    }
    return Extent(width: tracks.width(of: Int32(tracks.count)), height: height)
  }
}
