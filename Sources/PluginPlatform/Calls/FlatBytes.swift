/// Encodes a message between two processes of one program on one machine.
package struct FlatWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func add(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
  }

  package mutating func add(_ value: Double) { add(value.bitPattern) }
  package mutating func add(_ value: Bool) { add(UInt8(value ? 1 : 0)) }

  package mutating func add(_ text: String) {
    add(UInt32(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  package mutating func add(numbers: [UInt16]) {
    add(UInt32(numbers.count))
    numbers.withUnsafeBytes { bytes.append(contentsOf: $0) }
  }

  package mutating func add<T>(list: [T], _ body: (inout FlatWriter, T) -> Void) {
    add(UInt32(list.count))
    for element in list { body(&self, element) }
  }

  package mutating func add<T>(optional value: T?, _ body: (inout FlatWriter, T) -> Void) {
    add(value != nil)
    if let value { body(&self, value) }
  }
}

/// Decodes messages of `FlatWriter`. A worker may have forged them.
package struct FlatReader {
  package struct Malformed: Error {
    package init() {}
  }

  private let bytes: [UInt8]
  private var offset = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package mutating func integer<T: FixedWidthInteger>(_ type: T.Type = T.self) throws(Malformed)
    -> T
  {
    let size = MemoryLayout<T>.size
    guard bytes.count - offset >= size else { throw Malformed() }
    var value: T = 0
    withUnsafeMutableBytes(of: &value) { target in
      target.copyBytes(from: bytes[offset..<offset + size])
    }
    offset += size
    return value
  }

  package mutating func number() throws(Malformed) -> Double {
    Double(bitPattern: try integer(UInt64.self))
  }

  package mutating func flag() throws(Malformed) -> Bool { try integer(UInt8.self) != 0 }

  package mutating func text() throws(Malformed) -> String {
    let count = Int(try integer(UInt32.self))
    guard bytes.count - offset >= count else { throw Malformed() }
    defer { offset += count }
    return String(decoding: bytes[offset..<offset + count], as: UTF8.self)
  }

  package mutating func numbers() throws(Malformed) -> [UInt16] {
    let count = Int(try integer(UInt32.self))
    guard (bytes.count - offset) / 2 >= count else { throw Malformed() }
    var result = [UInt16](repeating: 0, count: count)
    result.withUnsafeMutableBytes { $0.copyBytes(from: bytes[offset..<offset + count * 2]) }
    offset += count * 2
    return result
  }

  package mutating func list<T>(
    _ body: (inout FlatReader) throws(Malformed) -> T
  ) throws(Malformed) -> [T] {
    let count = Int(try integer(UInt32.self))
    // Every element takes at least one byte.
    guard count <= bytes.count - offset else { throw Malformed() }
    var result: [T] = []
    // The count may be forged, so the reserved capacity is limited.
    result.reserveCapacity(min(count, 1 << 16))
    for _ in 0..<count { result.append(try body(&self)) }
    return result
  }

  package mutating func optional<T>(
    _ body: (inout FlatReader) throws(Malformed) -> T
  ) throws(Malformed) -> T? {
    try flag() ? try body(&self) : nil
  }
}
