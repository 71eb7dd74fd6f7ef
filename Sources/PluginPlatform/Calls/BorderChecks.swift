internal import CSectionABI
internal import LayoutCore

/// Checks values from a plugin and converts them. `subject` names the value in error messages.
enum BorderChecks {
  @inline(__always)
  static func number(
    _ value: Double, _ subject: StaticString, minimum: Double = 0,
    maximum: Double = BorderLimits.points
  ) throws(ResultViolation) -> Double {
    // NaN fails both comparisons.
    guard value >= minimum, value <= maximum else {
      throw outOfRange(value, subject, minimum: minimum, maximum: maximum)
    }
    return value
  }

  @inline(never)
  private static func outOfRange(
    _ value: Double, _ subject: StaticString, minimum: Double, maximum: Double
  ) -> ResultViolation {
    let shown = ResultViolation.text(value)
    guard value.isFinite else { return ResultViolation("\(subject)", "is \(shown)") }
    if value < minimum, minimum == 0 {
      return ResultViolation("\(subject)", "is negative (\(shown))")
    }
    return ResultViolation(
      "\(subject)",
      value < minimum
        ? "is \(shown), less than \(ResultViolation.text(minimum))"
        : "is \(shown), more than \(ResultViolation.text(maximum))",
      isLimit: true)
  }

  static func count(
    _ value: UInt32, _ subject: StaticString, limit: UInt32
  ) throws(ResultViolation) -> Int {
    guard value <= limit else {
      throw ResultViolation("\(subject)", "is \(value), more than \(limit)", isLimit: true)
    }
    return Int(value)
  }

  /// Checks a count and returns it; for a count of 0, returns the default, 1.
  static func positiveCount(
    _ value: UInt32, _ subject: StaticString, limit: UInt32
  ) throws(ResultViolation) -> Int {
    max(1, try count(value, subject, limit: limit))
  }

  /// - Parameter count: The number of values that the contract defines; needed only if the engine's
  ///   type has more cases than that.
  @inline(__always)
  static func enumeration<T: RawRepresentable>(
    _ value: UInt32, _ subject: StaticString, below count: UInt32 = 256
  ) throws(ResultViolation) -> T where T.RawValue == UInt8 {
    // A test verifies that the engine's raw values equal the numbers in section_plugin.h.
    guard value < count, let result = T(rawValue: UInt8(truncatingIfNeeded: value)) else {
      throw ResultViolation("\(subject)", "has the unknown value \(value)")
    }
    return result
  }

  @inline(__always)
  static func length(
    _ length: se_length, _ subject: StaticString, minimum: Double = 0, allowsPercent: Bool = true
  ) throws(ResultViolation) -> Length {
    // Unit 0 is SE_AUTO: `length.value` is ignored.
    guard length.unit != 0 else { return .auto }
    guard length.unit <= (allowsPercent ? 2 : 1) else { throw badUnit(length, subject) }
    let value = Float(try number(length.value, subject, minimum: minimum))
    return length.unit == 1 ? .points(value) : .percent(value)
  }

  @inline(never)
  private static func badUnit(_ length: se_length, _ subject: StaticString) -> ResultViolation {
    ResultViolation(
      "\(subject)",
      length.unit == 2
        ? "is in percent, points are expected" : "has the unknown unit \(length.unit)"
    )
  }

  /// Returns a length in points, or `nil` for automatic.
  static func points(
    _ length: se_length, _ subject: StaticString
  ) throws(ResultViolation) -> Double? {
    guard length.unit != 0 else { return nil }
    guard length.unit == 1 else { throw badUnit(length, subject) }
    return try number(length.value, subject)
  }

  /// Returns the bytes of a string. Throws if it exceeds `limit` or is not UTF-8. O(length).
  static func text(
    _ text: se_str, _ subject: StaticString, limit: Int = BorderLimits.textBytes
  ) throws(ResultViolation) -> UnsafeBufferPointer<UInt8> {
    // Swift imports size_t as Int, so a length above Int.max is negative here.
    guard (0...limit).contains(text.length) else {
      throw ResultViolation(
        "\(subject)", "has \(UInt(bitPattern: text.length)) bytes, more than \(limit)",
        isLimit: true)
    }
    guard text.data != nil || text.length == 0 else {
      throw ResultViolation("\(subject)", "has \(text.length) bytes at NULL")
    }
    // According to the contract, the plugin ensures that `length` bytes are readable.
    try validate(text.bytes.span, subject)
    return text.bytes
  }

  static func validate(_ text: Span<UInt8>, _ subject: StaticString) throws(ResultViolation) {
    do {
      _ = try UTF8Span(validating: text)
    } catch {
      throw ResultViolation(
        "\(subject)", "is not valid UTF-8 at byte \(error.byteOffsets.lowerBound)")
    }
  }

  // MARK: Styles

  /// Converts a style of the contract to a style of the engine, and checks each field.
  static func style(_ style: se_style) throws(ResultViolation) -> Style {
    var result = Style()
    result.flexDirection = try enumeration(style.flex_direction, "flex_direction", below: 4)
    result.flexWrap = try enumeration(style.flex_wrap, "flex_wrap", below: 3)
    result.justifyContent = try enumeration(style.justify_content, "justify_content", below: 6)
    // `auto` means stretch in `align_items` and start in `align_content`.
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
    // Returns early if all four units are SE_AUTO, as for most nodes.
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

  /// Returns a font weight, 100 to 900, or 0 for the default weight.
  static func fontWeight(_ weight: UInt32) throws(ResultViolation) -> UInt16 {
    guard weight == 0 || (100...900).contains(weight) else {
      throw ResultViolation("font_weight", "is \(weight), not one of 100 to 900")
    }
    return UInt16(weight)
  }
}
