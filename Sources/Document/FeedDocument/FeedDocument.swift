package import CSimdJSON
package import FeedTape
internal import Synchronization

/// A parsed JSON document: a flat, immutable tape of values, each a `UInt32` index.
///
/// The root is value 1, the members and elements of a container follow it, and 0 is the missing
/// value. Any index is valid; reading is safe from any thread.
package final class FeedDocument: @unchecked Sendable {
  // Invariant: `values` and `bytes` are complete before `init` returns and are never written again.
  // `values` came from `se_allocate` and belongs to this object; `bytes` lies within `storage`.

  package static let missing: UInt32 = 0
  package static let rootIndex: UInt32 = 1

  /// The name given by the user; "-" for standard input.
  package let name: String
  /// All records, and the bytes of their texts: the source text, then its padding, then the unescaped
  /// strings. Valid as long as the document.
  package let tape: FeedTape
  /// All records; 0 is the missing value. Valid as long as the document.
  package var values: UnsafeBufferPointer<se_tape_value> { tape.values }
  package var bytes: UnsafeBufferPointer<UInt8> { tape.bytes }

  let storage: PaddedBytes
  /// The documents that the values of a built document were copied from; `se_tape_value.origin`
  /// counts them from 1.
  let origins: [FeedDocument]
  /// Whether a `DocumentBuilder` built it, so that its bytes are not source text.
  let isBuilt: Bool
  let lineIndex = Mutex<LineIndex?>(nil)

  init(
    name: String, values: UnsafeBufferPointer<se_tape_value>, storage: PaddedBytes,
    byteCount: Int, origins: [FeedDocument] = [], isBuilt: Bool = false
  ) {
    self.name = name
    self.storage = storage
    tape = FeedTape(
      values: values, bytes: UnsafeBufferPointer(start: storage.start, count: byteCount))
    self.origins = origins
    self.isBuilt = isBuilt
  }

  convenience init(
    name: String, copying values: [se_tape_value], bytes: [UInt8], origins: [FeedDocument]
  ) {
    let storage = PaddedBytes(bytes)
    // If memory for the records runs out, the document is empty, like one that cannot be read.
    let memory = se_allocate(values.count * MemoryLayout<se_tape_value>.stride)?
      .bindMemory(to: se_tape_value.self, capacity: values.count)
    memory?.initialize(from: values, count: values.count)
    self.init(
      name: name,
      values: UnsafeBufferPointer(start: memory, count: memory == nil ? 0 : values.count),
      storage: storage, byteCount: storage.count, origins: origins, isBuilt: true)
  }

  deinit { se_free(UnsafeMutableRawPointer(mutating: tape.values.baseAddress)) }

  /// The source text; empty for a built document. Valid as long as the document.
  package var text: UnsafeBufferPointer<UInt8> {
    isBuilt ? UnsafeBufferPointer(start: nil, count: 0) : storage.text
  }

  package var root: FeedValue { FeedValue(document: self, index: Self.rootIndex) }
}
