/// The style of a cell. The raw values are the parameters of the SGR escape sequence.
package enum CellStyle: String, Sendable, Hashable, CaseIterable {
  case plain = "0"
  case strong = "1"
  case faint = "2"
  /// Placeholders and diagnostics, which need attention.
  case warning = "33"
}
