extension NodeArena {
  /// Sets a node's frame, a result of layout: its border box relative to its parent's, in points.
  package mutating func setFrame(_ frame: Rect, of node: Int) {
    frames[node] = Frame(
      x: Float(frame.x), y: Float(frame.y), width: Float(frame.width),
      height: Float(frame.height))
  }
}
