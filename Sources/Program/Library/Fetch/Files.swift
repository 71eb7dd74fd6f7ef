internal import SectionEngine
internal import Glibc

/// The system calls of the cache.
enum Files {
  /// Creates a folder and its missing parents, for this user only. It may be read-only.
  static func makeFolder(_ path: String) throws(DiskCache.Unusable) {
    var end = path.startIndex
    while end < path.endIndex {
      end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
      if mkdir(String(path[..<end]), 0o700) != 0, errno != EEXIST { throw .last }
    }
    var status = stat()
    guard stat(path, &status) == 0 else { throw .last }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .init(reason: "it is not a folder") }
    guard status.st_uid == geteuid() else { throw .init(reason: "it belongs to another user") }
    if status.st_mode & 0o077 != 0, chmod(path, 0o700) != 0, errno != EROFS { throw .last }
    guard access(path, R_OK | X_OK) == 0 else { throw .last }
  }

  /// Returns the first bytes of a regular file, the rest, and its time in seconds since 1970.
  static func read(
    _ path: String, head headBytes: Int
  ) -> (head: [UInt8], body: PaddedBytes, changed: Int)? {
    // Without O_NONBLOCK, opening a pipe in its place would wait for a writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let size = Int(status.st_size)
    let head = [UInt8](unsafeUninitializedCapacity: min(size, headBytes)) { buffer, count in
      count = fill(buffer, from: descriptor, at: 0)
    }
    let body = PaddedBytes(unsafeUninitializedCapacity: max(0, size - headBytes)) { buffer, count in
      count = fill(buffer, from: descriptor, at: headBytes)
    }
    return (head, body, status.st_mtim.tv_sec)
  }

  /// Sets the modification time of a file, in seconds since 1970.
  static func setChanged(_ path: String, to time: Int) {
    let times = [timespec(tv_sec: time, tv_nsec: 0), timespec(tv_sec: time, tv_nsec: 0)]
    utimensat(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW)
  }

  /// Returns the regular files of a folder, with the seconds from 1970 to their last changes.
  static func list(_ folder: String) -> [(name: String, bytes: Int, changed: Int)] {
    (entries(of: folder) ?? []).compactMap { name in
      var status = stat()
      guard lstat("\(folder)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        return nil
      }
      return (name, Int(status.st_size), status.st_mtim.tv_sec)
    }
  }
}
