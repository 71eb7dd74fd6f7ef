package struct ByteWriter: Sendable {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package var count: Int { bytes.count }

  package var string: String { String(decoding: bytes, as: UTF8.self) }

  package mutating func reserveCapacity(_ count: Int) { bytes.reserveCapacity(count) }

  // A literal is written by the function for `StaticString`, which is faster.
  @_disfavoredOverload
  package mutating func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  package mutating func write(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  package mutating func write(_ text: some Sequence<UInt8>) { bytes.append(contentsOf: text) }

  // Without a function for this type, each call would append through a witness table.
  package mutating func write(_ text: UnsafeBufferPointer<UInt8>) { bytes.append(contentsOf: text) }

  package mutating func write(byte: UInt8) { bytes.append(byte) }

  /// Writes UTF-8 text.
  /// - Parameter escape: Returns the replacement of the character at a position, and the number of
  ///   replaced bytes; `nil` keeps the byte.
  @inline(__always)
  package mutating func write(
    _ text: UnsafeBufferPointer<UInt8>,
    escaping escape: (UnsafeBufferPointer<UInt8>, Int) -> (form: String, length: Int)?
  ) {
    var written = 0
    for position in text.indices {
      guard let escaped = escape(text, position) else { continue }
      write(UnsafeBufferPointer(rebasing: text[written..<position]))
      write(escaped.form)
      written = position + escaped.length
    }
    write(UnsafeBufferPointer(rebasing: text[written...]))
  }

  /// Appends bytes in one access. The body fills a buffer and returns the number of bytes written.
  @inline(__always)
  mutating func write(
    upTo capacity: Int, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Int
  ) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
      let count = body(buffer)
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[..<count]))
    }
  }

  /// Writes a byte `count` times; never if `count` is negative.
  package mutating func write(byte: UInt8, count: Int) {
    bytes.append(contentsOf: repeatElement(byte, count: max(0, count)))
  }

  /// Empties the buffer but keeps its storage, for output that is sent in pieces.
  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }
}
