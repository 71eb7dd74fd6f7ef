internal import CSimdJSON
package import Support

extension FeedDocument {
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
      diagnostics += document.findings(in: tape)
    }
    return Diagnosed(document, diagnostics)
  }
}
