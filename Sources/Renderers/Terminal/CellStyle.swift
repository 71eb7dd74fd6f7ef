/// The style of a cell: few, so that both light and dark palettes stay readable.
package enum CellStyle: UInt8, Sendable, Hashable, CaseIterable {
  case plain
  case strong
  case faint
  /// Placeholders and diagnostics, which need attention.
  case warning

  var parameters: String {
    switch self {
    case .plain: "0"
    case .strong: "1"
    case .faint: "2"
    case .warning: "33"
    }
  }
}
