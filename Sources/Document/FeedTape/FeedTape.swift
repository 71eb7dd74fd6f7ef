package import CFeedTape

/// The records and the text of a document, from which its values are read.
///
/// Record 0 is the missing value, record 1 is the root, and the members or elements of a container
/// follow the container. Any index is allowed: an index out of range gives the missing value.
package struct FeedTape: @unchecked Sendable {
  // Invariant for @unchecked: nothing writes to the buffers while a tape refers to them.

  package enum Kind: UInt8, Sendable { case missing, null, bool, number, string, array, object }

  package static let missing: UInt32 = 0
  package static let rootIndex: UInt32 = 1

  /// All records; 0 is the missing value.
  package let values: UnsafeBufferPointer<se_tape_value>
  /// The memory with the texts of strings, keys and long numbers, at the offsets in the records.
  package let bytes: UnsafeBufferPointer<UInt8>

  /// Creates a tape that borrows both buffers. They must stay valid as long as the tape is used.
  package init(values: UnsafeBufferPointer<se_tape_value>, bytes: UnsafeBufferPointer<UInt8>) {
    self.values = values
    self.bytes = bytes
  }

  /// A tape without values.
  package static let empty = FeedTape(
    values: UnsafeBufferPointer(start: nil, count: 0),
    bytes: UnsafeBufferPointer(start: nil, count: 0))
}

/// A step of a path: the key of a member of an object, or the position of an element of an array.
package enum PathStep: Sendable, Hashable {
  case name(String)
  case index(UInt32)
}
