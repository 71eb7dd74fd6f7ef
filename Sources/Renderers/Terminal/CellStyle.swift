/// How a cell is shown on a terminal with colour; few and restrained, so that both light and dark
/// palettes stay readable. The feed's own colours are not used.
package enum CellStyle: UInt8, Sendable, Hashable, CaseIterable {
  case plain
  /// Titles.
  case strong
  /// Gutter, rules, notes and the inspector.
  case faint
  /// What a reader should look at: placeholders and diagnostics.
  case warning

  /// The parameters of the SGR escape sequence.
  var parameters: String {
    switch self {
    case .plain: "0"
    case .strong: "1"
    case .faint: "2"
    case .warning: "33"
    }
  }
}
