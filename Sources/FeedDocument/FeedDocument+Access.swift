internal import CSimdJSON
internal import FeedTape

/// Access by index, as `FeedTape` has it: any index is safe, and what does not exist is missing.
extension FeedDocument {
  /// The source text; empty for a built document. Valid as long as the document.
  package var text: UnsafeBufferPointer<UInt8> {
    isBuilt ? UnsafeBufferPointer(start: nil, count: 0) : storage.text
  }

  /// The record of a value; `nil` for everything that is none.
  @inline(__always)
  func record(_ index: UInt32) -> UnsafePointer<se_tape_value>? { tape.record(index) }

  /// The record of the key that stands before a value.
  func keyRecord(_ index: UInt32) -> UnsafePointer<se_tape_value>? { tape.keyRecord(index) }

  func text(_ record: se_tape_value) -> UnsafeBufferPointer<UInt8> { tape.text(record) }

  package func kind(_ index: UInt32) -> FeedValue.Kind { tape.kind(index) }

  /// Elements of an array, members of an object, bytes of a string; 0 for anything else.
  package func count(_ index: UInt32) -> UInt32 { tape.count(index) }

  /// First element, or first member's value.
  package func first(_ index: UInt32) -> UInt32 { tape.first(index) }

  /// The element or member after this one in its container; missing after the last.
  package func next(_ index: UInt32) -> UInt32 { tape.next(index) }

  /// Text of the key under which a value stands in its object; empty for anything else.
  package func key(_ index: UInt32) -> UnsafeBufferPointer<UInt8> { tape.key(index) }

  /// Unescaped text; empty for anything but a string.
  package func string(_ index: UInt32) -> UnsafeBufferPointer<UInt8> { tape.string(index) }

  package func bool(_ index: UInt32) -> Bool? { tape.bool(index) }

  /// O(index).
  package func element(_ index: UInt32, at position: UInt32) -> UInt32 {
    tape.element(index, at: position)
  }

  /// O(members). The last one where a key is repeated.
  package func member(_ index: UInt32, _ key: UnsafeBufferPointer<UInt8>) -> UInt32 {
    tape.member(index, key)
  }

  package func int64(_ index: UInt32) -> Int64? { tape.int64(index) }
  package func uint64(_ index: UInt32) -> UInt64? { tape.uint64(index) }
  package func double(_ index: UInt32) -> Double? { tape.double(index) }

  /// The digits of a number that has no exact value in 64 bits; `nil` for every other value.
  package func numberText(_ index: UInt32) -> String? { tape.numberText(index) }
}
