internal import CFeedTape

/// Number access. Integers of more than 53 bits are never converted through a double.
extension FeedTape {
  private static let exactIntegers = -0x1p53...0x1p53

  private func number(_ index: UInt32) -> se_tape_value? {
    guard let record = record(index), record.pointee.kind == SE_KIND_NUMBER else { return nil }
    return record.pointee
  }

  /// Returns the exact integer; `nil` if the value is not an integer of that range. `3.0` and `1e3`
  /// are integers up to 2^53, where doubles are exact.
  package func int64(_ index: UInt32) -> Int64? {
    guard let number = number(index) else { return nil }
    if number.flags & UInt8(SE_FLAG_INT64) != 0 { return Int64(bitPattern: number.payload) }
    return integralDouble(number).flatMap { Int64(exactly: $0) }
  }

  package func uint64(_ index: UInt32) -> UInt64? {
    guard let number = number(index) else { return nil }
    if number.flags & UInt8(SE_FLAG_UINT64) != 0 { return number.payload }
    if number.flags & UInt8(SE_FLAG_INT64) != 0 {
      return UInt64(exactly: Int64(bitPattern: number.payload))
    }
    return integralDouble(number).flatMap { UInt64(exactly: $0) }
  }

  private func integralDouble(_ number: se_tape_value) -> Double? {
    guard number.flags & UInt8(SE_FLAG_DOUBLE) != 0 else { return nil }
    let value = Double(bitPattern: number.payload)
    return Self.exactIntegers.contains(value) ? value : nil
  }

  /// Returns the nearest double of any number; `nil` if that is infinite (`1e400`).
  package func double(_ index: UInt32) -> Double? {
    guard let number = number(index) else { return nil }
    let flags = number.flags
    if flags & UInt8(SE_FLAG_DOUBLE) != 0 { return Double(bitPattern: number.payload) }
    if flags & UInt8(SE_FLAG_INT64) != 0 { return Double(Int64(bitPattern: number.payload)) }
    if flags & UInt8(SE_FLAG_UINT64) != 0 { return Double(number.payload) }
    return Double(String(decoding: text(number), as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Whether the value is written as a 64-bit integer; `3.0` is not.
  package func isWrittenAsInteger(_ index: UInt32) -> Bool {
    guard let number = number(index) else { return false }
    return number.flags & UInt8(SE_FLAG_INT64 | SE_FLAG_UINT64) != 0
  }

  /// Returns the digits of a number that has no exact value in 64 bits; `nil` for other values.
  package func numberText(_ index: UInt32) -> String? {
    guard let number = number(index), number.flags & UInt8(SE_FLAG_TEXT) != 0 else { return nil }
    return String(decoding: text(number), as: UTF8.self)
  }
}
