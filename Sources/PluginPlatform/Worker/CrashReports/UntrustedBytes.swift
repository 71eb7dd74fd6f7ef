/// The bytes do not contain the data that their headers announce.
struct Malformed: Error {}

/// The bytes of a file or a record that a plugin may have forged: reading past their end throws.
struct UntrustedBytes {
  let memory: UnsafeRawBufferPointer

  func integer<T: FixedWidthInteger & BitwiseCopyable>(
    _ offset: UInt64, _ type: T.Type = T.self
  ) throws(Malformed) -> T {
    let size = UInt64(MemoryLayout<T>.size)
    guard offset <= UInt64(memory.count), size <= UInt64(memory.count) - offset else {
      throw Malformed()
    }
    return T(littleEndian: memory.loadUnaligned(fromByteOffset: Int(offset), as: T.self))
  }

  /// Returns the text up to a zero byte, at most 1,000 bytes.
  func text(_ offset: UInt64) -> String {
    guard offset < UInt64(memory.count) else { return "" }
    return String(decoding: memory[Int(offset)...].prefix(1_000).prefix { $0 != 0 }, as: UTF8.self)
  }
}
