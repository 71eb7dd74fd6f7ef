internal import Glibc
internal import PluginCalls

/// The bytes of a file, in memory or read piece by piece. Every read is checked against the size.
/// The file is never mapped: reading a mapped file that was truncated would kill the process.
struct ByteSource {
  let size: UInt64
  /// Returns `count` bytes at an offset, or `nil` if reading fails. The range must be in the file.
  private let bytes: (_ offset: Int, _ count: Int) -> [UInt8]?

  init(_ bytes: [UInt8]) {
    size = UInt64(bytes.count)
    self.bytes = { Array(bytes[$0..<$0 + $1]) }
  }

  init(_ file: OpenFile) {
    size = UInt64(file.size)
    bytes = { try? file.bytes(at: $0, count: $1) }
  }

  /// Returns `count` bytes at an offset, or `nil` if the range exceeds the file or reading fails.
  func read(at offset: UInt64, count: UInt64) -> ELFRecord? {
    let (end, overflow) = offset.addingReportingOverflow(count)
    guard !overflow, end <= size else { return nil }
    return bytes(Int(offset), Int(count)).map { ELFRecord(bytes: $0) }
  }
}

/// An open file. It is closed when the object is freed.
final class OpenFile: Sendable {
  let descriptor: Int32
  let status: stat

  var size: Int { Int(status.st_size) }

  /// Opens a regular file for reading. Throws for any other kind, such as a pipe, without blocking.
  init(_ path: String, flags: Int32 = 0) throws(PluginRefusal) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | flags)
    var status = stat()
    let isOpen = descriptor >= 0 && fstat(descriptor, &status) == 0
    self.status = status
    guard isOpen else { throw .unreadable(reason: systemReason()) }
    if let kind = PluginRefusal.FileKind(mode: status.st_mode) { throw .notRegular(kind) }
  }

  deinit { close(descriptor) }

  func contents() throws(PluginRefusal) -> [UInt8] {
    guard size <= ELFLimits.fileBytes else { throw .tooLarge(bytes: size) }
    return try bytes(at: 0, count: size)
  }

  /// Returns exactly `count` bytes at an offset. Throws if the file ends before the last of them.
  fileprivate func bytes(at offset: Int, count: Int) throws(PluginRefusal) -> [UInt8] {
    // `fill` sets no errno at the end of the file, so EIO is reported if the file is too short.
    errno = EIO
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = fill(buffer, from: descriptor, at: offset)
    }
    guard bytes.count == count else { throw .unreadable(reason: systemReason()) }
    return bytes
  }
}

/// Bytes of an ELF file, with functions that read little-endian integers and texts from them.
struct ELFRecord {
  let bytes: [UInt8]

  /// Returns the integer at an offset; 0 if the offset is outside the record.
  private func integer<T: FixedWidthInteger>(at offset: Int) -> T {
    let size = MemoryLayout<T>.size
    guard offset >= 0, offset <= bytes.count - size else { return 0 }
    var value: T = 0
    for index in (offset..<offset + size).reversed() { value = value << 8 | T(bytes[index]) }
    return value
  }

  func u8(_ offset: Int) -> UInt8 { integer(at: offset) }
  func u16(_ offset: Int) -> UInt16 { integer(at: offset) }
  func u32(_ offset: Int) -> UInt32 { integer(at: offset) }
  func u64(_ offset: Int) -> UInt64 { integer(at: offset) }

  /// Returns the text from an offset to the next NUL or the end of the record.
  func string(_ offset: Int) -> String {
    guard bytes.indices.contains(offset) else { return "" }
    return String(decoding: bytes[offset...].prefix { $0 != 0 }, as: UTF8.self)
  }
}
