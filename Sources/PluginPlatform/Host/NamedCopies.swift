internal import Glibc
internal import Support

/// Copies of libraries under their own names, in a folder that only the user can access.
///
/// Debuggers and profilers find the symbols of a library by its path, which a memory file does not
/// have. A copy is at `DIGEST/NAME`, is never written again, and is compared byte by byte, through
/// an open descriptor, before each use. No other user can replace it: neither the folder nor one
/// above it may be writable for others. If a folder is, the caller uses a memory file.
struct NamedCopies: Sendable {
  let folder: String

  /// Number of copies that are kept besides those used within a month.
  private static let kept = 32
  private static let keptSeconds = 30 * 24 * 60 * 60

  /// Returns the path of a library's copy, or `nil` if none can be made. Complexity: O(bytes).
  func path(of library: PluginImage.Library) -> String? {
    path(ofCopy: library.bytes, library.digest, named: library.name)
  }

  /// Like `path(of:)`, for a library with these contents.
  func path(ofCopy bytes: [UInt8], _ digest: FileDigest, named name: String) -> String? {
    let name = name.split(separator: "/").last.map(String.init) ?? ""
    let home = "\(folder)/\(digest.text)"
    guard !name.isEmpty, name != ".", name != "..", folder.hasPrefix("/") else { return nil }
    DigestFolder(path: home).makeFolders()
    guard Self.isPrivate(home), Self.isPrivate(folder), Self.isSafeAbove(folder) else { return nil }
    let path = "\(home)/\(name)"
    if !Self.holds(path, bytes) {
      // Two processes may write it at the same time, with the same contents.
      let draft = "\(home)/.draft.\(getpid())"
      unlink(draft)
      guard Self.write(bytes, to: draft), rename(draft, path) == 0 else {
        unlink(draft)
        return nil
      }
      removeOld()
    }
    _ = utimensat(AT_FDCWD, home, nil, 0)
    return Self.holds(path, bytes) ? path : nil
  }

  private static func write(_ bytes: [UInt8], to path: String) -> Bool {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o400)
    guard file >= 0 else { return false }
    defer { close(file) }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      written += count
    }
    return fchmod(file, 0o400) == 0
  }

  /// Returns whether the file belongs to the user, is read-only, may be loaded, and has these
  /// bytes.
  private static func holds(_ path: String, _ bytes: [UInt8]) -> Bool {
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    var status = stat()
    var system = statvfs()
    let noExecution: UInt = 8
    guard fstat(file, &status) == 0, status.st_mode == S_IFREG | 0o400, status.st_nlink == 1,
      status.st_uid == geteuid(), Int(status.st_size) == bytes.count,
      fstatvfs(file, &system) == 0, system.f_flag & noExecution == 0
    else { return false }
    return (try? FileReading.bytes(of: file, at: 0, count: bytes.count)) == bytes
  }

  private static func isPrivate(_ folder: String) -> Bool {
    var status = stat()
    return lstat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      && status.st_uid == geteuid() && status.st_mode & 0o077 == 0
  }

  /// Returns whether no other user can rename a folder on the way to this one.
  private static func isSafeAbove(_ folder: String) -> Bool {
    var path = Substring(folder)
    while let slash = path.lastIndex(of: "/") {
      path = path[..<slash]
      var status = stat()
      guard stat(path.isEmpty ? "/" : String(path), &status) == 0,
        status.st_uid == 0 || status.st_uid == geteuid(),
        status.st_mode & 0o022 == 0 || status.st_mode & 0o1000 != 0
      else { return false }
    }
    return true
  }

  /// Removes copies that were not used for long. A loaded copy stays valid in its process.
  private func removeOld() {
    let copies = DigestFolder(path: folder).digests().map { digest in
      let home = "\(folder)/\(digest.text)"
      var status = stat()
      return (home: home, used: stat(home, &status) == 0 ? status.st_mtim.tv_sec : 0)
    }.sorted { $0.used > $1.used }
    for copy in copies.dropFirst(Self.kept) where copy.used < time(nil) - Self.keptSeconds {
      for name in entries(of: copy.home) ?? [] { unlink("\(copy.home)/\(name)") }
      rmdir(copy.home)
    }
  }
}
