package import CSectionABI

extension se_str {
  /// Borrows the bytes. They must stay valid as long as the value is used.
  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    // CChar and UInt8 have the same layout.
    self.init(
      data: UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self),
      length: bytes.count)
  }

  /// The bytes; empty if `data` is NULL, or if the length exceeds Int.max and is negative in Swift.
  package var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: UnsafeRawPointer(data)?.assumingMemoryBound(to: UInt8.self),
      count: data == nil ? 0 : max(0, length))
  }
}

/// Calls `body` with the UTF-8 of a text, which is valid until `body` returns.
package func lend<R, E>(_ text: String, to body: (se_str) throws(E) -> R) throws(E) -> R {
  try text.utf8.span.withUnsafeBufferPointer { bytes throws(E) in try body(se_str(bytes)) }
}
