internal import CSimdJSON
internal import Synchronization

/// Source text, followed by the padding that simdjson reads and by room for unescaped strings.
///
/// The room is allocated but not written: for a text without escapes it takes no physical memory.
package final class PaddedBytes: @unchecked Sendable {
  // Invariant: `start` points to memory that this object owns. The text is never written after
  // `init`. Only the parser that gets `true` from `claimTail` writes after the text and its
  // padding, before it returns the document.
  let start: UnsafeMutablePointer<UInt8>
  /// The number of bytes of the text, without the padding.
  package let count: Int
  private let tailIsClaimed = Atomic<Bool>(false)

  private static let padding = Int(SE_PADDING)

  /// Creates the text from bytes that `body` writes in place, such as the content of a file.
  ///
  /// `body` sets the number of bytes that it wrote, which is clamped to 0...`capacity`.
  package init<Failure: Error>(
    unsafeUninitializedCapacity capacity: Int,
    initializingWith body: (UnsafeMutableBufferPointer<UInt8>, inout Int) throws(Failure) -> Void
  ) throws(Failure) {
    let capacity = max(capacity, 0)
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * (capacity + Self.padding))
    var written = 0
    do {
      try body(UnsafeMutableBufferPointer(start: memory, count: capacity), &written)
    } catch {
      memory.deallocate()
      throw error
    }
    start = memory
    count = min(max(written, 0), capacity)
    (memory + count).initialize(repeating: UInt8(ascii: " "), count: Self.padding)
  }

  package convenience init(_ bytes: some Collection<UInt8>) {
    self.init(unsafeUninitializedCapacity: bytes.count) { buffer, written in
      written = buffer.initialize(fromContentsOf: bytes)
    }
  }

  deinit { start.deallocate() }

  /// The text. Valid as long as this object.
  package var text: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

  /// The offset at which the unescaped strings begin.
  var tailOffset: Int { count + Self.padding }

  /// Returns whether the caller may write after the padding: true for the first call only.
  func claimTail() -> Bool { !tailIsClaimed.exchange(true, ordering: .acquiringAndReleasing) }
}
