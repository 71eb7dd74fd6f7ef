internal import CSectionABI
internal import LayoutCore

extension BorderChecks {
  /// Converts a style to the engine's, and checks each field.
  static func style(_ style: se_style) throws(ResultViolation) -> Style {
    var result = Style()
    result.flexDirection = try enumeration(style.flex_direction, "flex_direction", below: 4)
    result.flexWrap = try enumeration(style.flex_wrap, "flex_wrap", below: 3)
    result.justifyContent = try enumeration(style.justify_content, "justify_content", below: 6)
    // For two of these properties, `auto` has its own meaning.
    let alignItems: Style.Align = try enumeration(style.align_items, "align_items", below: 9)
    result.alignItems = alignItems == .auto ? .stretch : alignItems
    result.alignSelf = try enumeration(style.align_self, "align_self", below: 9)
    let alignContent: Style.Align = try enumeration(style.align_content, "align_content", below: 9)
    result.alignContent = alignContent == .auto ? .start : alignContent
    result.position = try enumeration(style.position, "position", below: 2)
    result.overflow = try enumeration(style.overflow, "overflow", below: 2)

    result.flexGrow = Float(try number(style.flex_grow, "flex_grow"))
    result.flexShrink = Float(try number(style.flex_shrink, "flex_shrink"))
    result.flexBasis = try length(style.flex_basis, "flex_basis")
    result.width = try length(style.width, "width")
    result.height = try length(style.height, "height")
    result.minWidth = try length(style.min_width, "min_width")
    result.minHeight = try length(style.min_height, "min_height")
    result.maxWidth = try length(style.max_width, "max_width")
    result.maxHeight = try length(style.max_height, "max_height")
    result.aspectRatio = Float(try number(style.aspect_ratio, "aspect_ratio"))

    result.margin = try edges(style.margin, "margin", minimum: -BorderLimits.points)
    result.padding = try edges(style.padding, "padding")
    result.border = try edges(style.border, "border", allowsPercent: false)
    result.inset = try edges(style.inset, "inset", minimum: -BorderLimits.points)
    result.rowGap = .points(Float(try number(style.row_gap, "row_gap")))
    result.columnGap = .points(Float(try number(style.column_gap, "column_gap")))
    return result
  }

  @inline(__always)
  private static func edges(
    _ edges: se_edges, _ subject: StaticString, minimum: Double = 0, allowsPercent: Bool = true
  ) throws(ResultViolation) -> Edges {
    // Most nodes have no edges.
    guard edges.top.unit | edges.end.unit | edges.bottom.unit | edges.start.unit != 0 else {
      return Edges()
    }
    func edge(_ length: se_length) throws(ResultViolation) -> Length {
      try Self.length(length, subject, minimum: minimum, allowsPercent: allowsPercent)
    }
    return Edges(
      top: try edge(edges.top), bottom: try edge(edges.bottom), start: try edge(edges.start),
      end: try edge(edges.end))
  }

  static func font(
    size: Double, weight: UInt32, scale: TextScale
  ) throws(ResultViolation) -> Font {
    let size = try number(size, "font_size", maximum: BorderLimits.fontSize)
    let weight = try fontWeight(weight)
    return Font(size: Float(scale(size == 0 ? 14 : size)), weight: weight == 0 ? 400 : weight)
  }

  /// Returns a weight of a font; 0 is the default.
  static func fontWeight(_ weight: UInt32) throws(ResultViolation) -> UInt16 {
    guard weight == 0 || (100...900).contains(weight) else {
      throw ResultViolation("font_weight", "is \(weight), not one of 100 to 900")
    }
    return UInt16(weight)
  }
}
