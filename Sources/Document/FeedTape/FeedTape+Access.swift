package import CFeedTape

/// Access by index, O(1). The index of a key, or an index out of range, gives the missing value.
extension FeedTape {
  private static var noText: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: nil, count: 0)
  }

  /// Returns the record of a value; `nil` for the missing value, a key or an index out of range.
  @inlinable
  @inline(__always)
  package func record(_ index: UInt32) -> UnsafePointer<se_tape_value>? {
    guard index != 0, Int(index) < values.count, let start = values.baseAddress else { return nil }
    let record = start + Int(index)
    return record.pointee.flags & UInt8(SE_FLAG_KEY) == 0 ? record : nil
  }

  /// Returns the record of a member's key, given the index of the value; `nil` for other values.
  package func keyRecord(_ index: UInt32) -> UnsafePointer<se_tape_value>? {
    guard let record = record(index), index > Self.rootIndex else { return nil }
    let before = record - 1
    return before.pointee.flags & UInt8(SE_FLAG_KEY) != 0 ? before : nil
  }

  /// Returns the text of a string, a key or a long number. `record` must be such a record.
  package func text(_ record: se_tape_value) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[Int(record.payload)...].prefix(Int(record.count)))
  }

  private func record(_ index: UInt32, of kind: Int32) -> se_tape_value? {
    guard let record = record(index), record.pointee.kind == kind else { return nil }
    return record.pointee
  }

  /// Returns `index`, or the index of the member's value if a key is at `index`.
  private func skippingKey(_ index: UInt32) -> UInt32 {
    values[Int(index)].flags & UInt8(SE_FLAG_KEY) == 0 ? index : index + 1
  }

  @inlinable
  package func kind(_ index: UInt32) -> Kind {
    record(index).flatMap { Kind(rawValue: $0.pointee.kind) } ?? .missing
  }

  /// Returns the number of elements, of members, or of bytes of a string; 0 for other values.
  package func count(_ index: UInt32) -> UInt32 {
    guard let record = record(index), record.pointee.kind >= SE_KIND_STRING else { return 0 }
    return record.pointee.count
  }

  /// Returns the first element, or the value of the first member; missing if there is none.
  package func first(_ index: UInt32) -> UInt32 {
    guard let record = record(index), record.pointee.kind >= SE_KIND_ARRAY,
      record.pointee.count > 0
    else { return Self.missing }
    return skippingKey(index + 1)
  }

  /// Returns the next element or member of the same container; missing after the last.
  package func next(_ index: UInt32) -> UInt32 {
    guard let record = record(index)?.pointee, record.flags & UInt8(SE_FLAG_LAST) == 0,
      Int(record.end) < values.count
    else { return Self.missing }
    return skippingKey(record.end)
  }

  /// Returns the key of a member, given the index of its value; empty for other values.
  package func key(_ index: UInt32) -> UnsafeBufferPointer<UInt8> {
    keyRecord(index).map { text($0.pointee) } ?? Self.noText
  }

  /// Returns whether a later member of the same object has the same key.
  package func isShadowed(_ index: UInt32) -> Bool {
    keyRecord(index).map { $0.pointee.flags & UInt8(SE_FLAG_SHADOWED) != 0 } ?? false
  }

  /// Returns the bytes of a string; empty for other values. Valid as long as `bytes`.
  package func string(_ index: UInt32) -> UnsafeBufferPointer<UInt8> {
    record(index, of: SE_KIND_STRING).map(text) ?? Self.noText
  }

  package func bool(_ index: UInt32) -> Bool? {
    record(index, of: SE_KIND_BOOL).map { $0.payload != 0 }
  }

  /// Returns the element of an array; missing for another value or position. O(position).
  package func element(_ index: UInt32, at position: UInt32) -> UInt32 {
    guard kind(index) == .array, position < count(index) else { return Self.missing }
    var child = first(index)
    for _ in 0..<position { child = next(child) }
    return child
  }

  /// Returns the value of a key, the last one if the key is repeated. O(members).
  package func member(_ index: UInt32, _ key: UnsafeBufferPointer<UInt8>) -> UInt32 {
    guard let object = record(index, of: SE_KIND_OBJECT) else { return Self.missing }
    var position = index + 1
    while position < object.end {
      let record = values[Int(position)]
      if record.count == key.count, record.flags & UInt8(SE_FLAG_SHADOWED) == 0,
        se_is_same_text(text(record).baseAddress, key.baseAddress, key.count)
      {
        return position + 1
      }
      position = values[Int(position) + 1].end
    }
    return Self.missing
  }

  // The range in which every integer is a double. A double outside of it is not read as an integer.

  private static let exactIntegers = -0x1p53...0x1p53

  private func number(_ index: UInt32) -> se_tape_value? { record(index, of: SE_KIND_NUMBER) }

  /// Returns the value as an integer; `nil` if it is not an integer that `Int64` can represent.
  /// Numbers such as `3.0` and `1e3` are integers up to 2^53, where doubles are exact.
  package func int64(_ index: UInt32) -> Int64? {
    guard let number = number(index) else { return nil }
    if number.flags & UInt8(SE_FLAG_INT64) != 0 { return Int64(bitPattern: number.payload) }
    return integralDouble(number).flatMap { Int64(exactly: $0) }
  }

  /// Returns the value as an integer, as `int64` does; `nil` if `UInt64` cannot represent it.
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

  /// Returns the double nearest to a number; `nil` if that double is infinite, as for `1e400`.
  package func double(_ index: UInt32) -> Double? {
    guard let number = number(index) else { return nil }
    let flags = number.flags
    if flags & UInt8(SE_FLAG_DOUBLE) != 0 { return Double(bitPattern: number.payload) }
    if flags & UInt8(SE_FLAG_INT64) != 0 { return Double(Int64(bitPattern: number.payload)) }
    if flags & UInt8(SE_FLAG_UINT64) != 0 { return Double(number.payload) }
    return Double(String(decoding: text(number), as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Whether the source has a 64-bit integer without fraction or exponent: `3`, but not `3.0`.
  package func isWrittenAsInteger(_ index: UInt32) -> Bool {
    guard let number = number(index) else { return false }
    return number.flags & UInt8(SE_FLAG_INT64 | SE_FLAG_UINT64) != 0
  }

  /// Returns the source text of a number that exceeds 64 bits; `nil` for other values.
  package func numberText(_ index: UInt32) -> String? {
    guard let number = number(index), number.flags & UInt8(SE_FLAG_TEXT) != 0 else { return nil }
    return String(decoding: text(number), as: UTF8.self)
  }
}
