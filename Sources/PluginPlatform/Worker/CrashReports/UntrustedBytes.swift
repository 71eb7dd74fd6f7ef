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

struct UntrustedCursor {
  let bytes: UntrustedBytes
  var offset: UInt64
  let end: UInt64

  mutating func next<T: FixedWidthInteger & BitwiseCopyable>(
    _ type: T.Type = T.self
  ) throws(Malformed) -> T {
    let start = offset
    try skip(UInt64(MemoryLayout<T>.size))
    return try bytes.integer(start)
  }

  mutating func skip(_ count: UInt64) throws(Malformed) {
    guard offset <= end, count <= end - offset else { throw Malformed() }
    offset += count
  }

  /// Reads a ULEB128 value of DWARF; bits beyond 64 are dropped.
  mutating func unsigned() throws(Malformed) -> UInt64 { try leb().value }

  /// Reads an SLEB128 value of DWARF.
  mutating func signed() throws(Malformed) -> Int64 {
    let (value, bits, last) = try leb()
    let isNegative = last & 0x40 != 0 && bits < 64
    return Int64(bitPattern: isNegative ? value | ~0 << bits : value)
  }

  private mutating func leb() throws(Malformed) -> (value: UInt64, bits: UInt64, last: UInt8) {
    var value: UInt64 = 0
    var bits: UInt64 = 0
    while true {
      let byte = try next(UInt8.self)
      value |= UInt64(byte & 0x7f) << bits
      bits += 7
      if byte & 0x80 == 0 { return (value, bits, byte) }
    }
  }
}
