package import CSectionABI

extension se_str {
  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    // CChar and UInt8 have the same layout.
    self.init(
      data: UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self),
      length: bytes.count)
  }

  /// The bytes; empty at NULL, and for a length beyond Int.max, which is negative here.
  package var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: UnsafeRawPointer(data)?.assumingMemoryBound(to: UInt8.self),
      count: data == nil ? 0 : max(0, length))
  }
}

/// Lends the UTF-8 of a text to a call.
package func lend<R, E>(_ text: String, to body: (se_str) throws(E) -> R) throws(E) -> R {
  try text.utf8.span.withUnsafeBufferPointer { bytes throws(E) in try body(se_str(bytes)) }
}
