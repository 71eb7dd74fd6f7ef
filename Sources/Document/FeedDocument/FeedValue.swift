internal import CSimdJSON
package import Support
package import FeedTape

/// One value of a document: the document, and the index of the value in it.
package struct FeedValue: Sendable {
  package typealias Kind = FeedTape.Kind

  package let document: FeedDocument
  package let index: UInt32

  package init(document: FeedDocument, index: UInt32) {
    self.document = document
    self.index = index
  }

  package static func missing(in document: FeedDocument) -> FeedValue {
    FeedValue(document: document, index: FeedDocument.missing)
  }

  /// Whether both are the same value of the same document. O(1).
  package func isSame(as other: FeedValue) -> Bool {
    document === other.document && index == other.index
  }

  package var kind: Kind { document.tape.kind(index) }
  package var exists: Bool { kind != .missing }
  /// Whether the value is missing or null.
  package var isNothing: Bool { kind == .missing || kind == .null }
  /// The number of elements of an array, members of an object, or bytes of a string; else 0.
  package var count: Int { Int(document.tape.count(index)) }
  /// The number as an integer; `nil` if it is not an integer that `Int64` can represent.
  package var int64: Int64? { document.tape.int64(index) }
  /// The number as an integer; `nil` if it is not an integer that `UInt64` can represent.
  package var uint64: UInt64? { document.tape.uint64(index) }
  /// The double nearest to the number; `nil` if it is infinite or the value is not a number.
  package var double: Double? { document.tape.double(index) }
  package var isWrittenAsInteger: Bool { document.tape.isWrittenAsInteger(index) }
  package var digitsBeyond64Bits: String? { document.tape.numberText(index) }
  package var bool: Bool? { document.tape.bool(index) }
  package var string: String? {
    kind == .string ? String(decoding: document.tape.string(index), as: UTF8.self) : nil
  }
  /// The bytes of a string; empty for other values. Valid as long as the document.
  package var utf8: UnsafeBufferPointer<UInt8> { document.tape.string(index) }
  /// The index after the last value inside this value: indices follow the order of the document.
  package var end: UInt32 { document.tape.record(index)?.pointee.end ?? index }
  /// Whether a later member of the same object has the same key and hides this member. O(1).
  package var isShadowed: Bool { document.tape.isShadowed(index) }
  /// The key of a member's value; "" for the root and for elements of arrays.
  package var key: String { String(decoding: document.tape.key(index), as: UTF8.self) }

  /// Returns the value of a key, the last one if the key is repeated. Returns the missing value if
  /// the key does not exist or this is not an object. O(members).
  package subscript(_ key: String) -> FeedValue {
    var key = key
    return FeedValue(document: document, index: key.withUTF8 { document.tape.member(index, $0) })
  }

  /// Returns the element at a position of an array; missing if there is none. O(position).
  package subscript(_ position: Int) -> FeedValue {
    let element = UInt32(exactly: position).map { document.tape.element(index, at: $0) }
    return FeedValue(document: document, index: element ?? FeedDocument.missing)
  }

  /// The elements of an array, or the values of an object's members, in order; else empty.
  package var children: FeedChildren {
    FeedChildren(document: document, upcoming: document.tape.first(index))
  }
  package var location: SourceLocation { document.location(of: index) }
  package var path: String { document.path(of: index) }
  /// The source text of an array or an object, with its brackets; `nil` for other values and in a
  /// built document. Valid as long as the document. O(1).
  package var source: UnsafeBufferPointer<UInt8>? { document.source(ofContainer: index) }
  /// Returns whether the source text of an array or an object equals `bytes`. O(bytes).
  package func isWritten(as bytes: [UInt8]) -> Bool {
    guard let source, let start = source.baseAddress, source.count == bytes.count else {
      return false
    }
    return bytes.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { se_is_same_text($0, start, bytes.count) } ?? true
    }
  }
}

extension FeedValue {
  /// Returns whether two values, perhaps of different documents, are written alike: the same kinds,
  /// keys in the same order, texts and numbers. Values that differ only in the notation of a number,
  /// such as 1 and 1.0, are not alike. O(1) for copies of one value; otherwise O(values inside),
  /// usually faster than hashing one of them.
  package func isAlike(_ other: FeedValue) -> Bool {
    if isCopy(ofOriginalOf: other) || original.isSame(as: other.original) { return true }
    let (own, others) = (document.tape, other.document.tape)
    guard let start = own.record(index), let otherStart = others.record(other.index) else {
      return own.record(index) == nil && others.record(other.index) == nil
    }
    let count = Int(start.pointee.end - index)
    guard count == Int(otherStart.pointee.end - other.index) else { return false }
    for position in 0..<count {
      let (record, otherRecord) = (start[position], otherStart[position])
      // The last element of an array is not the last one in a longer array.
      let flags = (record.flags ^ otherRecord.flags) & ~UInt8(SE_FLAG_LAST)
      guard record.kind == otherRecord.kind, flags == 0, record.count == otherRecord.count,
        record.end - index == otherRecord.end - other.index
      else { return false }
      let hasText =
        record.kind == SE_KIND_STRING || record.flags & UInt8(SE_FLAG_TEXT | SE_FLAG_KEY) != 0
      if hasText {
        let text = own.text(record)
        guard se_is_same_text(text.baseAddress, others.text(otherRecord).baseAddress, text.count)
        else { return false }
      } else if record.kind < SE_KIND_STRING, record.payload != otherRecord.payload {
        return false
      }
    }
    return true
  }

  /// Whether both were copied from the same value by one step each. O(1).
  private func isCopy(ofOriginalOf other: FeedValue) -> Bool {
    guard document.isBuilt, document.isFaithful, other.document.isBuilt, other.document.isFaithful,
      let record = document.tape.record(index),
      let otherRecord = other.document.tape.record(other.index)
    else { return false }
    let (origin, otherOrigin) = (Int(record.pointee.origin), Int(otherRecord.pointee.origin))
    return origin > 0 && otherOrigin > 0 && record.pointee.offset == otherRecord.pointee.offset
      && document.origins[origin - 1] === other.document.origins[otherOrigin - 1]
  }

  /// The value that this value was copied from, perhaps through other documents; the value itself if
  /// it was not copied. O(documents).
  package var original: FeedValue {
    var value = self
    while value.document.isBuilt, value.document.isFaithful,
      let record = value.document.tape.record(value.index)?.pointee,
      let origin = value.document.origin(of: record)
    {
      value = FeedValue(document: origin, index: record.offset)
    }
    return value
  }

  /// Returns whether a string inside the value, or the value itself, contains a byte. O(bytes).
  package func hasString(with byte: UInt8) -> Bool {
    (index..<end).contains { document.tape.string($0).contains(byte) }
  }
}

/// The values in a container, in order. All values of a repeated key are included.
package struct FeedChildren: Sequence, IteratorProtocol, Sendable {
  let document: FeedDocument
  var upcoming: UInt32

  package mutating func next() -> FeedValue? {
    guard upcoming != FeedDocument.missing else { return nil }
    defer { upcoming = document.tape.next(upcoming) }
    return FeedValue(document: document, index: upcoming)
  }
}

extension FeedValue {
  /// The value in words, as diagnostics show it after "found", such as "an array of 3".
  package var inWords: String {
    switch kind {
    case .missing: "nothing"
    case .null: "null"
    case .bool: bool == true ? "true" : "false"
    case .number:
      "the number \(int64.map { "\($0)" } ?? double.map { "\($0)" } ?? "beyond 64 bits")"
    case .string: string.map { $0.isEmpty ? "an empty string" : "the string \($0.excerpt)" } ?? ""
    case .array: count == 0 ? "an empty array" : "an array of \(count)"
    case .object: count == 0 ? "an empty object" : "an object of \(count)"
    }
  }
}

extension String {
  /// The string in quotes, shortened to at most 40 characters with an ellipsis.
  package var excerpt: String {
    let beginning = prefix(40)
    return beginning.endIndex < endIndex ? "\"\(beginning.dropLast())…\"" : "\"\(self)\""
  }
}
