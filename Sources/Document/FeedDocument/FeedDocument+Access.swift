internal import CSimdJSON
internal import FeedTape

/// Access by index, as in `FeedTape`: any index is valid, and an index without a value reads as
/// missing.
extension FeedDocument {
  /// The source text; empty for a built document. Valid as long as the document.
  package var text: UnsafeBufferPointer<UInt8> {
    isBuilt ? UnsafeBufferPointer(start: nil, count: 0) : storage.text
  }

  /// Returns the record of a value, or `nil` for an invalid index.
  @inline(__always)
  func record(_ index: UInt32) -> UnsafePointer<se_tape_value>? { tape.record(index) }

  /// Returns the record of the key before a value.
  func keyRecord(_ index: UInt32) -> UnsafePointer<se_tape_value>? { tape.keyRecord(index) }

  func text(_ record: se_tape_value) -> UnsafeBufferPointer<UInt8> { tape.text(record) }

  package func kind(_ index: UInt32) -> FeedValue.Kind { tape.kind(index) }

  /// Returns the number of elements of an array, members of an object, or bytes of a string; 0 for
  /// other values.
  package func count(_ index: UInt32) -> UInt32 { tape.count(index) }

  /// Returns the first element, or the value of the first member.
  package func first(_ index: UInt32) -> UInt32 { tape.first(index) }

  /// Returns the next element or member of the same container; missing after the last.
  package func next(_ index: UInt32) -> UInt32 { tape.next(index) }

  /// Returns the key of a value in its object; empty for other values.
  package func key(_ index: UInt32) -> UnsafeBufferPointer<UInt8> { tape.key(index) }

  /// Returns the unescaped text; empty for values that are not strings.
  package func string(_ index: UInt32) -> UnsafeBufferPointer<UInt8> { tape.string(index) }

  package func bool(_ index: UInt32) -> Bool? { tape.bool(index) }

  /// Returns an element by its position. O(position).
  package func element(_ index: UInt32, at position: UInt32) -> UInt32 {
    tape.element(index, at: position)
  }

  /// Returns the value of a key, the last one if the key is repeated. O(members).
  package func member(_ index: UInt32, _ key: UnsafeBufferPointer<UInt8>) -> UInt32 {
    tape.member(index, key)
  }

  package func int64(_ index: UInt32) -> Int64? { tape.int64(index) }
  package func uint64(_ index: UInt32) -> UInt64? { tape.uint64(index) }
  package func double(_ index: UInt32) -> Double? { tape.double(index) }

  /// Returns the digits of a number that has no exact value in 64 bits; `nil` for other values.
  package func numberText(_ index: UInt32) -> String? { tape.numberText(index) }
}
