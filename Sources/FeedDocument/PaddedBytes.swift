internal import CSimdJSON
internal import Synchronization

/// Source text with the padding that simdjson reads past the end, and with room behind it for the
/// strings that have to be unescaped.
///
/// The room is reserved, not touched: of a text without escapes it stays address space.
package final class PaddedBytes: @unchecked Sendable {
  // Invariant: `start` points to `Self.allocation(capacity)` bytes that this object owns. Nobody
  // writes to the text after `init`. What stands behind the text and its padding is written by the
  // one document that won `tailIsClaimed`, before that document is handed out.
  let start: UnsafeMutablePointer<UInt8>
  package let count: Int
  private let capacity: Int
  private let tailIsClaimed = Atomic<Bool>(false)

  private static let padding = Int(SE_PADDING)

  private static func allocation(_ capacity: Int) -> Int { 2 * (capacity + padding) }

  /// Lets a reader write up to `capacity` bytes in place, which saves a copy of a file.
  ///
  /// The initializer sets how many bytes it wrote; a number out of range is clamped.
  package init(
    unsafeUninitializedCapacity capacity: Int,
    initializingWith body: (UnsafeMutableBufferPointer<UInt8>, inout Int) throws -> Void
  ) rethrows {
    let capacity = max(capacity, 0)
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.allocation(capacity))
    var written = 0
    do {
      try body(UnsafeMutableBufferPointer(start: memory, count: capacity), &written)
    } catch {
      memory.deallocate()
      throw error
    }
    start = memory
    self.capacity = capacity
    count = min(max(written, 0), capacity)
    (memory + count).initialize(repeating: UInt8(ascii: " "), count: Self.padding)
  }

  /// Copies the bytes.
  package convenience init(_ bytes: some Collection<UInt8>) {
    self.init(unsafeUninitializedCapacity: bytes.count) { buffer, written in
      written = buffer.initialize(fromContentsOf: bytes)
    }
  }

  deinit { start.deallocate() }

  /// The text itself. Valid as long as this object.
  package var text: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

  /// Where the unescaped strings go.
  var tailOffset: Int { count + Self.padding }

  /// Whether the caller may write behind the text; true once.
  func claimTail() -> Bool {
    !tailIsClaimed.exchange(true, ordering: .acquiringAndReleasing)
  }
}
