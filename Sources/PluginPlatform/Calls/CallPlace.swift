internal import CSectionABI

extension HostContext {
  /// A call of a plugin's function.
  package struct Call {
    /// The function that is called. The cases from `row` on are calls of `build`, one for each
    /// constant of `se_part`. In a transcript, the raw value marks the answer to the call.
    enum Kind: UInt8 {
      case open = 1, describe, rowCount, item, rowHeight, frame, close, render
      case elements = 10
      case row = 32, header, footer, background
    }

    var kind: Kind
    /// The row index, for `item`, `row_height` and the `build` of a row; 0 for other calls.
    var row: UInt32 = 0
  }
}

extension HostContext.Call {
  /// The call in 32 bits, for shared memory: the kind in the high 8 bits, the row in the low 24.
  var place: UInt32 { UInt32(kind.rawValue) << 24 | min(row, 0xff_ffff) }

  /// Decodes a call; `nil` if the kind is invalid, because a plugin may have changed the memory.
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
    case .open, .describe, .elements, .frame, .close, .render: "\(kind)"
    case .row, .header, .footer, .background: "build of \(part)"
    }
  }

  /// The part that is being built, such as "row 3".
  var part: String { kind == .row ? "row \(row)" : "the \(kind)" }

  var isBuilding: Bool { kind.rawValue >= Kind.row.rawValue }

  var contractPart: se_part { se_part(kind.rawValue) - se_part(Kind.row.rawValue) }
}
