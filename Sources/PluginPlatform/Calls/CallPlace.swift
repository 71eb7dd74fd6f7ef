internal import CSectionABI

extension HostContext {
  /// A call into the plugin.
  package struct Call {
    /// The function that is called; the parts of `build` have the order of `se_part`, from `row`.
    /// In a transcript, the byte marks the answer to the call.
    enum Kind: UInt8 {
      case open = 1, describe, rowCount, item, rowHeight, frame, close, render
      case row = 32, header, footer, background
    }

    var kind: Kind
    /// The row of `item`, `row_height` and `build`.
    var row: UInt32 = 0
  }
}

extension HostContext.Call {
  /// The call as one word, which survives the process: the kind above 24 bits of row.
  var place: UInt32 { UInt32(kind.rawValue) << 24 | min(row, 0xff_ffff) }

  /// Returns `nil` for an invalid word: a plugin can write any value.
  package init?(place: UInt32) {
    guard let kind = Kind(rawValue: UInt8(place >> 24)) else { return nil }
    self.init(kind: kind, row: place & 0xff_ffff)
  }

  /// The call in the contract's terms, such as "row_height of row 3".
  package var name: String {
    switch kind {
    case .rowCount: "row_count"
    case .item: "item of row \(row)"
    case .rowHeight: "row_height of row \(row)"
    case .open, .describe, .frame, .close, .render: "\(kind)"
    case .row, .header, .footer, .background: "build of \(part)"
    }
  }

  /// The part that is being built, such as "row 3".
  var part: String { kind == .row ? "row \(row)" : "the \(kind)" }

  var isBuilding: Bool { kind.rawValue >= Kind.row.rawValue }

  var contractPart: se_part { se_part(kind.rawValue) - se_part(Kind.row.rawValue) }
}
