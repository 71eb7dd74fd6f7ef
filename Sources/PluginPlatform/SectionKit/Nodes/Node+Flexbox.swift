extension NodeConvertible {
  /// Sets the space between children along both axes, in points.
  public func gap(_ points: Double) -> Node { gap(row: points, column: points) }

  /// Sets the space between children in points: `row` along y, `column` along x; `nil` keeps the
  /// previous value.
  public func gap(row: Double? = nil, column: Double? = nil) -> Node {
    with {
      if let row { $0.raw.style.row_gap = row }
      if let column { $0.raw.style.column_gap = column }
    }
  }

  /// Sets `align-items`: the position of children on the cross axis. The default is `stretch`.
  public func align(_ alignment: Alignment) -> Node {
    with { $0.raw.style.align_items = alignment.rawValue }
  }

  /// Sets `align-self`: the position of this node on its parent's cross axis.
  public func alignSelf(_ alignment: Alignment) -> Node {
    with { $0.raw.style.align_self = alignment.rawValue }
  }

  /// Sets `align-content`: the position of the lines of a wrapping container.
  public func alignContent(_ alignment: Alignment) -> Node {
    with { $0.raw.style.align_content = alignment.rawValue }
  }

  /// Sets `justify-content`: the position of children on the main axis.
  public func justify(_ justification: Justification) -> Node {
    with { $0.raw.style.justify_content = justification.rawValue }
  }

  /// Sets `flex-direction`: the main axis, along which the children are placed.
  public func direction(_ direction: FlexDirection) -> Node {
    with { $0.raw.style.flex_direction = direction.rawValue }
  }

  /// Sets `flex-wrap`: whether children that do not fit continue on the next line.
  public func wrap(_ wrap: FlexWrap = .wrap) -> Node {
    with { $0.raw.style.flex_wrap = wrap.rawValue }
  }

  /// Clips content outside the node's frame.
  public func clipped() -> Node { with { $0.raw.style.overflow = SE_HIDDEN } }
}

/// The alignment on the cross axis of a container, named as in CSS.
public enum Alignment: UInt32, Sendable, Hashable, CaseIterable {
  case auto, start, center, end, stretch, baseline, spaceBetween, spaceAround, spaceEvenly
}

/// The alignment on the main axis of a container, named as in CSS.
public enum Justification: UInt32, Sendable, Hashable, CaseIterable {
  case start, center, end, spaceBetween, spaceAround, spaceEvenly
}

/// The main axis and order of a container's children, named as in CSS.
public enum FlexDirection: UInt32, Sendable, Hashable, CaseIterable {
  case column, row, columnReverse, rowReverse
}

/// Whether a container may have several lines, and their order, named as in CSS.
public enum FlexWrap: UInt32, Sendable, Hashable, CaseIterable {
  case noWrap, wrap, wrapReverse
}

/// Whether a node is part of its parent's flow, named as in CSS.
public enum Position: UInt32, Sendable, Hashable, CaseIterable {
  case relative, absolute
}
