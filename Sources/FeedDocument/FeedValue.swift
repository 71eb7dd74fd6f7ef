internal import CSimdJSON
package import Diagnostics
package import FeedTape

/// One value of a document, for reading feeds in Swift.
package struct FeedValue: Sendable {
  package typealias Kind = FeedTape.Kind

  package let document: FeedDocument
  package let index: UInt32

  package init(document: FeedDocument, index: UInt32) {
    self.document = document
    self.index = index
  }

  package var kind: Kind { document.kind(index) }
  package var exists: Bool { kind != .missing }
  /// Elements, members, or bytes of a string.
  package var count: Int { Int(document.count(index)) }
  package var int64: Int64? { document.int64(index) }
  package var uint64: UInt64? { document.uint64(index) }
  package var double: Double? { document.double(index) }
  /// Whether it is a number that is written as an integer of 64 bits; `3.0` is not.
  package var isWrittenAsInteger: Bool { document.tape.isWrittenAsInteger(index) }
  /// The digits of a number that has no exact value in 64 bits; `nil` for every other value.
  package var digitsBeyond64Bits: String? { document.numberText(index) }
  package var bool: Bool? { document.bool(index) }
  package var string: String? {
    kind == .string ? String(decoding: document.string(index), as: UTF8.self) : nil
  }
  /// Bytes of a string, empty for anything else. Valid as long as the document.
  package var utf8: UnsafeBufferPointer<UInt8> { document.string(index) }
  /// Key under which it stands in its object.
  package var key: String { String(decoding: document.key(index), as: UTF8.self) }

  /// Member of an object, the last one where a key is repeated; missing for anything else.
  /// O(members).
  package subscript(_ key: String) -> FeedValue {
    var key = key
    return FeedValue(document: document, index: key.withUTF8 { document.member(index, $0) })
  }

  /// Element of an array; missing for anything else. O(position).
  package subscript(_ position: Int) -> FeedValue {
    let element = UInt32(exactly: position).map { document.element(index, at: $0) }
    return FeedValue(document: document, index: element ?? FeedDocument.missing)
  }

  /// Elements of an array or values of an object's members, in order; empty for anything else.
  package var children: FeedChildren {
    FeedChildren(document: document, upcoming: document.first(index))
  }
  package var location: SourceLocation { document.location(of: index) }
  package var path: String { document.path(of: index) }
  /// An array or an object as it stands in its source, with its brackets; `nil` for a scalar, and in a
  /// document that no source was parsed for. Valid as long as the document. O(1).
  package var source: UnsafeBufferPointer<UInt8>? { document.source(ofContainer: index) }
  /// Whether an array or an object has these very bytes as its source. O(bytes).
  package func isWritten(as bytes: [UInt8]) -> Bool {
    guard let source, let start = source.baseAddress, source.count == bytes.count else {
      return false
    }
    return bytes.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { se_is_same_text($0, start, bytes.count) } ?? true
    }
  }
}

/// The values below a container, in order, a repeated key each time that it stands there.
package struct FeedChildren: Sequence, IteratorProtocol, Sendable {
  let document: FeedDocument
  var upcoming: UInt32

  package mutating func next() -> FeedValue? {
    guard upcoming != FeedDocument.missing else { return nil }
    defer { upcoming = document.next(upcoming) }
    return FeedValue(document: document, index: upcoming)
  }
}
