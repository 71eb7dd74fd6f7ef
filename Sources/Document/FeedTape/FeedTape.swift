package import CFeedTape

/// The records and the text of a document: everything needed to read values, without their
/// locations in the source.
///
/// Value 0 is the missing value, 1 is the root, and the members or elements of a container follow
/// it. Any index may be read: one out of range is the missing value.
package struct FeedTape: @unchecked Sendable {
  // Invariant for @unchecked: the memory of the buffers is never written while a tape refers to it.

  package enum Kind: UInt8, Sendable { case missing, null, bool, number, string, array, object }

  package static let missing: UInt32 = 0
  package static let rootIndex: UInt32 = 1

  /// All records; 0 is the missing value.
  package let values: UnsafeBufferPointer<se_tape_value>
  /// The texts that records refer to.
  package let bytes: UnsafeBufferPointer<UInt8>

  /// - Parameters: Borrowed; valid for as long as the tape is used.
  package init(values: UnsafeBufferPointer<se_tape_value>, bytes: UnsafeBufferPointer<UInt8>) {
    self.values = values
    self.bytes = bytes
  }

  /// A tape without values.
  package static let empty = FeedTape(
    values: UnsafeBufferPointer(start: nil, count: 0),
    bytes: UnsafeBufferPointer(start: nil, count: 0))
}

/// A step of a path: the member of an object, or the element of an array.
package enum PathStep: Sendable, Hashable {
  case name(String)
  case index(UInt32)
}
