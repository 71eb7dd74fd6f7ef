extension NodeConvertible {
  /// Sets the space between the node's edges and its content, in points.
  public func padding(_ all: Double) -> Node {
    padding(top: all, end: all, bottom: all, start: all)
  }

  /// Sets the space between the node's edges and its content, in points; `nil` keeps the previous
  /// value.
  public func padding(horizontal: Double? = nil, vertical: Double? = nil) -> Node {
    padding(top: vertical, end: horizontal, bottom: vertical, start: horizontal)
  }

  /// Sets the space between the node's edges and its content, in points; `nil` keeps the previous
  /// value.
  public func padding(
    top: Double? = nil, end: Double? = nil, bottom: Double? = nil, start: Double? = nil
  ) -> Node {
    with { $0.raw.style.padding.set(top: top, end: end, bottom: bottom, start: start) }
  }

  /// Sets the space between the node's edges and its content.
  public func padding(_ edges: Edges) -> Node { with { $0.raw.style.padding = edges.raw } }

  /// Sets the space around the node, in points.
  public func margin(_ all: Double) -> Node {
    margin(top: all, end: all, bottom: all, start: all)
  }

  /// Sets the space around the node, in points; `nil` keeps the previous value.
  public func margin(horizontal: Double? = nil, vertical: Double? = nil) -> Node {
    margin(top: vertical, end: horizontal, bottom: vertical, start: horizontal)
  }

  /// Sets the space around the node, in points; `nil` keeps the previous value.
  public func margin(
    top: Double? = nil, end: Double? = nil, bottom: Double? = nil, start: Double? = nil
  ) -> Node {
    with { $0.raw.style.margin.set(top: top, end: end, bottom: bottom, start: start) }
  }

  /// Sets the space around the node.
  public func margin(_ edges: Edges) -> Node { with { $0.raw.style.margin = edges.raw } }

  /// Sets a border of the given width in points at all edges, inside the node's frame.
  public func border(_ width: Double) -> Node {
    border(top: width, end: width, bottom: width, start: width)
  }

  /// Sets borders in points, inside the node's frame; `nil` keeps the previous value.
  public func border(
    top: Double? = nil, end: Double? = nil, bottom: Double? = nil, start: Double? = nil
  ) -> Node {
    with { $0.raw.style.border.set(top: top, end: end, bottom: bottom, start: start) }
  }

  /// Sets whether the node is part of the flow, or is placed in its parent only by
  /// ``inset(top:end:bottom:start:)``.
  public func position(_ position: Position) -> Node {
    with { $0.raw.style.position = position.rawValue }
  }

  /// Sets the offsets of the node's edges in points: from its parent's edges if its position is
  /// absolute, otherwise from its position in the flow; `nil` keeps the previous value.
  public func inset(
    top: Double? = nil, end: Double? = nil, bottom: Double? = nil, start: Double? = nil
  ) -> Node {
    with { $0.raw.style.inset.set(top: top, end: end, bottom: bottom, start: start) }
  }

  /// Sets the offsets of the node's edges, see ``inset(top:end:bottom:start:)``.
  public func inset(_ edges: Edges) -> Node { with { $0.raw.style.inset = edges.raw } }

  /// Sets `position(.absolute)`, and `inset` in points; `nil` keeps the previous value.
  public func absolute(
    top: Double? = nil, end: Double? = nil, bottom: Double? = nil, start: Double? = nil
  ) -> Node {
    position(.absolute).inset(top: top, end: end, bottom: bottom, start: start)
  }
}

extension se_edges {
  mutating func set(top: Double?, end: Double?, bottom: Double?, start: Double?) {
    self.top.set(top)
    self.end.set(end)
    self.bottom.set(bottom)
    self.start.set(start)
  }
}
