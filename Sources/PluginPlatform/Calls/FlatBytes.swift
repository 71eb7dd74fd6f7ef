/// A value that can be encoded in a message between two processes of one program on one machine.
package protocol FlatValue {
  func write(to writer: inout FlatWriter)
  init(from reader: inout FlatReader) throws(FlatReader.Malformed)
}

/// Encodes a message.
package struct FlatWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Returns the encoding of several values, one after the other.
  package static func bytes<each Value: FlatValue>(of values: repeat each Value) -> [UInt8] {
    var writer = FlatWriter()
    repeat writer.add(each values)
    return writer.bytes
  }

  package mutating func add(_ value: some FlatValue) { value.write(to: &self) }

  /// Adds values one after the other. This is slower than a call for each value.
  package mutating func add<each Value: FlatValue>(_ values: repeat each Value) {
    repeat (each values).write(to: &self)
  }

  mutating func add(raw: UnsafeRawBufferPointer) { bytes.append(contentsOf: raw) }
}

/// Decodes messages of `FlatWriter`. Every read is checked, because a worker may forge a message.
package struct FlatReader {
  /// The error for a message that `FlatWriter` cannot have written.
  package struct Malformed: Error {
    package init() {}
  }

  private let bytes: [UInt8]
  private var offset = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  fileprivate var left: Int { bytes.count - offset }

  package mutating func read<Value: FlatValue>(
    _ type: Value.Type = Value.self
  ) throws(Malformed) -> Value {
    try Value(from: &self)
  }

  /// Reads values one after the other. This is slower than a call for each value.
  package mutating func values<each Value: FlatValue>() throws(Malformed) -> (repeat each Value) {
    (repeat try (each Value)(from: &self))
  }

  mutating func bytes(_ count: Int) throws(Malformed) -> ArraySlice<UInt8> {
    guard left >= count else { throw Malformed() }
    defer { offset += count }
    return bytes[offset..<offset + count]
  }
}

/// A struct that is encoded as its fields, one after the other.
protocol FlatRecord: FlatValue {
  static var fields: FlatFields<Self> { get }
}

/// The fields of a struct, and the initializer that takes them in the same order.
struct FlatFields<Root> {
  fileprivate let write: (Root, inout FlatWriter) -> Void
  fileprivate let read: (inout FlatReader) throws(FlatReader.Malformed) -> Root

  init<each Value: FlatValue>(
    _ fields: repeat KeyPath<Root, each Value>, make: @escaping (repeat each Value) -> Root
  ) {
    write = { root, writer in repeat writer.add(root[keyPath: each fields]) }
    read = { reader throws(FlatReader.Malformed) in make(repeat try (each Value)(from: &reader)) }
  }
}

extension FlatRecord {
  package func write(to writer: inout FlatWriter) { Self.fields.write(self, &writer) }
  package init(from reader: inout FlatReader) throws(FlatReader.Malformed) {
    self = try Self.fields.read(&reader)
  }
}

/// A number, or a struct of numbers, encoded as its bytes in memory. All bit patterns are valid.
package protocol FlatNumbers: FlatValue, BitwiseCopyable {}

extension FlatNumbers {
  package func write(to writer: inout FlatWriter) {
    withUnsafeBytes(of: self) { writer.add(raw: $0) }
  }

  package init(from reader: inout FlatReader) throws(FlatReader.Malformed) {
    self = try reader.bytes(MemoryLayout<Self>.size)
      .withUnsafeBytes { $0.loadUnaligned(as: Self.self) }
  }
}

extension UInt8: FlatNumbers {}
extension UInt16: FlatNumbers {}
extension UInt32: FlatNumbers {}
extension UInt64: FlatNumbers {}
extension Int64: FlatNumbers {}
extension Int: FlatNumbers {}
extension Double: FlatNumbers {}

extension Bool: FlatValue {
  package func write(to writer: inout FlatWriter) { UInt8(self ? 1 : 0).write(to: &writer) }
  package init(from reader: inout FlatReader) throws(FlatReader.Malformed) {
    self = try reader.read(UInt8.self) != 0
  }
}

extension String: FlatValue {
  package func write(to writer: inout FlatWriter) {
    var text = self
    text.withUTF8 {
      UInt32($0.count).write(to: &writer)
      writer.add(raw: UnsafeRawBufferPointer($0))
    }
  }

  package init(from reader: inout FlatReader) throws(FlatReader.Malformed) {
    self.init(decoding: try reader.bytes(Int(try reader.read(UInt32.self))), as: UTF8.self)
  }
}

extension Array: FlatValue where Element: FlatValue {
  package func write(to writer: inout FlatWriter) {
    UInt32(count).write(to: &writer)
    for element in self { element.write(to: &writer) }
  }

  package init(from reader: inout FlatReader) throws(FlatReader.Malformed) {
    let count = Int(try reader.read(UInt32.self))
    // Every element takes at least one byte.
    guard count <= reader.left else { throw .init() }
    self = []
    // The count may be forged, so the reserved capacity is limited.
    reserveCapacity(Swift.min(count, 1 << 16))
    for _ in 0..<count { append(try reader.read()) }
  }
}

extension Optional: FlatValue where Wrapped: FlatValue {
  package func write(to writer: inout FlatWriter) {
    (self != nil).write(to: &writer)
    self?.write(to: &writer)
  }

  package init(from reader: inout FlatReader) throws(FlatReader.Malformed) {
    self = try reader.read(Bool.self) ? try reader.read(Wrapped.self) : nil
  }
}

extension FlatValue where Self: RawRepresentable, RawValue: FlatValue {
  package func write(to writer: inout FlatWriter) { rawValue.write(to: &writer) }

  package init(from reader: inout FlatReader) throws(FlatReader.Malformed) {
    guard let value = Self(rawValue: try reader.read()) else { throw .init() }
    self = value
  }
}
