extension Value {
  /// The text of a string; `nil` for anything else.
  public var string: String? {
    guard kind == .string else { return nil }
    return String(host.pointee.string(host, raw))
  }

  /// An exact integer; `nil` for anything else. `1.0` reads as 1, `1.5` does not read. Digits are
  /// never converted through a `Double`, so that 19-digit ids stay exact.
  public var int64: Int64? { integer() }

  /// An exact integer, as in ``int64``.
  public var int: Int? { integer() }

  /// A number, integers included; `nil` for anything else and for numbers beyond `Double`.
  public var double: Double? {
    guard kind == .number else { return nil }
    let number = host.pointee.number(host, raw, .nan)
    return number.isFinite ? number : nil
  }

  /// `true` or `false`; `nil` for anything else.
  public var bool: Bool? {
    guard kind == .bool else { return nil }
    return host.pointee.boolean(host, raw, false)
  }

  /// Returns an integer of any width, if the value fits.
  func integer<Integer: FixedWidthInteger>(_: Integer.Type = Integer.self) -> Integer? {
    var signed: Int64 = 0
    if host.pointee.int64(host, raw, &signed) { return Integer(exactly: signed) }
    var unsigned: UInt64 = 0
    if host.pointee.uint64(host, raw, &unsigned) { return Integer(exactly: unsigned) }
    return nil
  }
}
