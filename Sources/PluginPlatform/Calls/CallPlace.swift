internal import CSectionABI

extension HostContext.Call {
  /// The call as one word, which survives the process: the kind above 24 bits of row.
  var place: UInt32 {
    func word(_ kind: UInt32, _ row: UInt32 = 0) -> UInt32 { kind << 24 | min(row, 0xff_ffff) }
    return switch self {
    case .open: word(1)
    case .describe: word(2)
    case .rowCount: word(3)
    case .frame: word(4)
    case .close: word(5)
    case .render: word(6)
    case .item(let row): word(7, row)
    case .rowHeight(let row): word(8, row)
    case .build(SE_PART_ROW, let row): word(9, row)
    case .build(let part, _): word(9 + part)
    }
  }

  /// Returns `nil` for an invalid word: a plugin can write any value.
  package init?(place: UInt32) {
    let row = place & 0xff_ffff
    switch place >> 24 {
    case 1: self = .open
    case 2: self = .describe
    case 3: self = .rowCount
    case 4: self = .frame
    case 5: self = .close
    case 6: self = .render
    case 7: self = .item(row)
    case 8: self = .rowHeight(row)
    case 9: self = .build(SE_PART_ROW, row)
    case 10: self = .build(SE_PART_HEADER, 0)
    case 11: self = .build(SE_PART_FOOTER, 0)
    case 12: self = .build(SE_PART_BACKGROUND, 0)
    default: return nil
    }
  }
}
