extension NodeArena {
  /// Sets a node's result of layout: its border box relative to its parent's, in points.
  package mutating func setFrame(_ frame: Rect, of node: Int) {
    records[node].x = Float(frame.x)
    records[node].y = Float(frame.y)
    records[node].width = Float(frame.width)
    records[node].height = Float(frame.height)
  }
}
