internal import CSimdJSON
package import Support
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
  /// All records, and the source text, its padding and unescaped strings, while this lives.
  package let tape: FeedTape

  let storage: PaddedBytes
  /// The documents that values were copied from; `se_tape_value.origin` counts them from 1.
  let origins: [FeedDocument]
  /// Whether a `DocumentBuilder` built it, so that its bytes are not source text.
  let isBuilt: Bool
  let lineIndex = Mutex<LineIndex?>(nil)
  /// A child far from the start of its container, from which the paths of later values are found.
  let farChild = Mutex<(container: UInt32, child: UInt32, position: Int)>((0, 0, 0))

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

  /// Parses a document; `nil` if it cannot be read, with the reason among the diagnostics.
  ///
  /// O(bytes). The document keeps the source.
  package static func parse(
    _ source: PaddedBytes, name: String, limits: DocumentLimits = DocumentLimits()
  ) -> Diagnosed<FeedDocument?> {
    let report = DocumentReport(name: name, text: source.text, limits: limits)
    guard source.count <= limits.effectiveBytes else {
      return Diagnosed(nil, [report.tooManyBytes()])
    }
    if let encoding = TextEncoding.foreign(source.text) {
      return Diagnosed(nil, [report.wrongEncoding(encoding)])
    }
    let start = TextEncoding.byteOrderMarkLength(source.text)
    var diagnostics = start > 0 ? [report.byteOrderMark()] : []

    // Only one document can write behind the text; a second one of the same bytes copies them.
    let storage = source.claimTail() ? source : PaddedBytes(source.text)
    var tape = se_tape()
    let status = se_tape_fill(
      storage.start, start, storage.count, storage.tailOffset,
      se_fill_limits(
        depth: UInt32(limits.effectiveDepth), values: UInt32(limits.effectiveValues)),
      &tape)
    guard status == SE_FILL_OK, let values = tape.values else {
      diagnostics.append(report.failure(status, tape, from: start))
      return Diagnosed(nil, diagnostics)
    }
    let document = FeedDocument(
      name: name,
      values: UnsafeBufferPointer(start: values, count: Int(tape.count)),
      storage: storage,
      byteCount: tape.unescaped > 0 ? storage.tailOffset + Int(tape.unescaped) : storage.count)
    if tape.repeated_keys + tape.numbers_as_text + tape.replaced_surrogates > 0 {
      diagnostics += document.findings()
    }
    return Diagnosed(document, diagnostics)
  }
}

/// The limits beyond which a document is refused with `SE1008`.
package struct DocumentLimits: Sendable, Hashable {
  /// The size of the text in bytes; values above 4 GiB minus 128 have no effect.
  package var bytes = 256 << 20
  /// Nested containers; at most 1024.
  package var depth = 512
  /// The number of values without keys. The tape uses 24 bytes for each value and each key.
  package var values = 50_000_000

  package init() {}

  var effectiveBytes: Int { min(max(bytes, 0), Int(UInt32.max) - 128) }
  var effectiveDepth: Int { min(max(depth, 0), Int(SE_DEPTH_MAXIMUM)) }
  // Keys are records too, and a record's index has 32 bits.
  var effectiveValues: Int { min(max(values, 0), Int(UInt32.max / 2) - 2) }
}
