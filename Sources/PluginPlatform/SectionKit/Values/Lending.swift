/// Lends a string to the host for one call. Native strings are not copied.
func lend<R>(_ string: String, to body: (se_str) throws -> R) rethrows -> R {
  var string = string
  return try string.withUTF8 { try body($0.borrowed) }
}

/// Lends several strings to the host for one call.
func lend(_ strings: [String], to body: ([se_str]) -> Void) {
  let bytes = strings.flatMap { Array($0.utf8) }
  bytes.withUnsafeBufferPointer { bytes in
    var start = 0
    body(
      strings.map { string in
        defer { start += string.utf8.count }
        return UnsafeBufferPointer(rebasing: bytes[start..<start + string.utf8.count]).borrowed
      })
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The buffer as a string of the C contract, valid as long as the buffer.
  var borrowed: se_str {
    se_str(data: UnsafeRawPointer(baseAddress)?.assumingMemoryBound(to: CChar.self), length: count)
  }
}

extension String {
  /// Copies text that the host lends; invalid UTF-8 is repaired.
  init(_ borrowed: se_str) {
    self.init(
      decoding: UnsafeRawBufferPointer(start: borrowed.data, count: borrowed.length), as: UTF8.self)
  }
}
