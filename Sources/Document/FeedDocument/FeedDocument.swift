internal import CSimdJSON
package import Support
package import FeedTape
internal import Synchronization

/// A parsed or built JSON document: an immutable tape of values. A value is a `UInt32` index.
///
/// Index 0 is the missing value, index 1 is the root, and the members or elements of a container
/// follow the container. Any index may be read, on any thread.
package final class FeedDocument: @unchecked Sendable {
  // Invariant: `tape` is complete before `init` returns, and its memory is never written again.
  // This object owns `tape.values`, from `se_allocate`; `tape.bytes` lies within `storage`.

  package static let missing: UInt32 = 0
  package static let rootIndex: UInt32 = 1

  /// The name given by the user; "-" for standard input.
  package let name: String
  /// The records, and the bytes with the texts of strings. Valid as long as this document.
  package let tape: FeedTape

  let storage: PaddedBytes
  /// The documents that values were copied from; `se_tape_value.origin` is 1 plus the index.
  let origins: [FeedDocument]
  /// Whether a `DocumentBuilder` built this document. If so, it has no source text.
  let isBuilt: Bool
  /// Whether every value that has a location in an origin is a copy of the value there.
  let isFaithful: Bool
  let lineIndex = Mutex<LineIndex?>(nil)
  /// The child at which `descend` starts to search for later children of the same container.
  let farChild = Mutex<(container: UInt32, child: UInt32, position: Int)>((0, 0, 0))

  init(
    name: String, values: UnsafeBufferPointer<se_tape_value>, storage: PaddedBytes,
    byteCount: Int, origins: [FeedDocument] = [], isBuilt: Bool = false, isFaithful: Bool = true
  ) {
    self.name = name
    self.storage = storage
    tape = FeedTape(
      values: values, bytes: UnsafeBufferPointer(start: storage.start, count: byteCount))
    self.origins = origins
    self.isBuilt = isBuilt
    self.isFaithful = isFaithful
  }

  convenience init(
    name: String, copying values: [se_tape_value], bytes: [UInt8], origins: [FeedDocument],
    isFaithful: Bool
  ) {
    let storage = PaddedBytes(bytes)
    // If memory for the records runs out, the document is empty: its root is the missing value.
    let memory = se_allocate(values.count * MemoryLayout<se_tape_value>.stride)?
      .bindMemory(to: se_tape_value.self, capacity: values.count)
    memory?.initialize(from: values, count: values.count)
    self.init(
      name: name,
      values: UnsafeBufferPointer(start: memory, count: memory == nil ? 0 : values.count),
      storage: storage, byteCount: storage.count, origins: origins, isBuilt: true,
      isFaithful: isFaithful)
  }

  deinit { se_free(UnsafeMutableRawPointer(mutating: tape.values.baseAddress)) }

  /// The source text; empty for a built document. Valid as long as the document.
  package var text: UnsafeBufferPointer<UInt8> {
    isBuilt ? UnsafeBufferPointer(start: nil, count: 0) : storage.text
  }

  package var root: FeedValue { FeedValue(document: self, index: Self.rootIndex) }

  /// Parses a document. Returns `nil`, and the reason as a diagnostic, if it cannot be read.
  ///
  /// O(bytes). The document retains the source or a copy of it.
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

    // Only one document can write unescaped strings into `source`; others use a copy of it.
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

/// The limits of a document. A larger document is refused with `SE1008`.
package struct DocumentLimits: Sendable, Hashable {
  /// The size of the text in bytes; values above 4 GiB minus 128 have no effect.
  package var bytes = 256 << 20
  /// The number of levels of nested containers; values above 1024 have no effect.
  package var depth = 512
  /// The number of values, not including keys. The tape uses 24 bytes for each value and each key.
  package var values = 50_000_000

  package init() {}

  var effectiveBytes: Int { min(max(bytes, 0), Int(UInt32.max) - 128) }
  var effectiveDepth: Int { min(max(depth, 0), Int(SE_DEPTH_MAXIMUM)) }
  // Each value may need two records, its own and its key's, and a record's index has 32 bits.
  var effectiveValues: Int { min(max(values, 0), Int(UInt32.max / 2) - 2) }
}
