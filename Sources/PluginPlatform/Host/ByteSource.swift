internal import Glibc
internal import PluginCalls

/// The bytes of a file, in memory or read piece by piece. Every read is checked against the size,
/// and nothing is mapped, since reading a mapped file that shrinks kills the process.
struct ByteSource {
  private enum Storage {
    case memory([UInt8])
    /// Borrowed: the creator of the source keeps the descriptor open.
    case descriptor(Int32)
  }
  private let storage: Storage
  let size: UInt64

  init(_ bytes: [UInt8]) {
    storage = .memory(bytes)
    size = UInt64(bytes.count)
  }

  init(descriptor: Int32, size: UInt64) {
    storage = .descriptor(descriptor)
    self.size = size
  }

  /// Returns the bytes of a range, or `nil` if a part of it is outside the file.
  func read(at offset: UInt64, count: UInt64) -> [UInt8]? {
    let (end, overflow) = offset.addingReportingOverflow(count)
    guard !overflow, end <= size else { return nil }
    switch storage {
    case .memory(let bytes): return Array(bytes[Int(offset)..<Int(end)])
    case .descriptor(let descriptor):
      return try? FileReading.bytes(of: descriptor, at: Int(offset), count: Int(count))
    }
  }
}

/// Reads files with the C library alone, so that no other library is loaded.
enum FileReading {
  struct Failure: Error { var number: Int32 }

  /// Returns exactly `count` bytes; fails if the file ends before.
  static func bytes(of descriptor: Int32, at offset: Int, count: Int) throws(Failure) -> [UInt8] {
    var failure: Failure?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let rest = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
        let got = pread(descriptor, rest.baseAddress, rest.count, off_t(offset + filled))
        if got < 0, errno == EINTR { continue }
        guard got > 0 else {
          failure = Failure(number: got < 0 ? errno : EIO)
          return
        }
        filled += got
      }
    }
    if let failure { throw failure }
    return bytes
  }
}

/// Identifies a file and its last change.
struct FileIdentity: Sendable, Hashable {
  var device: UInt
  var inode: UInt
  var size: Int
  var seconds: Int
  var nanoseconds: Int
}

/// An open file, closed with its last reference.
final class OpenFile: Sendable {
  let descriptor: Int32
  let size: Int
  let identity: FileIdentity

  /// Opens a regular file for reading; never waits for a pipe's other end.
  init(_ path: String) throws(PluginRefusal) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadable(reason: message(of: errno)) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let reason = message(of: errno)
      close(descriptor)
      throw .unreadable(reason: reason)
    }
    if let kind = PluginRefusal.FileKind(mode: status.st_mode) {
      close(descriptor)
      throw .notRegular(kind)
    }
    self.descriptor = descriptor
    size = Int(status.st_size)
    identity = FileIdentity(
      device: UInt(status.st_dev), inode: UInt(status.st_ino), size: Int(status.st_size),
      seconds: status.st_ctim.tv_sec, nanoseconds: status.st_ctim.tv_nsec)
  }

  deinit { close(descriptor) }

  var source: ByteSource { ByteSource(descriptor: descriptor, size: UInt64(size)) }

  func contents() throws(PluginRefusal) -> [UInt8] {
    guard size <= ELFLimits.fileBytes else { throw .tooLarge(bytes: size) }
    do {
      return try FileReading.bytes(of: descriptor, at: 0, count: size)
    } catch {
      throw .unreadable(reason: message(of: error.number))
    }
  }
}
