internal import CSimdJSON
package import Support

extension FeedDocument {
  /// Returns the location of a value: file, line, column, JSON path, excerpt.
  ///
  /// A copied value in a built document has the location of its original. The first call indexes
  /// the lines, O(bytes); later calls only compute the path. A value without a location gets line
  /// 1, column 1 and no excerpt.
  package func location(of index: UInt32) -> SourceLocation {
    location(of: index, at: tape.record(index))
  }

  /// Returns the location of a string. The excerpt marks the string from `byte`, an offset in the
  /// unescaped text, to the end.
  package func location(of index: UInt32, from byte: Int) -> SourceLocation {
    var whole = location(of: index)
    guard let record = tape.record(index)?.pointee else { return whole }
    if let origin = origin(of: record) { return origin.location(of: record.offset, from: byte) }
    guard !isBuilt, Int32(record.kind) == SE_KIND_STRING, byte > 0, byte < Int(record.count) else {
      return whole
    }
    let end = Int(record.offset) + sourceLength(record)
    // The marked range excludes the quotation marks.
    let start = sourceOffset(ofByte: byte, in: Int(record.offset) + 1..<end - 1)
    // An excerpt marks one line, and a JSON string never spans several lines.
    whole.excerpt = sourceText.excerpt(marking: start..<max(start, end - 1))
    return whole
  }

  /// Returns the source offset of a byte of the unescaped string (escapes: RFC 8259 §7).
  private func sourceOffset(ofByte byte: Int, in range: Range<Int>) -> Int {
    let text = storage.text
    var offset = range.lowerBound
    var decoded = 0
    while offset < range.upperBound, decoded < byte {
      let isEscape = text[offset] == UInt8(ascii: "\\") && offset + 1 < range.upperBound
      guard isEscape, text[offset + 1] == UInt8(ascii: "u"), offset + 6 <= range.upperBound else {
        offset += isEscape ? 2 : 1
        decoded += 1
        continue
      }
      let digits = String(decoding: text[offset + 2..<offset + 6], as: UTF8.self)
      let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
      // A surrogate pair gives a character of four bytes, so each half counts as two bytes.
      decoded += scalar.map(UTF8.width) ?? 2
      offset += 6
    }
    return offset
  }

  func location(ofKeyBefore index: UInt32) -> SourceLocation {
    location(of: index, at: tape.keyRecord(index) ?? tape.record(index))
  }

  /// Returns the document that a value was copied from; `nil` if it was not copied.
  func origin(of record: se_tape_value) -> FeedDocument? {
    let index = Int(record.origin) - 1
    guard origins.indices.contains(index), origins[index].tape.record(record.offset) != nil else {
      return nil
    }
    return origins[index]
  }

  private func location(
    of index: UInt32, at record: UnsafePointer<se_tape_value>?
  ) -> SourceLocation {
    let record = record?.pointee
    if let record, let origin = origin(of: record) { return origin.location(of: record.offset) }
    let path = path(of: index)
    guard let record, !isBuilt else {
      return SourceLocation(file: name, line: 1, column: 1, path: path)
    }
    let start = Int(record.offset)
    return sourceText.location(of: start..<start + sourceLength(record), path: path)
  }

  /// The source text with its line index, which the first access creates. O(bytes), then O(1).
  var sourceText: SourceText {
    let index = lineIndex.withLock { cached in
      let index = cached ?? LineIndex(storage.text)
      cached = index
      return index
    }
    return SourceText(name: name, text: storage.text, index: index)
  }

  /// Returns the source text of a container; `nil` for other values and in built documents. O(1).
  func source(ofContainer index: UInt32) -> UnsafeBufferPointer<UInt8>? {
    guard !isBuilt, let record = tape.record(index)?.pointee,
      Int32(record.kind) == SE_KIND_OBJECT || Int32(record.kind) == SE_KIND_ARRAY
    else { return nil }
    return UnsafeBufferPointer(rebasing: storage.text[Int(record.offset)..<Int(record.payload)])
  }

  /// Returns the length of a value in the source, in bytes; 1 for a container: its opening bracket.
  private func sourceLength(_ record: se_tape_value) -> Int {
    let text = storage.text
    let start = Int(record.offset)
    switch Int32(record.kind) {
    case SE_KIND_NULL: return 4
    case SE_KIND_BOOL: return record.payload != 0 ? 4 : 5
    case SE_KIND_STRING:
      if Int(record.payload) == start + 1 { return Int(record.count) + 2 }
      var end = start + 1
      while end < text.count, text[end] != UInt8(ascii: "\"") {
        end += text[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      return end + 1 - start
    case SE_KIND_NUMBER:
      return text[start...].prefix { !JSONFaultFinder.endsToken($0) }.count
    default: return 1
    }
  }
}
