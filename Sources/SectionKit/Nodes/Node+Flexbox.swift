extension NodeConvertible {
  /// Space between children, along both axes, in points.
  public func gap(_ points: Double) -> Node { gap(row: points, column: points) }

  /// Space between children in points: `row` along y, `column` along x; `nil` leaves what was set.
  public func gap(row: Double? = nil, column: Double? = nil) -> Node {
    with {
      if let row { $0.raw.style.row_gap = row }
      if let column { $0.raw.style.column_gap = column }
    }
  }

  /// `align-items`: where children stand across the direction. `stretch` unless set.
  public func align(_ alignment: Alignment) -> Node {
    with { $0.raw.style.align_items = alignment.rawValue }
  }

  /// `align-self`: where this node stands across its parent's direction.
  public func alignSelf(_ alignment: Alignment) -> Node {
    with { $0.raw.style.align_self = alignment.rawValue }
  }

  /// `align-content`: where the lines of a wrapping container stand.
  public func alignContent(_ alignment: Alignment) -> Node {
    with { $0.raw.style.align_content = alignment.rawValue }
  }

  /// `justify-content`: where children stand along the direction.
  public func justify(_ justification: Justification) -> Node {
    with { $0.raw.style.justify_content = justification.rawValue }
  }

  /// `flex-direction`: along which axis children stand.
  public func direction(_ direction: FlexDirection) -> Node {
    with { $0.raw.style.flex_direction = direction.rawValue }
  }

  /// `flex-wrap`: whether children that do not fit go to the next line.
  public func wrap(_ wrap: FlexWrap = .wrap) -> Node {
    with { $0.raw.style.flex_wrap = wrap.rawValue }
  }

  /// Cuts off what stands outside the node's frame.
  public func clipped() -> Node { with { $0.raw.style.overflow = SE_HIDDEN } }
}

/// Where things stand across the direction of a container, in CSS's words.
public enum Alignment: UInt32, Sendable, Hashable, CaseIterable {
  case auto, start, center, end, stretch, baseline, spaceBetween, spaceAround, spaceEvenly
}

/// Where things stand along the direction of a container, in CSS's words.
public enum Justification: UInt32, Sendable, Hashable, CaseIterable {
  case start, center, end, spaceBetween, spaceAround, spaceEvenly
}

/// The direction of a container, in CSS's words.
public enum FlexDirection: UInt32, Sendable, Hashable, CaseIterable {
  case column, row, columnReverse, rowReverse
}

/// Whether a container has several lines, in CSS's words.
public enum FlexWrap: UInt32, Sendable, Hashable, CaseIterable {
  case noWrap, wrap, wrapReverse
}

/// Whether a node takes part in its parent's flow, in CSS's words.
public enum Position: UInt32, Sendable, Hashable, CaseIterable {
  case relative, absolute
}
