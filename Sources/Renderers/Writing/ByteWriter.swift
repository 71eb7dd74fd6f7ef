/// An append-only buffer of UTF-8.
package struct ByteWriter: Sendable {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package var count: Int { bytes.count }

  /// The buffer as text.
  package var string: String { String(decoding: bytes, as: UTF8.self) }

  package mutating func reserveCapacity(_ count: Int) { bytes.reserveCapacity(count) }

  package mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

  package mutating func write(_ text: some Sequence<UInt8>) { bytes.append(contentsOf: text) }

  package mutating func write(byte: UInt8) { bytes.append(byte) }

  package mutating func write(byte: UInt8, count: Int) {
    bytes.append(contentsOf: repeatElement(byte, count: max(0, count)))
  }

  /// Empties the buffer and keeps its storage, so that a stream can be written piece by piece.
  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }
}
