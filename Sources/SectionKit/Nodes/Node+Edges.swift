extension NodeConvertible {
  /// Space between the node's edges and its content, in points.
  public func padding(_ all: Double) -> Node {
    padding(top: all, end: all, bottom: all, start: all)
  }

  /// Space between the node's edges and its content, in points; `nil` leaves what was set.
  public func padding(horizontal: Double? = nil, vertical: Double? = nil) -> Node {
    padding(top: vertical, end: horizontal, bottom: vertical, start: horizontal)
  }

  /// Space between the node's edges and its content, in points; `nil` leaves what was set.
  public func padding(
    top: Double? = nil, end: Double? = nil, bottom: Double? = nil, start: Double? = nil
  ) -> Node {
    with { $0.raw.style.padding.set(top: top, end: end, bottom: bottom, start: start) }
  }

  /// Space between the node's edges and its content.
  public func padding(_ edges: Edges) -> Node { with { $0.raw.style.padding = edges.raw } }

  /// Space around the node, in points.
  public func margin(_ all: Double) -> Node {
    margin(top: all, end: all, bottom: all, start: all)
  }

  /// Space around the node, in points; `nil` leaves what was set.
  public func margin(horizontal: Double? = nil, vertical: Double? = nil) -> Node {
    margin(top: vertical, end: horizontal, bottom: vertical, start: horizontal)
  }

  /// Space around the node, in points; `nil` leaves what was set.
  public func margin(
    top: Double? = nil, end: Double? = nil, bottom: Double? = nil, start: Double? = nil
  ) -> Node {
    with { $0.raw.style.margin.set(top: top, end: end, bottom: bottom, start: start) }
  }

  /// Space around the node.
  public func margin(_ edges: Edges) -> Node { with { $0.raw.style.margin = edges.raw } }

  /// A border of this many points at all edges, inside the node's frame.
  public func border(_ width: Double) -> Node {
    border(top: width, end: width, bottom: width, start: width)
  }

  /// Borders in points, inside the node's frame; `nil` leaves what was set.
  public func border(
    top: Double? = nil, end: Double? = nil, bottom: Double? = nil, start: Double? = nil
  ) -> Node {
    with { $0.raw.style.border.set(top: top, end: end, bottom: bottom, start: start) }
  }

  /// Whether the node takes part in the flow, or stands where ``inset(top:end:bottom:start:)`` says.
  public func position(_ position: Position) -> Node {
    with { $0.raw.style.position = position.rawValue }
  }

  /// Distances of the node's edges in points, from those of its parent when its position is absolute,
  /// else from its place in the flow; `nil` leaves what was set.
  public func inset(
    top: Double? = nil, end: Double? = nil, bottom: Double? = nil, start: Double? = nil
  ) -> Node {
    with { $0.raw.style.inset.set(top: top, end: end, bottom: bottom, start: start) }
  }

  /// Distances of the node's edges, see ``inset(top:end:bottom:start:)``.
  public func inset(_ edges: Edges) -> Node { with { $0.raw.style.inset = edges.raw } }

  /// `position(.absolute)` with `inset`, in points.
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
