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
package func lend<R>(_ text: String, to body: (se_str) -> R) -> R {
  var text = text
  return text.withUTF8 { body(se_str($0)) }
}
