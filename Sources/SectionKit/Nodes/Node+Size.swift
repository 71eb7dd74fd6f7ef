extension NodeConvertible {
  /// Width and height in points; `nil` leaves what was set.
  public func frame(width: Double? = nil, height: Double? = nil) -> Node {
    with {
      $0.raw.style.width.set(width)
      $0.raw.style.height.set(height)
    }
  }

  /// Width and height in points or percent; `.auto` leaves what was set.
  @_disfavoredOverload
  public func frame(width: Length = .auto, height: Length = .auto) -> Node {
    with {
      $0.raw.style.width.set(width)
      $0.raw.style.height.set(height)
    }
  }

  /// Least and greatest width and height in points; `nil` leaves what was set.
  public func frame(
    minWidth: Double? = nil, maxWidth: Double? = nil, minHeight: Double? = nil,
    maxHeight: Double? = nil
  ) -> Node {
    with {
      $0.raw.style.min_width.set(minWidth)
      $0.raw.style.max_width.set(maxWidth)
      $0.raw.style.min_height.set(minHeight)
      $0.raw.style.max_height.set(maxHeight)
    }
  }

  /// Least and greatest width and height in points or percent; `.auto` leaves what was set.
  @_disfavoredOverload
  public func frame(
    minWidth: Length = .auto, maxWidth: Length = .auto, minHeight: Length = .auto,
    maxHeight: Length = .auto
  ) -> Node {
    with {
      $0.raw.style.min_width.set(minWidth)
      $0.raw.style.max_width.set(maxWidth)
      $0.raw.style.min_height.set(minHeight)
      $0.raw.style.max_height.set(maxHeight)
    }
  }

  /// Width / height of the node, by which one follows from the other; 0: none.
  public func aspectRatio(_ ratio: Double) -> Node { with { $0.raw.style.aspect_ratio = ratio } }

  /// `flex-grow`: share of the space that the other children leave.
  public func grow(_ factor: Double = 1) -> Node { with { $0.raw.style.flex_grow = factor } }

  /// `flex-shrink`: share of the space that is missing; 0 unless set.
  public func shrink(_ factor: Double = 1) -> Node { with { $0.raw.style.flex_shrink = factor } }

  /// `flex-basis` in points: the size along the parent's direction before growing and shrinking.
  public func basis(_ points: Double) -> Node {
    with { $0.raw.style.flex_basis.set(points) }
  }

  /// `flex-basis` in points or percent.
  @_disfavoredOverload
  public func basis(_ length: Length) -> Node { with { $0.raw.style.flex_basis = length.raw } }
}

extension se_length {
  mutating func set(_ points: Double?) {
    if let points { self = Length.points(points).raw }
  }

  mutating func set(_ length: Length) {
    if length != .auto { self = length.raw }
  }
}
