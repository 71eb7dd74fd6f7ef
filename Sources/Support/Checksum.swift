/// Returns a checksum that is equal on every machine. It detects accidental changes, but no
/// forgeries: FNV-1a over words of eight bytes, then single bytes, with a shift after each step.
package func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
  var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  func take(_ value: UInt64) {
    hash = (hash ^ value) &* 0x0000_0100_0000_01b3
    hash ^= hash >> 32
  }
  var offset = 0
  while offset + 8 <= bytes.count {
    take(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
    offset += 8
  }
  for byte in bytes[offset...] { take(UInt64(byte)) }
  return hash
}

/// Returns a hash of texts as 16 hexadecimal digits: 64-bit FNV-1a (draft-eastlake-fnv). Unlike
/// `Hasher`, it is the same on every machine.
package func stableHash(of texts: [String]) -> String {
  var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  func take(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
  for text in texts {
    for byte in text.utf8 { take(byte) }
    // A terminator distinguishes "a", "bc" from "ab", "c".
    take(0xFF)
  }
  return hexadecimal(hash, digits: 16)
}
