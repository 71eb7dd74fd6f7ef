package struct ByteWriter: Sendable {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package var count: Int { bytes.count }

  package var string: String { String(decoding: bytes, as: UTF8.self) }

  package mutating func reserveCapacity(_ count: Int) { bytes.reserveCapacity(count) }

  package mutating func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  package mutating func write(_ text: some Sequence<UInt8>) { bytes.append(contentsOf: text) }

  package mutating func write(byte: UInt8) { bytes.append(byte) }

  /// Appends the bytes that the body puts into a buffer and counts, with one access.
  @inline(__always)
  package mutating func write(
    upTo capacity: Int, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Int
  ) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
      let count = body(buffer)
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[..<count]))
    }
  }

  package mutating func write(byte: UInt8, count: Int) {
    bytes.append(contentsOf: repeatElement(byte, count: max(0, count)))
  }

  /// Empties the buffer and keeps its storage, so that a stream can be written in pieces.
  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }
}
