extension PixelGrid {
  /// Returns the height that the provider requests, in whole pixels; `nil` if it requests none.
  func requestedHeight(of section: Section) -> Double? {
    section.frameRequest.height.map { snap($0.saneSize) }
  }

  /// Returns the frame of a section in feed coordinates. Its origin and its height are whole pixels
  /// already (`LayoutEngine.place`); the width is rounded by itself, like that of the root.
  package func frame(of section: PlacedSection) -> Rect { snap(section.frame) }

  /// Returns the frames of all nodes of a section by node index, in their parent's or the section's
  /// coordinates. Edges are snapped in section coordinates, so adjacent siblings leave no gap.
  /// Complexity: O(nodes).
  package func frames(of section: PlacedSection, in space: Space) -> [Rect] {
    let records = section.arena.records
    let exactFrames = section.arena.frames
    var frames: [Rect] = []
    frames.reserveCapacity(records.count)
    // The ancestors of the current node: the end of their subtree, and their exact and snapped
    // origins.
    var open: [(end: Int, exact: Point, snapped: Point)] = []
    for index in records.indices {
      let end = Int(records[index].subtreeEnd)
      let frame = exactFrames[index].rect
      while let last = open.last, last.end <= index { open.removeLast() }
      let parent = open.last ?? (0, .zero, .zero)
      let exact = Rect(
        x: parent.exact.x + frame.x, y: parent.exact.y + frame.y, width: frame.width,
        height: frame.height)
      let snapped = snap(exact)
      switch space {
      case .absolute: frames.append(snapped)
      case .parent where scale == 0: frames.append(frame)
      case .parent:
        frames.append(
          Rect(
            x: snapped.x - parent.snapped.x, y: snapped.y - parent.snapped.y,
            width: snapped.width, height: snapped.height))
      }
      if end > index + 1 {
        open.append(
          (end, Point(x: exact.x, y: exact.y), Point(x: snapped.x, y: snapped.y))
        )
      }
    }
    return frames
  }
}
