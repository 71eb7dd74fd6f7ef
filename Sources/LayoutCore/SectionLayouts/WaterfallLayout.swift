/// Items in equal columns, each at the highest free position.
///
/// ```
/// ┌───┐ ┌───┐ ┌───┐
/// │ 0 │ │ 1 │ │ 2 │
/// │   │ └───┘ │   │
/// │   │ ┌───┐ └───┘  3: lane 1 is the shortest
/// └───┘ │ 3 │ ┌───┐
///       └───┘ │ 4 │
///             └───┘
/// ```
///
/// An item of k columns is placed on k neighbouring lanes: on those whose longest lane is shortest,
/// and on the leftmost of these. Afterwards these lanes end below the item, even if gaps remain
/// above it.
struct WaterfallLayout {
  var tracks: ColumnTracks
  var rowGap: Double

  /// - Returns: The size of the content. Complexity: O(items x columns x span).
  func place(_ items: SectionItems) -> Size {
    guard !items.isEmpty else { return .zero }
    var height = 0.0
    withUnsafeTemporaryAllocation(of: Double.self, capacity: tracks.count) { ends in
      ends.initialize(repeating: 0)
      for index in items.indices {
        let span = tracks.span(items[index].columnSpan)
        var top = Double.infinity
        var column = 0
        for start in 0...(tracks.count - span) {
          var end = ends[start]
          for lane in 1..<max(1, span) { end = max(end, ends[start + lane]) }
          if end < top {
            top = end
            column = start
          }
        }
        items[index].height = items[index].neededHeight
        items[index].width = tracks.width(of: items[index].columnSpan)
        items[index].x = tracks.x(column)
        items[index].y = top
        let bottom = top + items[index].height
        height = max(height, bottom)
        for lane in column..<(column + span) { ends[lane] = bottom + rowGap }
      }
    }
    return Size(width: tracks.width(of: Int32(tracks.count)), height: height)
  }
}
