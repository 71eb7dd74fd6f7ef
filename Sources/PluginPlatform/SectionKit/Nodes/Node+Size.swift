extension NodeConvertible {
  /// Sets width and height in points; `nil` keeps the previous value.
  public func frame(width: Double? = nil, height: Double? = nil) -> Node {
    with {
      $0.raw.style.width.set(width)
      $0.raw.style.height.set(height)
    }
  }

  /// Sets width and height in points or percent; `.auto` keeps the previous value.
  @_disfavoredOverload
  public func frame(width: Length = .auto, height: Length = .auto) -> Node {
    with {
      $0.raw.style.width.set(width)
      $0.raw.style.height.set(height)
    }
  }

  /// Sets minimum and maximum width and height in points; `nil` keeps the previous value.
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

  /// Sets minimum and maximum width and height in points or percent; `.auto` keeps the previous
  /// value.
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

  /// Sets the ratio width / height, from which the missing dimension follows; 0 removes the ratio.
  public func aspectRatio(_ ratio: Double) -> Node { with { $0.raw.style.aspect_ratio = ratio } }

  /// Sets `flex-grow`: the node's weight when siblings divide the free space of their line.
  public func grow(_ factor: Double = 1) -> Node { with { $0.raw.style.flex_grow = factor } }

  /// Sets `flex-shrink`: the node's weight when siblings shrink to fit their line; by default 0.
  public func shrink(_ factor: Double = 1) -> Node { with { $0.raw.style.flex_shrink = factor } }

  /// Sets `flex-basis` in points: the size on the parent's main axis before growing and shrinking.
  public func basis(_ points: Double) -> Node {
    with { $0.raw.style.flex_basis.set(points) }
  }

  /// Sets `flex-basis` in points or percent.
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
