internal import CFiles
internal import Glibc

/// Bytes that can be written to a file in parts.
package protocol ByteParts {
  var count: Int { get }

  /// Calls `body` with the bytes, part by part.
  /// - Throws: The failure of `body`, or of reading the bytes.
  func forEachPart(
    _ body: (UnsafeRawBufferPointer) throws(AtomicFile.Failure) -> Void
  ) throws(AtomicFile.Failure)
}

extension [UInt8]: ByteParts {
  package func forEachPart(
    _ body: (UnsafeRawBufferPointer) throws(AtomicFile.Failure) -> Void
  ) throws(AtomicFile.Failure) {
    try withUnsafeBufferPointer { (bytes) throws(AtomicFile.Failure) in
      try body(UnsafeRawBufferPointer(bytes))
    }
  }
}

/// Output that is collected before it is written, because its beginning depends on the rest. The
/// first 8 MB are in memory, the others in a file without a name, which ends with the program.
package final class Spool: ByteParts {
  /// The number of bytes in memory beyond which they are moved to the file.
  private static let most = 8 << 20
  /// The number of bytes that are read from the file at once.
  private static let readAtOnce = 1 << 18

  package let folder: String
  private let most: Int
  private var head: [UInt8] = []
  /// The bytes after those in the file.
  private var chunks: [[UInt8]] = []
  private var chunkBytes = 0
  /// The descriptor of the file; -1 if there is none yet.
  private var file: Int32 = -1
  private var fileBytes = 0

  /// - Parameters:
  ///   - folder: The folder of the file.
  ///   - most: The number of bytes in memory; `nil` for 8 MB.
  package init(in folder: String, most: Int? = nil) {
    self.folder = folder
    self.most = most ?? Self.most
  }

  deinit { if file >= 0 { close(file) } }

  package var count: Int { head.count + fileBytes + chunkBytes }

  /// Whether some of the bytes are in the file.
  package var hasFile: Bool { file >= 0 }

  /// Adds bytes in front of all others.
  package func prepend(_ bytes: [UInt8]) { head = bytes + head }

  /// Adds bytes at the end.
  /// - Throws: The failure of the file, for example `ENOSPC`.
  package func append(_ bytes: [UInt8]) throws(AtomicFile.Failure) {
    chunks.append(bytes)
    chunkBytes += bytes.count
    guard chunkBytes > most else { return }
    if file < 0 {
      let opened = se_unnamed_file(folder)
      guard opened >= 0 else { throw AtomicFile.Failure(-opened) }
      file = opened
    }
    for chunk in chunks {
      let failure = se_write_all(file, chunk, chunk.count)
      guard failure == 0 else { throw AtomicFile.Failure(-failure) }
    }
    fileBytes += chunkBytes
    (chunks, chunkBytes) = ([], 0)
  }

  package func forEachPart(
    _ body: (UnsafeRawBufferPointer) throws(AtomicFile.Failure) -> Void
  ) throws(AtomicFile.Failure) {
    try head.forEachPart(body)
    var buffer = [UInt8](repeating: 0, count: min(fileBytes, Self.readAtOnce))
    var offset = 0
    while offset < fileBytes {
      let wanted = min(buffer.count, fileBytes - offset)
      let got = buffer.withUnsafeMutableBufferPointer {
        fill(UnsafeMutableBufferPointer(rebasing: $0[..<wanted]), from: file, at: offset)
      }
      guard got == wanted else { throw AtomicFile.Failure(EIO) }
      try buffer.withUnsafeBufferPointer { (bytes) throws(AtomicFile.Failure) in
        try body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[..<got])))
      }
      offset += got
    }
    for chunk in chunks { try chunk.forEachPart(body) }
  }
}
