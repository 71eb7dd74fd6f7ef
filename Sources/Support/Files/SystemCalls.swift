internal import Glibc

/// Returns the message of a system error, by default the last one, in English.
package func systemReason(_ number: Int32? = nil) -> String {
  let number = number ?? errno
  return strerror(number).map { String(cString: $0) } ?? "error \(number)"
}

/// The reason why a file or an input could not be read; by default the last system error.
package struct ReadFailure: Error, Equatable {
  package let reason: String

  package init(_ reason: String = systemReason()) { self.reason = reason }
}

extension String {
  /// The last component of the path; the text itself if it has none.
  package var lastPart: String { split(separator: "/").last.map(String.init) ?? self }

  /// The path before the last slash; "/" if that is empty or there is no slash.
  package var parentFolder: String {
    guard let slash = lastIndex(of: "/"), slash != startIndex else { return "/" }
    return String(self[..<slash])
  }
}

/// Fills a buffer with the bytes of a file from an offset on, and stops early at the file's end or
/// an error. Returns the number of bytes read.
package func fill(
  _ buffer: UnsafeMutableBufferPointer<UInt8>, from descriptor: Int32, at offset: Int
) -> Int {
  var count = 0
  while count < buffer.count, let start = buffer.baseAddress {
    let got = pread(descriptor, start + count, buffer.count - count, offset + count)
    if got < 0, errno == EINTR { continue }
    guard got > 0 else { break }
    count += got
  }
  return count
}

/// Fills a buffer with the next bytes of a file or an input, and stops early at its end. Returns the
/// number of bytes read.
package func readAll(
  _ descriptor: Int32, into buffer: UnsafeMutableBufferPointer<UInt8>
) throws(ReadFailure) -> Int {
  guard let start = buffer.baseAddress else { return 0 }
  var count = 0
  while count < buffer.count {
    let got = read(descriptor, start + count, buffer.count - count)
    if got < 0 {
      if errno == EINTR { continue }
      throw ReadFailure()
    }
    if got == 0 { break }
    count += got
  }
  return count
}

/// Returns the bytes of a file or an input up to its end, at most `limit` of them.
package func contents(of descriptor: Int32, limit: Int) throws(ReadFailure) -> [UInt8] {
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while bytes.count < limit {
    let count = try chunk.withUnsafeMutableBufferPointer { (buffer) throws(ReadFailure) in
      try readAll(descriptor, into: buffer)
    }
    bytes += chunk.prefix(count)
    if count < chunk.count { break }
  }
  return Array(bytes.prefix(limit))
}

/// Returns whether two buffers have equal bytes. Compares many bytes at a time.
package func haveEqualBytes(
  _ a: Slice<UnsafeRawBufferPointer>, _ b: Slice<UnsafeRawBufferPointer>
) -> Bool {
  let (a, b) = (UnsafeRawBufferPointer(rebasing: a), UnsafeRawBufferPointer(rebasing: b))
  guard a.count == b.count, let mine = a.baseAddress, let theirs = b.baseAddress else {
    return a.isEmpty && b.isEmpty
  }
  return memcmp(mine, theirs, a.count) == 0
}

/// Returns the absolute path with all links resolved; `nil` if the path does not exist.
package func realPath(_ path: String) -> String? {
  guard let real = realpath(path, nil) else { return nil }
  defer { free(real) }
  return String(cString: real)
}

/// Returns the absolute path, which may contain links.
package func absolutePath(_ path: String) -> String {
  guard !path.hasPrefix("/"), let current = getcwd(nil, 0) else { return path }
  defer { free(current) }
  return String(cString: current) + "/" + path
}

/// Returns the type of a file, such as `S_IFREG`; `nil` on failure, with the reason in `errno`.
package func fileType(_ path: String, followsLinks: Bool = true) -> UInt32? {
  var status = stat()
  let failed = followsLinks ? stat(path, &status) : lstat(path, &status)
  return failed == 0 ? status.st_mode & S_IFMT : nil
}

/// Returns the path that a symbolic link contains; `nil` if the link cannot be read.
package func target(ofLink link: String) -> String? {
  var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = readlink(link, &buffer, buffer.count)
  guard count > 0 else { return nil }
  return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
}

/// Returns the names in a folder in bytewise order, or `nil` if it cannot be read.
package func entries(of folder: String) -> [String]? {
  guard let stream = opendir(folder) else { return nil }
  var names: [String] = []
  _ = readEntries(of: stream) { name, _ in names.append(String(cString: name)) }
  return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
}

/// Calls `body` with each entry's name and `d_type`; closes the folder. Returns `errno` or 0.
func readEntries(
  of stream: OpaquePointer, _ body: (UnsafePointer<CChar>, Int32) -> Void
) -> Int32 {
  defer { closedir(stream) }
  guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return 0 }
  errno = 0
  while let entry = readdir(stream) {
    // The record is only as long as its name, so the name is read in place.
    let name = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self)
    if strcmp(name, ".") != 0, strcmp(name, "..") != 0 { body(name, Int32(entry.pointee.d_type)) }
    errno = 0
  }
  return errno
}

/// Returns the path of a program in the folders of PATH; `nil` if it is absent.
package func findProgram(_ name: String) -> String? {
  (environmentVariable("PATH") ?? "/usr/bin:/bin").split(separator: ":").map { "\($0)/\(name)" }
    .first { access($0, X_OK) == 0 }
}

package func isFolder(_ path: String) -> Bool { fileType(path) == S_IFDIR }
package func isFile(_ path: String) -> Bool { fileType(path) == S_IFREG }

/// Returns whether two paths lead to the same file or folder.
package func isSameFile(_ a: String, _ b: String) -> Bool {
  var first = stat()
  var second = stat()
  return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev
    && first.st_ino == second.st_ino
}

/// Returns the value of an environment variable; `nil` if it is not set.
package func environmentVariable(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}

/// Whether the text begins like an http or https URL, in contrast to a file name.
package func isWebAddress(_ text: String) -> Bool {
  let text = text.prefix(8).lowercased()
  return text.hasPrefix("http://") || text.hasPrefix("https://")
}
