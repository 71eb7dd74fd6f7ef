/// A piece of an ELF file, read as little-endian integers.
struct ELFRecord {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns zero outside the record, so that a wrong offset cannot trap.
  private func integer<T: FixedWidthInteger>(at offset: Int) -> T {
    let size = MemoryLayout<T>.size
    guard offset >= 0, offset <= bytes.count - size else { return 0 }
    var value: T = 0
    for index in (offset..<offset + size).reversed() { value = value << 8 | T(bytes[index]) }
    return value
  }

  func u8(_ offset: Int) -> UInt8 { bytes.indices.contains(offset) ? bytes[offset] : 0 }
  func u16(_ offset: Int) -> UInt16 {
    UInt16(u8(offset)) | UInt16(u8(offset + 1)) << 8
  }
  func u32(_ offset: Int) -> UInt32 { integer(at: offset) }
  func u64(_ offset: Int) -> UInt64 { integer(at: offset) }

  /// Returns the bytes from an offset to a NUL or the end.
  func string(_ offset: Int) -> String {
    guard bytes.indices.contains(offset) else { return "" }
    return String(decoding: bytes[offset...].prefix { $0 != 0 }, as: UTF8.self)
  }
}
