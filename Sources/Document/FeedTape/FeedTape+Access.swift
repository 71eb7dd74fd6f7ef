package import CFeedTape

/// O(1) access by index. Any index is valid; an index without a value, and a key's own record, read
/// as missing.
extension FeedTape {
  private static var noText: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: nil, count: 0)
  }

  /// Returns the record of a value, or `nil` for an invalid index.
  @inlinable
  @inline(__always)
  package func record(_ index: UInt32) -> UnsafePointer<se_tape_value>? {
    guard index != 0, Int(index) < values.count, let start = values.baseAddress else {
      return nil
    }
    let record = start + Int(index)
    return record.pointee.flags & UInt8(SE_FLAG_KEY) == 0 ? record : nil
  }

  package func keyRecord(_ index: UInt32) -> UnsafePointer<se_tape_value>? {
    guard let record = record(index), index > Self.rootIndex else { return nil }
    let before = record - 1
    return before.pointee.flags & UInt8(SE_FLAG_KEY) != 0 ? before : nil
  }

  package func text(_ record: se_tape_value) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[Int(record.payload)...].prefix(Int(record.count)))
  }

  /// Returns the value at an index that may be its key's.
  private func skippingKey(_ index: UInt32) -> UInt32 {
    values[Int(index)].flags & UInt8(SE_FLAG_KEY) == 0 ? index : index + 1
  }

  @inlinable
  package func kind(_ index: UInt32) -> Kind {
    record(index).flatMap { Kind(rawValue: $0.pointee.kind) } ?? .missing
  }

  package func count(_ index: UInt32) -> UInt32 {
    guard let record = record(index), record.pointee.kind >= SE_KIND_STRING else { return 0 }
    return record.pointee.count
  }

  /// Returns the first element, or the value of the first member.
  package func first(_ index: UInt32) -> UInt32 {
    guard let record = record(index), record.pointee.kind >= SE_KIND_ARRAY,
      record.pointee.count > 0
    else { return Self.missing }
    return skippingKey(index + 1)
  }

  /// Returns the next element or member of the same container; missing after the last.
  package func next(_ index: UInt32) -> UInt32 {
    guard let record = record(index), !isLast(index, record.pointee) else { return Self.missing }
    return skippingKey(record.pointee.end)
  }

  private func isLast(_ index: UInt32, _ record: se_tape_value) -> Bool {
    record.flags & UInt8(SE_FLAG_LAST) != 0 || Int(record.end) >= values.count
  }

  package func key(_ index: UInt32) -> UnsafeBufferPointer<UInt8> {
    keyRecord(index).map { text($0.pointee) } ?? Self.noText
  }

  package func string(_ index: UInt32) -> UnsafeBufferPointer<UInt8> {
    guard let record = record(index), record.pointee.kind == SE_KIND_STRING else {
      return Self.noText
    }
    return text(record.pointee)
  }

  package func bool(_ index: UInt32) -> Bool? {
    guard let record = record(index), record.pointee.kind == SE_KIND_BOOL else { return nil }
    return record.pointee.payload != 0
  }

  package func element(_ index: UInt32, at position: UInt32) -> UInt32 {
    guard kind(index) == .array, position < count(index) else { return Self.missing }
    var child = first(index)
    for _ in 0..<position { child = next(child) }
    return child
  }

  /// Returns the value of a key, the last one if the key is repeated. O(members).
  package func member(_ index: UInt32, _ key: UnsafeBufferPointer<UInt8>) -> UInt32 {
    guard let object = record(index), object.pointee.kind == SE_KIND_OBJECT else {
      return Self.missing
    }
    var position = index + 1
    while position < object.pointee.end {
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
}
