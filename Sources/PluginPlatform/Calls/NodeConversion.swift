internal import CSectionABI
internal import LayoutCore

/// Converts `se_style` to the engine's style, and checks each field.
enum NodeConversion {
  static func style(_ style: se_style) throws(ResultViolation) -> Style {
    var result = Style()
    result.flexDirection = try BorderChecks.enumeration(
      style.flex_direction, "flex_direction", below: 4)
    result.flexWrap = try BorderChecks.enumeration(style.flex_wrap, "flex_wrap", below: 3)
    result.justifyContent = try BorderChecks.enumeration(
      style.justify_content, "justify_content", below: 6)
    // For two of these properties, `auto` has its own meaning.
    let alignItems: Style.Align = try BorderChecks.enumeration(
      style.align_items, "align_items", below: 9)
    result.alignItems = alignItems == .auto ? .stretch : alignItems
    result.alignSelf = try BorderChecks.enumeration(style.align_self, "align_self", below: 9)
    let alignContent: Style.Align = try BorderChecks.enumeration(
      style.align_content, "align_content", below: 9)
    result.alignContent = alignContent == .auto ? .start : alignContent
    result.position = try BorderChecks.enumeration(style.position, "position", below: 2)
    result.overflow = try BorderChecks.enumeration(style.overflow, "overflow", below: 2)

    result.flexGrow = Float(try BorderChecks.number(style.flex_grow, "flex_grow"))
    result.flexShrink = Float(try BorderChecks.number(style.flex_shrink, "flex_shrink"))
    result.flexBasis = try BorderChecks.length(style.flex_basis, "flex_basis")
    result.width = try BorderChecks.length(style.width, "width")
    result.height = try BorderChecks.length(style.height, "height")
    result.minWidth = try BorderChecks.length(style.min_width, "min_width")
    result.minHeight = try BorderChecks.length(style.min_height, "min_height")
    result.maxWidth = try BorderChecks.length(style.max_width, "max_width")
    result.maxHeight = try BorderChecks.length(style.max_height, "max_height")
    result.aspectRatio = Float(try BorderChecks.number(style.aspect_ratio, "aspect_ratio"))

    result.margin = try edges(style.margin, "margin", minimum: -BorderLimits.points)
    result.padding = try edges(style.padding, "padding")
    result.border = try edges(style.border, "border", allowsPercent: false)
    result.inset = try edges(style.inset, "inset", minimum: -BorderLimits.points)
    result.rowGap = .points(Float(try BorderChecks.number(style.row_gap, "row_gap")))
    result.columnGap = .points(Float(try BorderChecks.number(style.column_gap, "column_gap")))
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
    return Edges(
      top: try BorderChecks.length(
        edges.top, subject, minimum: minimum, allowsPercent: allowsPercent),
      bottom: try BorderChecks.length(
        edges.bottom, subject, minimum: minimum, allowsPercent: allowsPercent),
      start: try BorderChecks.length(
        edges.start, subject, minimum: minimum, allowsPercent: allowsPercent),
      end: try BorderChecks.length(
        edges.end, subject, minimum: minimum, allowsPercent: allowsPercent))
  }

  static func font(
    size: Double, weight: UInt32, factor: Double
  ) throws(ResultViolation) -> Font {
    let size = try BorderChecks.number(size, "font_size", maximum: BorderLimits.fontSize)
    guard weight == 0 || (100...900).contains(weight) else {
      throw ResultViolation("font_weight", "is \(weight), not one of 100 to 900")
    }
    return Font(
      size: Float((size == 0 ? 14 : size) * factor), weight: weight == 0 ? 400 : UInt16(weight))
  }
}
