/// The style of a cell. The raw values are the parameters of the SGR escape sequence.
package enum CellStyle: String, Sendable, Hashable, CaseIterable {
  case plain = "0"
  case strong = "1"
  case faint = "2"
  case italic = "3"
  case underlined = "4"
  case struck = "9"
  /// The style of placeholders and diagnostics.
  case warning = "33"

  /// Whether the style is visible on spaces.
  var isLine: Bool { self == .underlined || self == .struck }
}
