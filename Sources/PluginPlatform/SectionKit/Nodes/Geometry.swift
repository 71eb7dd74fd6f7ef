/// A size in points.
public struct Size: Sendable, Hashable {
  /// The size along x.
  public var width: Double
  /// The size along y.
  public var height: Double

  /// Creates a size with the given dimensions.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A length: automatic, in points, or in percent of the parent's inner size.
public struct Length: Sendable, Hashable {
  private var value: Double
  private var unit: se_unit

  /// The length that the content or the parent determines.
  public static let auto = Length(value: 0, unit: SE_AUTO)
  /// Returns a length in points.
  public static func points(_ value: Double) -> Length { Length(value: value, unit: SE_POINTS) }
  /// Returns a percentage of the parent's inner size; 100 is all of it.
  public static func percent(_ value: Double) -> Length { Length(value: value, unit: SE_PERCENT) }

  /// The length as a value of the contract.
  var raw: se_length { se_length(value: value, unit: unit, reserved: 0) }
}

/// Distances in points from the edges. Edges are logical: `start` is the left edge if text runs
/// from left to right, and the right edge if it runs from right to left.
public struct EdgeInsets: Sendable, Hashable {
  /// The distance from the upper edge.
  public var top: Double
  /// The distance from the edge at which a line of text ends.
  public var end: Double
  /// The distance from the lower edge.
  public var bottom: Double
  /// The distance from the edge at which a line of text begins.
  public var start: Double

  /// Creates insets; edges that are not given are 0.
  public init(top: Double = 0, end: Double = 0, bottom: Double = 0, start: Double = 0) {
    self.top = top
    self.end = end
    self.bottom = bottom
    self.start = start
  }

  /// Creates insets with the same distance at all four edges.
  public init(_ all: Double) { self.init(top: all, end: all, bottom: all, start: all) }
}

/// A length at each of the four logical edges, in points or percent.
public struct Edges: Sendable, Hashable {
  /// The length at the upper edge.
  public var top: Length
  /// The length at the edge at which a line of text ends.
  public var end: Length
  /// The length at the lower edge.
  public var bottom: Length
  /// The length at the edge at which a line of text begins.
  public var start: Length

  /// Creates edges; those that are not given are automatic.
  public init(
    top: Length = .auto, end: Length = .auto, bottom: Length = .auto, start: Length = .auto
  ) {
    self.top = top
    self.end = end
    self.bottom = bottom
    self.start = start
  }

  var raw: se_edges {
    se_edges(top: top.raw, end: end.raw, bottom: bottom.raw, start: start.raw)
  }
}
